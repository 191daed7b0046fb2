import { EditorView } from "@codemirror/view";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeSite } from "../testing/fakeSite.ts";
import { BodyEditor } from "./BodyEditor.tsx";

const TEXT = "# How we work\n\n- You tell us what.\n- We put it\n  on the stand.\n\n<Tip>\nIt is\nlate.\n</Tip>\n\nThen.\n";

/** Shows a place of the text. Returns the editor, and the texts of the lines that are highlighted. */
function show(words: string, isFinding?: boolean) {
  const start = TEXT.indexOf(words);
  const focus = { body: [start, start + words.length] as [number, number], ...(isFinding && { isFinding }) };
  render(<BodyEditor api={fakeSite().api} document="b" text={TEXT} findings={[]} focus={focus} onChange={() => undefined} onStatus={() => undefined} />);
  const content = screen.getByRole("textbox", { name: "Text" });
  const editor = EditorView.findFromDOM(content) as EditorView;
  const highlighted = () => [...content.querySelectorAll(".cm-shown")].map(({ textContent }) => textContent);
  const { from, to } = editor.state.selection.main;
  return { editor, highlighted, from, selected: editor.state.sliceDoc(from, to) };
}

test.each([
  ["a heading", "#", "How we work", ["# How we work"]],
  ["a list item of several lines", "- We put", "We put it", ["- We put it", "  on the stand."]],
  ["a text in a component", "It is", "It is", ["<Tip>", "It is", "late.", "</Tip>"]],
  ["the last paragraph", "Then.", "Then.", ["Then."]],
])("%s that was clicked is highlighted and not selected, until something is typed", (_, clicked, words, lines) => {
  const { editor, highlighted, from, selected } = show(clicked);
  expect(from).toBe(TEXT.indexOf(words));
  expect(selected).toBe("");
  expect(highlighted()).toEqual(lines);
  // Within a change, happy-dom reports that the selection of a focused editor has moved.
  editor.contentDOM.blur();
  editor.dispatch(editor.state.replaceSelection("x"));
  expect(editor.state.doc.toString()).toBe(TEXT.replace(words, `x${words}`));
  expect(highlighted()).toEqual([]);
});

test("the words of a finding are selected", () => {
  const { highlighted, selected } = show("tell us", true);
  expect(selected).toBe("tell us");
  expect(highlighted()).toEqual([]);
});
