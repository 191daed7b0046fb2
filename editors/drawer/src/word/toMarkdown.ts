/** Text that was copied from Word, LibreOffice, Google Docs, a mail, or a web page, as Markdown. Only what the site's text can show is kept. */

import { toLine, type Run } from "./runs.ts";

/** Looks that an element inherits from those around it. */
type Style = Omit<Run, "text">;

const PLAIN: Style = { isBold: false, isItalic: false, isCode: false, href: null };

const IGNORED = new Set(["NOFRAMES", "SCRIPT", "HEAD", "META", "TITLE", "LINK", "XML", "DEL", "TEMPLATE", "NOSCRIPT", "SVG", "BUTTON"]);
const BLOCKS = new Set([
  ..."ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CENTER DD DIV DL DT FIGURE FIGCAPTION FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN".split(" "),
  ..."NAV OL P PRE SECTION TABLE UL".split(" "),
]);

const isElement = (node: Node): node is HTMLElement => node.nodeType === 1;
/** Name that the attribute `style` gets before copied HTML is parsed. */
const STYLE = "data-style";
const styleOf = (element: Element) => element.getAttribute(STYLE) ?? "";

/** Returns whether an element contains nothing to be read: list numbers that Word writes as text, or hidden text. */
function isIgnored(element: HTMLElement): boolean {
  return IGNORED.has(element.tagName.toUpperCase()) || /mso-list:\s*ignore|display:\s*none|mso-hide:\s*all/i.test(styleOf(element));
}

const isBlock = (node: Node): boolean => isElement(node) && BLOCKS.has(node.tagName);
const hasBlock = (element: Element): boolean => [...element.childNodes].some((node) => isBlock(node) || (isElement(node) && hasBlock(node)));

/** Returns the looks within an element. Its style attribute wins: Google Docs wraps everything in a `<b>` of normal weight. */
function styleWithin(element: HTMLElement, outer: Style): Style {
  const css = styleOf(element);
  const weight = /font-weight:\s*(\w+)/i.exec(css)?.[1]?.toLowerCase();
  const slant = /font-style:\s*(\w+)/i.exec(css)?.[1]?.toLowerCase();
  const isBoldTag = ["B", "STRONG"].includes(element.tagName);
  const isItalicTag = ["I", "EM", "CITE"].includes(element.tagName);
  return {
    isBold: weight === undefined ? outer.isBold || isBoldTag : /^bold/.test(weight) || Number(weight) >= 600,
    isItalic: slant === undefined ? outer.isItalic || isItalicTag : slant === "italic" || slant === "oblique",
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
    const inner = runsOf(node.childNodes, styleWithin(node, style));
    return isBlock(node) ? [{ ...PLAIN, text: " " }, ...inner, { ...PLAIN, text: " " }] : inner;
  });
}

/** An item of a list in a Word document: a paragraph that says how deep it is. */
interface WordItem {
  depth: number;
  isNumbered: boolean;
  text: string;
}

function wordItem(element: HTMLElement, style: Style): WordItem | null {
  const level = /mso-list:\s*l\d+\s+level(\d+)/i.exec(styleOf(element));
  if (!level) return null;
  const marker = [...element.querySelectorAll("span")].find((span) => /mso-list:\s*ignore/i.test(styleOf(span)));
  const isNumbered = /^\s*\(?[0-9a-z]{1,4}[.)]/i.test(marker?.textContent ?? "");
  return { depth: Number(level[1]) - 1, isNumbered, text: toLine(runsOf(element.childNodes, style)) };
}

/** A part of the text between empty lines. */
type Block = { text: string } | { heading: number; text: string } | { item: WordItem };

const indented = (text: string, width: number) => text.replace(/\n(?=.)/g, `\n${" ".repeat(width)}`);

function listItems(list: HTMLElement, style: Style): string {
  const isNumbered = list.tagName === "OL";
  let number = Number(list.getAttribute("start") ?? 1) || 1;
  const lines: string[] = [];
  for (const node of list.children) {
    if (!isElement(node) || isIgnored(node)) continue;
    const isNested = node.tagName === "UL" || node.tagName === "OL";
    if (isNested) {
      // Word and Google Docs put a nested list beside its item, not into it.
      const nested = listItems(node, style);
      lines.push(lines.length > 0 ? `   ${indented(nested, 3)}` : nested);
      continue;
    }
    const marker = isNumbered ? `${number}. ` : "- ";
    number += 1;
    const text = print(blocksOf(node.childNodes, styleWithin(node, style)), true);
    if (text) lines.push(marker + indented(text, marker.length));
  }
  return lines.join("\n");
}

function table(element: HTMLElement, style: Style): Block[] {
  const rows = [...element.querySelectorAll("tr")].filter((row) => row.closest("table") === element);
  const cells = rows.map((row) => [...row.children].filter((cell) => cell.tagName === "TD" || cell.tagName === "TH"));
  const width = Math.max(0, ...cells.map((row) => row.length));
  // A table of one column only arranges its content.
  if (width < 2) return cells.flat().flatMap((cell) => blocksOf(cell.childNodes, style));
  const line = (texts: string[]) => `| ${texts.join(" | ")} |`;
  const lines = cells.map((row) => {
    const texts = row.map((cell) => toLine(runsOf(cell.childNodes, PLAIN)).replaceAll("\\\n", " ").replaceAll("|", "\\|"));
    return line(Array.from({ length: width }, (_, column) => texts[column] ?? ""));
  });
  const [head = "", ...body] = lines;
  return [{ text: [head, line(Array.from({ length: width }, () => "---")), ...body].join("\n") }];
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
  const numbers: number[] = [];
  const widths: number[] = [];
  const lines = items.map(({ depth: wanted, isNumbered, text }) => {
    // An item cannot be deeper than one below the item above it.
    const depth = Math.min(wanted, numbers.length);
    numbers.length = depth + 1;
    const number = (numbers[depth] = (numbers[depth] ?? 0) + 1);
    const marker = isNumbered ? `${number}. ` : "- ";
    widths[depth] = marker.length;
    const indent = widths.slice(0, depth).reduce((sum, width) => sum + width, 0);
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

/** Returns whether copied HTML has anything that plain text has not: headings, lists, tables, links, bold or italic text. */
export function isFormatted(html: string): boolean {
  const body = bodyOf(html);
  if (body.querySelector("h1, h2, h3, h4, h5, h6, ul, ol, table, a[href], .MsoTitle, .MsoNormal, [data-style*='mso-list']")) return true;
  return [...body.querySelectorAll<HTMLElement>("b, strong, i, em, span")].some((element) => {
    const { isBold, isItalic } = styleWithin(element, PLAIN);
    return isBold || isItalic;
  });
}
