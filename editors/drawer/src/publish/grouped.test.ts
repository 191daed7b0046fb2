import { expect, test } from "vitest";
import { grouped } from "./grouped.ts";

const page = (url: string, ...changes: string[]) => ({ url, title: url, changes });

test("changes on the same pages are shown once", () => {
  const groups = grouped([page("/", "phone", "phone", "hero"), page("/a", "phone", "address"), page("/b", "address", "phone"), page("/c")]);
  expect(groups.map(({ pages, changes }) => [pages.map(({ url }) => url), changes])).toEqual([
    [["/", "/a", "/b"], ["phone"]],
    [["/"], ["hero"]],
    [["/a", "/b"], ["address"]],
    [["/c"], []],
  ]);
});
