/** Text with bold, italic, struck-out, and raised words, and links, as Markdown. */

/** A piece of text that looks the same throughout. */
export interface Run {
  text: string;
  isBold: boolean;
  isItalic: boolean;
  isStruck: boolean;
  isCode: boolean;
  /** Whether it is above or below the line. */
  script: "sup" | "sub" | null;
  href: string | null;
}

/** Looks of a run. */
export type Style = Omit<Run, "text">;

export const PLAIN: Style = { isBold: false, isItalic: false, isStruck: false, isCode: false, script: null, href: null };

const LOOKS = Object.keys(PLAIN) as (keyof Style)[];
const isSameStyle = (a: Run, b: Run) => LOOKS.every((look) => a[look] === b[look]);

/** Joins neighbors that look the same. Word splits a bold phrase into several runs. A space takes the looks of its neighbor. */
export function joined(runs: Run[]): Run[] {
  const all: Run[] = [];
  for (const run of runs) {
    const last = all.at(-1);
    if (last && (isSameStyle(last, run) || (run.text.trim() === "" && run.href === null))) last.text += run.text;
    else if (run.text !== "") all.push({ ...run });
  }
  return all;
}

/** Escapes the characters that Markdown would read as notation. */
export function escaped(text: string): string {
  return text.replace(/[\\`*[\]<]|(?<=^|\W)_|_(?=\W|$)|~(?=~)|&(?=#?\w+;)/g, "\\$&");
}

/** Escapes the beginning of a paragraph that Markdown would read as a heading, a list, or a quotation. */
export function escapedStart(line: string): string {
  return line.replace(/^(#{1,6}(?=\s|$)|[-+>](?=\s|$)|={2,}|-{2,})/, "\\$1").replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2");
}

const isWord = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);

/** Splits a text into its leading space, its middle, and its trailing space. With a letter after it, punctuation belongs to the end. */
function parts(text: string, before: string | undefined, after: string | undefined): [string, string, string] {
  const start = isWord(before) ? /^[\s\p{P}]*/u : /^\s*/;
  const end = isWord(after) ? /[\s\p{P}]*$/u : /\s*$/;
  const lead = start.exec(text)?.[0] ?? "";
  const rest = text.slice(lead.length);
  const trail = end.exec(rest)?.[0] ?? "";
  return [lead, rest.slice(0, rest.length - trail.length), trail];
}

function marked(run: Run, before: string | undefined, after: string | undefined): string {
  if (run.isCode) {
    const [lead, code, trail] = parts(run.text, undefined, undefined);
    const fence = code.includes("`") ? "``" : "`";
    return code === "" ? run.text : `${lead}${fence}${code}${fence}${trail}`;
  }
  const mark = `${run.isStruck ? "~~" : ""}${run.isBold ? "**" : ""}${run.isItalic ? "*" : ""}`;
  const { script } = run;
  // Beside a tag, a mark needs no other neighbor.
  const [lead, middle, trail] = script ? parts(run.text, undefined, undefined) : mark || run.href ? parts(run.text, before, after) : ["", run.text, ""];
  if (middle === "") return escaped(run.text);
  const text = `${mark}${escaped(middle)}${[...mark].reverse().join("")}`;
  const placed = script ? `<${script}>${text}</${script}>` : text;
  const linked = run.href === null ? placed : `[${placed}](${destination(run.href)})`;
  return escaped(lead) + linked + escaped(trail);
}

/** Returns a link's destination. One with spaces or parentheses is written in angle brackets. */
function destination(href: string): string {
  return /[\s()<>]/.test(href) ? `<${href.replace(/[<>\s]/g, encodeURIComponent)}>` : href;
}

/** Returns runs as one line of Markdown; a line break within it is a hard one. */
export function toLine(runs: Run[]): string {
  const all = joined(runs);
  const pieces = all.map((run, index) => marked(run, all[index - 1]?.text.at(-1), all[index + 1]?.text[0]));
  const text = pieces.join("").replace(/[ \t\u00a0]+/g, " ");
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter(Boolean).map(escapedStart).join("\\\n");
}
