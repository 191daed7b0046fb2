import { expect, test } from "vitest";
import { addressOf, stateOf } from "./address.ts";
import { shortDate } from "./date.ts";
import { pageOf } from "./list.ts";

const articles = (count: number, category = "A") => Array.from({ length: count }, (_, id) => ({ id, category }));

test.each([
  [0, 1, undefined, [], 1],
  [1, 1, 0, [], 1],
  [7, 1, 0, [1, 2, 3, 4, 5, 6], 1],
  [8, 1, 0, [1, 2, 3, 4, 5, 6], 2],
  [8, 2, undefined, [7], 2],
  [13, 2, undefined, [7, 8, 9, 10, 11, 12], 2],
  [14, 3, undefined, [13], 3],
  // A page that does not exist is replaced by the nearest one.
  [8, 9, undefined, [7], 2],
])("%d articles, page %d", (count, page, featured, cards, total) => {
  const found = pageOf(articles(count), { category: "", page }, 6);
  expect(found.featured?.id).toBe(featured);
  expect(found.cards.map(({ id }) => id)).toEqual(cards);
  expect(found.total).toBe(total);
});

test("a category shows only its articles", () => {
  const found = pageOf([...articles(2), ...articles(3, "B")], { category: "B", page: 1 }, 6);
  expect([found.featured, ...found.cards].every((article) => article?.category === "B")).toBe(true);
  expect(pageOf(articles(2), { category: "none", page: 1 }, 6).featured).toBeUndefined();
});

const categories = [{ name: "Corporate Law", slug: "corporate-law", url: "/blogs/category/corporate-law" }];

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
  expect(stateOf(address, categories)).toEqual({ category, page });
});

test.each([
  ["", 1, "/blogs"],
  ["", 2, "/blogs?page=2"],
  ["Corporate Law", 1, "/blogs?category=Corporate%20Law"],
  ["R&D", 2, "/blogs?category=R%26D&page=2"],
])("the URL of %j, page %d", (category, page, address) => {
  expect(addressOf({ category, page })).toBe(address);
  expect(stateOf(address, categories)).toEqual({ category, page });
});

test.each([
  ["2025-09-22", "Sep 22, 2025"],
  ["2025-01-02T00:00:00Z", "Jan 2, 2025"],
])("the date %s", (date, shown) => {
  expect(shortDate(date)).toBe(shown);
});
