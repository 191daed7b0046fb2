import type { ListState } from "./address.ts";

/** A page of the list. */
export interface Page<A> {
  /** First article of the list, shown on the first page only. */
  featured: A | undefined;
  cards: A[];
  number: number;
  /** At least 1. */
  total: number;
}

/** Returns the page for a state, with `perPage` cards in addition to the featured article. A page that does not exist is replaced
 *  with the nearest one. */
export function pageOf<A extends { category: string }>(
  articles: A[],
  { category, page }: ListState,
  perPage: number,
): Page<A> {
  const [first, ...rest] = category ? articles.filter((article) => article.category === category) : articles;
  const total = Math.max(1, Math.ceil(rest.length / perPage));
  const number = Math.min(page, total);
  return {
    featured: number === 1 ? first : undefined,
    cards: rest.slice((number - 1) * perPage, number * perPage),
    number,
    total,
  };
}
