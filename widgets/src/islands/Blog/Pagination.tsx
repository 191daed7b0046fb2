import type { ReactNode } from "react";
import ArrowLeft from "theme:icons/arrow-left.svg";
import ArrowRight from "theme:icons/arrow-right.svg";

interface Props {
  number: number;
  total: number;
  /** Address of the list's first page. */
  list: string;
}

/** Previous, the page's number, Next; hidden where there is one page only. */
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

/** A link to another page; a disabled one where there is none. */
function Turn({ to, children }: { to: string | undefined; children: ReactNode }) {
  return (
    <a className="button button-quiet" {...(to ? { href: to } : { role: "link", "aria-disabled": true })}>
      {children}
    </a>
  );
}

/** Address of a list's page as the site generator writes it. */
function pageUrl(list: string, page: number): string {
  return page === 1 ? list : `${list}/page/${page}`;
}
