/** Messages between the drawer and the page in the frame. The page runs scripts of the site, so it can send anything. */

/** An element that was clicked, or one around it. */
export interface Element {
  tag: string;
  text: string;
  nth: number;
  href?: string;
  src?: string;
  datetime?: string;
  /** Text that it had before a script has replaced it. */
  was?: string;
}

/** Elements from the clicked one outwards. */
export type Trail = Element[];

/** A message of the page. */
export type PageMessage =
  | { site: "shown"; path: string; title: string }
  | { site: "click"; path: string; trail: Trail; href: string | null }
  | { site: "key"; key: "Escape" };

/** Maximum number of elements of a trail. */
const LONGEST_TRAIL = 8;

/** Maximum length of a text of an element. */
const LONGEST_TEXT = 4_000;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns whether a value is a path within the site. `//host` would lead to another host. */
export const isPath = (value: unknown): value is string => typeof value === "string" && /^\/(?![/\\])/.test(value);

function element(value: unknown): Element | undefined {
  if (!isObject(value)) return undefined;
  const { tag, text, nth } = value;
  if (typeof tag !== "string" || typeof text !== "string" || typeof nth !== "number") return undefined;
  const cut = (text: string) => text.slice(0, LONGEST_TEXT);
  const optional = (["href", "src", "datetime", "was"] as const).flatMap((key) => {
    const text = value[key];
    return typeof text === "string" ? [[key, cut(text)]] : [];
  });
  return { tag: cut(tag), text: cut(text), nth: Number.isSafeInteger(nth) ? Math.max(0, nth) : 0, ...Object.fromEntries(optional) };
}

/** Returns a message of the page, or `undefined` if it is none. */
export function parse(data: unknown): PageMessage | undefined {
  if (!isObject(data)) return undefined;
  if (data.site === "key" && data.key === "Escape") return { site: "key", key: "Escape" };
  if (!isPath(data.path)) return undefined;
  if (data.site === "shown") return { site: "shown", path: data.path, title: typeof data.title === "string" ? data.title : "" };
  if (data.site !== "click" || !Array.isArray(data.trail) || data.trail.length > LONGEST_TRAIL) return undefined;
  const trail = data.trail.map(element);
  if (!trail.every((one) => one !== undefined)) return undefined;
  return { site: "click", path: data.path, trail, href: typeof data.href === "string" ? data.href : null };
}

/** Elements that only decorate a part of a text, such as the day of the week in a date, or the drawing in a link. */
const INLINE = new Set(["abbr", "b", "em", "i", "mark", "path", "small", "span", "strong", "sub", "sup", "svg", "use"]);

/** Returns a trail, and those to try if nothing is known of its first elements: from further out, and with the text before a script. */
export function attempts(trail: Trail): Trail[] {
  const inner = trail.findIndex(({ tag }) => !INLINE.has(tag));
  const trails = trail.slice(0, Math.max(0, inner) + 1).map((_, start) => trail.slice(start));
  const before = trail[0]?.was === undefined ? [] : [[{ ...trail[0], text: trail[0].was }, ...trail.slice(1)]];
  return [...trails, ...before];
}

/** Returns the path of a link within the site at `origin`, or `null` if it leads elsewhere. */
export function pathWithin(origin: string, href: string): string | null {
  if (!URL.canParse(href, origin)) return null;
  const url = new URL(href, origin);
  return url.origin === new URL(origin).origin && isPath(url.pathname) ? url.pathname + url.search + url.hash : null;
}
