import type { ListState } from "./address.ts";

/** Cards on a page, beside the featured article. */
const PER_PAGE = 6;

/** A page of the list. */
export interface Page<A> {
  /** The first article of the list, on the first page. */
  featured: A | undefined;
  cards: A[];
  number: number;
  /** At least 1. */
  total: number;
}

/** The page of articles that a state shows. A page that does not exist is the nearest that does. */
export function pageOf<A extends { category: string }>(articles: A[], { category, page }: ListState): Page<A> {
  const [first, ...rest] = category ? articles.filter((article) => article.category === category) : articles;
  const total = Math.max(1, Math.ceil(rest.length / PER_PAGE));
  const number = Math.min(page, total);
  return {
    featured: number === 1 ? first : undefined,
    cards: rest.slice((number - 1) * PER_PAGE, number * PER_PAGE),
    number,
    total,
  };
}
