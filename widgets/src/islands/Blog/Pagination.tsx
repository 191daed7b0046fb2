import ArrowLeft from "theme:icons/arrow-left.svg";
import ArrowRight from "theme:icons/arrow-right.svg";
import { Choice } from "./Choice.tsx";

interface Props {
  number: number;
  total: number;
  /** Address of a page that the site generator has written. */
  urlOf: (number: number) => string;
  onChoose: (number: number) => void;
}

/** Previous, the page's number, Next; nothing where there is one page only. */
export function Pagination({ number, total, urlOf, onChoose }: Props) {
  if (total === 1) return null;
  const to = (page: number) => ({
    className: "button button-quiet",
    href: page >= 1 && page <= total ? urlOf(page) : undefined,
    onChoose: () => onChoose(page),
  });
  return (
    <nav className="pagination" aria-label="Pages of articles">
      <Choice {...to(number - 1)}>
        <ArrowLeft />
        Previous
      </Choice>
      <p className="pagination-number">{`Page ${number} of ${total}`}</p>
      <Choice {...to(number + 1)}>
        Next
        <ArrowRight />
      </Choice>
    </nav>
  );
}
