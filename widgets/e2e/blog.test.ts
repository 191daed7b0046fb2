import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible, stopAnimations, useSite, waitUntilActive } from "./site.ts";

const site = useSite();
const category = (page: Page, name: string) => page.locator(".blog-categories").getByRole("button", { name, exact: true });
const button = (page: Page, name: string) => page.locator(".pagination").getByRole("button", { name });
const featured = (page: Page) => page.locator(".article-card-featured:visible .article-card-title");
const cards = (page: Page) => page.locator(".blog-grid .article-card:visible");

async function blog(path = "/blogs", options = {}) {
  const visit = await site.visit(path, { reducedMotion: "reduce", ...options });
  await waitUntilActive(visit.page, "Blog");
  return visit;
}

test("shows the first article as featured, then 6 cards a page", async () => {
  const { page } = await blog();
  expect(await featured(page).count()).toBe(1);
  expect(await cards(page).count()).toBe(6);
  expect(await page.locator(".pagination-number").textContent()).toBe("Page 1 of 2");
  expect(await button(page, "Previous").isDisabled()).toBe(true);
  await button(page, "Next").click();
  expect(page.url()).toMatch(/\/blogs\?page=2$/);
  await expect.poll(() => page.locator(".pagination-number").textContent()).toBe("Page 2 of 2");
  expect(await cards(page).count()).toBe(1);
  expect(await featured(page).count()).toBe(0);
  expect(await button(page, "Next").isDisabled()).toBe(true);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("More Articles");
  expect(await page.locator("#blog-more-title").evaluate((title) => title.getBoundingClientRect().top)).toBeGreaterThan(60);
  await expectAccessible(page);
  await button(page, "Previous").click();
  await expect.poll(() => cards(page).count()).toBe(6);
  expect(new URL(page.url()).search).toBe("");
});

test("a category shows its articles from page 1, with pagination only if there are several pages", async () => {
  const { page } = await blog("/blogs?page=2");
  await expect.poll(() => cards(page).count()).toBe(1);
  await category(page, "Corporate Finance").click();
  await expect.poll(() => featured(page).count()).toBe(1);
  expect(await cards(page).count()).toBe(2);
  expect(await page.locator(".pagination:visible").count()).toBe(0);
  expect(await category(page, "Corporate Finance").getAttribute("aria-pressed")).toBe("true");
  expect(page.url()).toMatch(/\?category=Corporate%20Finance$/);
  expect(await page.locator(".blog [role=status]").textContent()).toBe("Corporate Finance: 3 articles, page 1 of 1");
  await expectAccessible(page);
  await page.goBack();
  await expect.poll(() => page.locator(".pagination-number").textContent()).toBe("Page 2 of 2");
});

test("a URL restores category and page", async () => {
  const { page } = await blog("/blogs?category=Taxation&page=2");
  await expect.poll(() => category(page, "Taxation").getAttribute("aria-pressed")).toBe("true");
  await expect.poll(() => featured(page).locator("xpath=..").locator(".article-card-category").textContent()).toBe("Taxation");
});

test("an empty category says so", async () => {
  const { page } = await blog("/blogs?category=Gardening");
  await expect.poll(() => page.getByText("No articles found in this category.").isVisible()).toBe(true);
});

test("an article opens within the page at its own URL; Back to Blog returns to the list as it was", async () => {
  const { page, requests } = await blog("/blogs");
  await category(page, "CS Services").click();
  await expect.poll(() => cards(page).count()).toBe(1);
  const title = (await cards(page).locator(".article-card-title").textContent())!;
  await page.evaluate(() => ((window as { marker?: boolean }).marker = true));
  await cards(page).getByRole("link", { name: title }).press("Enter");
  await page.waitForURL(/\/blogs\/[a-z0-9-]+$/);
  await page.locator("h1", { hasText: title }).waitFor();
  expect(await page.title()).toContain(title.slice(0, 30));
  expect(await page.locator("h1:visible").count()).toBe(1);
  expect(await page.locator("h1:visible").evaluate((heading) => heading === document.activeElement)).toBe(true);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  // Hours and table of contents are those of a page that was loaded.
  expect(await page.locator(".open-hours:visible").evaluateAll((all) => all.every((hours) => "state" in (hours as HTMLElement).dataset))).toBe(true);
  expect(await page.locator(".toc:visible").getAttribute("open")).toBe("");
  expect(await page.locator(".blog:visible").count()).toBe(0);
  for (const part of [".article-category", ".article-facts time", ".article-image", ".lead", ".article-body p"]) {
    expect(await page.locator(`.blog-article ${part}`).first().isVisible(), part).toBe(true);
  }
  await expectAccessible(page);
  await page.getByText("Back to Blog").click();
  await page.waitForURL(/category=CS%20Services$/);
  await expect.poll(() => featured(page).count()).toBe(1);
  expect(await category(page, "CS Services").getAttribute("aria-pressed")).toBe("true");
  expect(await page.evaluate(() => (window as { marker?: boolean }).marker)).toBe(true);
  expect(requests.filter((url) => url.endsWith("/blogs")).length).toBe(1);

  await featured(page).getByRole("link").click();
  await page.waitForURL(/\/blogs\/[a-z0-9-]+$/);
  await page.locator(".blog-article h1").waitFor();
  await page.goBack();
  await expect.poll(() => featured(page).count()).toBe(1);
  await page.goForward();
  await page.locator(".blog-article h1").waitFor();
  await page.reload();
  expect(await page.locator("h1:visible").count()).toBe(1);
});

test("an article opens at its top without scrolling, and Back restores the scroll position of the list", async () => {
  const { page } = await blog("/blogs", { reducedMotion: "no-preference" });
  await page.evaluate(() => scrollTo({ top: 600, behavior: "instant" }));
  await cards(page).last().getByRole("link").evaluate((link: HTMLElement) => link.click());
  const shown = () => new Promise<number>((resolve) => {
    const look = () => (document.querySelector(".blog-article h1") ? resolve(scrollY) : requestAnimationFrame(look));
    look();
  });
  expect(await page.evaluate(shown)).toBe(0);
  await page.goBack();
  await page.locator(".blog:visible").waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(600);
});

test("if an article cannot be loaded into the page, the browser navigates to it", async () => {
  const { page } = await blog();
  await page.route("**/blogs/*", (route) => (route.request().resourceType() === "fetch" ? route.abort() : route.continue()));
  await featured(page).getByRole("link").click();
  await page.waitForURL(/\/blogs\/[a-z0-9-]+$/);
  await page.locator("article.article h1").waitFor();
});

test("cards appear 150 ms after each other when the list changes", async () => {
  const { page } = await blog("/blogs?page=2", { reducedMotion: "no-preference" });
  await stopAnimations(page);
  await button(page, "Previous").click();
  await expect.poll(() => cards(page).count()).toBe(6);
  const delays = await page
    .locator(".blog-grid > li")
    .evaluateAll((all) => all.map((card) => card.getAnimations()[0]?.effect?.getTiming().delay));
  expect(delays).toEqual([0, 150, 300, 450, 600, 750]);
});

test("the lists that the site generator writes are interactive as well", async () => {
  const { page } = await blog("/blogs/category/taxation");
  expect(await category(page, "Taxation").getAttribute("aria-pressed")).toBe("true");
  await category(page, "All").click();
  await expect.poll(() => cards(page).count()).toBe(6);
  await page.goBack();
  await expect.poll(() => category(page, "Taxation").getAttribute("aria-pressed")).toBe("true");
});

test("without a script, categories, pages and articles are links", async () => {
  const { page } = await site.visit("/blogs", { javaScriptEnabled: false });
  await page.getByRole("link", { name: "Next" }).click();
  await page.waitForURL(/\/blogs\/page\/2$/);
  expect(await cards(page).count()).toBe(1);
  expect(await featured(page).count()).toBe(0);
  await page.locator(".blog-categories").getByRole("link", { name: "Taxation" }).click();
  await page.waitForURL(/\/blogs\/category\/taxation$/);
  await featured(page).getByRole("link").click();
  await page.waitForURL(/\/blogs\/[a-z0-9-]+$/);
  await page.getByRole("link", { name: "Back to Blog" }).click();
  await page.waitForURL(/\/blogs$/);
});
