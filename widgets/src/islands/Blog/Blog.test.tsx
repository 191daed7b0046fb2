import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
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

function show(address = "/blogs") {
  setReducedMotion(true);
  window.scrollTo = () => {};
  history.replaceState(null, "", address);
  const main = document.body.appendChild(document.createElement("main"));
  const props = { articles, categories, address: new URL(address, "http://site").pathname, perPage: 6 };
  const { container } = render(<Blog {...props} />, { container: main.appendChild(document.createElement("div")) });
  start(container, props);
  return container;
}

const titles = () => screen.getAllByRole("heading").map((heading) => heading.textContent);
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

afterEach(() => vi.unstubAllGlobals());

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

test("an unknown category is empty", () => {
  show("/blogs?category=Gardening");
  expect(screen.getByText("No articles found in this category.")).toBeTruthy();
});

test("an article replaces the list until Back is pressed", async () => {
  const page = "<title>Article 2 - Firm</title><main><h1>Article 2</h1><a data-back-to-blog href='/blogs'>Back to Blog</a></main>";
  vi.stubGlobal("fetch", vi.fn(async () => new Response(page)));
  const container = show();
  fireEvent.click(screen.getByRole("link", { name: "Article 2" }));
  expect(location.pathname).toBe("/blogs/article-2");
  await screen.findByRole("heading", { name: "Article 2", level: 1 });
  expect(container.hidden).toBe(true);
  expect(document.title).toBe("Article 2 - Firm");
  expect(document.activeElement?.tagName).toBe("H1");
  history.replaceState(null, "", "/blogs");
  dispatchEvent(new PopStateEvent("popstate"));
  await waitFor(() => expect(container.hidden).toBe(false));
  expect(document.querySelector(".blog-article")).toBeNull();
});

test("a click with a modifier key is left to the browser", () => {
  show();
  const link = screen.getByRole("link", { name: "Article 2" });
  link.addEventListener("click", (event) => event.preventDefault());
  fireEvent.click(link, { ctrlKey: true });
  expect(location.pathname).toBe("/blogs");
});
