import { useLayoutEffect, useRef } from "react";
import { fadeIn } from "../../motion.ts";
import { goTo, useAddress } from "../../page/address.ts";
import { LinkButton } from "../../page/InPlaceLink.tsx";
import { count } from "../../parts/count.ts";
import { addressOf, pageOf, stateOf, type Category, type ListState } from "./address.ts";
import { ArticleCard } from "./ArticleCard.tsx";
import { ArticleView } from "./ArticleView.tsx";
import type { List } from "./load.ts";
import { Pagination } from "./Pagination.tsx";
import { useList } from "./useList.ts";

export interface Props {
  /** URL of the list of all articles. */
  url: string;
  categories: Category[];
  /** The list of this page. Other lists are loaded from their pages. */
  list: List;
}

/** Milliseconds between the appearance of two cards. */
const STAGGER = 150;

/**
 * The blog's list: categories, the featured article, the other articles, and pagination. The list and articles are changed in
 * place. Category and page are in the query string; an article is shown at its own URL.
 */
export default function Blog({ url, categories: terms, list: first }: Props) {
  const categories = [{ name: "", url }, ...terms];
  const address = useAddress();
  const isLive = address !== undefined;
  const wanted = address && stateOf(address, categories);
  const { list, isLoading, prepare } = useList(first, wanted, categories);
  const chosen = (wanted ?? list).category;
  const { lead, items, page, total } = list;
  const { grid, title, focusTitle } = useNewCards(list);

  const choose = (state: ListState) => goTo(addressOf(state, categories));
  const turn = (to: number) => {
    focusTitle();
    choose({ category: list.category, page: to });
  };
  return (
    <div className="blog" aria-busy={isLoading || undefined}>
      <nav className="blog-categories" aria-labelledby="blog-categories-title">
        <h2 className="blog-categories-title" id="blog-categories-title">
          Browse by Category
        </h2>
        <ul className="blog-categories-list">
          {categories.map(({ name, url }) => (
            <li key={name}>
              <LinkButton
                className="filter-option"
                href={url}
                isLive={isLive}
                onFollow={() => choose({ category: name, page: 1 })}
                onApproach={() => prepare({ category: name, page: 1 })}
                isPressed={name === chosen}
              >
                {name || "All"}
              </LinkButton>
            </li>
          ))}
        </ul>
      </nav>
      <p className="blog-empty" hidden={lead.length + items.length > 0}>
        No articles found in this category.
      </p>
      <div className="blog-featured">
        {lead.map((article) => (
          <ArticleCard key={article.url} article={article} featured />
        ))}
      </div>
      <section className="blog-more" aria-labelledby="blog-more-title" hidden={items.length === 0}>
        <h2 className="blog-more-title" id="blog-more-title" tabIndex={-1} ref={title}>
          More Articles
        </h2>
        <ul className="blog-grid" data-reveal={STAGGER} ref={grid}>
          {items.map((article) => (
            <li key={article.url}>
              <ArticleCard article={article} />
            </li>
          ))}
        </ul>
      </section>
      <Pagination
        page={page}
        total={total}
        isLive={isLive}
        urlOf={(page) => pageOf({ category: list.category, page }, categories)}
        onTurn={turn}
        onApproach={(page) => prepare({ category: list.category, page })}
      />
      <p className="visually-hidden" role="status">
        {list !== first && summaryOf(list)}
      </p>
      {address && !wanted && <ArticleView key={address.pathname} url={address.pathname} />}
    </div>
  );
}

/** Fades in the cards of a new list, and moves the focus to their title if `focusTitle` was called before. */
function useNewCards(list: List) {
  const grid = useRef<HTMLUListElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef(list);
  const wantsFocus = useRef(false);
  useLayoutEffect(() => {
    if (shown.current === list) return;
    shown.current = list;
    [...(grid.current?.children ?? [])].forEach((card, index) => fadeIn(card, STAGGER * index));
    if (wantsFocus.current) title.current?.focus();
    wantsFocus.current = false;
  }, [list]);
  // The button that turned the page may be disabled on the new one.
  const focusTitle = () => {
    wantsFocus.current = true;
  };
  return { grid, title, focusTitle };
}

function summaryOf({ category, lead, items, page, total }: List): string {
  return `${category || "All"}: ${count(lead.length + items.length, "article")}, page ${page} of ${total}`;
}
