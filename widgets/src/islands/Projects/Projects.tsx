import { useState } from "react";
import { pushAddress, useAddress } from "../../hooks/useAddress.ts";
import { count } from "../../parts/count.ts";
import { CATEGORIES, addressOf, categoryOf, shown, type Category } from "./filter.ts";
import { ProjectCard, type Project } from "./ProjectCard.tsx";

export interface Props {
  projects: Project[];
}

/** The portfolio with its filter. Without a script all projects are shown and the filter is not. */
export default function Projects({ projects }: Props) {
  const category = categoryOf(useAddress(addressOf("All")));
  const [announcement, announce] = useState("");
  const list = shown(projects, category);

  const choose = (chosen: Category) => {
    pushAddress(addressOf(chosen));
    announce(`${chosen}: ${count(shown(projects, chosen).length, "project")}`);
  };
  return (
    <div className="projects" data-filter={category}>
      <div className="filter needs-script" role="group" aria-label="Filter projects">
        {CATEGORIES.map((each) => (
          <button
            key={each}
            className="filter-option"
            type="button"
            aria-pressed={each === category}
            onClick={() => choose(each)}
          >
            {each}
          </button>
        ))}
      </div>
      <ul className="project-grid">
        {list.map((project) => (
          <ProjectCard key={project.title} project={project} />
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  );
}
