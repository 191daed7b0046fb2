import type { ReactNode } from "react";
import ArrowLeft from "theme:icons/arrow-left.svg";
import ArrowRight from "theme:icons/arrow-right.svg";
import { LinkButton } from "../../page/InPlaceLink.tsx";

interface Props {
  page: number;
  total: number;
  isLive: boolean;
  /** Returns the URL of a page. */
  urlOf: (page: number) => string | undefined;
  onTurn: (page: number) => void;
  onApproach: (page: number) => void;
}

/** Previous, the page's number, and Next; hidden if there is only one page. */
export function Pagination({ page, total, isLive, urlOf, onTurn, onApproach }: Props) {
  const turn = (to: number, content: ReactNode) => (
    <LinkButton
      className="button button-quiet"
      href={to < 1 || to > total ? undefined : urlOf(to)}
      isLive={isLive}
      onFollow={() => onTurn(to)}
      onApproach={() => onApproach(to)}
    >
      {content}
    </LinkButton>
  );
  return (
    <nav className="pagination" aria-label="Pages of articles" hidden={total === 1}>
      {turn(
        page - 1,
        <>
          <ArrowLeft />
          Previous
        </>,
      )}
      <p className="pagination-number">{`Page ${page} of ${total}`}</p>
      {turn(
        page + 1,
        <>
          Next
          <ArrowRight />
        </>,
      )}
    </nav>
  );
}
