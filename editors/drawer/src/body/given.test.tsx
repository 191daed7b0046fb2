import { EditorView } from "@codemirror/view";
import { createEvent, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { fakeSite } from "../testing/fakeSite.ts";
import { BodyEditor } from "./BodyEditor.tsx";

const TEXT = "# How we work\n\nYou tell [us](/a) what.";
const file = (name: string, type: string) => new File(["%PDF"], name, { type });
const PNG = file("portrait.png", "image/png");
const JPG = file("IMG_2031.JPG", "image/jpeg");
const PDF = file("a.pdf", "application/pdf");

/** Gives data to the editor, and returns what it shows and says then. */
async function give(type: "paste" | "drop", given: { files?: File[]; html?: string }, at: number) {
  const onStatus = vi.fn();
  const onChange = vi.fn();
  const { api } = fakeSite();
  render(<BodyEditor api={api} document="b" text={TEXT} findings={[]} focus={null} onChange={onChange} onStatus={onStatus} />);
  const place = vi.spyOn(EditorView.prototype, "posAtCoords").mockReturnValue(at);
  const data = { files: given.files ?? [], getData: (kind: string) => (kind === "text/html" ? (given.html ?? "") : "") };
  const content = screen.getByRole("textbox", { name: "Text" });
  const event = createEvent[type](content);
  Object.defineProperty(event, type === "paste" ? "clipboardData" : "dataTransfer", { value: data });
  fireEvent(content, event);
  await waitFor(() => expect(onStatus.mock.lastCall?.[0]).toMatch(/\.$/));
  place.mockRestore();
  return { isTaken: event.defaultPrevented, text: onChange.mock.lastCall?.[0] ?? TEXT, status: onStatus.mock.lastCall?.[0] };
}

const IN_LINK = TEXT.indexOf("us]");
const NO_PICTURE = "This is no picture that browsers show.";
const FOR_VISITORS = "Ask whoever looks after the site to add a file for visitors to download, such as a PDF.";

test.each<[string, Parameters<typeof give>, string, string]>([
  ["a picture, at the end of its paragraph", ["drop", { files: [PNG] }, IN_LINK], `${TEXT}\n\n![](portrait.png)`, "The picture is added. Write what it shows between the brackets."],
  ["several pictures", ["drop", { files: [PNG, JPG] }, 0], TEXT.replace("\n\n", "\n\n![](portrait.png)\n\n![](IMG_2031.JPG)\n\n"), "2 pictures are added. Write what each shows between its brackets."],
  ["a PDF", ["drop", { files: [PDF] }, IN_LINK], TEXT, `${NO_PICTURE} ${FOR_VISITORS}`],
  ["a CSV file that is pasted", ["paste", { files: [file("a.csv", "text/csv")] }, 0], TEXT, `${NO_PICTURE} ${FOR_VISITORS}`],
  ["a file of no known type", ["drop", { files: [file("a", "")] }, 0], TEXT, NO_PICTURE],
  [
    "a picture and a PDF",
    ["drop", { files: [PDF, PNG] }, IN_LINK],
    `${TEXT}\n\n![](portrait.png)`,
    `The picture is added. Write what it shows between the brackets. “a.pdf” was not added: ${NO_PICTURE} ${FOR_VISITORS}`,
  ],
  ["text with a picture", ["paste", { html: '<p class=MsoNormal>see <img src="file:///C:/x.png"></p>', files: [PNG] }, 0], `see${TEXT}`, "1 picture was not pasted. Save it as a file, and drop it into the text."],
  ["plain text with pictures", ["paste", { html: '<p>see <img src="a.png"><img src="b.png"></p>' }, 0], `see${TEXT}`, "2 pictures were not pasted. Save them as files, and drop them into the text."],
  ["a copied picture", ["paste", { html: '<a href="/x"><img src="a.png"></a>', files: [PNG] }, 0], TEXT.replace("\n\n", "\n\n![](portrait.png)\n\n"), "The picture is added. Write what it shows between the brackets."],
  ["formatted text that is dropped", ["drop", { html: '<b>now</b> <img src="a.png">' }, TEXT.length], `${TEXT}**now**`, "1 picture was not pasted. Save it as a file, and drop it into the text."],
])("%s", async (_, given, text, status) => {
  expect(await give(...given)).toEqual({ isTaken: true, text, status });
});

test("a picture lands where it was dropped, whatever is written meanwhile", async () => {
  const { api } = fakeSite();
  const { addPicture } = api;
  let go = () => {};
  api.addPicture = async (...request) => {
    await new Promise<void>((resolve) => (go = resolve));
    return addPicture(...request);
  };
  const onChange = vi.fn();
  render(<BodyEditor api={api} document="b" text={TEXT} findings={[]} focus={null} onChange={onChange} onStatus={() => undefined} />);
  const content = screen.getByRole("textbox", { name: "Text" });
  const place = vi.spyOn(EditorView.prototype, "posAtCoords").mockReturnValue(IN_LINK);
  fireEvent.drop(content, { dataTransfer: { files: [PNG], getData: () => "" } });
  place.mockRestore();
  EditorView.findFromDOM(content)?.dispatch({ changes: { from: 0, insert: "First\n\n" } });
  go();
  await waitFor(() => expect(onChange.mock.lastCall?.[0]).toBe(`First\n\n${TEXT}\n\n![](portrait.png)`));
});
