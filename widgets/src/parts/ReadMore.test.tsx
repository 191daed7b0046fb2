import { fireEvent, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { startReadMore } from "../live/read-more.ts";
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

function show(text: string, limit: number) {
  const { container } = render(<ReadMore text={text} limit={limit} className="text" about="x" />);
  startReadMore(container);
  return container;
}

test("a short text has no button", () => {
  show("short", 5);
  expect(screen.queryByRole("button")).toBeNull();
});

test("shows the rest and hides it again", () => {
  const container = show("a long text", 6);
  const text = () => container.querySelector(".text")?.textContent;
  expect(text()).toBe("a long…");
  fireEvent.click(screen.getByRole("button", { name: "Read More" }));
  expect(text()).toBe("a long text");
  expect(screen.getByRole("button", { name: "Read Less" }).getAttribute("aria-expanded")).toBe("true");
  fireEvent.click(screen.getByRole("button"));
  expect(text()).toBe("a long…");
});

test("keeps the hidden rest for printing", () => {
  const container = show("a long text", 6);
  const printed = () => container.querySelector(".text")?.getAttribute("data-rest");
  expect(printed()).toBe(" text");
  fireEvent.click(screen.getByRole("button"));
  expect(printed()).toBeNull();
});

test("the server's HTML contains the whole text", () => {
  const html = renderToString(<ReadMore text="a long text" limit={6} className="text" about="x" />);
  expect(html.replace(/<[^>]*>/g, "")).toContain("a long… text");
});
