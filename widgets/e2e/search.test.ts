import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { dist, expectAccessible, PHONE, useSite } from "./site.ts";
import { searcher } from "../../crates/render/src/search/search.js";

const site = useSite();
/** Queries with their expected pages. One of the expected pages must be among the first three results. */
const GOLD = JSON.parse(readFileSync(join(import.meta.dirname, "search-gold.json"), "utf8")) as [string, ...string[]][];

const field = (page: Page) => page.getByRole("combobox", { name: "Search" });
const options = (page: Page) => page.getByRole("listbox", { name: "Results" }).getByRole("option");
const addresses = (page: Page) => options(page).evaluateAll((links) => links.map((link) => link.getAttribute("href")));

async function search(page: Page, query: string): Promise<void> {
  await page.keyboard.press("/");
  await field(page).waitFor();
  await field(page).fill(query);
  await options(page).first().waitFor();
}

test("98 of 100 queries have an expected page among the first three", async () => {
  const { find } = searcher("/search.json", async (url) => JSON.parse(readFileSync(join(dist, url), "utf8")));
  const missed: string[] = [];
  for (const [query, ...expected] of GOLD) {
    const { results } = await find(query);
    const first = results.slice(0, 3).map(({ url }) => url.replace(/#.*/, ""));
    if (!first.some((url) => expected.includes(url))) missed.push(`${query}: ${first.join(" ")}`);
  }
  expect(GOLD.length).toBeGreaterThanOrEqual(100);
  expect(missed.length / GOLD.length, missed.join("\n")).toBeLessThanOrEqual(0.02);
});

test("index and scripts are within their budgets, and load on first use", async () => {
  const { page, requests, messages } = await site.visit("/");
  await page.waitForLoadState("networkidle");
  const bytes = (url: string) => brotliCompressSync(readFileSync(join(dist, new URL(url).pathname))).length;
  const loaded = () => requests.filter((url) => /\/search/.test(url));
  expect(loaded().map((url) => url.replace(/-[A-Z2-7]{8}/, ""))).toEqual([site.url("/assets/search-open.js")]);
  expect(bytes(loaded()[0]!)).toBeLessThan(1_000);
  await search(page, "gst");
  expect(loaded().map((url) => url.replace(/-[A-Z2-7]{8}/, "")).slice(1)).toEqual([site.url("/assets/search.js"), site.url("/search.json")]);
  expect(bytes(loaded()[1]!)).toBeLessThan(8_000);
  expect(bytes(loaded()[2]!)).toBeLessThan(40_000);
  expect(messages).toEqual([]);
});

test("by keyboard: `/` opens, arrows choose, Enter follows to the heading, Escape closes", async () => {
  const { page } = await site.visit("/about");
  await page.keyboard.press("/");
  expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type("employees state insurance wage limits");
  await expect.poll(() => addresses(page)).toContain("/blogs/hr-payroll-compliance#headcount-and-wage-limits");
  expect(await field(page).getAttribute("aria-expanded")).toBe("true");
  expect(await field(page).getAttribute("aria-activedescendant")).toBeNull();
  await page.keyboard.press("ArrowUp");
  const active = async () => options(page).evaluateAll((all) => all.findIndex((one) => one.getAttribute("aria-selected") === "true"));
  const count = await options(page).count();
  expect(await active()).toBe(count - 1);
  expect(await field(page).getAttribute("aria-activedescendant")).toBe(await options(page).last().getAttribute("id"));
  await page.keyboard.press("ArrowDown");
  expect(await active()).toBe(-1);
  await page.keyboard.press("Escape");
  expect(await page.locator("dialog[open]").count()).toBe(0);

  await search(page, "trademark objection");
  await expect.poll(() => options(page).first().getAttribute("href")).toMatch(/^\/services\/trademark/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/services/trademark*");
});

test("`/` opens the search again before the focus has left the closed dialog", async () => {
  const { page } = await site.visit("/about");
  await page.keyboard.press("/");
  await field(page).evaluate((input) => {
    input.closest("dialog")?.close();
    input.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true, cancelable: true }));
  });
  await field(page).waitFor();
});

test("`/` can be typed into a field, and the shortcut can be switched off", async () => {
  const { page } = await site.visit("/contact");
  const name = page.getByRole("textbox", { name: /name/i }).first();
  await name.fill("a");
  await name.press("/");
  expect(await name.inputValue()).toBe("a/");
  expect(await page.locator("dialog[open]").count()).toBe(0);
  await page.getByRole("link", { name: "Search", exact: true }).click();
  await page.getByRole("checkbox", { name: "/ opens the search" }).uncheck();
  await page.getByRole("button", { name: "Close search" }).click();
  await page.locator("h1").click();
  await page.keyboard.press("/");
  await page.waitForTimeout(200);
  expect(await page.locator("dialog[open]").count()).toBe(0);
});

test.each([
  ["a typing error", "tradmark registraton", "/services/trademark", "Registration"],
  ["an unfinished word", "payro", "/services/hr-payroll-labour-laws", "Payroll"],
  ["a phrase", "goods and services tax", "/services/gujarat-vat-service-tax", "Tax"],
  ["a synonym in Gujarati", "જીએસટી", "/services/gujarat-vat-service-tax", "GST"],
  ["Hindi", "ऑडिट", "/services/auditing-assurance", "Auditing"],
  ["Gujarati", "ટ્રેડમાર્ક", "/services/trademark", "Trademark"],
])("%s finds the page and marks the word", async (_, query, address, word) => {
  const { page } = await site.visit("/");
  await search(page, query);
  const found = async () => (await addresses(page)).slice(0, 3).map((url) => url?.replace(/#.*/, ""));
  await expect.poll(found).toContain(address);
  const marks = await options(page).locator("mark").allTextContents();
  expect(marks.map((mark) => mark.toLowerCase())).toContain(word.toLowerCase());
});

test.each([
  ["partners", "/about#team", ["partners"]],
  ["Imran Qureshi", "/about#team", []],
  ["gst notice", "/services/gujarat-vat-service-tax#if-you-have-received-a-gst-notice", ["gst", "notice"]],
])("%s finds %s first, and only what was typed is marked", async (query, address, marked) => {
  const { page } = await site.visit("/");
  await search(page, query);
  await expect.poll(async () => (await addresses(page))[0]).toBe(address);
  const marks = (await options(page).first().locator("mark").allTextContents()).map((mark) => mark.toLowerCase());
  expect([...new Set(marks)].sort()).toEqual(marked);
});

test("a word of a Hindi text is found on its page", async () => {
  const { page } = await site.visit("/");
  await search(page, "हिन्दी");
  await expect.poll(() => addresses(page)).toEqual(["/blogs"]);
});

test("the number of results is announced, also if there are none", async () => {
  const { page } = await site.visit("/");
  await search(page, "nidhi");
  const status = page.locator("dialog [role=status]");
  await expect.poll(() => status.textContent()).toMatch(/^\d results?$/);
  await expectAccessible(page);
  await field(page).fill("xyzzyq");
  await expect.poll(() => status.textContent()).toBe("Nothing found for “xyzzyq”. Try fewer words, or the A to Z.");
  expect(await field(page).getAttribute("aria-expanded")).toBe("false");
});

test("suggestions are shown first, later also earlier searches until they are deleted", async () => {
  const { page } = await site.visit("/");
  await page.keyboard.press("/");
  const groups = () => page.locator("dialog [role=group]").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  await expect.poll(groups).toEqual(["Often searched for"]);
  await options(page).filter({ hasText: "Trademark" }).click();
  expect(await field(page).inputValue()).toBe("Trademark");
  await expect.poll(() => options(page).first().getAttribute("href")).toMatch(/^\/services\/trademark/);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/services/trademark*");
  await page.keyboard.press("/");
  await expect.poll(groups).toEqual(["You searched for", "Often searched for"]);
  expect(await options(page).first().textContent()).toBe("Trademark");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Forget my searches" }).click();
  await expect.poll(groups).toEqual(["Often searched for"]);
});

test.each([
  ["without a script", {}, true],
  ["if the script cannot be loaded", { javaScriptEnabled: true }, false],
] as const)("%s, the link in the header leads to the A to Z", async (_, options, isWithout) => {
  const { page } = await site.visit("/", {
    ...options,
    ...(isWithout && { javaScriptEnabled: false }),
    before: (page) => page.route(/search-[A-Z2-7]{8}\.js/, (route) => route.abort()),
  });
  await page.getByRole("link", { name: "Search", exact: true }).click();
  await page.waitForURL("**/a-to-z");
  const entries = await page.locator(".a-to-z-title").allTextContents();
  expect(entries).toContain("Working Capital Management for Growing Businesses");
  expect(entries.length).toBe(34);
  const names = entries.map((entry) => entry.replace(/^The /, "").toLowerCase());
  expect(names).toEqual([...names].sort((a, b) => (a < b ? -1 : 1)));
});

test.each([
  [PHONE, "light"],
  [{ width: 1280, height: 800 }, "dark"],
] as const)("the dialog and the A to Z are accessible at %o, %s", async (viewport, colorScheme) => {
  const { page } = await site.visit("/a-to-z", { viewport, colorScheme });
  await expectAccessible(page);
  await search(page, "gst");
  await expectAccessible(page);
  const { width } = (await page.locator("dialog[open]").boundingBox())!;
  expect(width).toBeLessThanOrEqual(viewport.width);
});
