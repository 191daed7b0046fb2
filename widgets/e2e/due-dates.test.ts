// The compliance calendar, on the day of the build and after some of its dates have passed.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { dist, PHONE, useSite } from "./site.ts";

const site = useSite();
const SUBJECTS = ["GST", "TDS", "Income tax", "Companies and LLPs", "PF and ESI", "FEMA"];

/** Returns the visible days in the list of the next due dates. */
const next = (page: Page) =>
  page.locator(".next-due .due-day:visible").evaluateAll((days) => days.map((day) => day.getAttribute("data-due") ?? ""));

/** Opens a page on a day after the build. */
const visitOn = (path: string, day: string) =>
  site.visit(path, { reducedMotion: "reduce", before: (page) => page.clock.setFixedTime(new Date(`${day}T12:00:00+05:30`)) });

test.each(["/", "/due-dates"])("%s shows the next three due dates that have not passed", async (path) => {
  const { page: still } = await site.visit(path, { javaScriptEnabled: false });
  const [first = "", second = "", third = ""] = await next(still);
  const { page } = await visitOn(path, second);
  const later = await next(page);
  expect(later.slice(0, 2)).toEqual([second, third]);
  expect(later).toHaveLength(3);
  expect(first < second).toBe(true);
});

/** Returns the next day of a day, both as `YYYY-MM-DD`. */
const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

test("a date that has passed is marked, in print as well", async () => {
  const { page: still } = await site.visit("/due-dates", { javaScriptEnabled: false });
  const [first = ""] = await next(still);
  const { page } = await visitOn("/due-dates", dayAfter(first));
  const time = page.locator(`.due-month [data-due='${first}'] time`);
  for (const media of ["screen", "print"] as const) {
    await page.emulateMedia({ media });
    expect(await time.evaluate((element) => getComputedStyle(element, "::after").content)).toBe('"passed"');
  }
});

test("a day of this month that has passed since the build is folded away", async () => {
  const { page: still } = await site.visit("/due-dates", { javaScriptEnabled: false });
  const [first = ""] = await next(still);
  const { page } = await visitOn("/due-dates", dayAfter(first));
  const day = page.locator(`.due-month [data-due='${first}']`);
  await expect.poll(() => day.isVisible()).toBe(false);
  await page.locator(".due-month:visible", { has: page.locator(`[data-due='${first}']`) }).locator("summary").click();
  expect(await day.isVisible()).toBe(true);
});

test("the tables show the next date, and the one after it once it has passed", async () => {
  const row = (page: Page) => page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: /GSTR-.?3B, monthly/ }) });
  const days = (page: Page, dates: string) =>
    row(page).locator(dates).evaluateAll((all) => all.map((date) => date.getAttribute("data-due") ?? ""));
  const { page: still } = await site.visit("/due-dates", { javaScriptEnabled: false });
  const [first = "", second = ""] = await days(still, ".due-next");
  expect(await days(still, ".due-next:visible")).toEqual([first]);
  const { page } = await visitOn("/due-dates", dayAfter(first));
  expect(await days(page, ".due-next:visible")).toEqual([second]);
});

test("without a script, every entry names its law, and on a phone nothing is cut off", async () => {
  const { page } = await site.visit("/due-dates", { viewport: PHONE, javaScriptEnabled: false });
  expect(await page.locator("main h2").allInnerTexts()).toEqual(expect.arrayContaining(SUBJECTS));
  const laws = await page.locator(".due-law").allInnerTexts();
  expect(laws.length).toBe(Number(await page.locator(".ledger-number").first().innerText()));
  for (const law of laws) expect(law).toMatch(/Act|Rules|Regulations|circular/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
});

test("service pages show their subject as a table", async () => {
  for (const [path, captions] of [
    ["/services/gujarat-vat-service-tax", ["GST"]],
    ["/services/direct-taxation", ["TDS", "Income tax"]],
    ["/services/corporate-law", ["Companies and LLPs"]],
  ] as const) {
    const { page } = await site.visit(path);
    expect(await page.locator(".due-table caption").allInnerTexts()).toEqual(captions);
    expect(await page.locator(".due-table").first().getByRole("columnheader").allInnerTexts()).toEqual(["Return", "Who", "Due"]);
  }
});

test("a service page shows the three entries that are due next, also some weeks after the build", async () => {
  const days = (page: Page) =>
    page.locator(".due-next:visible").evaluateAll((all) => all.map((date) => date.getAttribute("data-due") ?? ""));
  const { page: still } = await site.visit("/services/gujarat-vat-service-tax", { javaScriptEnabled: false });
  const first = await days(still);
  expect(first).toHaveLength(3);
  const later = dayAfter(first[2] ?? "");
  const { page } = await visitOn("/services/gujarat-vat-service-tax", later);
  const next = await days(page);
  expect(next).toHaveLength(3);
  expect(next).toEqual([...next].sort());
  expect(next.every((day) => day >= later && Date.parse(day) - Date.parse(later) < 31 * 86_400_000)).toBe(true);
});

test("every link to a calendar leads to a valid one", async () => {
  const { page } = await site.visit("/due-dates");
  const links = await page.locator("a[href$='.ics']").evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  expect(new Set(links).size).toBe(SUBJECTS.length + 1);
  for (const link of links) {
    const text = readFileSync(join(dist, link), "utf8");
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n[^]*END:VCALENDAR\r\n$/);
    for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  }
});
