import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { setReducedMotion } from "../../testing/motion.ts";
import Blog from "./Blog.tsx";
import start from "./live.ts";

const image = { src: "/x.svg", width: 8, height: 5 };
const articles = Array.from({ length: 9 }, (_, index) => ({
  title: `Article ${index + 1}`,
  url: `/blogs/article-${index + 1}`,
  category: index === 4 ? "Auditing" : "Taxation",
  author: "A. Author",
  date: "2025-09-22",
  excerpt: "Excerpt",
  image,
}));
const categories = [
  { name: "Taxation", slug: "taxation", url: "/blogs/category/taxation" },
  { name: "Auditing", slug: "auditing", url: "/blogs/category/auditing" },
];

function show() {
  setReducedMotion(true);
  history.replaceState(null, "", "/blogs");
  const props = { articles, categories, address: "/blogs", perPage: 6 };
  start(render(<Blog {...props} />).container, props);
}

const titles = () => screen.getAllByRole("heading").map((heading) => heading.textContent);
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("choosing a category shows page 1; Next is disabled on the last page", () => {
  show();
  press("Next");
  expect(screen.getByText("Page 2 of 2")).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Next" }).disabled).toBe(true);
  press("Auditing");
  expect(titles()).toEqual(["Browse by Category", "Article 5"]);
  expect(location.search).toBe("?category=Auditing");
  expect(screen.getByRole("status").textContent).toBe("Auditing: 1 article, page 1 of 1");
  press("All");
  expect(screen.getByText("Page 1 of 2")).toBeTruthy();
});

test("a click with a modifier key is left to the browser", () => {
  show();
  const link = screen.getByRole("link", { name: "Article 2" });
  link.addEventListener("click", (event) => event.preventDefault());
  fireEvent.click(link, { ctrlKey: true });
  expect(location.pathname).toBe("/blogs");
});
