// The compliance calendar, on the day of the build and after some of its dates have passed.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { dist, PHONE, useSite } from "./site.ts";

const site = useSite();
const SUBJECTS = ["GST", "TDS", "Income tax", "Companies and LLPs", "PF and ESI", "FEMA"];

/** Days of the list of what is due next, as a visitor sees them. */
const next = (page: Page) =>
  page.locator(".next-due .due-day:visible").evaluateAll((days) => days.map((day) => day.getAttribute("data-due") ?? ""));

/** A page on a day after the build. */
const visitOn = (path: string, day: string) =>
  site.visit(path, { reducedMotion: "reduce", before: (page) => page.clock.setFixedTime(new Date(`${day}T12:00:00+05:30`)) });

test.each(["/", "/due-dates"])("%s shows the next three days that have not passed", async (path) => {
  const { page: still } = await site.visit(path, { javaScriptEnabled: false });
  const [first = "", second = "", third = ""] = await next(still);
  const { page } = await visitOn(path, second);
  const later = await next(page);
  expect(later.slice(0, 2)).toEqual([second, third]);
  expect(later).toHaveLength(3);
  expect(first < second).toBe(true);
});

test("a date that has passed says so, on paper as well, and the tables name the one after it", async () => {
  const { page } = await visitOn("/due-dates", "2026-12-21");
  const day = page.locator(".due-month [data-due='2026-12-20']");
  for (const media of ["screen", "print"] as const) {
    await page.emulateMedia({ media });
    expect(await day.locator("time").evaluate((time) => getComputedStyle(time, "::after").content)).toBe('"passed"');
  }
  await page.emulateMedia({ media: "screen" });
  const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: /GSTR-.?3B, monthly/ }) });
  expect(await row.locator(".due-next:visible").allInnerTexts()).toEqual(["Next: 20 Jan 2027"]);
});

test("without a script everything is there, with the law of each, and on a phone nothing is cut off", async () => {
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

test("every calendar that is linked is one", async () => {
  const { page } = await site.visit("/due-dates");
  const links = await page.locator("a[href$='.ics']").evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  expect(new Set(links).size).toBe(SUBJECTS.length + 1);
  for (const link of links) {
    const text = readFileSync(join(dist, link), "utf8");
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n[^]*END:VCALENDAR\r\n$/);
    for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  }
});
