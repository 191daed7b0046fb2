/** What the list shows: a category ("" for All) and a page, from 1. */
export interface ListState {
  category: string;
  page: number;
}

/** A category of the blog and the address of its own page. */
export interface Category {
  name: string;
  slug: string;
  url: string;
}

/**
 * What an address asks the list to show. The lists that the site generator writes (`/blogs/page/2`,
 * `/blogs/category/{slug}`, `/blogs/category/{slug}/page/2`) count as well as the query string.
 * A category that does not exist stays as it is: its list is empty and says so.
 */
export function stateOf(address: string, categories: Category[]): ListState {
  const { pathname, searchParams } = new URL(address, "http://site");
  const [, slug] = /\/category\/([^/]+)/.exec(pathname) ?? [];
  const [, number] = /\/page\/(\d+)$/.exec(pathname) ?? [];
  const category = searchParams.get("category") ?? categories.find((each) => each.slug === slug)?.name ?? "";
  const page = Number(searchParams.get("page") ?? number ?? 1);
  return { category: category === "All" ? "" : category, page: Number.isInteger(page) && page > 0 ? page : 1 };
}

/** The address of a list: everything that is not the default stands in the query string. */
export function addressOf({ category, page }: ListState): string {
  const query = new URLSearchParams();
  if (category) query.set("category", category);
  if (page > 1) query.set("page", String(page));
  const text = query.toString().replaceAll("+", "%20");
  return text ? `/blogs?${text}` : "/blogs";
}
