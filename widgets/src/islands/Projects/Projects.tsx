import { useState } from "react";
import { goTo, useAddress } from "../../page/address.ts";
import { count } from "../../parts/count.ts";
import { addressOf, ALL, categoryOf } from "./filter.ts";
import { ProjectCard, type Project } from "./ProjectCard.tsx";

export interface Props {
  projects: Project[];
}

/** The portfolio, filtered by the category in the URL. Without a script, all projects are shown, and the filter is hidden. */
export default function Projects({ projects }: Props) {
  const categories = [ALL, ...new Set(projects.map(({ category }) => category))];
  const chosen = categoryOf(useAddress()?.search ?? "", categories);
  const [hasChosen, setHasChosen] = useState(false);
  const choose = (category: string) => {
    goTo(addressOf(category));
    setHasChosen(true);
  };
  const shown = projects.filter(({ category }) => chosen === ALL || category === chosen);

  return (
    <div className="projects">
      <div className="filter needs-script" role="group" aria-label="Filter projects">
        {categories.map((category) => (
          <button
            key={category}
            className="filter-option"
            type="button"
            aria-pressed={category === chosen}
            onClick={() => choose(category)}
          >
            {category}
          </button>
        ))}
      </div>
      <ul className="project-grid">
        {projects.map((project) => (
          <ProjectCard key={project.title} project={project} isHidden={!shown.includes(project)} />
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {hasChosen && `${chosen}: ${count(shown.length, "project")}`}
      </p>
    </div>
  );
}
