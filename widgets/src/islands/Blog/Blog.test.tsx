import { act, fireEvent, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import { goBackTo } from "../../testing/history.ts";
import { setReducedMotion } from "../../testing/motion.ts";
import { ArticleCard } from "./ArticleCard.tsx";
import Blog from "./Blog.tsx";
import type { List } from "./load.ts";

const article = (number: number, category = "Taxation") => ({
  title: `Article ${number}`,
  url: `/blogs/article-${number}`,
  category,
  author: "A. Author",
  date: "2025-09-22",
  excerpt: "Excerpt",
  image: { src: "/x.svg", width: 8, height: 5 },
});
const categories = [
  { name: "Taxation", url: "/blogs/category/taxation" },
  { name: "Auditing", url: "/blogs/category/auditing" },
];
const first: List = { category: "", page: 1, total: 2, lead: [article(1)], items: [2, 3, 4, 5, 6, 7].map((one) => article(one)) };

/** Props of the pages that can be loaded. */
const lists: Record<string, List> = {
  "/blogs": first,
  "/blogs/page/2": { category: "", page: 2, total: 2, lead: [], items: [article(8), article(9)] },
  "/blogs/category/auditing": { category: "Auditing", page: 1, total: 1, lead: [article(5, "Auditing")], items: [] },
};
const replaced = vi.fn();
const requested: string[] = [];

beforeEach(() => {
  setReducedMotion(true);
  requested.length = 0;
  replaced.mockReset();
  vi.spyOn(location, "replace").mockImplementation(replaced);
  window.scrollTo = () => {};
  vi.stubGlobal("fetch", async (url: string) => {
    requested.push(url);
    const list = lists[url];
    const props = JSON.stringify({ url: "/blogs", categories, list });
    const html = list
      ? `<main><site-island data-island="Blog"><div></div><script type="application/json">${props}</script></site-island></main>`
      : `<title>${url}</title><main><a href="/blogs" data-back-to-blog>Back to Blog</a><h1>The article</h1></main>`;
    return new Response(html, { status: url.endsWith("gone") ? 404 : 200 });
  });
});

async function show(address = "/blogs", list = first) {
  history.replaceState(null, "", address);
  const main = document.body.appendChild(document.createElement("main"));
  const container = main.appendChild(document.createElement("div"));
  render(<Blog url="/blogs" categories={categories} list={list} />, { container });
  await loaded();
}

/** Waits until everything that was requested is shown. */
const loaded = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve))));
const titles = () => screen.getAllByRole("heading").map((heading) => heading.textContent);
const button = (name: string) => screen.getByRole("button", { name });
async function press(name: string) {
  fireEvent.click(button(name));
  await loaded();
}

test("a card says when its article was updated", () => {
  const { container } = render(<ArticleCard article={{ ...article(1), updated: "2026-06-01" }} />);
  expect(container.querySelector(".article-card-meta")?.textContent).toBe("A. Author Sep 22, 2025Updated Jun 1, 2026");
});

test("the HTML has links to the pages of the lists", () => {
  const { body } = new DOMParser().parseFromString(renderToString(<Blog url="/blogs" categories={categories} list={first} />), "text/html");
  const links = [...body.querySelectorAll("a:not([tabindex])")].map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toContainEqual(["All", "/blogs"]);
  expect(links).toContainEqual(["Auditing", "/blogs/category/auditing"]);
  expect(links).toContainEqual(["Article 7", "/blogs/article-7"]);
  expect(links).toContainEqual(["Next", "/blogs/page/2"]);
  expect(body.querySelectorAll("[role=button]")).toHaveLength(0);
});

test("a page is loaded in place, announced, and its title gets the focus", async () => {
  await show();
  expect(button("Previous").getAttribute("aria-disabled")).toBe("true");
  await press("Next");
  expect(titles()).toEqual(["Browse by Category", "More Articles", "Article 8", "Article 9"]);
  expect(screen.getByText("Page 2 of 2")).toBeTruthy();
  expect(location.search).toBe("?page=2");
  expect(button("Next").getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByRole("status").textContent).toBe("All: 2 articles, page 2 of 2");
  expect(document.activeElement?.textContent).toBe("More Articles");
});

test("a category is marked at once, and each list is loaded once", async () => {
  await show();
  fireEvent.click(button("Auditing"));
  expect(button("Auditing").getAttribute("aria-pressed")).toBe("true");
  await loaded();
  expect(titles()).toEqual(["Browse by Category", "Article 5"]);
  expect(location.search).toBe("?category=Auditing");
  expect(screen.queryByText("Next")?.closest("nav")?.hidden).toBe(true);
  fireEvent.keyDown(button("All"), { key: " " });
  await loaded();
  expect(screen.getByText("Page 1 of 2")).toBeTruthy();
  await press("Auditing");
  expect(requested).toEqual(["/blogs/category/auditing"]);
  fireEvent.pointerEnter(button("Taxation"));
  expect(requested).toEqual(["/blogs/category/auditing", "/blogs/category/taxation"]);
  goBackTo("/blogs");
  await loaded();
  expect(titles()).toContain("Article 1");
});

test.each([
  ["/blogs?page=9", "Page 2 of 2"],
  ["/blogs?category=Auditing&page=3", "Article 5"],
  ["/blogs?category=Gardening", "No articles found in this category."],
  ["/blogs?category=Gardening&page=2", "No articles found in this category."],
])("the URL %s shows %j", async (address, text) => {
  await show(address);
  expect(screen.getByText(text).closest("[hidden]")).toBeNull();
});

test("of two choices, the last one is shown, whichever is loaded first", async () => {
  await show();
  fireEvent.click(button("Auditing"));
  fireEvent.click(button("All"));
  await loaded();
  expect(titles()).toContain("Article 1");
});

test("if a list cannot be loaded, the browser goes to its page", async () => {
  await show("/blogs", { ...first, total: 3 });
  fireEvent.click(button("Taxation"));
  await loaded();
  expect(replaced).toHaveBeenCalledWith("/blogs/category/taxation");
});

test("an article is shown in place of the list; Back shows the list again", async () => {
  await show();
  document.title = "Blog";
  fireEvent.click(screen.getByRole("link", { name: "Article 2" }));
  await loaded();
  expect(location.pathname).toBe("/blogs/article-2");
  expect(document.title).toBe("/blogs/article-2");
  expect(document.activeElement?.textContent).toBe("The article");
  const list = screen.getByText("More Articles");
  expect(list.closest<HTMLElement>("main > *")?.hidden).toBe(true);
  const back = vi.spyOn(history, "back").mockImplementation(() => goBackTo("/blogs"));
  fireEvent.click(screen.getByText("Back to Blog"));
  expect(back).toHaveBeenCalledTimes(1);
  expect(screen.queryByText("The article")).toBeNull();
  expect(list.closest<HTMLElement>("main > *")?.hidden).toBe(false);
  expect(document.title).toBe("Blog");
});

test("if an article cannot be loaded, the browser goes to its page", async () => {
  await show("/blogs", { ...first, items: [{ ...article(2), url: "/blogs/gone" }] });
  fireEvent.click(screen.getByRole("link", { name: "Article 2" }));
  await loaded();
  expect(replaced).toHaveBeenCalledWith("/blogs/gone");
});

test("a click with a modifier key is left to the browser", async () => {
  await show();
  const link = screen.getByRole("link", { name: "Article 2" });
  link.addEventListener("click", (event) => event.preventDefault());
  fireEvent.click(link, { ctrlKey: true });
  expect(location.pathname).toBe("/blogs");
});
