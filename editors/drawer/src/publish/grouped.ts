/** Changes of pages by the pages that they are on: a fact may stand on every page, and is changed once. */

import type { Publication } from "../api/types.ts";

type Page = Publication["pages"][number];

/** Changes, and the pages that all of them are on. */
export interface Group {
  pages: Page[];
  changes: string[];
}

/** Returns the changes, those on the same pages together, in the order of the pages. */
export function grouped(pages: Page[]): Group[] {
  const pagesOf = new Map<string, Page[]>();
  for (const page of pages) {
    for (const change of new Set(page.changes)) pagesOf.set(change, [...(pagesOf.get(change) ?? []), page]);
  }
  const groups = new Map<string, Group>();
  for (const [change, pages] of pagesOf) {
    const key = pages.map(({ url }) => url).join("\n");
    const group = groups.get(key) ?? { pages, changes: [] };
    group.changes.push(change);
    groups.set(key, group);
  }
  const silent = pages.filter(({ changes }) => changes.length === 0);
  return [...groups.values(), ...silent.map((page) => ({ pages: [page], changes: [] }))];
}
