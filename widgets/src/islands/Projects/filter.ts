/** The portfolio's categories; the first shows everything. */
export const CATEGORIES = ["All", "FinTech", "Enterprise", "Technology"] as const;
export type Category = (typeof CATEGORIES)[number];

/** The category that a query string asks for: `?category=FinTech`. Anything else is All. */
export function categoryOf(search: string): Category {
  const wanted = new URLSearchParams(search).get("category");
  return CATEGORIES.find((category) => category === wanted) ?? "All";
}

/** The address of a category. */
export function addressOf(category: Category): string {
  return category === "All" ? "/projects" : `/projects?category=${category}`;
}

/** Whether a project of one category is shown under another. */
export function isShown(category: string | undefined, chosen: Category): boolean {
  return chosen === "All" || category === chosen;
}
