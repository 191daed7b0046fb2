import type { ReactNode } from "react";
import ArrowLeft from "theme:icons/arrow-left.svg";
import ArrowRight from "theme:icons/arrow-right.svg";

interface Props {
  number: number;
  total: number;
  /** URL of the list's first page. */
  list: string;
}

/** Previous, the page's number, and Next; hidden if there is only one page. */
export function Pagination({ number, total, list }: Props) {
  return (
    <nav className="pagination" aria-label="Pages of articles" hidden={total === 1}>
      <Turn to={number === 1 ? undefined : pageUrl(list, number - 1)}>
        <ArrowLeft />
        Previous
      </Turn>
      <p className="pagination-number">{`Page ${number} of ${total}`}</p>
      <Turn to={number === total ? undefined : pageUrl(list, number + 1)}>
        Next
        <ArrowRight />
      </Turn>
    </nav>
  );
}

/** A link to another page, disabled if there is none. */
function Turn({ to, children }: { to: string | undefined; children: ReactNode }) {
  return (
    <a className="button button-quiet" {...(to ? { href: to } : { role: "link", "aria-disabled": true })}>
      {children}
    </a>
  );
}

/** Returns the URL of a page of the list, as the site generator writes it. */
function pageUrl(list: string, page: number): string {
  return page === 1 ? list : `${list}/page/${page}`;
}
