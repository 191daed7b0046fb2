/** The portfolio's categories; the first shows everything. */
export const CATEGORIES = ["All", "FinTech", "Enterprise", "Technology"] as const;
export type Category = (typeof CATEGORIES)[number];

/** The category that an address asks for: `/projects?category=FinTech`. Anything else is All. */
export function categoryOf(address: string): Category {
  const wanted = new URL(address, "http://site").searchParams.get("category");
  return CATEGORIES.find((category) => category === wanted) ?? "All";
}

/** The address of a category. */
export function addressOf(category: Category): string {
  return category === "All" ? "/projects" : `/projects?category=${category}`;
}

/** What is shown under a category. */
export function shown<P extends { category: string }>(projects: P[], category: Category): P[] {
  return category === "All" ? projects : projects.filter((project) => project.category === category);
}
