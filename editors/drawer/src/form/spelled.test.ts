import { expect, test } from "vitest";
import { spelled } from "./FindingList.tsx";

test.each([
  ["it is published on 2026-11-30", "it is published on 30 November 2026"],
  ["from 2026-11-30, to 2026-12-01.", "from 30 November 2026, to 1 December 2026."],
  ["the link /blogs/2026-11-30 and 2026-11-30.md", "the link /blogs/2026-11-30 and 2026-11-30.md"],
  ["there is no 2026-13-45", "there is no 2026-13-45"],
])("the days of “%s” are spelled out", (text, expected) => {
  expect(spelled(text)).toBe(expected);
});
