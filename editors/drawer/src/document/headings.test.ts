import { expect, test } from "vitest";
import type { Finding } from "../api/types.ts";
import { lostHeadings } from "./headings.ts";

const finding = (parts: Finding["parts"]) => ({ code: "broken-anchor", parts }) as Finding;
const missing = [finding({ page: ["/a"], anchor: ["what-we-do"] })];

test.each([
  ["renamed", "# A\n\n## What we do\n", "# A\n\n## Our work\n", missing, [{ anchor: "what-we-do", title: "Our work", offset: 16 }]],
  ["with a percent sign", "## Save 50%ad", "## Save 60%ad", [finding({ page: ["/a"], anchor: ["save-50%ad"] })], [{ anchor: "save-50%ad", title: "Save 60%ad", offset: 13 }]],
  ["the same", "## What we do", "## What we do", [], []],
  ["of another page", "## What we do", "## Our work", [finding({ page: ["/b"], anchor: ["what-we-do"] })], []],
  ["another finding", "## What we do", "## Our work", [finding({ page: ["/a"] })], []],
  ["that has an address already", "## What we do", "## Our work {#b}", missing, []],
  ["that is removed", "## What we do\n## B", "## B", missing, []],
])("a heading %s", (_, before, now, findings, expected) => {
  expect(lostHeadings(before, now, findings, "/a")).toEqual(expected);
});
