import { fireEvent, render, screen } from "@testing-library/react";
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

test("Read More shows the rest, and Read Less hides it", () => {
  const { container } = render(<ReadMore text="a long text" limit={6} className="text" about="x" />);
  const shown = () => [...container.querySelectorAll("[hidden]")].reduce((text, part) => text.replace(part.textContent!, ""), container.textContent!);
  expect(shown()).toBe("a long…Read More");
  fireEvent.click(screen.getByRole("button", { name: "Read More", expanded: false }));
  expect(shown()).toBe("a long textRead Less");
  fireEvent.click(screen.getByRole("button", { name: "Read Less", expanded: true }));
  expect(shown()).toBe("a long…Read More");
});
