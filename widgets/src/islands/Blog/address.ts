/** State of the list: a category ("" for All) and a page, from 1. */
export interface ListState {
  category: string;
  page: number;
}

/** A list of articles and the URL of its first page. */
export interface Category {
  /** Empty for the list of all articles. */
  name: string;
  url: string;
}

/**
 * Returns the state that a URL contains, in the path of a page that the site generator writes (`/blogs/page/2`,
 * `/blogs/category/{slug}/page/2`) or in the query string. An unknown category is kept. Returns undefined for any other page, such
 * as an article. The first of the categories is All.
 */
export function stateOf({ pathname, searchParams }: URL, categories: Category[]): ListState | undefined {
  const [, list = "", number] = /^(.*?)(?:\/page\/(\d+))?$/.exec(pathname) ?? [];
  const category = categories.find(({ url }) => url === list);
  if (!category) return undefined;
  const name = searchParams.get("category") ?? category.name;
  const page = Number(searchParams.get("page") ?? number ?? 1);
  return { category: name === "All" ? "" : name, page: Number.isInteger(page) && page > 0 ? page : 1 };
}

/** Returns the URL of a list, with everything but defaults in the query string. */
export function addressOf({ category, page }: ListState, [all]: Category[]): string {
  const query = new URLSearchParams();
  if (category) query.set("category", category);
  if (page > 1) query.set("page", String(page));
  const text = query.toString().replaceAll("+", "%20");
  return (all?.url ?? "") + (text ? `?${text}` : "");
}

/** Returns the URL of the page that the site generator writes for a state, or undefined if the category is unknown. */
export function pageOf({ category, page }: ListState, categories: Category[]): string | undefined {
  const url = categories.find(({ name }) => name === category)?.url;
  return url && (page === 1 ? url : `${url}/page/${page}`);
}
