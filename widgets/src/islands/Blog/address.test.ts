import { expect, test } from "vitest";
import { addressOf, pageOf, stateOf } from "./address.ts";
import { shortDate } from "./date.ts";

const categories = [
  { name: "", url: "/blogs" },
  { name: "Corporate Law", url: "/blogs/category/corporate-law" },
];
const url = (address: string) => new URL(address, "http://site");

test.each([
  ["/blogs", "", 1],
  ["/blogs?page=2", "", 2],
  ["/blogs?category=Corporate%20Law&page=3", "Corporate Law", 3],
  ["/blogs?category=Corporate+Law", "Corporate Law", 1],
  ["/blogs?category=All", "", 1],
  ["/blogs?category=Nothing", "Nothing", 1],
  ["/blogs?page=-1", "", 1],
  ["/blogs?page=1.5", "", 1],
  ["/blogs?page=x", "", 1],
  ["/blogs/page/2", "", 2],
  ["/blogs/category/corporate-law", "Corporate Law", 1],
  ["/blogs/category/corporate-law/page/2", "Corporate Law", 2],
])("the state of the URL %s", (address, category, page) => {
  expect(stateOf(url(address), categories)).toEqual({ category, page });
});

test.each(["/blogs/an-article", "/blogs/category/unknown", "/about"])("%s is not a list", (address) => {
  expect(stateOf(url(address), categories)).toBeUndefined();
});

test.each([
  ["", 1, "/blogs"],
  ["", 2, "/blogs?page=2"],
  ["Corporate Law", 1, "/blogs?category=Corporate%20Law"],
  ["R&D", 2, "/blogs?category=R%26D&page=2"],
])("the URL of %j, page %d", (category, page, address) => {
  expect(addressOf({ category, page }, categories)).toBe(address);
  expect(stateOf(url(address), categories)).toEqual({ category, page });
});

test.each([
  ["", 1, "/blogs"],
  ["", 2, "/blogs/page/2"],
  ["Corporate Law", 3, "/blogs/category/corporate-law/page/3"],
  ["R&D", 1, undefined],
])("the page of %j, page %d", (category, page, expected) => {
  expect(pageOf({ category, page }, categories)).toBe(expected);
});

test.each([
  ["2025-09-22", "Sep 22, 2025"],
  ["2025-01-02T00:00:00Z", "Jan 2, 2025"],
])("the date %s", (date, shown) => {
  expect(shortDate(date)).toBe(shown);
});
