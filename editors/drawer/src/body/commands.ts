/** Edits of the toolbar: each takes the state of the editor and returns the change, so that it is one step of undo. */

import { markdownLanguage } from "@codemirror/lang-markdown";
import { EditorSelection, type ChangeSpec, type EditorState, type TransactionSpec } from "@codemirror/state";

/** Puts a mark, such as `**`, around each selection, or removes it. Without a selection, the word at the cursor is marked. */
export function toggleMark(state: EditorState, mark: string): TransactionSpec {
  return state.changeByRange((range) => {
    const word = range.empty ? state.wordAt(range.from) : null;
    const { from, to } = word ?? range;
    const { length } = mark;
    const text = (start: number, end: number) => state.sliceDoc(Math.max(0, start), end);
    if (text(from - length, from) === mark && text(to, to + length) === mark) {
      const changes = [
        { from: from - length, to: from },
        { from: to, to: to + length },
      ];
      return { changes, range: EditorSelection.range(range.anchor - length, range.head - length) };
    }
    const selected = text(from, to);
    if (selected.length > 2 * length && selected.startsWith(mark) && selected.endsWith(mark)) {
      const changes = [
        { from, to: from + length },
        { from: to - length, to },
      ];
      return { changes, range: EditorSelection.range(from, to - 2 * length) };
    }
    const changes = [
      { from, insert: mark },
      { from: to, insert: mark },
    ];
    return { changes, range: EditorSelection.range(range.anchor + length, range.head + length) };
  });
}

/** Returns the lines that are selected. */
function selectedLines(state: EditorState) {
  const numbers = new Set<number>();
  for (const { from, to } of state.selection.ranges) {
    const last = state.doc.lineAt(to).number;
    for (let number = state.doc.lineAt(from).number; number <= last; number += 1) numbers.add(number);
  }
  return [...numbers].map((number) => state.doc.line(number));
}

/** Replaces the beginning of each selected line that has text. */
function withStarts(state: EditorState, pattern: RegExp, startOf: (index: number) => string): TransactionSpec {
  const lines = selectedLines(state);
  const written = lines.length > 1 ? lines.filter(({ text }) => text.trim() !== "") : lines;
  const edits: ChangeSpec[] = written.map((line, index) => {
    const old = pattern.exec(line.text)?.[0] ?? "";
    return { from: line.from, to: line.from + old.length, insert: startOf(index) };
  });
  const changes = state.changes(edits);
  // The cursor stays behind what is inserted at it.
  return { changes, selection: state.selection.map(changes, 1) };
}

/** Makes each selected line a heading; a heading becomes one of the next level, and one of level 4 a paragraph again. */
export function toggleHeading(state: EditorState): TransactionSpec {
  const [first] = selectedLines(state);
  const level = /^(#{1,6})\s/.exec(first?.text ?? "")?.[1]?.length ?? 1;
  const start = level >= 4 ? "" : `${"#".repeat(Math.max(2, level + 1))} `;
  return withStarts(state, /^(#{1,6}\s+|[-*+]\s+|\d+[.)]\s+)?/, () => start);
}

/** Makes the selected lines a list, or paragraphs again. */
export function toggleList(state: EditorState, isNumbered: boolean): TransactionSpec {
  const marker = isNumbered ? /^\d+[.)]\s+/ : /^[-*+]\s+/;
  const isList = selectedLines(state).every(({ text }) => text.trim() === "" || marker.test(text)) && selectedLines(state).some(({ text }) => marker.test(text));
  const startOf = (index: number) => (isList ? "" : isNumbered ? `${index + 1}. ` : "- ");
  return withStarts(state, /^([-*+]\s+|\d+[.)]\s+|#{1,6}\s+)?/, startOf);
}

/** Returns an address as the destination of a link. */
function destination(href: string): string {
  return /[\s()]/.test(href) ? `<${href}>` : href;
}

/** Returns a link as Markdown. */
function link(text: string, href: string): string {
  return `[${text.replace(/[[\]]/g, "\\$&")}](${destination(href)})`;
}

/** A link of a line: its text with the opening parenthesis, and its address. */
const LINK = /(?<!!)(\[(?:\\.|[^[\]\\])*\]\()(<[^<>]*>|(?:[^()\s]|\([^()\s]*\))*)/g;

/** Returns the address of the link that the selection is within. */
function addressAround(state: EditorState): { from: number; to: number } | null {
  const { from, to, empty } = state.selection.main;
  const line = state.doc.lineAt(from);
  for (const { index, 1: text = "", 2: address = "" } of line.text.matchAll(LINK)) {
    const start = line.from + index;
    const place = { from: start + text.length, to: start + text.length + address.length };
    if (empty ? start < from && from <= place.to : start <= from && to <= place.to + 1) return place;
  }
  return null;
}

/** Makes the selected text a link. Without a selection, the title of the page is inserted as the text. Within a link, its address is replaced. */
export function insertLink(state: EditorState, title: string, href: string): TransactionSpec {
  const address = addressAround(state);
  if (address) {
    const insert = destination(href);
    return { changes: { ...address, insert }, selection: { anchor: address.from + insert.length } };
  }
  const { from, to } = state.selection.main;
  const insert = link(state.sliceDoc(from, to) || title, href);
  return { changes: { from, to, insert }, selection: { anchor: from + insert.length } };
}

/** Returns the lines of the block at a place: a paragraph, a heading, a list, a table, or an empty line. */
function blockAt({ doc }: EditorState, place: number): { from: number; to: number } {
  const line = doc.lineAt(place);
  const cursor = markdownLanguage.parser.parse(doc.toString()).cursor();
  for (let isChild = cursor.firstChild(); isChild; isChild = cursor.nextSibling()) {
    const [from, to] = [doc.lineAt(cursor.from), doc.lineAt(cursor.to)];
    if (line.number >= from.number && line.number <= to.number) return { from: from.from, to: to.to };
  }
  return line;
}

/** Inserts pictures as a paragraph of their own, after the block at a place. The cursor is then between the brackets of the first one, where its description belongs. */
export function insertPicture(state: EditorState, markdown: string, place = state.selection.main.head): TransactionSpec {
  const { doc } = state;
  const block = blockAt(state, place);
  const isBlank = doc.sliceString(block.from, block.to).trim() === "";
  const isText = (number: number) => number >= 1 && number <= doc.lines && doc.line(number).text.trim() !== "";
  const from = isBlank ? block.from : block.to;
  const before = isBlank ? (isText(doc.lineAt(block.from).number - 1) ? "\n" : "") : "\n\n";
  const after = isText(doc.lineAt(block.to).number + 1) ? "\n" : "";
  const anchor = from + before.length + markdown.indexOf("[") + 1;
  return { changes: { from, to: block.to, insert: before + markdown + after }, selection: { anchor }, scrollIntoView: true };
}

/** Inserts Markdown that was pasted. Several blocks are separated from the text around them by empty lines. */
export function insertMarkdown(state: EditorState, markdown: string, { from, to }: { from: number; to: number } = state.selection.main): TransactionSpec {
  const isBlock = /\n|^(#|- |\d+\. |\||>)/.test(markdown);
  const line = state.doc.lineAt(from);
  const before = isBlock && state.sliceDoc(line.from, from).trim() !== "" ? "\n\n" : "";
  const after = isBlock && state.sliceDoc(to, state.doc.lineAt(to).to).trim() !== "" ? "\n\n" : "";
  const insert = before + markdown + after;
  return { changes: { from, to, insert }, selection: { anchor: from + before.length + markdown.length } };
}
