/** Categories of the portfolio; the first one shows everything. */
export const CATEGORIES = ["All", "FinTech", "Enterprise", "Technology"] as const;
export type Category = (typeof CATEGORIES)[number];

/** Returns the category in a query string, such as `?category=FinTech`, or All. */
export function categoryOf(search: string): Category {
  const wanted = new URLSearchParams(search).get("category");
  return CATEGORIES.find((category) => category === wanted) ?? "All";
}

/** Returns the URL of a category. */
export function addressOf(category: Category): string {
  return category === "All" ? "/projects" : `/projects?category=${category}`;
}

/** Returns whether a project of the category `category` is shown while `chosen` is selected. */
export function isShown(category: string | undefined, chosen: Category): boolean {
  return chosen === "All" || category === chosen;
}
