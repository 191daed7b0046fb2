import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible, PHONE, stopAnimations, useSite, waitUntilActive } from "./site.ts";

const site = useSite();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Returns the names in view, from left to right. */
const inView = (page: Page) =>
  page.locator(".member").evaluateAll((members) => {
    const track = members[0]!.parentElement!.getBoundingClientRect();
    return members
      .map((member) => ({ box: member.getBoundingClientRect(), name: member.querySelector("h3")!.textContent }))
      .filter(({ box }) => box.left > track.left - 5 && box.right < track.right + 5)
      .sort((a, b) => a.box.left - b.box.left)
      .map(({ name }) => name);
  });

async function about(options = {}) {
  const visit = await site.visit("/about", { clock: true, reducedMotion: "no-preference", ...options });
  await visit.page.locator(".team-carousel").scrollIntoViewIfNeeded();
  await waitUntilActive(visit.page, "TeamCarousel");
  return visit;
}

/** Finishes the animations, which do not follow the page's fake clock. */
const settle = (page: Page) =>
  page.evaluate(() => document.querySelector(".team-track")!.getAnimations().forEach((animation) => animation.finish()));

test("advances every 3 seconds and wraps around, even after a click", async () => {
  const { page } = await about();
  const names = await page.locator(".member-name").allTextContents();
  expect(names).toHaveLength(5);
  expect(await inView(page)).toEqual(names.slice(0, 3));
  for (const start of [1, 2, 3, 4, 0]) {
    await page.clock.runFor(3000);
    await settle(page);
    await expect.poll(() => inView(page)).toEqual([0, 1, 2].map((at) => names[(start + at) % 5]));
  }
  await button(page, "Next team member").click();
  await settle(page);
  await expect.poll(async () => (await inView(page))[0]).toBe(names[1]);
  await page.clock.runFor(3000);
  await settle(page);
  await expect.poll(async () => (await inView(page))[0]).toBe(names[2]);
  await button(page, "Previous team member").click();
  await settle(page);
  await expect.poll(async () => (await inView(page))[0]).toBe(names[1]);
  // The order for screen readers does not change.
  expect(await page.locator(".member-name").allTextContents()).toEqual(names);
  await page.clock.resume();
  await expectAccessible(page);
});

test("the 3 seconds include the animation of a step", async () => {
  const { page } = await about();
  const names = await page.locator(".member-name").allTextContents();
  const moving = () => page.locator(".team-track").evaluate((track) => track.getAnimations().length);
  await stopAnimations(page);
  await page.clock.runFor(3000);
  await expect.poll(moving).toBe(1);
  await page.clock.runFor(600);
  await settle(page);
  await expect.poll(async () => (await inView(page))[0]).toBe(names[1]);
  await page.clock.runFor(2400);
  await settle(page);
  await expect.poll(async () => (await inView(page))[0]).toBe(names[2]);
});

test.each([
  [1280, 3],
  [800, 2],
  [375, 1],
])("at %d px, %d members are in view", async (width, count) => {
  const { page } = await about({ viewport: { width, height: 800 } });
  expect(await inView(page)).toHaveLength(count);
});

test("pauses", async () => {
  const { page } = await about();
  const before = await inView(page);
  await button(page, "Pause").click();
  await page.clock.runFor(12_000);
  await settle(page);
  expect(await inView(page)).toEqual(before);
});

test("does not advance under reduced motion, and steps without animation", async () => {
  const { page } = await about({ reducedMotion: "reduce" });
  const before = await inView(page);
  await page.clock.runFor(12_000);
  expect(await inView(page)).toEqual(before);
  await button(page, "Next team member").click();
  await expect.poll(async () => (await inView(page))[0]).toBe(before[1]);
});

test("scrolls sideways without a script", async () => {
  const { page } = await site.visit("/about", { javaScriptEnabled: false, viewport: PHONE });
  expect(await page.locator(".carousel-controls").isVisible()).toBe(false);
  expect(await page.locator(".team-track").evaluate((track) => track.scrollWidth > track.clientWidth)).toBe(true);
});
