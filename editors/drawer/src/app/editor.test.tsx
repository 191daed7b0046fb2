import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Refused } from "../api/client.ts";
import { Problems } from "../start/Problems.tsx";
import { Start } from "../start/Start.tsx";
import { fakeSite } from "../testing/fakeSite.ts";
import { Editor } from "./Editor.tsx";

const user = userEvent.setup();
const PREVIEW = "http://localhost:4000";

/** Moves the keyboard focus to the page, as a person does. */
function toPage(frame: HTMLIFrameElement) {
  act(() => {
    frame.tabIndex = 0;
    fireEvent.keyDown(document.body, { key: "Tab" });
    frame.focus();
  });
}

/** Gives the page the keyboard focus, with or without the pointer. */
function toPageWithPointer(frame: HTMLIFrameElement, isOver: boolean) {
  act(() => {
    if (isOver) fireEvent.pointerEnter(frame, { pointerType: "mouse" });
    frame.tabIndex = 0;
    frame.focus();
  });
}

async function show() {
  const site = fakeSite();
  render(<Editor api={site.api} preview={PREVIEW} start="/" />);
  await screen.findByText(/Click anything on the page/);
  const frame = document.querySelector("iframe") as HTMLIFrameElement;
  /** Sends a message as the page does. */
  const message = (data: object, origin = PREVIEW, source: unknown = frame.contentWindow) =>
    act(async () => void window.dispatchEvent(new MessageEvent("message", { data, origin, source: source as Window })));
  /** Clicks in the page, which has the keyboard focus then. */
  const click = (text: string, href?: string) => {
    toPage(frame);
    return message({ site: "click", path: "/location", trail: [{ tag: "p", text, nth: 0 }], href });
  };
  return { ...site, frame, message, click };
}

const press = (name: string | RegExp) => user.click(screen.getByRole("button", { name }));

test("a click on the page opens what it was made from, at its field", async () => {
  const { click } = await show();
  await click("+91 91234 56789");
  const phone = await screen.findByLabelText(/^Phone/);
  await waitFor(() => expect(document.activeElement).toBe(phone));
  expect(screen.getByRole("heading", { name: "Mumbai" })).toBeTruthy();
});

test("what is typed while the same document is opened again stays, and so does the focus", async () => {
  const { click, api } = await show();
  await click("+91 91234 56789");
  await screen.findByLabelText(/^Phone/);
  const { open } = api;
  let go = () => {};
  api.open = async (target) => {
    const answer = await open(target);
    await new Promise<void>((resolve) => (go = resolve));
    return answer;
  };
  await click("+91 91234 56789");
  const building = screen.getByLabelText(/^Building/);
  await user.type(building, " 2");
  await act(async () => go());
  expect(screen.getByLabelText(/^Building/)).toBe(building);
  expect(document.activeElement).toBe(building);
  expect(building).toHaveProperty("value", expect.stringMatching(/ 2$/));
  await press("Save");
  await screen.findByText("Saved");
});

test("a click on what belongs to no content says so", async () => {
  const { click } = await show();
  await click("Read more");
  expect(await screen.findByText("“Read more” is part of the design.")).toBeTruthy();
});

test("a click on a part of a text counts as one on the text", async () => {
  const { message, calls } = await show();
  const trail = ["Sun", "+91 91234 56789", "An office"].map((text, index) => ({ tag: index === 0 ? "small" : "p", text, nth: 0 }));
  await message({ site: "click", path: "/location", trail });
  await screen.findByLabelText(/^Phone/);
  expect(calls.filter(({ name }) => name === "open").map(({ request }) => (request as { trail: unknown[] }).trail.length)).toEqual([3, 2]);
});

test("a click on a text that a script has written counts as one on the text before", async () => {
  const { message } = await show();
  await message({ site: "click", path: "/location", trail: [{ tag: "p", text: "Call us tomorrow", nth: 0, was: "+91 91234 56789" }] });
  await screen.findByLabelText(/^Phone/);
});

test("a click on a link offers its page, unless it is of another site", async () => {
  const { click, frame } = await show();
  await click("+91 91234 56789", "https://elsewhere.example/x");
  expect(screen.queryByRole("button", { name: "Go to its page" })).toBeNull();
  await click("+91 91234 56789", "/contact");
  await press("Go to its page");
  expect(frame.src).toBe(`${PREVIEW}/contact`);
});

test("a page that reloads itself while another one is shown does not stay", async () => {
  const { click, message, frame } = await show();
  await message({ site: "shown", path: "/location", title: "Offices" });
  await click("+91 91234 56789", "/contact");
  await press("Go to its page");
  frame.src = `${PREVIEW}/other`;
  await message({ site: "shown", path: "/location", title: "Page not found" });
  expect(frame.src).toBe(`${PREVIEW}/contact`);
  frame.src = `${PREVIEW}/other`;
  await message({ site: "shown", path: "/contact", title: "Contact" });
  await message({ site: "shown", path: "/location", title: "Offices" });
  expect(frame.src).toBe(`${PREVIEW}/other`);
});

test("messages from elsewhere, and of another form, are ignored", async () => {
  const { message, calls } = await show();
  const click = { site: "click", path: "/", trail: [{ tag: "p", text: "+91 91234 56789", nth: 0 }] };
  await message(click, "http://evil.example");
  await message(click, PREVIEW, window);
  for (const wrong of [{ ...click, path: "//evil.example" }, { ...click, trail: [{ tag: 1 }] }, { ...click, trail: Array.from({ length: 9 }, () => click.trail[0]) }, { site: "save" }]) {
    await message(wrong);
  }
  expect(calls.map(({ name }) => name)).not.toContain("open");
});

test("the page that is shown can be edited", async () => {
  const { message, calls } = await show();
  await message({ site: "shown", path: "/location", title: "Offices" });
  await press("Edit this page");
  expect(calls).toContainEqual({ name: "open", request: { path: "/location" } });
});

test("a document that was removed elsewhere is left when its changes are discarded", async () => {
  const { click, files } = await show();
  await click("+91 91234 56789");
  await user.type(await screen.findByLabelText(/^Phone/), "1");
  await screen.findByText(/kept as a draft/);
  files.delete("a");
  await press("Discard my changes");
  expect(await screen.findByText(/Click anything on the page/)).toBeTruthy();
  expect(screen.getByText("Your changes are discarded.")).toBeTruthy();
});

test.each<[string, () => Promise<unknown>, string | null]>([
  ["something else is typed", () => user.type(screen.getByLabelText(/^Phone/), "2"), null],
  ["another part is shown", () => press("Contents"), null],
  ["the document is closed", () => user.keyboard("{Escape}"), null],
  ["a file is dropped beside the fields", async () => expect(fireEvent.drop(screen.getByRole("main"), { dataTransfer: { types: ["Files"] } })).toBe(false), "A file cannot be dropped here. Drop a picture on its field, or into the text."],
  ["text is dropped there", async () => expect(fireEvent.drop(screen.getByRole("main"), { dataTransfer: { types: ["text/plain"] } })).toBe(true), "Your changes are discarded."],
])("the message about what was done, when %s", async (_, act, expected) => {
  const { click } = await show();
  await click("+91 91234 56789");
  await user.type(await screen.findByLabelText(/^Phone/), "1");
  await screen.findByText(/kept as a draft/);
  await press("Discard my changes");
  await screen.findByText("Your changes are discarded.");
  await waitFor(() => expect(screen.getByLabelText(/^Phone/)).toHaveProperty("value", "+91 91234 56789"));
  await act();
  const message = document.querySelector(".announcement");
  await waitFor(() => expect(message?.textContent).toBe(expected ?? ""));
});

test("Escape closes the document", async () => {
  const { click } = await show();
  await click("+91 91234 56789");
  await screen.findByLabelText(/^Phone/);
  await user.keyboard("{Escape}");
  expect(screen.getByText(/Click anything on the page/)).toBeTruthy();
});

test("documents are found by title", async () => {
  await show();
  await user.type(screen.getByRole("searchbox"), "gstr 3b");
  const found = screen.getByRole("list", { name: "Found" });
  expect(within(found).getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["GSTR-3BDue date"]);
});

test("documents are found before parts of them, and titles before kinds", async () => {
  const { api } = fakeSite();
  const entry = (title: string) => ({ document: title, title });
  const collections = [{ collection: "hours", name: "Hours", title: "Hours", isList: false, entries: [entry("Sunday"), entry("Summer hours")] }];
  const settings = [{ ...entry("Site"), parts: [{ key: "hours", title: "Opening hours" }] }, { ...entry("Notes on hours"), parts: [] }];
  const nothing = () => undefined;
  render(<Start api={api} state={{ ...(await api.state()), collections, settings }} page={null} onOpen={nothing} onNew={nothing} onStatus={nothing} />);
  await user.type(screen.getByRole("searchbox"), "hours");
  const found = within(screen.getByRole("list", { name: "Found" })).getAllByRole("button");
  expect(found.map(({ textContent }) => textContent)).toEqual(["Summer hoursHours", "Notes on hoursFor the whole site", "SundayHours", "Opening hoursSite"]);
});

test("a new article is created with its title and day", async () => {
  const { calls } = await show();
  await press("New: Articles");
  await press("Create");
  expect(screen.getByRole("alert").textContent).toBe("Enter a title first.");
  expect(screen.getByRole("alert").parentElement).toBe(screen.getByLabelText("Title or name").parentElement);
  await user.type(screen.getByLabelText("Title or name"), "GST in 2027");
  await press("Create");
  expect(await screen.findByRole("heading", { name: "GST in 2027" })).toBeTruthy();
  expect(calls).toContainEqual({ name: "create", request: { collection: "articles", title: "GST in 2027" } });
});

test("a new item of a list is added to it", async () => {
  await show();
  await press("New: Due dates");
  await waitFor(() => expect(screen.getByRole("heading", { name: "New: Due date" })).toBeTruthy());
});

test("what is to be corrected is listed, with its fixes", async () => {
  const { files } = await show();
  await press(/^To correct/);
  expect(screen.getByText(/The link \/contcat does not exist/)).toBeTruthy();
  await press("Change the link to /contact");
  await screen.findByText("Nothing needs to be corrected.");
  expect(files.get("b")?.body).toContain("](/contact)");
  await press(/^Undo/);
  await screen.findByText(/The link \/contcat does not exist/);
});

test("while the site has changed and its findings are not known yet, that is said", async () => {
  const { api, changeElsewhere } = await show();
  await press(/^To correct/);
  const { state } = api;
  let go = () => {};
  api.state = async () => {
    await new Promise<void>((resolve) => (go = resolve));
    return state();
  };
  changeElsewhere("b", (file) => ({ ...file, body: "Text" }));
  expect(await screen.findByText("Checking…")).toBeTruthy();
  expect(screen.queryByText("Nothing needs to be corrected.")).toBeNull();
  await waitFor(() => (go(), expect(screen.queryByText("Checking…")).toBeNull()), { timeout: 5000 });
  expect(screen.getByText("Nothing needs to be corrected.")).toBeTruthy();
});

test("publishing says what will change, asks, and tells when it is done", async () => {
  const { calls } = await show();
  await press("Publish");
  const drawer = screen.getByRole("main");
  expect(await within(drawer).findByText("“+91 91234 56789” becomes “+91 91234 56780”")).toBeTruthy();
  expect(calls.map(({ name }) => name)).not.toContain("publish");
  await user.click(screen.getAllByRole("button", { name: "Publish" }).at(-1) as HTMLElement);
  expect(await screen.findByRole("heading", { name: "Done" })).toBeTruthy();
});

test("what is typed while a change is undone stays", async () => {
  const { click, api, files } = await show();
  await click("+91 91234 56789");
  await user.type(await screen.findByLabelText(/^Phone/), "1");
  await press("Save");
  await screen.findByText("Saved");
  const { undo } = api;
  let go = () => {};
  api.undo = async (id) => {
    await new Promise<void>((resolve) => (go = resolve));
    return undo(id);
  };
  api.draft = () => new Promise(() => undefined);
  await user.click(await screen.findByRole("button", { name: /^Undo/ }));
  await user.type(screen.getByLabelText(/^Phone/), "2");
  go();
  await screen.findByText(/^Undone/);
  await waitFor(() => expect(files.get("a")?.values?.phone).toBe("+91 91234 56789"));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.getByLabelText(/^Phone/)).toHaveProperty("value", "+91 91234 5678912");
});

test("after its renaming was undone, a document is shown under its old name", async () => {
  const { click, files, api, changeElsewhere } = await show();
  const { rename } = api;
  api.rename = async (request) => {
    const answer = await rename(request);
    if (!request.confirm || !answer.document) return answer;
    const document = { ...answer.document, document: "renamed", title: "Navi Mumbai" };
    files.set("renamed", document);
    files.delete("a");
    return { ...answer, document };
  };
  const office = files.get("a");
  await click("+91 91234 56789");
  await press("Rename…");
  await press("Show what will change");
  await user.click(await within(screen.getByRole("dialog")).findByRole("button", { name: "Rename" }));
  await screen.findByRole("heading", { name: "Navi Mumbai" });
  if (office) files.set("a", office);
  files.delete("renamed");
  changeElsewhere("a", (file) => file);
  expect(await screen.findByRole("heading", { name: "Mumbai" })).toBeTruthy();
});

test("a document that was removed elsewhere is left, unless something is being edited in it", async () => {
  const { click, files, changeElsewhere } = await show();
  await click("+91 91234 56789");
  await user.type(await screen.findByLabelText(/^Phone/), "1");
  await screen.findByText(/kept as a draft/);
  await press("Save");
  await screen.findByText("Saved");
  files.delete("a");
  changeElsewhere("a", (file) => file);
  expect(await screen.findByText(/Click anything on the page/, undefined, { timeout: 3000 })).toBeTruthy();
});

test("a document that was changed elsewhere is shown anew, unless it is being edited", async () => {
  const { click, changeElsewhere } = await show();
  await click("+91 91234 56789");
  await screen.findByLabelText(/^Phone/);
  changeElsewhere("a", (file) => ({ ...file, values: { ...file.values, building: "New Chambers" } }));
  expect(await screen.findByDisplayValue("New Chambers", undefined, { timeout: 3000 })).toBeTruthy();
  await user.type(screen.getByLabelText(/^Phone/), "1");
  changeElsewhere("a", (file) => ({ ...file, values: { ...file.values, building: "Other Chambers" } }));
  await waitFor(() => expect(screen.getByText(/kept as a draft/)).toBeTruthy());
  expect(screen.getByLabelText(/^Phone/)).toHaveProperty("value", "+91 91234 567891");
});

test("what a script of the page sends while something is typed is ignored", async () => {
  const { click, message, frame, calls } = await show();
  await click("+91 91234 56789");
  const phone = await screen.findByLabelText(/^Phone/);
  await waitFor(() => expect(document.activeElement).toBe(phone));
  const opened = calls.filter(({ name }) => name === "open").length;
  const script = { site: "click", path: "/", trail: [{ tag: "p", text: "files monthly", nth: 0 }] };
  // The focus is in a field of the drawer.
  await message(script);
  await message({ site: "key", key: "Escape" });
  // It is taken away while something is typed, and given back.
  await user.type(phone, "1");
  frame.tabIndex = 0;
  act(() => frame.focus());
  act(() => void window.dispatchEvent(new Event("blur")));
  await waitFor(() => expect(document.activeElement).toBe(phone));
  await message(script);
  expect(screen.getByRole("heading", { name: "Mumbai" })).toBeTruthy();
  expect(calls.filter(({ name }) => name === "open")).toHaveLength(opened);
  await click("files monthly");
  expect(await screen.findByRole("heading", { name: "E-way bills from January" })).toBeTruthy();
});

test.each([
  [false, 0],
  [true, 1],
])("what is sent while the window was activated, which is %s, opens %i documents", async (isActive, expected) => {
  vi.stubGlobal("navigator", Object.create(navigator, { userActivation: { value: { isActive, hasBeenActive: true } } }));
  const { click, calls } = await show();
  await click("+91 91234 56789");
  expect(calls.filter(({ name }) => name === "open")).toHaveLength(expected);
  vi.unstubAllGlobals();
});

test("while the pointer is away from the page, it sends nothing of a person for some seconds after a key", async () => {
  const { click, message, frame, calls } = await show();
  const passed = (duration: number) => vi.spyOn(performance, "now").mockReturnValue(performance.now() + duration);
  await click("+91 91234 56789");
  const phone = await screen.findByLabelText(/^Phone/);
  fireEvent.pointerEnter(frame, { pointerType: "mouse" });
  fireEvent.pointerLeave(frame, { pointerType: "mouse" });
  fireEvent.keyDown(phone, { key: "1" });
  act(() => frame.focus());
  const script = { site: "click", path: "/", trail: [{ tag: "p", text: "files monthly", nth: 0 }] };
  passed(2000);
  await message(script);
  expect(calls.filter(({ name }) => name === "open")).toHaveLength(1);
  fireEvent.pointerEnter(frame, { pointerType: "mouse" });
  await message(script);
  expect(calls.filter(({ name }) => name === "open")).toHaveLength(2);
  vi.restoreAllMocks();
});

test("a click on the page can follow one in the drawer at once, when the pointer is there", async () => {
  const { message, frame, calls } = await show();
  fireEvent.pointerDown(screen.getByRole("switch"), { pointerType: "mouse" });
  toPageWithPointer(frame, false);
  const click = { site: "click", path: "/", trail: [{ tag: "p", text: "+91 91234 56789", nth: 0 }] };
  await message(click);
  expect(calls.map(({ name }) => name)).not.toContain("open");
  toPageWithPointer(frame, true);
  await message(click);
  expect(calls.map(({ name }) => name)).toContain("open");
});

test("a long text of the page is cut", async () => {
  const { message, calls, frame } = await show();
  toPage(frame);
  await message({ site: "click", path: "/", trail: [{ tag: "p", text: "x".repeat(1_000_000), nth: 0 }] });
  await screen.findByText(/is part of the design/);
  const [request] = calls.filter(({ name }) => name === "open").map(({ request }) => request as { trail: { text: string }[] });
  expect(request?.trail[0]?.text).toHaveLength(4000);
});

test("the button names what it undoes", async () => {
  const { click } = await show();
  await click("+91 91234 56789");
  await user.type(await screen.findByLabelText(/^Phone/), "1");
  await press("Save");
  const undo = await screen.findByRole("button", { name: "Undo: Saved “Mumbai”" });
  expect(undo.textContent).toBe("Undo: Saved “Mumbai”");
  expect(undo.title).toBe("Undo: Saved “Mumbai”");
});

test("a document whose fields are not known leads to what must be corrected", async () => {
  const { api, message } = await show();
  api.open = async () => ({ document: null, reason: "“Structure of the site” has an error.", isToCorrect: true });
  await message({ site: "shown", path: "/location", title: "Offices" });
  await press("Edit this page");
  expect(await screen.findByText("“Structure of the site” has an error.")).toBeTruthy();
  await press("Show what must be corrected");
  expect(await screen.findByRole("heading", { name: "To correct" })).toBeTruthy();
});

test("a day of a new article with a year of five digits is refused at its field", async () => {
  const { calls, api } = await show();
  await press("New: Articles");
  await user.type(screen.getByLabelText("Title or name"), "GST in 2027");
  const day = screen.getByLabelText<HTMLInputElement>(/^Day of publication/);
  expect(day.max).toBe("9999-12-31");
  fireEvent.change(day, { target: { value: "20261-11-30" } });
  Object.defineProperty(day, "validity", { configurable: true, value: { badInput: true, rangeOverflow: false } });
  await press("Create");
  expect(screen.getByRole("alert").textContent).toBe("Enter a whole day with a year of four digits, or none.");
  expect(screen.getByRole("alert").parentElement).toBe(day.parentElement);
  expect(document.activeElement).toBe(day);
  expect(calls.map(({ name }) => name)).not.toContain("create");
  // What only the program notices is said there as well.
  Object.defineProperty(day, "validity", { value: { badInput: false, rangeOverflow: false } });
  fireEvent.change(day, { target: { value: "2026-11-30" } });
  api.create = () => Promise.reject(new Refused(400, "This is no day.", null, null, "date"));
  await press("Create");
  expect((await screen.findByText("This is no day.")).parentElement).toBe(day.parentElement);
});

test("what no title has is found by the text", async () => {
  const { calls } = await show();
  await user.type(screen.getByRole("searchbox"), "every supplier");
  const found = await within(await screen.findByRole("list", { name: "Found in the text" })).findByRole("button");
  expect(found.textContent).toBe("E-way bills from JanuaryEvery supplier that [files monthly](/con");
  await user.click(found);
  expect(await screen.findByRole("heading", { name: "E-way bills from January" })).toBeTruthy();
  expect(calls.filter(({ name }) => name === "find")).toHaveLength(1);
});

test("an error that only the rules of the site find must be corrected as well, and comes first", () => {
  const found = { id: "r", code: "contradicted-fact", parts: {}, message: "“Monday to Friday” contradicts the hours", help: null, isError: true, stopsBuild: false, document: "b", title: "E-way bills", url: null, field: null, body: null, fixes: [] };
  const other = { ...found, id: "w", message: "a sentence is long", isError: false };
  render(<Problems findings={[other, found]} isChecking={false} onOpen={() => undefined} onFix={() => undefined} />);
  expect(screen.getAllByText(/^(Must be corrected|Worth a look):/).map(({ textContent }) => textContent)).toEqual(["Must be corrected: ", "Worth a look: "]);
});
