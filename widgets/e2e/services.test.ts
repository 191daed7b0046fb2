import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible, useSite, waitUntilActive } from "./site.ts";

const site = useSite();
const shown = (page: Page) => page.locator(".register .entry:visible").count();
const tab = (page: Page, name: string) => page.getByRole("tab", { name });

async function services(path = "/services", options = {}) {
  const visit = await site.visit(path, options);
  await waitUntilActive(visit.page, "ServicesToggle");
  return visit;
}

test("shows 8 CA services, then 18 CS services", async () => {
  const { page } = await services();
  expect(await shown(page)).toBe(8);
  const entry = page.locator(".entry:visible").first();
  expect(await entry.locator("svg").count()).toBeGreaterThan(0);
  expect(await entry.locator(".entry-features li").count()).toBe(4);
  await tab(page, "CS Services").click();
  expect(await shown(page)).toBe(18);
  expect(page.url()).toMatch(/#cs$/);
  await expectAccessible(page);
  await tab(page, "CA Services").click();
  expect(await shown(page)).toBe(8);
});

test("Back and Forward restore the chosen register", async () => {
  const { page } = await services();
  await tab(page, "CS Services").click();
  await page.goBack();
  await expect.poll(() => shown(page)).toBe(8);
  await page.goForward();
  await expect.poll(() => shown(page)).toBe(18);
  await page.locator(".entry:visible .entry-more").first().click();
  await page.waitForURL(/\/services\/./);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => shown(page)).toBe(18);
});

test("Back to Services returns to the chosen register", async () => {
  const { page } = await services("/services#cs");
  await page.locator(".entry:visible .entry-more").first().click();
  await page.waitForURL(/\/services\/./);
  await page.getByRole("link", { name: "Back to Services" }).click();
  await page.waitForURL(/\/services#cs$/);
  await expect.poll(() => shown(page)).toBe(18);
  const direct = await site.visit("/services/trademark");
  await direct.page.getByRole("link", { name: "Back to Services" }).click();
  await direct.page.waitForURL(/\/services$/);
});

test("#cs shows the CS services, even without a script", async () => {
  const { page } = await services("/services#cs");
  expect(await shown(page)).toBe(18);
  const off = await site.visit("/services#cs", { javaScriptEnabled: false });
  expect(await shown(off.page)).toBe(18);
});

test("the tabs can be used with the keyboard", async () => {
  const { page } = await services();
  await tab(page, "CA Services").focus();
  await page.keyboard.press("ArrowRight");
  expect(await shown(page)).toBe(18);
  expect(await tab(page, "CS Services").evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("ArrowRight");
  expect(await shown(page)).toBe(8);
  await page.keyboard.press("End");
  expect(await shown(page)).toBe(18);
  await page.keyboard.press("Home");
  expect(await shown(page)).toBe(8);
  expect(await page.locator("#ca").getAttribute("role")).toBe("tabpanel");
  expect(await tab(page, "CA Services").getAttribute("aria-controls")).toBe("ca");
});

test("without a script, links choose the register", async () => {
  const { page } = await site.visit("/services", { javaScriptEnabled: false });
  expect(await shown(page)).toBe(8);
  await page.getByRole("link", { name: "CS Services 18" }).click();
  expect(await shown(page)).toBe(18);
});

test("links with the title of the VAT page have GST on a line of its own below it", async () => {
  for (const path of ["/", "/services/direct-taxation"]) {
    const { page } = await site.visit(path);
    await page.locator("[popovertarget=services-menu]").first().click();
    const links = page.locator("a:visible", { hasText: /^\s*Gujarat VAT and Service Tax/ });
    const areBelow = await links.evaluateAll((elements) =>
      elements.map((link) => {
        const title = new Range();
        title.selectNodeContents(document.createTreeWalker(link, NodeFilter.SHOW_TEXT, (text) => (text.nodeValue?.trim() ? 1 : 2)).nextNode()!);
        const also = link.querySelector(".also");
        return !!also?.textContent?.includes("GST") && also.getBoundingClientRect().top >= title.getBoundingClientRect().bottom - 8;
      }),
    );
    // In the menu, in the featured services or the neighboring services, and in the footer.
    expect(areBelow).toEqual([true, true, true]);
  }
});
