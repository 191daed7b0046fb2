/** The editor for Markdown, without React. */

import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { deleteMarkupBackward, insertNewlineContinueMarkup, markdownLanguage } from "@codemirror/lang-markdown";
import { HighlightStyle, LanguageSupport, syntaxHighlighting } from "@codemirror/language";
import { EditorState, StateEffect, StateField, type ChangeDesc, type Extension } from "@codemirror/state";
import { Decoration, drawSelection, EditorView, keymap, type DecorationSet } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Api } from "../api/client.ts";
import type { Finding } from "../api/types.ts";
import { completions } from "./completion.ts";
import { toggleMark } from "./commands.ts";

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
