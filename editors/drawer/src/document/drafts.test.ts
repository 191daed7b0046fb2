import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { draftSender } from "./drafts.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A sender whose requests are answered by the test. */
function sender(isTemporary = true) {
  const requests: { contents: string; answer: (result: string) => void; refuse: () => void }[] = [];
  const results: string[] = [];
  const errors: unknown[] = [];
  const drafts = draftSender<string, string>({
    send: (contents) => new Promise((answer, reject) => requests.push({ contents, answer, refuse: () => reject(new Error("down")) })),
    onResult: (result) => results.push(result),
    onError: (error) => errors.push(error) > 0 && isTemporary,
  });
  return { drafts, requests, results, errors };
}

test("only the newest contents are sent, one request at a time", async () => {
  const { drafts, requests, results } = sender();
  drafts.push("a");
  drafts.push("ab");
  await vi.advanceTimersByTimeAsync(100);
  expect(requests.map(({ contents }) => contents)).toEqual(["ab"]);
  drafts.push("abc");
  drafts.push("abcd");
  await vi.advanceTimersByTimeAsync(100);
  expect(requests).toHaveLength(1);
  requests[0]?.answer("first");
  await vi.advanceTimersByTimeAsync(100);
  expect(results).toEqual(["first"]);
  expect(requests.map(({ contents }) => contents)).toEqual(["ab", "abcd"]);
});

test("contents that could not be sent are sent again, or newer ones in their place", async () => {
  const { drafts, requests, errors } = sender();
  drafts.push("a");
  await vi.advanceTimersByTimeAsync(100);
  drafts.push("b");
  requests[0]?.refuse();
  await vi.advanceTimersByTimeAsync(100);
  expect(errors).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(3000);
  expect(requests.map(({ contents }) => contents)).toEqual(["a", "b"]);
});

test("contents that are refused are not sent again", async () => {
  const { drafts, requests } = sender(false);
  drafts.push("a");
  await vi.advanceTimersByTimeAsync(100);
  requests[0]?.refuse();
  await vi.advanceTimersByTimeAsync(5000);
  expect(requests).toHaveLength(1);
});

test("nothing is sent once it has settled", async () => {
  const { drafts, requests } = sender();
  drafts.push("a");
  await drafts.settle();
  await vi.advanceTimersByTimeAsync(5000);
  expect(requests).toHaveLength(0);
});
