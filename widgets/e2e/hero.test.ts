import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible, PHONE, stopAnimations, useSite, waitUntilActive } from "./site.ts";

const site = useSite();

const active = (page: Page) =>
  page.locator(".slide").evaluateAll((slides) => slides.findIndex((slide) => (slide as HTMLElement).dataset.state === "active"));
const visible = (page: Page) =>
  page.locator(".slide").evaluateAll((slides) => slides.filter((slide) => getComputedStyle(slide).visibility === "visible").length);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const animations = (page: Page) =>
  page.locator(".slide").evaluateAll((slides) =>
    slides.flatMap((slide) =>
      slide.getAnimations().map((animation) => [animation.effect?.getTiming().duration, JSON.stringify((animation.effect as KeyframeEffect).getKeyframes())] as const),
    ),
  );

async function home(options = {}) {
  const visit = await site.visit("/", { clock: true, ...options });
  await waitUntilActive(visit.page, "HeroSlider");
  return visit;
}

test("advances every 5 seconds and wraps around", async () => {
  const { page } = await home();
  expect(await active(page)).toBe(0);
  await page.clock.runFor(4900);
  expect(await active(page)).toBe(0);
  for (const slide of [1, 2, 0]) {
    await page.clock.runFor(5000);
    expect(await active(page)).toBe(slide);
  }
  expect(["horizontal", "vertical"]).toContain(await page.locator(".hero-slider").getAttribute("data-axis"));
});

test("previous and next move horizontally, dots vertically, each in 1 second", async () => {
  const { page } = await home();
  await stopAnimations(page);
  await button(page, "Next").click();
  expect(await active(page)).toBe(1);
  let moves = await animations(page);
  expect(moves.map(([duration]) => duration)).toEqual([1000, 1000]);
  expect(moves.every(([, frames]) => frames.includes("translateX"))).toBe(true);
  await button(page, "Previous").click();
  expect(await active(page)).toBe(0);
  await button(page, "Previous").click();
  expect(await active(page)).toBe(2);
  await button(page, "Slide 2").click();
  expect(await active(page)).toBe(1);
  moves = await animations(page);
  expect(moves.every(([duration, frames]) => duration === 1000 && frames.includes("translateY"))).toBe(true);
  expect(await page.locator(".hero-dot[aria-current=true]").getAttribute("aria-label")).toBe("Slide 2");
  expect(await page.locator(".hero-slider [role=status]").textContent()).toMatch(/^Slide 2 of 3: /);
});

test("pauses, and starts again", async () => {
  const { page } = await home();
  await button(page, "Pause").click();
  await page.clock.runFor(20_000);
  expect(await active(page)).toBe(0);
  await button(page, "Play").click();
  await page.clock.runFor(5000);
  expect(await active(page)).toBe(1);
  await page.clock.resume();
  await expectAccessible(page);
});

test("stays on a slide that the pointer or the keyboard focus is in", async () => {
  const { page } = await home();
  await page.locator(".hero-track").hover();
  await page.clock.runFor(20_000);
  expect(await active(page)).toBe(0);
  await page.mouse.move(2, 2);
  await page.clock.runFor(5000);
  expect(await active(page)).toBe(1);
  await page.keyboard.press("Tab");
  await button(page, "Slide 3").focus();
  await page.keyboard.press("Enter");
  expect(await active(page)).toBe(2);
  await page.clock.runFor(20_000);
  expect(await active(page)).toBe(2);
});

test("slides out of view are hidden and inert", async () => {
  const { page } = await home();
  expect(await visible(page)).toBe(1);
  expect(await page.locator(".slide[inert]").count()).toBe(2);
  expect(await page.locator(".slide[data-state=active] a").evaluateAll((links) => links.map((link) => link.getAttribute("href")))).toEqual([
    "/services",
    "/contact",
  ]);
});

test("does not advance under reduced motion, and changes without animation", async () => {
  const { page } = await home({ reducedMotion: "reduce" });
  await page.clock.runFor(20_000);
  expect(await active(page)).toBe(0);
  await button(page, "Next").click();
  expect(await active(page)).toBe(1);
  expect(await animations(page)).toEqual([]);
});

test("can be swiped on a phone", async () => {
  const { page } = await home({ viewport: PHONE, hasTouch: true });
  const box = (await page.locator(".hero-track").boundingBox())!;
  const client = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x: number) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y: box.y + 40 }] });
  await touch("touchStart", 300);
  for (const x of [250, 200, 150]) await touch("touchMove", x);
  await touch("touchEnd", 150);
  await expect.poll(() => active(page)).toBe(1);
  // The touch has stopped the slides.
  await page.clock.runFor(20_000);
  expect(await active(page)).toBe(1);
  await button(page, "Play").click();
  await page.clock.runFor(5000);
  expect(await active(page)).toBe(2);
  for (const each of await page.locator(".hero-controls button").all()) {
    const { width, height } = (await each.boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
});

test("without a script, all slides are visible and the controls are hidden", async () => {
  const { page } = await site.visit("/", { javaScriptEnabled: false });
  expect(await page.locator(".slide").count()).toBe(3);
  expect(await visible(page)).toBe(3);
  expect(await page.locator(".hero-controls").isVisible()).toBe(false);
});
