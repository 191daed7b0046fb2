import { useEffect, useRef, useState, type MouseEvent } from "react";
import { pushAddress, useAddress } from "../../hooks/useAddress.ts";
import { fadeIn } from "../../motion.ts";
import { count } from "../../parts/count.ts";
import { addressOf, stateOf, type Category, type ListState } from "./address.ts";
import { ArticleCard, type Article } from "./ArticleCard.tsx";
import { Choice } from "./Choice.tsx";
import { pageOf } from "./list.ts";
import { Pagination } from "./Pagination.tsx";
import { openArticle, useArticle, useBackToBlog } from "./useArticle.ts";

export interface Props {
  /** All articles, in the order of the list. */
  articles: Article[];
  categories: Category[];
  /** Address of the page that this stands in: `/blogs`, `/blogs/page/2`, `/blogs/category/taxation`. */
  address: string;
  /** Cards on a page, beside the featured article. */
  perPage: number;
}

/** Milliseconds from one card's appearance to the next one's. */
const STAGGER = 150;

/** The blog's list. Category and page stand in the query string; articles open in this page, under their own address. */
export default function Blog({ articles, categories, address, perPage }: Props) {
  const here = useAddress(address);
  const urls = articles.map(({ url }) => url);
  // While an article is shown, the list under it stays as it was.
  const list = useLast(here, !urls.includes(here));
  const state = stateOf(list, categories);
  const { featured, cards, number, total } = pageOf(articles, state, perPage);
  const [announcement, announce] = useState("");
  const grid = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useArticle(here, urls);
  useBackToBlog();

  const choose = (next: ListState) => {
    pushAddress(addressOf(next));
    const page = pageOf(articles, next, perPage);
    const articlesThere = count(page.cards.length + (page.featured ? 1 : 0), "article");
    announce(`${next.category || "All"}: ${articlesThere}, page ${page.number} of ${page.total}`);
  };
  // Whoever turned the page reads on at its beginning; the button they pressed may be disabled now.
  const turned = useRef(false);
  const turnTo = (page: number) => {
    turned.current = true;
    choose({ ...state, page });
  };
  const changes = useRef(list);
  useEffect(() => {
    if (changes.current === list) return;
    changes.current = list;
    if (turned.current) heading.current?.focus();
    turned.current = false;
    [...(grid.current?.children ?? [])].forEach((card, index) => fadeIn(card, STAGGER * index));
  }, [list]);
  const open = (event: MouseEvent, { url }: Article) => openArticle(event, url);

  return (
    <div className="blog">
      <nav className="blog-categories" aria-labelledby="blog-categories-title">
        <h2 className="blog-categories-title" id="blog-categories-title">
          Browse by Category
        </h2>
        <ul className="blog-categories-list">
          {[{ name: "", url: "/blogs" }, ...categories].map(({ name, url }) => (
            <li key={name}>
              <Choice
                className="filter-option"
                href={url}
                current={name === state.category}
                onChoose={() => choose({ category: name, page: 1 })}
              >
                {name || "All"}
              </Choice>
            </li>
          ))}
        </ul>
      </nav>
      {!featured && cards.length === 0 && <p className="blog-empty">No articles found in this category.</p>}
      {featured && <ArticleCard key={featured.url} article={featured} featured onOpen={open} />}
      {cards.length > 0 && (
        <section className="blog-more" aria-labelledby="blog-more-title">
          <h2 className="blog-more-title" id="blog-more-title" tabIndex={-1} ref={heading}>
            More Articles
          </h2>
          <ul className="blog-grid" ref={grid} data-reveal={STAGGER}>
            {cards.map((article) => (
              <li key={article.url}>
                <ArticleCard article={article} onOpen={open} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Pagination
        number={number}
        total={total}
        urlOf={(page) => pageUrl(categories.find(({ name }) => name === state.category)?.url ?? "/blogs", page)}
        onChoose={turnTo}
      />
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  );
}

/** The newest value that was wanted. */
function useLast<T>(value: T, wanted: boolean): T {
  const [last, setLast] = useState(value);
  if (wanted && last !== value) setLast(value);
  return wanted ? value : last;
}

/** Address of a list's page as the site generator writes it. */
function pageUrl(list: string, page: number): string {
  return page === 1 ? list : `${list}/page/${page}`;
}
