import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Refused, type Target, type Version } from "../api/client.ts";
import type { Finding, OpenDocument } from "../api/types.ts";
import { documentOf, fakeSite } from "../testing/fakeSite.ts";
import { DocumentView } from "./DocumentView.tsx";

const user = userEvent.setup();

/** Shows a document of a fake site, and records what it tells. */
async function show(target: Target) {
  const site = fakeSite();
  const told: string[] = [];
  const opened = (await site.api.open(target)) as OpenDocument;
  const tell = (what: string) => (value?: unknown) => void told.push(typeof value === "string" ? `${what}: ${value}` : what);
  const events = {
    onOpen: tell("open"),
    onClose: tell("close"),
    onRemoved: tell("removed"),
    onGo: tell("go"),
    page: null,
    onStatus: tell("status"),
    onReopen: tell("reopen"),
    onSaved: tell("saved"),
    onReplaced: tell("replaced"),
    onBusy: () => undefined,
  };
  const { container } = render(<DocumentView api={site.api} opened={opened} events={events} />);
  const names = () => site.calls.map(({ name }) => name);
  return { ...site, told, names, container };
}

const phone = () => screen.getByLabelText<HTMLInputElement>(/^Phone/);
const press = (name: string | RegExp) => user.click(screen.getByRole("button", { name }));

test("the field that was clicked has the focus", async () => {
  await show({ document: "a", field: "/phone" });
  expect(document.activeElement).toBe(phone());
});

test("what is typed is a draft, and is written only by Save", async () => {
  const { files, drafts, told } = await show({ document: "a", field: "/phone" });
  await user.clear(phone());
  await user.type(phone(), "+91 91234 56780");
  await waitFor(() => expect(drafts.get("a")?.values?.phone).toBe("+91 91234 56780"));
  expect(files.get("a")?.values?.phone).toBe("+91 91234 56789");
  await press("Save");
  await screen.findByText("Saved");
  expect(files.get("a")?.values).toEqual({ ...files.get("a")?.values, phone: "+91 91234 56780", building: "402, Example Chambers" });
  expect(told).toContain("status: Saved “Mumbai”.");
});

test("what was typed last is kept as a draft if it cannot be saved, and the reason stays", async () => {
  const { api, drafts } = await show({ document: "a", field: "/phone" });
  let refuse = () => {};
  api.save = () => new Promise((_, reject) => (refuse = () => reject(new Refused(409, "The disk is full.", null))));
  await user.type(phone(), " 1");
  await press("Save");
  await user.type(phone(), "2");
  await waitFor(() => expect(drafts.get("a")?.values?.phone).toBe("+91 91234 56789 12"));
  drafts.clear();
  refuse();
  await waitFor(() => expect(drafts.get("a")?.values?.phone).toBe("+91 91234 56789 12"));
  expect(screen.getByRole("alert").textContent).toBe("The disk is full.");
});

test.each([
  ["nothing was typed meanwhile", ""],
  ["more was typed meanwhile", "2"],
])("a save whose answer is lost is no conflict if %s", async (_, more) => {
  const { api, files, changeElsewhere } = await show({ document: "a", field: "/phone" });
  const { save } = api;
  api.save = async (version) => {
    await save(version);
    throw new Refused(0, "The program does not answer.", null);
  };
  await user.type(phone(), " 1");
  await press("Save");
  await waitFor(() => expect(files.get("a")?.values?.phone).toBe("+91 91234 56789 1"));
  api.save = save;
  if (more) await user.type(phone(), more);
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  await press("Save");
  await screen.findByText("Saved");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(files.get("a")?.values?.phone).toBe(`+91 91234 56789 1${more}`);
  // What somebody else writes is still a conflict.
  api.save = async (version) => {
    changeElsewhere("a", (file) => ({ ...file, values: { ...file.values, building: "New Chambers" } }));
    return save(version);
  };
  await user.type(phone(), "3");
  await press("Save");
  await screen.findByRole("dialog");
});

test.each([
  ["the first answer", "3", (first: () => void) => first(), "+91 91234 56789 123"],
  ["a failure", "3", (_: () => void, fail: () => void) => fail(), "+91 91234 56789"],
])("a save that is asked for during another one waits for %s", async (_, more, end, saved) => {
  const { api, files, drafts, calls } = await show({ document: "a", field: "/phone" });
  const { save } = api;
  let [answer, fail] = [() => {}, () => {}];
  api.save = async (version) => {
    api.save = save;
    return new Promise((resolve, reject) => {
      answer = () => void save(version).then(resolve);
      fail = () => reject(new Refused(409, "The disk is full.", null));
    });
  };
  await user.type(phone(), " 1");
  await press("Save");
  await user.type(phone(), "2");
  await press("Save");
  await user.type(phone(), more);
  await user.keyboard("{Control>}s{/Control}");
  end(() => answer(), () => fail());
  await waitFor(() => expect(files.get("a")?.values?.phone).toBe(saved));
  await waitFor(() => expect(screen.getByText(saved.endsWith("3") ? "Saved" : "The disk is full.")).toBeTruthy());
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(phone().value).toBe("+91 91234 56789 123");
  expect(calls.filter(({ name }) => name === "save")).toHaveLength(saved.endsWith("3") ? 2 : 0);
  if (!saved.endsWith("3")) await waitFor(() => expect(drafts.get("a")?.values?.phone).toBe("+91 91234 56789 123"));
});

test("a draft that is answered before the save that it was typed after is gone on from", async () => {
  const { api, files } = await show({ document: "a", field: "/phone" });
  const { save, draft } = api;
  // As the program does, names the text of a draft, and refuses one that was made from another text.
  let text = "file";
  const overs: (string | undefined)[] = [];
  api.draft = async (version) => {
    overs.push(version.over);
    text = String(version.values?.phone);
    return { ...(await draft(version)), text };
  };
  let go = () => {};
  api.save = async (version) => {
    api.save = save;
    const { document } = await save(version);
    await new Promise<void>((resolve) => (go = resolve));
    return { document: { ...document, text: "saved" } };
  };
  await user.type(phone(), " 1");
  await press("Save");
  await waitFor(() => expect(files.get("a")?.values?.phone).toBe("+91 91234 56789 1"));
  await user.type(phone(), "2");
  await waitFor(() => expect(text).toBe("+91 91234 56789 12"));
  go();
  await user.type(phone(), "3");
  await waitFor(() => expect(text).toBe("+91 91234 56789 123"));
  expect(overs).not.toContain("saved");
});

test("Ctrl+S saves", async () => {
  const { files } = await show({ document: "a", field: "/phone" });
  await user.type(phone(), " 1");
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(files.get("a")?.values?.phone).toBe("+91 91234 56789 1"));
});

test("a mistake is reported at its field, and in the summary that leads to it", async () => {
  await show({ document: "a" });
  await user.clear(phone());
  await user.type(phone(), "12");
  const summary = await screen.findByRole("group", { name: "One thing must be corrected" });
  await waitFor(() => expect(phone().getAttribute("aria-invalid")).toBe("true"));
  await user.click(within(summary).getByRole("button"));
  expect(document.activeElement).toBe(phone());
});

test("what is still empty is listed as what is left to do, not as a mistake", async () => {
  const { files, api } = fakeSite();
  const finding = { id: "1", code: "missing-key", parts: { key: ["author"] }, message: "missing key `author`", help: "add `author = …`", stopsBuild: true, document: "b", title: "E-way", url: null, field: null, body: null, fixes: [] };
  const { author, ...values } = files.get("b")?.values ?? {};
  const opened = { ...((await api.open({ document: "b" })) as OpenDocument), values, findings: [finding] };
  const nothing = () => undefined;
  const events = { onOpen: nothing, onClose: nothing, onRemoved: nothing, onGo: nothing, page: null, onStatus: nothing, onReopen: nothing, onSaved: nothing, onReplaced: nothing, onBusy: nothing };
  render(<DocumentView api={api} opened={opened} events={events} />);
  const summary = screen.getByRole("group", { name: "Still to fill in" });
  await user.click(within(summary).getByRole("button", { name: "Author" }));
  expect(document.activeElement).toBe(screen.getByLabelText("Author"));
  expect(screen.getByLabelText("Author").getAttribute("aria-invalid")).toBeNull();
  expect(screen.queryByText(/missing key/)).toBeNull();
});

test("changes are discarded", async () => {
  const { drafts, told } = await show({ document: "a", field: "/phone" });
  await user.type(phone(), "1");
  await waitFor(() => expect(drafts.size).toBe(1));
  await press("Discard my changes");
  await waitFor(() => expect(told).toContain("reopen"));
  expect(drafts.size).toBe(0);
});

test("a new document that is discarded is closed", async () => {
  const { api } = fakeSite();
  const opened = await api.create({ collection: "articles", title: "GST" });
  const told: string[] = [];
  const nothing = () => undefined;
  const events = { onOpen: nothing, onRemoved: nothing, onGo: nothing, page: null, onStatus: nothing, onReopen: nothing, onSaved: nothing, onReplaced: nothing, onBusy: nothing, onClose: () => told.push("close") };
  render(<DocumentView api={api} opened={opened} events={events} />);
  await press("Discard");
  await waitFor(() => expect(told).toEqual(["close"]));
});

test("of a document that was changed elsewhere, both versions are shown, and nothing is overwritten before the choice", async () => {
  const { files, changeElsewhere } = await show({ document: "a", field: "/phone" });
  await user.type(phone(), "1");
  changeElsewhere("a", (file) => ({ ...file, values: { ...file.values, building: "New Chambers" } }));
  await press("Save");
  const dialog = await screen.findByRole("dialog", { name: "“Mumbai” was changed meanwhile" });
  expect(files.get("a")?.values?.phone).toBe("+91 91234 56789");
  const building = within(dialog).getByRole("group", { name: "Building" });
  expect(within(building).getByRole("radio", { name: /Theirs.*New Chambers/ })).toHaveProperty("checked", true);
  const mine = within(within(dialog).getByRole("group", { name: "Phone" })).getByRole("radio", { name: /Yours/ });
  expect(mine).toHaveProperty("checked", true);
  await user.click(within(dialog).getByRole("button", { name: "Save what is chosen" }));
  await screen.findByText("Saved");
  expect(files.get("a")?.values).toMatchObject({ phone: "+91 91234 567891", building: "New Chambers" });
});

test("their version is taken", async () => {
  const { files, drafts, told, changeElsewhere } = await show({ document: "a", field: "/phone" });
  await user.type(phone(), "1");
  changeElsewhere("a", (file) => ({ ...file, values: { ...file.values, phone: "+91 22222 22222" } }));
  await press("Save");
  await user.click(await screen.findByRole("button", { name: "Take theirs, discard mine" }));
  await waitFor(() => expect(told).toContain("reopen"));
  expect(files.get("a")?.values?.phone).toBe("+91 22222 22222");
  expect(drafts.size).toBe(0);
});

test.each([
  ["Store mine again", { stored: true, told: "saved" }],
  ["Drop mine", { stored: false, told: "reopen" }],
])("of a document that was removed elsewhere: %s", async (choice, expected) => {
  const { api, files, told } = await show({ document: "a", field: "/phone" });
  const { save } = api;
  api.save = async (version) => {
    if (version.fingerprint !== "") throw new Refused(409, "Somebody has removed this.", { yours: "", theirs: "", fingerprint: "", values: {}, body: "" });
    files.set("a", { ...(files.get("a") as OpenDocument), fingerprint: "" });
    return save(version);
  };
  await user.type(phone(), "1");
  await press("Save");
  const dialog = await screen.findByRole("dialog", { name: "“Mumbai” was removed meanwhile" });
  await user.click(within(dialog).getByRole("button", { name: choice }));
  await waitFor(() => expect(told).toContain(expected.told));
  const kept = { city: "Mumbai", building: "402, Example Chambers", phone: `+91 91234 56789${expected.stored ? "1" : ""}` };
  expect(files.get("a")?.values).toMatchObject(kept);
});

test("a finding in the text is corrected by its fix", async () => {
  const { files, told } = await show({ document: "b" });
  expect(document.querySelector(".cm-content")?.textContent).toContain("/contcat");
  await press("Change the link to /contact");
  await waitFor(() => expect(document.querySelector(".cm-content")?.textContent).toContain("/contact)"));
  expect(files.get("b")?.body).toContain("](/contact)");
  expect(told).toContain("status: Done: Change the link to /contact.");
});

test("a fix is applied to what was typed last", async () => {
  const { drafts } = await show({ document: "b" });
  await user.type(screen.getByLabelText("Author"), " and others");
  await press("Change the link to /contact");
  await waitFor(() => expect(drafts.get("b")?.body).toContain("](/contact)"));
  expect(drafts.get("b")?.values?.author).toBe("Asha Mehta and others");
  expect(screen.getByLabelText("Author")).toHaveProperty("value", "Asha Mehta and others");
});

test("a fix is found again in what was typed last, where its finding has another place", async () => {
  const { api, drafts } = await show({ document: "b" });
  const { draft, fix } = api;
  api.draft = async (version) => {
    const answer = await draft(version);
    return { ...answer, findings: answer.findings.map((finding) => ({ ...finding, fixes: finding.fixes.map((one) => ({ ...one, id: `b-${version.values?.author}` })) })) };
  };
  api.fix = async (id) => {
    if (id !== `b-${drafts.get("b")?.values?.author}`) throw new Refused(404, "The site has changed meanwhile; nothing was written.", null);
    return fix(id);
  };
  await user.type(screen.getByLabelText("Author"), " 1");
  await waitFor(() => expect(drafts.get("b")?.values?.author).toBe("Asha Mehta 1"));
  fireEvent.change(screen.getByLabelText("Author"), { target: { value: "Asha Mehta 2" } });
  fireEvent.click(screen.getByRole("button", { name: "Change the link to /contact" }));
  await waitFor(() => expect(drafts.get("b")?.body).toContain("](/contact)"));
});

test("what is typed while a fix is applied is kept", async () => {
  const { api, drafts } = await show({ document: "b" });
  const { fix } = api;
  let go = () => {};
  api.fix = async (id) => {
    const answer = await fix(id);
    await new Promise<void>((resolve) => (go = resolve));
    return answer;
  };
  await press("Change the link to /contact");
  await user.type(screen.getByLabelText("Author"), " and others");
  go();
  await waitFor(() => expect(drafts.get("b")).toMatchObject({ body: expect.stringContaining("](/contact)"), values: { author: "Asha Mehta and others" } }));
  expect(screen.getByLabelText("Author")).toHaveProperty("value", "Asha Mehta and others");
});

test("of a list, the item that was clicked is shown", async () => {
  const { drafts } = await show({ document: "c", field: "/item/1/dates/0/date" });
  expect(screen.getByRole("heading", { name: "GSTR-3B" })).toBeTruthy();
  expect(document.activeElement).toHaveProperty("value", "2026-11-20");
  await press("All 2");
  await press("Move up: GSTR-3B");
  await waitFor(() => expect(drafts.get("c")?.values?.item).toMatchObject([{ title: "GSTR-3B" }, { title: "GSTR-1, monthly" }]));
});

test("a source that cannot be read is shown as it is", async () => {
  const site = fakeSite();
  const file = site.files.get("a");
  if (file) site.files.set("a", { ...file, values: null, source: 'city = "Mumbai' });
  const opened = (await site.api.open({ document: "a" })) as OpenDocument;
  const nothing = () => undefined;
  const events = { onOpen: nothing, onClose: nothing, onRemoved: nothing, onGo: nothing, page: null, onStatus: nothing, onReopen: nothing, onSaved: nothing, onReplaced: nothing, onBusy: nothing };
  render(<DocumentView api={site.api} opened={opened} events={events} />);
  expect(document.querySelector(".cm-content")?.textContent).toBe('city = "Mumbai');
});

test("renaming says what will change, and asks", async () => {
  const { api, names, told } = await show({ document: "b" });
  await press("Rename…");
  const input = screen.getByLabelText("Last part of the address");
  await user.clear(input);
  await user.type(input, "E-Way Bills 2027");
  await press("Show what will change");
  expect(await screen.findByText("The address becomes /blogs/e-way-bills-2027")).toBeTruthy();
  expect(names()).not.toContain("draft");
  const { rename } = api;
  let go = () => {};
  api.rename = async (request) => {
    await new Promise<void>((resolve) => (go = resolve));
    return rename(request);
  };
  const button = within(screen.getByRole("dialog")).getByRole("button", { name: "Rename" });
  await user.click(button);
  expect(screen.getByText("Renaming…")).toBeTruthy();
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await user.click(button);
  go();
  await waitFor(() => expect(told).toContain("replaced"));
  expect(names().filter((name) => name === "rename")).toHaveLength(2);
});

test("an entry whose address is fixed cannot be renamed", async () => {
  const { api } = fakeSite();
  const opened = { ...((await api.open({ document: "a" })) as OpenDocument), slug: null };
  const nothing = () => undefined;
  const events = { onOpen: nothing, onClose: nothing, onRemoved: nothing, onGo: nothing, page: null, onStatus: nothing, onReopen: nothing, onSaved: nothing, onReplaced: nothing, onBusy: nothing };
  render(<DocumentView api={api} opened={opened} events={events} />);
  expect(screen.queryByRole("button", { name: "Rename…" })).toBeNull();
  expect(screen.getByRole("button", { name: "Remove…" })).toBeTruthy();
});

test("a document that is removed is left, and the page that takes its place is shown", async () => {
  const { files, told } = await show({ document: "a" });
  await press("Remove…");
  const dialog = await screen.findByRole("dialog", { name: "Remove “Mumbai”?" });
  await within(dialog).findByText("/location");
  expect(files.has("a")).toBe(true);
  await user.click(within(dialog).getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(told).toContain("removed: /contact"));
  expect(files.has("a")).toBe(false);
});

test("what a change breaks elsewhere is said, and links to a heading can be kept", async () => {
  const { api } = fakeSite();
  const opened = documentOf({ document: "p", title: "P", url: "/p", schema: {}, hasBody: true, hasDraft: true, body: "## What we do\n" });
  api.open = async () => opened;
  const before: Finding = { id: "1", code: "x", parts: {}, message: "old", stopsBuild: true, document: "o", title: "Other", help: null, url: null, field: null, body: null, fixes: [] };
  const anchor: Finding = { ...before, id: "2", code: "broken-anchor", parts: { page: ["/p"], anchor: ["what-we-do"] }, message: "a link leads to a heading that is not on its page" };
  const events = { onOpen: vi.fn(), onClose: vi.fn(), onRemoved: vi.fn(), onGo: vi.fn(), page: null, onStatus: vi.fn(), onReopen: vi.fn(), onSaved: vi.fn(), onReplaced: vi.fn(), onBusy: vi.fn() };
  const view = (site: Finding[], document: OpenDocument) => <DocumentView api={api} opened={document} site={{ findings: site, revision: 0 }} events={events} />;
  const { rerender } = render(view([before], { ...opened, saved: { values: {}, body: "## What we do\n" }, body: "## Our work\n" }));
  expect(screen.queryByText(/no longer right/)).toBeNull();
  rerender(view([before, anchor], opened));
  expect(screen.getByText(/A link leads to a heading that is not on its page/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Keep the links to “Our work”" }));
  expect(document.querySelector(".cm-content")?.textContent).toContain("## Our work {#what-we-do}");
});

test("what another file breaks is not said of a document that was not changed", async () => {
  const { api } = fakeSite();
  const opened = documentOf({ document: "p", title: "P", schema: {}, hasBody: true, body: "Text" });
  const broken: Finding = { id: "2", code: "broken-link", parts: {}, message: "a link", stopsBuild: true, document: "o", title: "Other", help: null, url: null, field: null, body: null, fixes: [] };
  const events = { onOpen: vi.fn(), onClose: vi.fn(), onRemoved: vi.fn(), onGo: vi.fn(), page: null, onStatus: vi.fn(), onReopen: vi.fn(), onSaved: vi.fn(), onReplaced: vi.fn(), onBusy: vi.fn() };
  const view = (site: Finding[]) => <DocumentView api={api} opened={opened} site={{ findings: site, revision: 0 }} events={events} />;
  const { rerender } = render(view([]));
  rerender(view([broken]));
  expect(screen.queryByText(/no longer right/)).toBeNull();
});

test("what was saved is not said to break anything, but what is typed after it is", async () => {
  const { api } = fakeSite();
  const opened = (await api.open({ document: "a" })) as OpenDocument;
  const finding = (id: string): Finding => ({ id, code: "x", parts: {}, message: `broken ${id}`, stopsBuild: true, document: "o", title: "Other", help: null, url: null, field: null, body: null, fixes: [] });
  const events = { onOpen: vi.fn(), onClose: vi.fn(), onRemoved: vi.fn(), onGo: vi.fn(), page: null, onStatus: vi.fn(), onReopen: vi.fn(), onSaved: vi.fn(), onReplaced: vi.fn(), onBusy: vi.fn() };
  const view = (findings: Finding[]) => <DocumentView api={api} opened={opened} site={{ findings, revision: 0 }} events={events} />;
  const { rerender } = render(view([]));
  await user.type(phone(), "1");
  rerender(view([finding("1")]));
  expect(screen.getByText(/Broken 1/)).toBeTruthy();
  await press("Save");
  await screen.findByText("Saved");
  expect(screen.queryByText(/no longer right/)).toBeNull();
  await user.type(phone(), "2");
  expect(screen.queryByText(/no longer right/)).toBeNull();
  rerender(view([finding("1"), finding("2")]));
  expect(screen.getByText(/Broken 2/)).toBeTruthy();
  expect(screen.queryByText(/Broken 1/)).toBeNull();
});

test("what only a check of the whole site finds is shown at its field, until something else is typed", async () => {
  const { api } = fakeSite();
  const opened = (await api.open({ document: "a" })) as OpenDocument;
  const late: Finding = { id: "1", code: "implausible-date", parts: {}, message: "this is far ahead", stopsBuild: false, document: "a", title: "Mumbai", help: null, url: null, field: "/phone", body: null, fixes: [] };
  const events = { onOpen: vi.fn(), onClose: vi.fn(), onRemoved: vi.fn(), onGo: vi.fn(), page: null, onStatus: vi.fn(), onReopen: vi.fn(), onSaved: vi.fn(), onReplaced: vi.fn(), onBusy: vi.fn() };
  const view = (revision: number) => <DocumentView api={api} opened={opened} site={{ findings: [late], revision }} events={events} />;
  const { rerender } = render(view(0));
  expect(screen.queryByText(/This is far ahead/)).toBeNull();
  rerender(view(opened.revision + 1));
  expect(screen.getAllByText(/This is far ahead/).length).toBeGreaterThan(0);
  await user.type(phone(), "1");
  await waitFor(() => expect(screen.queryByText(/This is far ahead/)).toBeNull());
});

test("nothing can be typed while changes are forgotten", async () => {
  const { api, container } = await show({ document: "a" });
  api.discard = () => new Promise(() => undefined);
  await user.type(screen.getByLabelText(/^Phone/), "1");
  expect(container.querySelector("[inert]")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Discard my changes" }));
  await waitFor(() => expect(container.querySelector(".view.document[inert]")).toBeTruthy());
});

test("another tab that changes the same document is noticed", async () => {
  const { api, told } = await show({ document: "a" });
  const theirs = { yours: "", theirs: "", fingerprint: "1", values: { city: "Pune" }, body: "", isDraft: true };
  api.draft = async () => {
    throw new Refused(409, "This is being changed in another tab as well.", theirs);
  };
  await user.type(phone(), "1");
  const compare = await screen.findByRole("button", { name: "Compare both versions" });
  await user.type(phone(), "3");
  expect(phone().value).toBe("+91 91234 5678913");
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(compare);
  const dialog = await screen.findByRole("dialog", { name: /is being changed elsewhere/ });
  await user.click(within(dialog).getByRole("button", { name: "Decide later" }));
  await user.type(screen.getByLabelText(/^Phone/), "2");
  expect(await screen.findByText(/This is being changed in another tab as well\./)).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(told).not.toContain("reopen");
});

test("of two unsaved versions, what is chosen is kept as a draft, and nothing is saved", async () => {
  const { api, drafts, files } = await show({ document: "a" });
  const { draft } = api;
  const overs: unknown[] = [];
  api.draft = async (version) => {
    overs.push(version.over);
    if (version.over === "theirs") return draft(version);
    throw new Refused(409, "This is being changed in another tab as well.", { yours: "", theirs: "", fingerprint: "1", values: { ...version.values, building: "Their Chambers" }, body: "", isDraft: true, text: "theirs" });
  };
  await user.type(phone(), "1");
  await user.click(await screen.findByRole("button", { name: "Compare both versions" }));
  const dialog = await screen.findByRole("dialog", { name: /is being changed elsewhere/ });
  expect(within(dialog).getByText(/kept as a draft/)).toBeTruthy();
  await user.click(within(dialog).getByRole("radio", { name: /Theirs.*Their Chambers/ }));
  await user.click(within(dialog).getByRole("button", { name: "Keep what is chosen" }));
  await waitFor(() => expect(drafts.get("a")?.values).toMatchObject({ phone: "+91 91234 567891", building: "Their Chambers" }));
  expect(overs.at(-1)).toBe("theirs");
  expect(files.get("a")?.values).toMatchObject({ phone: "+91 91234 56789", building: "402, Example Chambers" });
});

test("a text whose answer was lost is not another tab's", async () => {
  const { api, drafts } = await show({ document: "a" });
  const { draft } = api;
  const stored: Version[] = [];
  api.draft = async (version) => {
    const last = stored.at(-1);
    if (last && version.over !== "first") {
      const { values, body } = last;
      throw new Refused(409, "This is being changed in another tab as well.", { yours: "", theirs: "", fingerprint: "1", values, body, isDraft: true, text: "first" });
    }
    stored.push(version);
    if (!last) throw new Refused(0, "The program does not answer.", null);
    return draft(version);
  };
  await user.type(phone(), "1");
  await waitFor(() => expect(stored).toHaveLength(1));
  await user.type(phone(), "2");
  await waitFor(() => expect(drafts.get("a")?.values?.phone).toBe("+91 91234 5678912"), { timeout: 4000 });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("after a fix in another document, the next draft is over the one that the fix has sent", async () => {
  const { api } = await show({ document: "b" });
  const overs: unknown[] = [];
  const { draft } = api;
  api.draft = async (version) => {
    overs.push(version.over);
    return { ...(await draft(version)), text: `text ${overs.length}` };
  };
  let go = () => {};
  api.fix = async () => {
    await new Promise<void>((resolve) => (go = resolve));
    return { label: "Change it", document: null };
  };
  const author = screen.getByLabelText("Author");
  await user.type(author, "1");
  await press("Change the link to /contact");
  await user.type(author, "2");
  go();
  await waitFor(() => expect(overs.length).toBeGreaterThan(1));
  expect(overs).toEqual(overs.map((_, index) => (index === 0 ? undefined : `text ${index}`)));
});

test("the days of two versions are spelled out", async () => {
  const { changeElsewhere } = await show({ document: "b" });
  const day = screen.getByLabelText(/^Read again by/);
  fireEvent.change(day, { target: { value: "2026-12-15" } });
  changeElsewhere("b", (file) => ({ ...file, values: { ...file.values, review_by: "2027-01-31" } }));
  await press("Save");
  const group = within(await screen.findByRole("dialog")).getByRole("group", { name: "Read again by" });
  expect(within(group).getAllByRole("radio").map((radio) => radio.parentElement?.textContent)).toEqual(["Yours: 15 December 2026", "Theirs: 31 January 2027"]);
});

test("what is found in a value without a field is said above the fields", async () => {
  const site = fakeSite();
  const found = (given: Partial<Finding>): Finding => ({ id: "1", code: "stale-translation", parts: {}, message: "the text has changed", help: null, stopsBuild: false, document: "x", title: "X", url: null, field: "/translates", body: null, fixes: [{ id: "1-0", label: "mark as translated" }], ...given });
  const schema = { type: "object", properties: { translates: { type: "string", isHidden: true }, name: { type: "string" } } };
  const opened = documentOf({ document: "x", title: "X", schema, values: { translates: "A", name: "B" } });
  const nothing = () => undefined;
  const events = { onOpen: nothing, onClose: nothing, onRemoved: nothing, onGo: nothing, page: null, onStatus: nothing, onReopen: nothing, onSaved: nothing, onReplaced: nothing, onBusy: nothing };
  render(<DocumentView api={site.api} opened={opened} site={{ revision: 2, findings: [found({})] }} events={events} />);
  expect(screen.getByText(/The text has changed/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Mark as translated" })).toBeTruthy();
  expect(screen.queryByText("Translates")).toBeNull();
});

test("what a draft hides in the stored version is said beside it, and not among its own findings", async () => {
  const site = fakeSite();
  const stored: Finding = { id: "stored-1", code: "broken-link", parts: {}, message: "the link `/x` does not exist", help: null, stopsBuild: true, isStored: true, document: "b", title: "E-way bills", url: null, field: null, body: null, fixes: [] };
  const opened = { ...((await site.api.open({ document: "b" })) as OpenDocument), body: "Text.", findings: [] };
  const nothing = () => undefined;
  const events = { onOpen: nothing, onClose: nothing, onRemoved: nothing, onGo: nothing, page: null, onStatus: nothing, onReopen: nothing, onSaved: nothing, onReplaced: nothing, onBusy: nothing };
  const view = (hasDraft: boolean) => <DocumentView key={`${hasDraft}`} api={site.api} opened={{ ...opened, hasDraft }} site={{ revision: 2, findings: [stored, { ...stored, id: "stored-2", document: "a" }] }} events={events} />;
  const { container, rerender } = render(view(true));
  expect(container.querySelector(".stored")?.textContent).toContain("The link /x does not exist.");
  expect(screen.getAllByText(/does not exist/)).toHaveLength(1);
  rerender(view(false));
  expect(container.querySelector(".stored")).toBeNull();
});
