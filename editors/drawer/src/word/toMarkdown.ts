/** Text that was copied from Word, LibreOffice, Google Docs, a mail, or a web page, as Markdown. Only what the site's text can show is kept. */

import { numeral } from "./numerals.ts";
import { escaped, PLAIN, toLine, type Run, type Style } from "./runs.ts";

const IGNORED = new Set(["NOFRAMES", "SCRIPT", "HEAD", "META", "TITLE", "LINK", "XML", "DEL", "TEMPLATE", "NOSCRIPT", "SVG", "BUTTON"]);
const BLOCKS = new Set([
  ..."ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CAPTION CENTER DD DETAILS DIV DL DT FIGURE FIGCAPTION FOOTER FORM H1 H2 H3 H4 H5 H6".split(" "),
  ..."HEADER HR LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TD TH TR UL".split(" "),
]);

const isElement = (node: Node): node is HTMLElement => node.nodeType === 1;
/** Name that the attribute `style` gets before copied HTML is parsed. */
const STYLE = "data-style";
const styleOf = (element: Element) => element.getAttribute(STYLE) ?? "";

/** Hidden text, comments in the margin of a Word document, and the second form in which a page has a formula. */
const UNREAD = "[hidden], .MsoCommentReference, .msocomanchor, .katex-html";
const UNREAD_STYLE = /mso-list:\s*ignore|display:\s*none|mso-hide:\s*all|mso-element:\s*comment/i;

/** Returns whether an element contains nothing to be read: list numbers that Word writes as text, comments, or hidden text. */
function isIgnored(element: Element): boolean {
  return IGNORED.has(element.tagName.toUpperCase()) || element.matches(UNREAD) || UNREAD_STYLE.test(styleOf(element));
}

/** Returns the emoji that a mail or a chat shows as a picture; empty for other elements. */
function emojiOf(element: Element): string {
  const alt = element.tagName === "IMG" ? (element.getAttribute("alt") ?? "") : "";
  return /^(?=.*[\p{Extended_Pictographic}\p{Regional_Indicator}\u20e3])[\p{Extended_Pictographic}\p{Emoji_Component}]+$/u.test(alt) ? alt : "";
}

/** Returns a formula as it was written, or else its signs. */
const formulaOf = (math: Element): string => (math.querySelector("annotation") ?? math).textContent?.trim() ?? "";

const isBlock = (node: Node): boolean => isElement(node) && BLOCKS.has(node.tagName);
const hasBlock = (element: Element): boolean => [...element.childNodes].some((node) => isBlock(node) || (isElement(node) && hasBlock(node)));

/** Returns the looks within an element. Its style attribute wins: Google Docs wraps everything in a `<b>` of normal weight. */
function styleWithin(element: HTMLElement, outer: Style): Style {
  const css = styleOf(element);
  const weight = /font-weight:\s*(\w+)/i.exec(css)?.[1]?.toLowerCase();
  const slant = /font-style:\s*(\w+)/i.exec(css)?.[1]?.toLowerCase();
  const align = /vertical-align:\s*(super|sub)\b/i.exec(css)?.[1]?.toLowerCase();
  const isBoldTag = ["B", "STRONG"].includes(element.tagName);
  const isItalicTag = ["I", "EM", "CITE"].includes(element.tagName);
  return {
    isBold: weight === undefined ? outer.isBold || isBoldTag : /^bold/.test(weight) || Number(weight) >= 600,
    isItalic: slant === undefined ? outer.isItalic || isItalicTag : slant === "italic" || slant === "oblique",
    isStruck: outer.isStruck || ["S", "STRIKE"].includes(element.tagName) || /text-decoration(-line)?:[^;]*line-through/i.test(css),
    script: element.tagName === "SUP" || align === "super" ? "sup" : element.tagName === "SUB" || align === "sub" ? "sub" : outer.script,
    isCode: outer.isCode || ["CODE", "KBD", "SAMP", "TT"].includes(element.tagName),
    href: element.tagName === "A" ? linkOf(element) : outer.href,
  };
}

/** Returns where a link leads, if it leads anywhere from the site. */
function linkOf(element: Element): string | null {
  const href = element.getAttribute("href")?.trim() ?? "";
  return /^(https?:|mailto:|tel:)/i.test(href) ? href : null;
}

/** Returns the text of nodes with its looks. */
function runsOf(nodes: Iterable<Node>, style: Style): Run[] {
  return [...nodes].flatMap((node): Run[] => {
    if (node.nodeType === 3) return [{ ...style, text: (node.textContent ?? "").replace(/[\s\u00ad\u200b]+/g, " ") }];
    if (!isElement(node) || isIgnored(node)) return [];
    if (node.tagName === "BR") return [{ ...style, text: "\n" }];
    if (node.tagName === "IMG") return [{ ...style, text: emojiOf(node) }];
    if (node.localName === "math") return [{ ...style, text: formulaOf(node) }];
    const inner = runsOf(node.childNodes, styleWithin(node, style));
    return isBlock(node) ? [{ ...PLAIN, text: " " }, ...inner, { ...PLAIN, text: " " }] : inner;
  });
}

/** An item of a list in a Word document: a paragraph that says how deep it is. */
interface WordItem {
  depth: number;
  number: number | null;
  text: string;
}

const BULLET = { number: null, label: "" };

/** Returns the number of a list item from its marker. Letters and numbers such as 2.1, to which texts refer, become its first words. */
function markerOf(marker: string): { number: number | null; label: string } {
  const number = /^\(?(\d{1,9})[.)]?$/.exec(marker)?.[1];
  if (number !== undefined) return { number: Number(number), label: "" };
  return marker.length > 1 && /[\p{L}\p{N}]/u.test(marker) ? { number: null, label: `${escaped(marker)} ` } : BULLET;
}

/** Returns the kind of an HTML list's numerals, as `type` or `list-style-type` names it. */
function numeralsOf(element: Element): string | undefined {
  return /list-style-type:\s*([\w-]+)/i.exec(styleOf(element))?.[1]?.toLowerCase() ?? element.getAttribute("type") ?? undefined;
}

function wordItem(element: HTMLElement, style: Style): WordItem | null {
  const level = /mso-list:\s*l\d+\s+level(\d+)/i.exec(styleOf(element));
  if (!level) return null;
  const marker = [...element.querySelectorAll("span")].find((span) => /mso-list:\s*ignore/i.test(styleOf(span)));
  const { number, label } = markerOf(marker?.textContent?.trim() ?? "");
  return { depth: Number(level[1]) - 1, number, text: label + toLine(runsOf(element.childNodes, style)) };
}

/** A part of the text between empty lines. */
type Block = { text: string } | { heading: number; text: string } | { item: WordItem };

const indented = (text: string, width: number) => text.replace(/\n(?=.)/g, `\n${" ".repeat(width)}`);

function listItems(list: HTMLElement, style: Style): string {
  const isNumbered = list.tagName === "OL";
  let number = Number(list.getAttribute("start") ?? 1) || 1;
  const lines: string[] = [];
  let width = 0;
  let sign = ".";
  for (const node of list.children) {
    if (!isElement(node) || isIgnored(node)) continue;
    const isNested = node.tagName === "UL" || node.tagName === "OL";
    if (isNested) {
      // Word and Google Docs put a nested list beside its item, not into it.
      const nested = listItems(node, style);
      lines.push(" ".repeat(width) + indented(nested, width));
      continue;
    }
    const value = /^\d+$/.exec(node.getAttribute("value") ?? "")?.[0];
    if (value !== undefined && Number(value) !== number) {
      number = Number(value);
      // Markdown counts on from the first item. Another sign begins another list.
      if (lines.length > 0) sign = sign === "." ? ")" : ".";
    }
    const { number: shown, label } = isNumbered ? markerOf(`${numeral(number, numeralsOf(node) ?? numeralsOf(list))}.`) : BULLET;
    const marker = shown === null ? "- " : `${shown}${sign} `;
    number += 1;
    const text = print(blocksOf(node.childNodes, styleWithin(node, style)), true);
    if (text) {
      width = marker.length;
      lines.push(marker + indented(label + text, width));
    }
  }
  return lines.join("\n");
}

/** Maximum number of columns that a cell spans, as in browsers. */
const MAX_SPAN = 1000;

/** Returns the cells of a table by row and column. A cell that spans several places is in the first one; `null` takes the others. */
function gridOf(rows: Element[]): (Element | null)[][] {
  const grid: (Element | null)[][] = rows.map(() => []);
  rows.forEach((row, top) => {
    const taken = grid[top] ?? [];
    let left = 0;
    for (const cell of row.children) {
      if ((cell.tagName !== "TD" && cell.tagName !== "TH") || isIgnored(cell)) continue;
      while (taken[left] !== undefined) left += 1;
      const [height, width] = ["rowspan", "colspan"].map((name) => Number(cell.getAttribute(name)) || 1) as [number, number];
      for (const places of grid.slice(top, top + height)) {
        for (let column = left; column < left + Math.min(width, MAX_SPAN); column += 1) places[column] = null;
      }
      taken[left] = cell;
    }
  });
  return grid;
}

function table(element: HTMLElement, style: Style): Block[] {
  const captions = [...element.children].filter((child) => child.tagName === "CAPTION" && !isIgnored(child));
  const above = captions.map(({ childNodes }): Block => ({ text: toLine(runsOf(childNodes, style)) }));
  const grid = gridOf([...element.querySelectorAll("tr")].filter((row) => row.closest("table") === element && !isIgnored(row)));
  const widest = Math.max(0, ...grid.map((row) => row.length));
  const columns = [...Array(widest).keys()].filter((column) => grid.some((row) => row[column]));
  // A table of one column only arranges its content.
  if (columns.length < 2) return [...above, ...grid.flat().flatMap((cell) => (cell ? blocksOf(cell.childNodes, style) : []))];
  const line = (texts: string[]) => `| ${texts.join(" | ")} |`;
  const textOf = (cell: Element) => toLine(runsOf(cell.childNodes, PLAIN)).replaceAll("\\\n", " ").replaceAll("|", "\\|");
  const [head = "", ...body] = grid.map((row) => line(columns.map((column) => (row[column] ? textOf(row[column]) : ""))));
  return [...above, { text: [head, line(columns.map(() => "---")), ...body].join("\n") }];
}

function blocksOfElement(element: HTMLElement, style: Style): Block[] {
  const inner = styleWithin(element, style);
  const heading = /^H([1-6])$/.exec(element.tagName)?.[1] ?? (element.classList.contains("MsoTitle") ? "1" : undefined);
  // A heading is bold by itself.
  if (heading) return [{ heading: Number(heading), text: toLine(runsOf(element.childNodes, PLAIN).map((run) => ({ ...run, isBold: false }))).replaceAll("\\\n", " ") }];
  const item = wordItem(element, inner);
  if (item) return [{ item }];
  switch (element.tagName) {
    case "UL":
    case "OL":
      return [{ text: listItems(element, inner) }];
    case "TABLE":
      return table(element, inner);
    case "HR":
      return [{ text: "---" }];
    case "PRE":
      return [{ text: `\`\`\`\n${(element.textContent ?? "").replace(/\n$/, "")}\n\`\`\`` }];
    case "BLOCKQUOTE": {
      const text = print(blocksOf(element.childNodes, inner));
      return [{ text: text.replace(/^(?=.)/gm, "> ").replace(/^$/gm, ">") }];
    }
  }
  return hasBlock(element) ? blocksOf(element.childNodes, inner) : [{ text: toLine(runsOf(element.childNodes, inner)) }];
}

/** Returns the blocks of nodes. Text between two blocks is a paragraph of its own. */
function blocksOf(nodes: Iterable<Node>, style: Style): Block[] {
  const blocks: Block[] = [];
  let loose: Node[] = [];
  const flush = () => {
    const text = toLine(runsOf(loose, style));
    if (text) blocks.push({ text });
    loose = [];
  };
  for (const node of nodes) {
    if (isElement(node) && isIgnored(node)) continue;
    if (isElement(node) && (isBlock(node) || hasBlock(node))) {
      flush();
      blocks.push(...blocksOfElement(node, style));
    } else loose.push(node);
  }
  flush();
  return blocks;
}

/** Returns the items of a list in a Word document as Markdown. */
function printItems(items: WordItem[]): string {
  const above: { number: number | null; sign: string; width: number }[] = [];
  const lines = items.map(({ depth: wanted, number, text }) => {
    // An item cannot be deeper than one below the item above it.
    const depth = Math.min(wanted, above.length);
    const last = above[depth];
    // Markdown counts on from the first item. Another sign begins another list, with a number of its own.
    const isNext = number === null || last === undefined || last.number === null || number === last.number + 1;
    const same = last?.sign ?? ".";
    const sign = isNext ? same : same === "." ? ")" : ".";
    const marker = number === null ? "- " : `${number}${sign} `;
    above.splice(depth, above.length, { number, sign, width: marker.length });
    const indent = above.slice(0, depth).reduce((sum, { width }) => sum + width, 0);
    return " ".repeat(indent) + marker + indented(text, indent + marker.length);
  });
  return lines.join("\n");
}

/** Returns blocks as Markdown. In a list item they are not separated by empty lines. */
function print(blocks: Block[], isTight = false): string {
  const texts: string[] = [];
  let items: WordItem[] = [];
  const flush = () => {
    if (items.length > 0) texts.push(printItems(items));
    items = [];
  };
  for (const block of blocks) {
    if ("item" in block) {
      items.push(block.item);
      continue;
    }
    flush();
    if (block.text === "") continue;
    texts.push("heading" in block ? `${"#".repeat(block.heading)} ${block.text}` : block.text);
  }
  flush();
  return texts.join(isTight ? "\n" : "\n\n");
}

/** Moves headings so that the first level is 2: the page's title is its only heading of level 1. */
function withLevels(blocks: Block[]): Block[] {
  const levels = blocks.flatMap((block) => ("heading" in block ? [block.heading] : []));
  const shift = levels.includes(1) ? 1 : 0;
  return blocks.map((block) => ("heading" in block ? { ...block, heading: Math.min(6, block.heading + shift) } : block));
}

/** Parses copied HTML. The drawer's policy forbids styles, and browsers report them, so they get other names before. */
function bodyOf(html: string): HTMLElement {
  const renamed = html.replace(/<\/?[a-z][^>]*/gi, (tag) =>
    tag.replace(/^(<\/?)style\b/i, "$1noframes").replace(/(?<=\s)style(?=\s*=)/gi, STYLE),
  );
  return new DOMParser().parseFromString(renamed, "text/html").body;
}

/** Returns copied HTML as Markdown. */
export function toMarkdown(html: string): string {
  const body = bodyOf(html);
  return print(withLevels(blocksOf(body.childNodes, PLAIN)));
}

/** Returns how many pictures copied HTML shows. */
export function countPictures(html: string): number {
  return [...bodyOf(html).querySelectorAll("img")].filter((picture) => {
    for (let outer: HTMLElement | null = picture; outer; outer = outer.parentElement) if (isIgnored(outer)) return false;
    // A picture of one pixel counts readers.
    return emojiOf(picture) === "" && !["width", "height"].some((side) => /^[01]$/.test(picture.getAttribute(side) ?? ""));
  }).length;
}

/** Returns whether copied HTML has anything that plain text has not: headings, lists, tables, links, bold, italic, or struck-out text. */
export function isFormatted(html: string): boolean {
  const body = bodyOf(html);
  if (body.querySelector("h1, h2, h3, h4, h5, h6, ul, ol, table, a[href], .MsoTitle, .MsoNormal, [data-style*='mso-list']")) return true;
  // Plain text has no pictures.
  if ([...body.querySelectorAll("img")].some(emojiOf)) return true;
  return [...body.querySelectorAll<HTMLElement>("b, strong, i, em, s, strike, sup, sub, span")].some((element) => {
    const { isBold, isItalic, isStruck, script } = styleWithin(element, PLAIN);
    return isBold || isItalic || isStruck || script !== null;
  });
}
