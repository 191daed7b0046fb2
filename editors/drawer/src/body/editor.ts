/** The editor for Markdown, without React. */

import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { deleteMarkupBackward, insertNewlineContinueMarkup, markdownLanguage } from "@codemirror/lang-markdown";
import { ensureSyntaxTree, HighlightStyle, LanguageSupport, syntaxHighlighting } from "@codemirror/language";
import { EditorState, StateEffect, StateField, type ChangeDesc, type Extension } from "@codemirror/state";
import { Decoration, drawSelection, EditorView, keymap, type DecorationSet } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Api } from "../api/client.ts";
import type { Finding } from "../api/types.ts";
import { completions } from "./completion.ts";
import { toggleMark } from "./commands.ts";

/** Highlights the paragraph at a position, until the text is changed. */
export const setShown = StateEffect.define<number>();

/** Marks of a heading, a list or a quotation. Text before them would take their meaning away. */
const MARKS = /^(?:(?:#{1,6}|[-+*>]|\d+[.)])?[ \t]+)*/;

/** Returns the place where the text of a paragraph begins. */
export function textStart(state: EditorState, from: number): number {
  const rest = state.sliceDoc(from, state.doc.lineAt(from).to);
  return from + (MARKS.exec(rest)?.[0].length ?? 0);
}

/** Returns the paragraph at a position, or else its line. */
function paragraphAt(state: EditorState, position: number): Place {
  for (let node = ensureSyntaxTree(state, position, 100)?.resolveInner(position, 1); node; node = node.parent ?? undefined) {
    if (node.name === "Paragraph" || node.name === "HTMLBlock") return node;
  }
  return state.doc.lineAt(position);
}

const shownLine = Decoration.line({ class: "cm-shown" });

const shown = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(lines, { effects, docChanged, state }) {
    const effect = effects.find((one) => one.is(setShown));
    if (!effect) return docChanged ? Decoration.none : lines;
    const { from, to } = paragraphAt(state, effect.value);
    const [first, last] = [from, to].map((place) => state.doc.lineAt(place).number) as [number, number];
    const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    return Decoration.set(numbers.map((number) => shownLine.range(state.doc.line(number).from)));
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Replaces the underlined places. */
export const setMarks = StateEffect.define<{ from: number; to: number; stops: boolean }[]>();

/** Returns the places of findings in a text of a length. A place without a width covers one character. */
export function marksOf(findings: Finding[], length: number) {
  return findings.flatMap(({ body, stopsBuild }) => {
    if (!body) return [];
    const from = Math.min(body[0], Math.max(0, length - 1));
    const to = Math.min(length, Math.max(body[1], from + 1));
    return from < to ? [{ from, to, stops: stopsBuild }] : [];
  });
}

const underlines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setMarks)) continue;
      const ranges = effect.value.map(({ from, to, stops }) => Decoration.mark({ class: stops ? "cm-stops" : "cm-advice" }).range(from, to));
      next = Decoration.set(ranges, true);
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const highlighting = HighlightStyle.define([
  { tag: tags.heading, class: "md-heading" },
  { tag: tags.strong, class: "md-strong" },
  { tag: tags.emphasis, class: "md-emphasis" },
  { tag: [tags.link, tags.url], class: "md-link" },
  { tag: [tags.processingInstruction, tags.contentSeparator], class: "md-mark" },
  { tag: tags.monospace, class: "md-code" },
  { tag: tags.quote, class: "md-quote" },
]);

const run = (edit: (state: EditorState) => Parameters<EditorView["dispatch"]>[0]) => (view: EditorView) => {
  view.dispatch(edit(view.state));
  return true;
};

/** A part of the text. */
export interface Place {
  from: number;
  to: number;
}

/** What an editor for a text needs. */
export interface EditorOptions {
  text: string;
  label: string;
  /** Value that lets the content security policy accept the editor's styles. */
  nonce: string;
  isMarkdown: boolean;
  onChange: (text: string, changes: ChangeDesc) => void;
  /** Pastes or drops data at a place; returns whether it did. */
  onData: (data: DataTransfer, view: EditorView, place: Place) => boolean;
  /** Source of completions: the program, and the document. */
  completion?: { api: Api; document: string };
}

/** Returns the extensions of an editor. */
export function extensions(options: EditorOptions): Extension[] {
  const { isMarkdown, completion, onChange, onData } = options;
  const markdownKeys = [
    { key: "Enter", run: insertNewlineContinueMarkup },
    { key: "Backspace", run: deleteMarkupBackward },
    { key: "Mod-b", run: run((state) => toggleMark(state, "**")) },
    { key: "Mod-i", run: run((state) => toggleMark(state, "*")) },
  ];
  return [
    EditorView.cspNonce.of(options.nonce),
    history(),
    drawSelection(),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": options.label, spellcheck: "true", autocorrect: "on", autocapitalize: "sentences" }),
    underlines,
    shown,
    isMarkdown ? [new LanguageSupport(markdownLanguage), syntaxHighlighting(highlighting), keymap.of(markdownKeys)] : [],
    completion ? autocompletion({ override: [completions(completion.api, completion.document)], icons: false }) : [],
    keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString(), update.changes);
    }),
    EditorView.domEventHandlers({
      paste: (event, view) => event.clipboardData !== null && onData(event.clipboardData, view, view.state.selection.main) && (event.preventDefault(), true),
      drop: (event, view) => {
        if (event.dataTransfer === null) return false;
        const place = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
        return onData(event.dataTransfer, view, { from: place, to: place }) && (event.preventDefault(), true);
      },
    }),
  ];
}
