/** State of the list: a category ("" for All) and a page, from 1. */
export interface ListState {
  category: string;
  page: number;
}

/** A category of the blog and the URL of its page. */
export interface Category {
  name: string;
  slug: string;
  url: string;
}

/**
 * Returns the state that a URL contains, in the path of a page that the site generator writes (`/blogs/page/2`,
 * `/blogs/category/{slug}`, `/blogs/category/{slug}/page/2`) or in the query string. An unknown category is kept, with an empty
 * list.
 */
export function stateOf(address: string, categories: Category[]): ListState {
  const { pathname, searchParams } = new URL(address, "http://site");
  const [, slug] = /\/category\/([^/]+)/.exec(pathname) ?? [];
  const [, number] = /\/page\/(\d+)$/.exec(pathname) ?? [];
  const category = searchParams.get("category") ?? categories.find((each) => each.slug === slug)?.name ?? "";
  const page = Number(searchParams.get("page") ?? number ?? 1);
  return { category: category === "All" ? "" : category, page: Number.isInteger(page) && page > 0 ? page : 1 };
}

/** Returns the URL of a list, with everything but defaults in the query string. */
export function addressOf({ category, page }: ListState): string {
  const query = new URLSearchParams();
  if (category) query.set("category", category);
  if (page > 1) query.set("page", String(page));
  const text = query.toString().replaceAll("+", "%20");
  return text ? `/blogs?${text}` : "/blogs";
}
