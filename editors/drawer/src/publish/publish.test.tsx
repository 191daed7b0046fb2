import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Finding, Publication } from "../api/types.ts";
import { Refused } from "../api/client.ts";
import { fakeSite } from "../testing/fakeSite.ts";
import { Publish } from "./Publish.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const publication = (blocked: string | null, ...others: string[]): Publication => ({ how: "commit", label: "Publish", blocked, pages: [], others, errors: [], later: [], unsaved: [], fingerprint: "seen" });
const pass = (duration: number) => act(async () => void (await vi.advanceTimersByTimeAsync(duration)));

/** Shows the view of a site whose answers the test gives. */
function show() {
  const { api } = fakeSite();
  const answers: ((answer: Publication) => void)[] = [];
  const asked: string[] = [];
  api.publication = (direction) => {
    asked.push(direction);
    return new Promise((resolve) => answers.push(resolve));
  };
  api.publish = (direction, seen) => {
    asked.push(`${direction} ${seen}`);
    return new Promise((resolve) => published.push(resolve));
  };
  const published: ((answer: { message: string }) => void)[] = [];
  const nothing = () => undefined;
  const view = (revision: number) => <Publish api={api} revision={revision} onOpen={nothing} onFix={nothing} onGo={nothing} onStatus={nothing} />;
  const { rerender } = render(view(1));
  return { answers, asked, published, change: (revision: number) => rerender(view(revision)) };
}

test("the pages are compared at once, and then only after a pause", async () => {
  const { answers, change } = show();
  await pass(0);
  expect(answers).toHaveLength(1);
  for (const revision of [2, 3, 4]) {
    change(revision);
    await pass(400);
  }
  expect(answers).toHaveLength(1);
  await pass(2000);
  expect(answers).toHaveLength(2);
});

test("an answer that is not the latest is ignored", async () => {
  const { answers, change } = show();
  await pass(0);
  change(2);
  await pass(2000);
  await act(async () => answers[1]?.(publication(null, "newer")));
  await act(async () => answers[0]?.(publication(null, "older")));
  expect(screen.getByText("newer")).toBeTruthy();
  expect(screen.queryByText("older")).toBeNull();
});

test.each([
  ["nothing to publish", publication("Nothing has changed since the last time."), "Nothing has changed since the last time.", true],
  ["errors", publication("2 errors have to be corrected first.", "a"), "2 errors have to be corrected first.", true],
  ["a change on no page", publication(null, "“Terms” has changed; no public page shows it."), "“Terms” has changed; no public page shows it.", false],
  ["a change without words", publication(null), "What will change", false],
])("whether it can be published is what the program says: %s", async (_, answer, text, isDisabled) => {
  const { answers } = show();
  await pass(0);
  await act(async () => answers[0]?.(answer));
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Publish" })).toHaveProperty("disabled", isDisabled);
  expect(screen.queryByText(/already published/)).toBeNull();
});

const click = (name: string | RegExp) => act(async () => screen.getByRole("button", { name }).click());

test("what is published is what was seen; the wait says what is done, and the last publication can be taken back", async () => {
  const { answers, asked, published } = show();
  await pass(0);
  await act(async () => answers[0]?.(publication(null, "a")));
  await click("Publish");
  await pass(1000);
  expect(screen.getByText("Sending the changes…")).toBeTruthy();
  await act(async () => published[0]?.({ message: "Sent." }));
  expect(screen.getByRole("heading", { name: "Done" })).toBeTruthy();
  await click(/Take it back/);
  await pass(0);
  await act(async () => answers[1]?.({ ...publication(null, "b"), label: "Take it back" }));
  await click("Take it back");
  expect(asked).toEqual(["on", "on seen", "back", "back seen"]);
});

test("what only the public site may not have is listed, but does not keep a version from being sent", async () => {
  const { answers } = show();
  await pass(0);
  const later: Finding = { id: "1", code: "placeholder-data", parts: {}, message: "`phone` is placeholder data", help: null, isError: true, stopsBuild: true, document: "d", title: "Site", url: null, field: "/phone", body: null, fixes: [] };
  await act(async () => answers[0]?.({ ...publication(null, "a"), later: [later] }));
  expect(screen.getByText("Before the site can be public, 1 more thing must be corrected").closest("details")).toHaveProperty("open", false);
  expect(screen.getByRole("button", { name: "Publish" })).toHaveProperty("disabled", false);
});

test("what went wrong is said in words, with the technical reason folded away", async () => {
  const { api } = fakeSite();
  api.publication = async () => {
    throw new Refused(409, "It could not be published.", null, "fatal: bad object");
  };
  const nothing = () => undefined;
  render(<Publish api={api} revision={1} onOpen={nothing} onFix={nothing} onGo={nothing} onStatus={nothing} />);
  await pass(0);
  expect(screen.getByText("It could not be published.")).toBeTruthy();
  expect(screen.getByText("fatal: bad object").closest("details")).toHaveProperty("open", false);
});

test("the errors in what would be published are listed, each with a way to its place, and those that a draft hides say so", async () => {
  const { api } = fakeSite();
  const opened: unknown[] = [];
  const error = (given: Partial<Finding>): Finding => ({ id: "1", code: "x", parts: {}, message: "the link `/x` does not exist", help: null, isError: true, stopsBuild: true, document: "a", title: "Mumbai", url: null, field: "/phone", body: null, fixes: [{ id: "1-0", label: "remove it" }], ...given });
  const errors = [error({}), error({ id: "2", document: "b", title: "E-way bills", body: [1, 2], field: null })];
  api.publication = async () => ({ ...publication("2 errors have to be corrected first."), errors, unsaved: [{ document: "b", title: "E-way bills" }] });
  render(<Publish api={api} revision={1} onOpen={(...given) => opened.push(given)} onFix={() => undefined} onGo={() => undefined} onStatus={() => undefined} />);
  await pass(0);
  const [first, second] = screen.getAllByText(/The link \/x does not exist\./);
  expect(first?.textContent).toBe("Must be corrected: The link /x does not exist. ");
  expect(second?.textContent).toBe("Must be corrected: The link /x does not exist. You have changes of it that are not saved. Save them if they correct this.");
  expect(screen.getAllByRole("button", { name: "Remove it" })).toHaveLength(1);
  for (const button of screen.getAllByRole("button", { name: "Show it" })) fireEvent.click(button);
  expect(opened).toEqual([
    [{ document: "a", field: "/phone" }, expect.objectContaining({ id: "1" })],
    [{ document: "b" }, expect.objectContaining({ id: "2", body: null })],
  ]);
});
