import { CATEGORIES } from "./filter.ts";
import { ProjectCard, type Project } from "./ProjectCard.tsx";

export interface Props {
  projects: Project[];
}

/** The portfolio with its filter. Without a script, all projects are shown, and the filter is hidden. */
export default function Projects({ projects }: Props) {
  return (
    <div className="projects">
      <div className="filter needs-script" role="group" aria-label="Filter projects">
        {CATEGORIES.map((category, index) => (
          <button key={category} className="filter-option" type="button" aria-pressed={index === 0}>
            {category}
          </button>
        ))}
      </div>
      <ul className="project-grid">
        {projects.map((project) => (
          <ProjectCard key={project.title} project={project} />
        ))}
      </ul>
      <p className="visually-hidden" role="status" />
    </div>
  );
}
