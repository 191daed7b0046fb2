/** Category that shows everything. */
export const ALL = "All";

/** Returns the category in a query string, such as `?category=FinTech`, or All. */
export function categoryOf(search: string, categories: string[]): string {
  const wanted = new URLSearchParams(search).get("category");
  return categories.find((category) => category === wanted) ?? ALL;
}

/** Returns the URL of a category on the same page. */
export function addressOf(category: string): string {
  return category === ALL ? location.pathname : `${location.pathname}?${new URLSearchParams({ category })}`;
}
