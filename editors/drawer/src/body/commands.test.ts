import { EditorSelection, EditorState, type TransactionSpec } from "@codemirror/state";
import { expect, test } from "vitest";
import { insertLink, insertMarkdown, insertPicture, toggleHeading, toggleList, toggleMark } from "./commands.ts";

/** Returns a state from a text in which `‹` and `›` are the selection; `|` is the cursor. */
function stateOf(text: string): EditorState {
  const from = text.search(/[‹|]/);
  const rest = text.replace(/[‹|]/, "");
  const to = rest.includes("›") ? rest.indexOf("›") : from;
  return EditorState.create({ doc: rest.replace("›", ""), selection: EditorSelection.single(from, to) });
}

/** Returns the text of a state with its selection. */
function textOf(state: EditorState): string {
  const { from, to } = state.selection.main;
  const text = state.doc.toString();
  return from === to ? `${text.slice(0, from)}|${text.slice(from)}` : `${text.slice(0, from)}‹${text.slice(from, to)}›${text.slice(to)}`;
}

const bold = (state: EditorState) => toggleMark(state, "**");
const list = (state: EditorState) => toggleList(state, false);
const numbers = (state: EditorState) => toggleList(state, true);
const toLink = (state: EditorState) => insertLink(state, "Contact", "/contact");
const picture = (state: EditorState) => insertPicture(state, "![](a.jpg)");
const paste = (state: EditorState) => insertMarkdown(state, "- a\n- b");

test.each<[string, (state: EditorState) => TransactionSpec, string, string]>([
  ["bold", bold, "a ‹word› b", "a **‹word›** b"],
  ["bold again", bold, "a **‹word›** b", "a ‹word› b"],
  ["bold with its marks selected", bold, "a ‹**word**› b", "a ‹word› b"],
  ["the word at the cursor", bold, "a wo|rd b", "a **wo|rd** b"],
  ["an empty line", bold, "|", "**|**"],
  ["a heading", toggleHeading, "He|llo", "## He|llo"],
  ["a heading on an empty line", toggleHeading, "|", "## |"],
  ["the next level", toggleHeading, "## He|llo", "### He|llo"],
  ["a paragraph again", toggleHeading, "#### He|llo", "He|llo"],
  ["a list", list, "‹a\n\nb›", "- ‹a\n\n- b›"],
  ["no list", list, "‹- a\n- b›", "‹a\nb›"],
  ["a numbered list of a list", numbers, "‹- a\n- b›", "‹1. a\n2. b›"],
  ["a link", toLink, "see ‹us [now]› here", "see [us \\[now\\]](/contact)| here"],
  ["a link without a text", toLink, "see | here", "see [Contact](/contact)| here"],
  ["the address of a link", toLink, "see [us](‹/contcat›) here", "see [us](/contact|) here"],
  ["the address of the link with the cursor", toLink, "[a](/a) [us](<b c>|) here", "[a](/a) [us](/contact|) here"],
  ["the address of a link whose text is selected", toLink, "see [u‹s›](/a(b)) here", "see [us](/contact|) here"],
  ["the address of a whole link", toLink, "see ‹[us](/a)› here", "see [us](/contact|) here"],
  ["a link before a link", toLink, "|[us](/a)", "[Contact](/contact)|[us](/a)"],
  ["a picture", picture, "Text|", "Text\n\n![|](a.jpg)"],
  ["a picture on an empty line", picture, "Text\n\n|", "Text\n\n![|](a.jpg)"],
  ["a picture at a paragraph", picture, "One\nt|wo\nthree\n\nfour", "One\ntwo\nthree\n\n![|](a.jpg)\n\nfour"],
  ["a picture between the signs of a heading", picture, "#|# How\nText", "## How\n\n![|](a.jpg)\n\nText"],
  ["a picture within a link", picture, "see [u|s](/a) here", "see [us](/a) here\n\n![|](a.jpg)"],
  ["a picture within a picture", picture, "![|](b.jpg)", "![](b.jpg)\n\n![|](a.jpg)"],
  ["a picture within a list", picture, "- o|ne\n\n- two\n\nText", "- one\n\n- two\n\n![|](a.jpg)\n\nText"],
  ["a picture within code", picture, "```\na|\n\nb\n```\n", "```\na\n\nb\n```\n\n![|](a.jpg)\n"],
  ["a picture at selected text", picture, "One ‹two› three", "One two three\n\n![|](a.jpg)"],
  ["a picture between blocks", picture, "One\n|\nTwo", "One\n\n![|](a.jpg)\n\nTwo"],
  ["pasted blocks within a line", paste, "one | two", "one \n\n- a\n- b|\n\n two"],
  ["pasted blocks on an empty line", paste, "one\n\n|", "one\n\n- a\n- b|"],
])("%s", (_, command, before, after) => {
  const state = stateOf(before);
  expect(textOf(state.update(command(state)).state)).toBe(after);
});
