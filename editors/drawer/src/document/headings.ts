/** Headings of a text whose words have changed, so that links to them no longer lead there. */

import type { Finding } from "../api/types.ts";

/** A heading that links lead to, and the offset at which its old address can be added to it. */
export interface LostHeading {
  anchor: string;
  title: string;
  offset: number;
}

interface Heading {
  title: string;
  end: number;
}

function headingsOf(text: string): Heading[] {
  const lines = text.matchAll(/^#{1,6}[ \t]+(.+?)[ \t]*#*[ \t]*$/gm);
  return [...lines].map((line) => ({ title: line[1] ?? "", end: line.index + line[0].length }));
}

/** Returns what words and an address have in common, whatever the case and the signs between the words. */
const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-|-$/g, "");

/** Returns the anchors of a page that findings about other texts miss. */
function missing(findings: Finding[], url: string): string[] {
  const anchors = findings.flatMap(({ parts: { page = [], anchor = [] } }) => (page.includes(url) ? anchor : []));
  return [...new Set(anchors)];
}

/** Returns the headings that other texts link to by their words in `before`, and that have other words in `now`. */
export function lostHeadings(before: string, now: string, findings: Finding[], url: string): LostHeading[] {
  const [old, present] = [headingsOf(before), headingsOf(now)];
  if (old.length !== present.length) return [];
  return missing(findings, url).flatMap((anchor) => {
    const index = old.findIndex(({ title }) => plain(title) === plain(anchor));
    const heading = present[index];
    const isFree = heading && !/\{[^}]*\}$/.test(heading.title);
    return isFree ? [{ anchor, title: heading.title, offset: heading.end }] : [];
  });
}
