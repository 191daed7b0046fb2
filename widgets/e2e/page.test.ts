import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { dist, expectAccessible, PHONE, useSite, waitUntilActive } from "./site.ts";

const site = useSite();

test("the header is marked when the page has scrolled more than 50 px", async () => {
  const { page } = await site.visit("/about");
  const scrolled = () => page.locator(".site-header[data-scrolled]").count();
  const scroll = (top: number) => page.evaluate((top) => scrollTo({ top, behavior: "instant" }), top);
  expect(await scrolled()).toBe(0);
  await scroll(50);
  await page.waitForTimeout(100);
  expect(await scrolled()).toBe(0);
  const top = () => page.locator("h1").evaluate((heading) => heading.getBoundingClientRect().top + scrollY);
  const before = await top();
  await scroll(51);
  await expect.poll(scrolled).toBe(1);
  // The header shrinks without moving the content below it.
  expect(await top()).toBe(before);
  await scroll(0);
  await expect.poll(scrolled).toBe(0);
});

test.each([
  [375, false],
  [768, true],
  [1024, true],
  [1280, true],
])("at %d px, the header links to the phone number, in digits: %s", async (width, isWritten) => {
  const { page } = await site.visit("/", { viewport: { width, height: 740 } });
  const phone = page.locator("header").getByRole("link", { name: "+91 98765 43210" }).first();
  expect(await phone.isVisible()).toBe(true);
  expect(await phone.getAttribute("href")).toBe("tel:+919876543210");
  const { width: words } = (await phone.locator("span").boundingBox())!;
  expect(words > 80).toBe(isWritten);
  if (width >= 1024) return;
  await page.getByRole("button", { name: "Menu" }).click();
  const menu = await page.locator("#site-menu .nav-contact a").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(menu).toEqual(["tel:+919876543210", "https://wa.me/919876543210", expect.stringMatching(/^mailto:/)]);
});

test("whether the offices are open depends on the time in India; without a script, the hours are shown", async () => {
  const at = (time: string) => (page: Page) => page.clock.setFixedTime(new Date(time));
  const line = (page: Page) => page.locator(".contact-details .open-hours").textContent();
  expect(await line((await site.visit("/contact", { before: at("2026-11-20T04:30:00Z") })).page)).toBe("Open now, until 7:00 PM");
  expect(await line((await site.visit("/contact", { before: at("2026-11-20T13:30:00Z") })).page)).toBe("Closed now, opens Monday at 10:00 AM");
  expect(await line((await site.visit("/contact", { javaScriptEnabled: false })).page)).toBe("Monday to Friday, 10:00 AM to 7:00 PM");
});

test.each([
  ["/services/gujarat-vat-service-tax", "Due dates to note"],
  ["/TermsAndConditions", "Confidentiality"],
  ["/blogs/gst-compliance-changes-2025", "Returns that can no longer be adjusted"],
])("the table of contents of %s stays in view and marks the current section", async (path, title) => {
  const { page } = await site.visit(path, { reducedMotion: "reduce" });
  const link = page.locator(".toc").getByRole("link", { name: title });
  await link.click();
  await expect.poll(() => page.locator(".toc [aria-current]").allTextContents()).toEqual([title]);
  expect(await page.locator("main h2", { hasText: title }).first().evaluate((heading) => heading.getBoundingClientRect().top)).toBeLessThan(300);
  expect(await page.locator(".toc a").first().evaluate((link) => link.getBoundingClientRect().top)).toBeGreaterThan(0);
});

test("on a phone, the table of contents opens on a click, even without a script", async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await site.visit("/services/trademark", { viewport: PHONE, javaScriptEnabled });
    const link = page.locator(".toc").getByRole("link", { name: "How the Process Works" });
    expect(await link.isVisible()).toBe(false);
    await page.getByText("On this page").click();
    expect(await link.isVisible()).toBe(true);
  }
});

test("the menu of services opens by pointer, button and keyboard, and closes", async () => {
  const { page } = await site.visit("/about");
  const menu = page.locator("#services-menu");
  const button = page.locator("[popovertarget=services-menu]").first();
  await page.locator(".nav-item", { has: button }).hover();
  await expect.poll(() => menu.isVisible()).toBe(true);
  expect(await menu.getByRole("link").count()).toBeGreaterThanOrEqual(26);
  await page.mouse.move(640, 780);
  await expect.poll(() => menu.isVisible()).toBe(false);
  await button.focus();
  await page.keyboard.press("Enter");
  expect(await menu.isVisible()).toBe(true);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  expect(await menu.isVisible()).toBe(false);
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  await button.click();
  await menu.waitFor();
  await menu.getByRole("link", { name: "BPO", exact: true }).click();
  await page.waitForURL(/\/services\/bpo$/);
});

test("a click on the button of a menu that was opened by hover keeps it open", async () => {
  const { page } = await site.visit("/about");
  const menu = page.locator("#services-menu");
  const button = page.locator("[popovertarget=services-menu]").first();
  await button.hover();
  await menu.waitFor();
  await button.click();
  expect(await menu.isVisible()).toBe(true);
  await button.click();
  expect(await menu.isVisible()).toBe(false);
});

test("a menu closes when a link in it leads to the same page", async () => {
  const { page } = await site.visit("/services");
  await waitUntilActive(page, "ServicesToggle");
  await page.locator("[popovertarget=services-menu]").first().click();
  await page.locator("#services-menu").getByRole("link", { name: "CS Services" }).click();
  await expect.poll(() => page.locator("#services-menu").isVisible()).toBe(false);
  await expect.poll(() => page.locator(".entry:visible").count()).toBe(18);
});

test("the mobile menu opens, closes, and has working links", async () => {
  const { page } = await site.visit("/", { viewport: PHONE });
  const button = page.getByRole("button", { name: "Menu" });
  const menu = page.locator("#site-menu");
  expect(await menu.isVisible()).toBe(false);
  await button.click();
  expect(await menu.isVisible()).toBe(true);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  expect(await menu.isVisible()).toBe(false);
  await button.click();
  await menu.getByRole("link", { name: "Find Us" }).click();
  await page.waitForURL(/\/location$/);
});

test("elements fade in one after the other when a tenth of their group is visible", async () => {
  const { page } = await site.visit("/blogs", { viewport: { width: 1280, height: 500 }, before: watchReveals });
  await waitUntilActive(page, "Blog");
  expect(await reveals(page)).toEqual([]);
  const first = page.locator(".blog-grid > li").first();
  const opacity = () => first.evaluate((card) => getComputedStyle(card).opacity);
  const showOfGrid = (share: number) =>
    page.locator(".blog-grid").evaluate((grid, share) => {
      const top = Math.ceil(grid.getBoundingClientRect().top - innerHeight + grid.clientHeight * share);
      scrollBy({ top, behavior: "instant" });
    }, share);
  await showOfGrid(-0.001);
  await expect.poll(opacity).toBe("0");
  await showOfGrid(0.11);
  await expect.poll(() => reveals(page)).toContainEqual([0, 150, 300, 450, 600, 750]);
  await page.locator(".blog-grid").evaluate((grid) => grid.getAnimations({ subtree: true }).forEach((each) => each.finish()));
  expect(await opacity()).toBe("1");
});

test("elements that have not faded in yet are printed", async () => {
  const { page } = await site.visit("/blogs", { viewport: { width: 1280, height: 500 } });
  await waitUntilActive(page, "Blog");
  const opacity = () => page.locator(".blog-grid > li").last().evaluate((card) => getComputedStyle(card).opacity);
  await page.locator(".blog-grid").evaluate((grid) => scrollTo(0, grid.getBoundingClientRect().top - innerHeight - 10));
  await expect.poll(opacity).toBe("0");
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  expect(await opacity()).toBe("1");
});

test("a text that is shortened on the screen is printed in full, once", async () => {
  const { page } = await site.visit("/projects");
  await waitUntilActive(page, "Projects");
  await page.emulateMedia({ media: "print" });
  const printed = await page.locator(".project-description").first().innerText();
  expect(printed).toMatch(/the returns that follow\.$/);
  expect(printed).not.toContain("…");
});

test("nothing is hidden or moved under reduced motion, or without a script", async () => {
  for (const options of [{ reducedMotion: "reduce" as const, before: watchReveals }, { javaScriptEnabled: false }]) {
    const { page } = await site.visit("/", options);
    if ("before" in options) await waitUntilActive(page, "HeroSlider");
    const hidden = await page
      .locator("main *")
      .evaluateAll((all) => all.filter((element) => Number(getComputedStyle(element).opacity) < 0.1).map((element) => element.outerHTML.slice(0, 100)));
    expect(hidden).toEqual([]);
  }
});

test("Back leads to the previous page, or to the parent page if there is none", async () => {
  for (const path of ["/query", "/TermsAndConditions"]) {
    const { page } = await site.visit("/about");
    await page.goto(site.url(path));
    await page.getByRole("link", { name: "Back", exact: true }).click();
    await page.waitForURL(/\/about$/);

    const direct = await site.visit(path);
    await direct.page.getByRole("link", { name: "Back", exact: true }).click();
    await direct.page.waitForURL((url) => url.pathname === "/");
  }
});

test("the terms show today's date, and the footer this year", async () => {
  const { page } = await site.visit("/TermsAndConditions", {
    before: async (page) => page.clock.setFixedTime(new Date("2027-03-04T20:00:00Z")),
  });
  // In India it is already the next day.
  expect(await page.locator("[data-today]").textContent()).toBe("5 March 2027");
  expect(await page.locator("[data-today]").getAttribute("datetime")).toBe("2027-03-05");
  expect(await page.locator("[data-year]").textContent()).toBe("2027");
});

test("a new page is shown from its top", async () => {
  const { page } = await site.visit("/about");
  await page.evaluate(() => scrollTo(0, 5000));
  await page.locator(".site-footer").getByRole("link", { name: "Terms" }).first().click();
  await page.waitForURL(/\/TermsAndConditions$/);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("the company profile is downloaded under its own name", async () => {
  const { page } = await site.visit("/");
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("a[download]").first().click()]);
  expect(download.suggestedFilename()).toMatch(/^[\w-]+\.pdf$/);
  expect(readFileSync(await download.path()).subarray(0, 4).toString()).toBe("%PDF");
});

test("the company profile was printed from its page as it is now", () => {
  const page = readFileSync(join(dist, "company-profile.html"));
  const mark = `% page /company-profile ${createHash("sha256").update(page).digest("hex")}\n`;
  expect(readFileSync(join(dist, "docs/company-profile.pdf"), "latin1").endsWith(mark), "print it: cargo xtask profile").toBe(true);
});

test("the map is requested from another host only after a click", async () => {
  const { page, requests } = await site.visit("/contact", {
    before: (page) => page.route(/google/, (route) => route.fulfill({ body: "map" })),
  });
  await page.locator(".map").scrollIntoViewIfNeeded();
  await page.waitForTimeout(200);
  expect(requests.filter((url) => url.includes("google"))).toEqual([]);
  await page.getByRole("button", { name: /map/i }).click();
  const frame = page.locator("iframe.map-frame");
  await frame.waitFor();
  expect(await frame.getAttribute("title")).toMatch(/Ahmedabad/);
  expect(await frame.evaluate((element) => element === document.activeElement)).toBe(true);
  await expect.poll(() => requests.some((url) => url.includes("google"))).toBe(true);
});

test("a path that does not exist is logged", async () => {
  const { page, messages } = await site.visit("/no/such/page");
  expect(await page.getByText("Oops! Page not found").isVisible()).toBe(true);
  expect(messages.join()).toContain("/no/such/page");
});

/** Records the delay of each animation of an element's children when it begins. */
async function watchReveals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const groups = new Map<Element, number[]>();
    Object.assign(window, { groups });
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
      const delay = (options as KeyframeAnimationOptions).delay ?? 0;
      const group = this.parentElement as Element;
      const animation = animate.call(this, frames, options);
      const play = animation.play.bind(animation);
      animation.play = () => {
        groups.set(group, [...(groups.get(group) ?? []), delay]);
        play();
      };
      return animation;
    };
  });
}

const reveals = (page: Page) =>
  page.evaluate(() => [...(window as unknown as { groups: Map<Element, number[]> }).groups.values()]);

test.each([1280, 1440, 1920])("at %d px, the header continues the page's rule, and its second column begins with the text's", async (width) => {
  const { page } = await site.visit("/about", { viewport: { width, height: 800 } });
  const [header, below] = await page.evaluate(() =>
    [".site-header", ".page"].map((each) => getComputedStyle(document.querySelector(each)!, "::before").insetInlineStart),
  );
  expect(header).toMatch(/^\d/);
  expect(header).toBe(below);
  const left = (selector: string) => page.locator(selector).first().evaluate((element) => Math.round(element.getBoundingClientRect().left));
  expect(await left(".header-lines")).toBe(await left("main .ledger-body"));
});

const SMALL = { width: 375, height: 667 };

test.each([
  ["/", [".hero-heading", ".doors-list li:nth-child(4)", ".slide-title", ".slide-subtitle"]],
  ["/contact?about=gujarat-vat-service-tax", [".reply-by", ".message-links a:nth-child(2)", "#contact-name"]],
])("on the first screen of a small phone, %s shows what people come for", async (path, parts) => {
  const { page } = await site.visit(path, { viewport: SMALL });
  for (const part of parts) {
    const box = (await page.locator(part).first().boundingBox())!;
    expect(box.y, part).toBeGreaterThan(60);
    expect(box.y + box.height, part).toBeLessThanOrEqual(SMALL.height);
  }
});

test.each(["corporate-restructuring", "nbfc-nidhi-company-formation", "trademark"])("no term of /services/%s runs into the next row", async (slug) => {
  const { page } = await site.visit(`/services/${slug}`);
  const rows = await page.locator(".service-body li:has(> strong:first-child)").evaluateAll((items) =>
    items.map((item) => item.getBoundingClientRect().bottom - item.querySelector("strong")!.getBoundingClientRect().bottom),
  );
  expect(rows.length).toBeGreaterThan(3);
  expect(Math.min(...rows)).toBeGreaterThan(0);
});
