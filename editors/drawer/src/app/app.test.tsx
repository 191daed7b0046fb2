import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { DetachedWindowAPI } from "happy-dom";
import { afterEach, expect, test, vi } from "vitest";
import { fakeSite } from "../testing/fakeSite.ts";
import { App } from "./App.tsx";

const user = userEvent.setup();
const PREVIEW = "http://localhost:4000";
const PIN = "483 920";
const { happyDOM } = window as unknown as { happyDOM: DetachedWindowAPI };
const home = location.href;

afterEach(() => {
  vi.unstubAllGlobals();
  happyDOM.setURL(home);
});

/** Shows the drawer of a program, which accepts one token and can be started again with another one. */
function show(token: string | null, code: string | null = null) {
  const site = fakeSite();
  const program = { token: "first" };
  const api = site.api as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
  vi.stubGlobal("fetch", async (path: string, init: { body: string; headers: Record<string, string>; signal: AbortSignal }) => {
    const given = JSON.parse(init.body);
    if (path === "/api/pair") return given.pin === PIN || given.code === "c0de" ? Response.json({ token: program.token }) : Response.json({ error: "This is another PIN." }, { status: 403 });
    if (init.headers.Authorization !== `Bearer ${program.token}`) return Response.json({ error: "Open the URL that the terminal shows." }, { status: 401 });
    const name = path.slice("/api/".length);
    return Response.json(await api[name]?.(...(name === "changes" ? [given.revision, init.signal] : [given])));
  });
  render(<App token={token} code={code} preview={PREVIEW} start="/" />);
  return { ...site, program };
}

/** Whether the browser asks before it closes the page. */
const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

async function openPhone(): Promise<HTMLInputElement> {
  await screen.findByText(/Click anything on the page/);
  const source = (document.querySelector("iframe") as HTMLIFrameElement).contentWindow;
  const data = { site: "click", path: "/location", trail: [{ tag: "p", text: "+91 91234 56789", nth: 0 }] };
  await act(async () => void window.dispatchEvent(new MessageEvent("message", { data, origin: PREVIEW, source })));
  return screen.findByLabelText<HTMLInputElement>(/^Phone/);
}

test("what was typed when the program was started again is kept, and sent with the new token", async () => {
  const { program, drafts } = show("first");
  const phone = await openPhone();
  program.token = "second";
  // The first letter is refused before the last one is typed, and no dialog takes the others.
  await userEvent.setup({ delay: 200 }).type(phone, " 1");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(await screen.findByRole("dialog", { name: "Connect to the program" })).toBeTruthy();
  expect(screen.getByLabelText(/^Phone/)).toBe(phone);
  expect(phone.value).toBe("+91 91234 56789 1");
  expect(drafts.size).toBe(0);
  expect(asks()).toBe(true);
  happyDOM.setURL(`${home}#t=second`);
  await act(async () => void window.dispatchEvent(new Event("hashchange")));
  await waitFor(() => expect(drafts.get("a")?.values?.phone).toBe("+91 91234 56789 1"));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(location.hash).toBe("");
  await screen.findByText(/kept as a draft/);
  expect(asks()).toBe(false);
});

test("a save that the new program did not accept is done once it does", async () => {
  const { program, drafts, files } = show("first");
  const phone = await openPhone();
  await user.type(phone, " 1");
  await waitFor(() => expect(drafts.size).toBe(1));
  program.token = "second";
  await user.keyboard("{Control>}s{/Control}");
  await user.type(await screen.findByLabelText(/PIN$/), PIN);
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(files.get("a")?.values?.phone).toBe("+91 91234 56789 1"));
});

test.each([
  ["http://localhost:4001/", /Open the address that the program printed in its terminal/],
  ["http://192.168.1.5:4001/", /^Enter the PIN shown in the terminal\.$/],
])("without a token, the drawer at %s says how to get one", async (url, words) => {
  happyDOM.setURL(url);
  const { calls } = show(null);
  expect(screen.getByText(words)).toBeTruthy();
  await user.type(screen.getByLabelText(/PIN$/), "1");
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect((await screen.findByRole("alert")).textContent).toBe("This is another PIN.");
  expect(calls).toEqual([]);
  await user.clear(screen.getByLabelText(/PIN$/));
  await user.type(screen.getByLabelText(/PIN$/), PIN);
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(await screen.findByText(/Click anything on the page/)).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("an address with a token is taken as such", async () => {
  show(null);
  await user.type(screen.getByLabelText(/PIN$/), "http://localhost:4001/#t=first");
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(await screen.findByText(/Click anything on the page/)).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("Escape does not close the question for a token", async () => {
  show(null);
  const dialog = screen.getByRole("dialog");
  for (const event of [new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }), new Event("cancel", { cancelable: true })]) {
    expect(dialog.dispatchEvent(event)).toBe(false);
  }
});

test("the code with which the program has opened the tab is exchanged for the token; without a question if it is right", async () => {
  show(null, "c0de");
  expect(await screen.findByText(/Click anything on the page/)).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a code that was used before leads to the question", async () => {
  show(null, "used");
  expect(await screen.findByRole("dialog", { name: "Connect to the program" })).toBeTruthy();
});
