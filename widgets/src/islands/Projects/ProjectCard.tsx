import ArrowUpRight from "theme:icons/arrow-up-right.svg";
import type { Picture } from "../../assets.ts";
import { Image } from "../../parts/Image.tsx";
import { ReadMore } from "../../parts/ReadMore.tsx";

export interface Project {
  slug: string;
  title: string;
  description: string;
  category: string;
  image: Picture;
  /** URL of the project's website. */
  link: string;
  /** Numbers as text: "50+", "98%". */
  stats: { clients: string; completion: string; of: string };
  year: number;
}

/** Number of characters of a description that are shown at first. */
const LIMIT = 120;

/** A project. Its picture, title and arrow link to the project's website. */
export function ProjectCard({ project, isHidden }: { project: Project; isHidden: boolean }) {
  const { slug, title, description, category, image, link, stats, year } = project;
  const outside = { href: link, target: "_blank", rel: "noopener" };
  return (
    <li className="project" hidden={isHidden}>
      <a className="project-picture" {...outside} tabIndex={-1} aria-hidden="true">
        <Image picture={image} className="project-image" />
      </a>
      <div className="project-text">
        <p className="project-meta">
          <span className="project-year">{year}</span> <span className="project-category">{category}</span>
        </p>
        <h3 className="project-title" id={`project-${slug}`}>
          <a {...outside}>
            {title}
            <ArrowUpRight />
            <span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        </h3>
        <ReadMore text={description} limit={LIMIT} className="project-description" about={`project-${slug}`} />
      </div>
      <dl className="project-stats">
        <div>
          <dt>Clients</dt>
          <dd>{stats.clients}</dd>
        </div>
        <div>
          <dt>Success</dt>
          <dd>{stats.completion}</dd>
        </div>
      </dl>
      <p className="project-measure">Success: {stats.of}</p>
    </li>
  );
}
