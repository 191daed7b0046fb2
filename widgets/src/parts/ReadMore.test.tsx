import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { ReadMore } from "./ReadMore.tsx";
import { shorten } from "./shorten.ts";

test.each([
  ["abc", 3, "abc", ""],
  ["abcd", 3, "abc", "d"],
  ["😀😀😀", 2, "😀😀", "😀"],
  ["ab cd", 3, "ab", " cd"],
  ["😀  b", 3, "😀", "  b"],
  ["", 3, "", ""],
])("%j shortened to %d", (text, limit, start, rest) => {
  expect(shorten(text, limit)).toEqual({ start, rest });
});

test("the server's HTML contains the whole text", () => {
  const html = renderToString(<ReadMore text="a long text" limit={6} className="text" about="x" />);
  expect(html.replace(/<[^>]*>/g, "")).toContain("a long… text");
});
