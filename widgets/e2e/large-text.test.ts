// A visitor's own settings: a text size twice as large, and forced colors.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { DESKTOP, useSite, waitUntilActive } from "./site.ts";

const site = useSite("--blink-settings=defaultFontSize=32");
const usual = useSite();
const PAGES = [
  "/", "/about", "/services", "/services/direct-taxation", "/services/trademark", "/services/practising-company-secretary", "/due-dates", "/clients", "/contact", "/query", "/careers", "/blogs",
  "/blogs/hr-payroll-compliance", "/location", "/projects", "/privacy", "/TermsAndConditions",
];

/** Returns the words that are broken across two lines. */
const broken = (page: Page) =>
  page.evaluate(() => {
    const words: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      if (!text.parentElement?.checkVisibility({ visibilityProperty: true })) continue;
      if (text.parentElement.closest(".visually-hidden, .menu-button, .header-phone, script")) continue;
      // A word may break after a hyphen, a slash or the @ of an address.
      for (const { index, 0: word } of text.data.matchAll(/[^\s\u00a0\-/@–]{4,}/g)) {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
        if (lines.size > 1) words.push(word);
      }
    }
    return words;
  });

test.each(PAGES)("with a font size of 32 px, %s fits into 375 px without broken words", async (path) => {
  const { page } = await site.visit(path, { viewport: { width: 375, height: 740 }, reducedMotion: "reduce" });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  expect(await broken(page)).toEqual([]);
});

// Only the text grows. For `@media`, the width of the window stays the same.
test.each(["/", "/contact", "/due-dates", "/services/direct-taxation"])("with text twice as large, %s fits on a phone and on a desktop", async (path) => {
  const { page } = await usual.visit(path, { reducedMotion: "reduce", bypassCSP: true });
  await page.addStyleTag({ content: "html { font-size: 200% }" });
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await broken(page)).toEqual([]);
  }
});

test("with forced colors, only the current item is underlined", async () => {
  const underlined = (selector: string) =>
    page.locator(selector).evaluateAll((items) => {
      const canvas = getComputedStyle(document.documentElement).backgroundColor;
      return items.map((item) => {
        const { borderBlockEndColor, borderBlockEndWidth } = getComputedStyle(item);
        return borderBlockEndColor !== canvas && borderBlockEndWidth !== "0px";
      });
    });
  const options = { viewport: { width: 2 * DESKTOP.width, height: 1600 }, forcedColors: "active", reducedMotion: "reduce" } as const;
  let { page } = await site.visit("/", options);
  await waitUntilActive(page, "HeroSlider");
  expect(await underlined(".nav-link")).toEqual([true, false, false, false, false, false, false, false]);
  expect(await underlined("button.hero-dot")).toEqual([true, false, false]);
  ({ page } = await site.visit("/services", options));
  await waitUntilActive(page, "ServicesToggle");
  expect(await underlined(".toggle-option")).toEqual([true, false]);
  ({ page } = await site.visit("/blogs", options));
  expect(await underlined(".filter-option")).toEqual([true, false, false, false, false, false]);
});
