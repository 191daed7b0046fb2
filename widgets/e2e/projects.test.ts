import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible, useSite, waitUntilActive } from "./site.ts";

const site = useSite();
const cards = (page: Page) => page.locator(".project:visible");
const filter = (page: Page, name: string) => page.locator(".filter").getByRole("button", { name, exact: true });

async function projects(path = "/projects", options = {}) {
  const visit = await site.visit(path, options);
  await waitUntilActive(visit.page, "Projects");
  return visit;
}

test("shows 9 projects, and filters them by category", async () => {
  const { page } = await projects();
  expect(await cards(page).count()).toBe(9);
  expect(await filter(page, "All").getAttribute("aria-pressed")).toBe("true");
  for (const name of ["FinTech", "Enterprise", "Technology"]) {
    await filter(page, name).click();
    expect(await filter(page, name).getAttribute("aria-pressed")).toBe("true");
    expect(new Set(await cards(page).locator(".project-category").allTextContents())).toEqual(new Set([name]));
    expect(page.url()).toContain(`?category=${name}`);
    expect(await page.locator(".projects [role=status]").textContent()).toBe(`${name}: ${await cards(page).count()} projects`);
    await expectAccessible(page);
  }
  await filter(page, "All").click();
  expect(await cards(page).count()).toBe(9);
  expect(new URL(page.url()).search).toBe("");
});

test("a URL restores its category, and so do Back and Forward", async () => {
  const { page } = await projects("/projects?category=FinTech");
  await expect.poll(() => filter(page, "FinTech").getAttribute("aria-pressed")).toBe("true");
  const some = await cards(page).count();
  expect(some).toBeLessThan(9);
  await filter(page, "All").click();
  await page.goBack();
  await expect.poll(() => cards(page).count()).toBe(some);
  await page.goForward();
  await expect.poll(() => cards(page).count()).toBe(9);
});

test("descriptions of more than 120 characters are shortened, each with its own Read More", async () => {
  const { page } = await projects();
  const more = page.getByRole("button", { name: "Read More" });
  const count = await more.count();
  expect(count).toBeGreaterThan(0);
  const card = cards(page).filter({ has: page.getByRole("button") }).first();
  const text = card.locator(".project-description");
  const cut = await text.innerText();
  await card.getByRole("button").press("Enter");
  const whole = await text.innerText();
  expect([...whole].length).toBeGreaterThan(120);
  expect(cut).toBe(`${[...whole].slice(0, 120).join("").trimEnd()}…`);
  expect(await card.getByRole("button").textContent()).toBe("Read Less");
  expect(await card.getByRole("button").getAttribute("aria-expanded")).toBe("true");
  expect(await more.count()).toBe(count - 1);
  await expectAccessible(page);
  await card.getByRole("button").click();
  expect(await text.innerText()).toBe(cut);
  // The texts are written so that none of them is cut in the middle of a word.
  for (const other of await page.locator(".project-description:has(.more-ellipsis)").all()) {
    const [start, rest] = await other.evaluate((text) => [(text as HTMLElement).innerText.slice(0, -1), text.lastChild!.textContent!]);
    expect(start).toMatch(/[\p{L}\d]$/u);
    expect(rest).toMatch(/^[^\p{L}\d]/u);
  }
});

test("title, picture and arrow open the project's website in a new tab", async () => {
  const { page } = await projects();
  for (const link of await cards(page).first().locator("a").all()) {
    expect(await link.getAttribute("href")).toMatch(/^https:/);
    expect(await link.getAttribute("target")).toBe("_blank");
    expect(await link.getAttribute("rel")).toContain("noopener");
  }
});

test("without a script, all projects are shown in full", async () => {
  const { page } = await site.visit("/projects", { javaScriptEnabled: false });
  expect(await cards(page).count()).toBe(9);
  expect(await page.locator(".filter").isVisible()).toBe(false);
  expect(await page.getByRole("button", { name: "Read More" }).count()).toBe(0);
  const lengths = await page.locator(".project-description").evaluateAll((all) => all.map((each) => (each as HTMLElement).innerText.length));
  expect(Math.max(...lengths)).toBeGreaterThan(121);
  expect(await page.locator(".project-description").first().innerText()).not.toContain("…");
});

test("testimonials of more than 150 characters are shortened as well", async () => {
  const { page } = await site.visit("/", { reducedMotion: "reduce" });
  await page.locator(".testimonials").scrollIntoViewIfNeeded();
  await waitUntilActive(page, "Testimonials");
  const long = page.locator(".testimonial").filter({ has: page.getByRole("button") }).first();
  const text = long.locator(".testimonial-text");
  expect([...(await text.innerText())]).toHaveLength(151);
  await long.getByRole("button").click();
  expect([...(await text.innerText())].length).toBeGreaterThan(151);
  await long.getByRole("button", { name: "Read Less" }).click();
  expect([...(await text.innerText())]).toHaveLength(151);
});
