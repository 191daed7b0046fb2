import { expect, test } from "vitest";
import { PHONE, useSite, waitUntilActive } from "./site.ts";

const site = useSite();

/** Scripts of islands, including React: everything under /assets except the page's own scripts. */
const islandScripts = (requests: string[]) =>
  requests.map((url) => new URL(url).pathname).filter((path) => path.endsWith(".js") && !/\/(enhance|search-open)-/.test(path));

test.each(["/TermsAndConditions", "/blogs", "/projects", "/services", "/contact"])(
  "%s loads no React until the pointer comes near an island",
  async (route) => {
    const { page, requests } = await site.visit(route);
    await page.mouse.move(2, 2);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.waitForTimeout(300);
    expect(islandScripts(requests)).toEqual([]);
    await page.locator("#newsletter-email").hover();
    await waitUntilActive(page, "Form");
    expect(islandScripts(requests).some((path) => path.includes("Form"))).toBe(true);
  },
);

test.each([
  ["/blogs", "Corporate Finance", ".article-card-featured .article-card-category", "Corporate Finance"],
  ["/blogs", "Next", ".pagination-number", "Page 2 of 2"],
  ["/projects", "FinTech", ".project:visible .project-category >> nth=0", "FinTech"],
  ["/services", "CS Services 18", ".entry:visible >> nth=0", "CS 1"],
])("the first click on %s is kept: %s", async (route, name, selector, text) => {
  let release = () => {};
  const { page } = await site.visit(route, {
    before: (page) =>
      page.route(/\/assets\/(Blog|Projects|ServicesToggle)-.*\.js$/, async (route) => {
        await new Promise<void>((resolve) => (release = resolve));
        await route.continue();
      }),
  });
  const control = page.getByRole("button", { name, exact: true }).or(page.getByRole("tab", { name })).or(page.locator(".pagination").getByText(name));
  await control.first().click();
  expect(await control.first().getAttribute("aria-busy")).toBe("true");
  expect(new URL(page.url()).pathname).toBe(route);
  release();
  await expect.poll(() => page.locator(selector).textContent()).toContain(text);
});

test("an island below the fold is loaded shortly before it is visible", async () => {
  const { page, requests } = await site.visit("/about", { viewport: { width: 1280, height: 400 } });
  await page.waitForTimeout(300);
  expect(islandScripts(requests)).toEqual([]);
  await page.locator(".team-carousel").scrollIntoViewIfNeeded();
  await waitUntilActive(page, "TeamCarousel");
  expect(islandScripts(requests).some((path) => path.includes("TeamCarousel"))).toBe(true);
});

test("React is loaded once for several islands", async () => {
  const { page, requests } = await site.visit("/contact");
  await page.locator("#newsletter-email").focus();
  await page.locator("#contact-name").focus();
  await expect.poll(() => page.locator("site-island[data-live]").count()).toBe(2);
  const scripts = islandScripts(requests);
  expect(new Set(scripts).size).toBe(scripts.length);
});

test("an island that throws keeps its HTML, is logged, and does not affect the others", async () => {
  const { page, messages } = await site.visit("/", {
    before: async (page) => {
      await page.route(/\/$/, async (route) => {
        const reply = await route.fetch();
        // Change the markup, so that the island's script finds no slides and fails.
        await route.fulfill({ response: reply, body: (await reply.text()).replace('class="hero-track"', "") });
      });
    },
  });
  await page.locator(".testimonials").scrollIntoViewIfNeeded();
  await waitUntilActive(page, "Testimonials");
  await expect.poll(() => messages.join()).toContain("HeroSlider");
  expect(await page.locator(".slide").count()).toBe(3);
  expect(await page.locator("site-island[data-island=HeroSlider][data-live]").count()).toBe(0);
  expect(await page.locator(".hero-controls").isVisible()).toBe(false);
  await page.getByRole("button", { name: "Read More" }).first().click();
  expect(await page.getByRole("button", { name: "Read Less" }).count()).toBe(1);
});

test("an island whose script cannot be loaded keeps its HTML as well", async () => {
  const { page, messages } = await site.visit("/projects", {
    before: (page) => page.route(/\/assets\/Projects-.*\.js$/, (route) => route.abort()),
  });
  await page.getByRole("button", { name: "FinTech" }).click();
  await expect.poll(() => messages.join()).toContain("island Projects did not wake");
  expect(await page.locator(".project:visible").count()).toBe(9);
  expect(await page.locator(".filter").isVisible()).toBe(false);
});

test("what a visitor does before an island is active is not lost", async () => {
  let release = () => {};
  const { page } = await site.visit("/contact", {
    before: (page) =>
      page.route(/\/assets\/(Form|Map)-.*\.js$/, async (route) => {
        await new Promise<void>((resolve) => (release = resolve));
        await route.continue();
      }),
  });
  await page.locator("#contact-name").fill("Asha Rao");
  await page.locator("#contact-service").selectOption({ index: 2 });
  await page.locator("#form-contact button[type=submit]").click();
  expect(page.url()).toMatch(/\/contact$/);
  release();
  await waitUntilActive(page, "Form");
  await page.locator("#form-contact .form-errors").waitFor();
  expect(await page.locator("#contact-name").inputValue()).toBe("Asha Rao");
  expect(await page.locator("#contact-service").evaluate((select) => (select as HTMLSelectElement).selectedIndex)).toBe(2);
  expect(await page.locator("#contact-name-error").count()).toBe(0);
});

test.each(["/", "/about", "/services", "/projects", "/blogs", "/contact", "/query", "/careers"])(
  "nothing moves on %s while its islands are activated",
  async (route) => {
    const { page } = await site.visit(route, {
      before: async (page) => {
        // A font that loads late also moves letters, by fractions of a pixel, but this test is only about islands.
        await page.route("**/*.woff2", (route) => route.abort());
        await page.addInitScript(() => {
          const shifts: number[] = [];
          Object.assign(window, { shifts });
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
          }).observe({ type: "layout-shift", buffered: true });
        });
      },
    });
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const before = await height();
    await page.evaluate(() => {
      for (const island of document.querySelectorAll("site-island")) island.dispatchEvent(new Event("focusin"));
    });
    await expect.poll(() => page.locator("site-island:not([data-live])").count()).toBe(0);
    await page.waitForTimeout(300);
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
    // An element that is out of view does not count as a layout shift, but it would move everything below it.
    expect(await height()).toBe(before);
  },
);

test.each(["/", "/about", "/services", "/projects", "/blogs", "/contact", "/query", "/careers"])(
  "the controls of %s are large enough for a finger",
  async (route) => {
    const { page } = await site.visit(route, { viewport: PHONE, hasTouch: true, reducedMotion: "reduce" });
    await page.evaluate(() => {
      for (const island of document.querySelectorAll("site-island")) island.dispatchEvent(new Event("focusin"));
    });
    await expect.poll(() => page.locator("site-island:not([data-live])").count()).toBe(0);
    const small = await page.locator("site-island button:visible, site-island a.button:visible").evaluateAll((all) =>
      all
        .map((control) => ({ name: control.textContent || control.ariaLabel, box: control.getBoundingClientRect() }))
        // Round the size, because 44 px can be measured as 43.99.
        .filter(({ box }) => Math.round(box.width) < 44 || Math.round(box.height) < 44)
        .map(({ name, box }) => `${name}: ${box.width} x ${box.height}`),
    );
    expect(small).toEqual([]);
  },
);
