import { expect, test } from "vitest";
import { marks, searcher, words } from "../../crates/render/src/search/search.js";

test("a rare word counts more than a frequent one, even if the index has only some pages of each", async () => {
  // Each word is in the title of one page: "visa" of page 1, "audit" of page 2, "firm" of page 3.
  const [visa, audit, firm] = ["!$#}", "1001!%#}", "3000!&#}"];
  const index = {
    pages: 10_000,
    collections: [["", 1]],
    of: "",
    suggestions: [],
    synonyms: [],
    words: ["audit firm visa", [audit, firm, visa].join(" ")],
    records: ["/visa", "/audit", "/firm"].map((url) => [url, url, "", []]),
  };
  const { find } = searcher("/search.json", async () => index);
  const { results } = await find("visa firm audit");
  expect(results.map(({ url }) => url)).toEqual(["/audit", "/firm"]);
});

test.each([
  ["finance", ["/finance", "/financial"]],
  ["import code", ["/importer"]],
  ["renewals", ["/renew"]],
  ["red flags", ["/red"]],
  ["direct tax", ["/direct"]],
  ["complaince report", ["/compliance", "/complain"]],
])("%s finds the forms of its words, and words that only resemble it only if there are none", async (query, expected) => {
  // Each word is the title of one page.
  const words = ["complain", "compliance", "direct", "director", "finance", "financial", "importer", "red", "reduce", "renew"];
  const index = {
    pages: words.length,
    collections: [["", 1]],
    of: "",
    suggestions: [],
    synonyms: [],
    words: [words.join(" "), words.map((_, at) => `!${String.fromCharCode(36 + at)}#}`).join(" ")],
    records: words.map((word) => [`/${word}`, word, "", []]),
  };
  const { results } = await searcher("/search.json", async () => index).find(query);
  expect(results.map(({ url }) => url).sort()).toEqual([...expected].sort());
});

test("text of scripts without spaces is found by pairs of characters, which are marked", async () => {
  expect(words("主要说 iPhone用の車、車 that's")).toEqual(["主要", "要说", "iphone", "用の", "の車", "車", "thats"]);
  const index = {
    pages: 2,
    collections: [["", 1]],
    of: "",
    suggestions: [],
    synonyms: [],
    words: ["职责 责范", "!$#} !$#}"],
    records: [["/a", "程序员的职责范围", "", []], ["/b", "車", "", []]],
  };
  const { results } = await searcher("/search.json", async () => index).find("职责范");
  expect(results.map(({ url }) => url)).toEqual(["/a"]);
  const [result] = results;
  expect(marks("程序员的职责范围 (職責)", result?.matched ?? new Set())).toEqual([[4, 7]]);
  expect(marks("Mary's audit, audits", new Set(["marys", "audit"]))).toEqual([[0, 6], [7, 12]]);
});
