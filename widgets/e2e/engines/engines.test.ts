// Opens every page in Chromium, Firefox and WebKitGTK, whose engine is Safari's, with the published security headers: nothing fails,
// nothing violates the policy, and nothing is wider than the window. Then uses each widget, and checks what a visitor sees.
//
// Each engine is named by an environment variable with the path of its program. An engine without one is not tested.
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { serveSite, type SiteServer } from "../server.ts";
import { CHROMIUM, dist } from "../site.ts";
import type { Engine } from "./engine.ts";
import { startWithPuppeteer } from "./puppeteer.ts";
import { startWebKit } from "./webkit.ts";

const { FIREFOX, WEBKIT_DRIVER, XVFB } = process.env;
const chromium = CHROMIUM;
const engines: [string, false | "" | undefined | (() => Promise<Engine>)][] = [
  ["Chromium", chromium && (() => startWithPuppeteer("chrome", chromium))],
  ["Firefox", FIREFOX && (() => startWithPuppeteer("firefox", FIREFOX))],
  ["WebKit", WEBKIT_DRIVER && XVFB && (() => startWebKit(WEBKIT_DRIVER, XVFB))],
];

const DESKTOP = [1280, 800] as const;
/** Narrower than WebKitGTK's window can be, so there it is about 450 pixels wide. */
const PHONE = [375, 740] as const;

/** Records everything that goes wrong in a page. */
const RECORDER = `
  window.wrong = [];
  addEventListener("error", (event) => wrong.push(event.message || "cannot load " + (event.target.src || event.target.href)), true);
  addEventListener("unhandledrejection", (event) => wrong.push(String(event.reason)));
  addEventListener("securitypolicyviolation", (event) => wrong.push(event.violatedDirective + " refuses " + event.blockedURI));
  for (const level of ["warn", "error"]) console[level] = (...message) => wrong.push(message.join(" "));
`;

/** The headers with which the site is published: those of most pages, and those of some paths. */
const headers = JSON.parse(readFileSync(`${dist}-host/headers.json`, "utf8")) as {
  pages: Record<string, string>;
  exceptions: Record<string, Record<string, string>>;
};
const headersOf = (path: string) => headers.exceptions[path] ?? headers.pages;
const routes = readdirSync(dist, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".html"))
  .map((file) => `/${file.replace(/\.html$/, "")}`.replace(/\/index$/, "/"))
  .sort();

const installed = engines.flatMap(([name, start]) => (start ? [{ name, start }] : []));

describe.each(installed)("$name", ({ start }) => {
  let engine: Engine;
  let server: SiteServer;
  beforeAll(async () => {
    server = await serveSite(dist, { headersOf, script: RECORDER });
    engine = await start();
  });
  beforeEach(() => engine.resize(...DESKTOP));
  afterAll(async () => {
    await engine?.close();
    await server?.close();
  });

  const open = (path: string) => engine.open(server.url + path);
  const wrong = () => engine.read<string[]>("window.wrong");
  /** Waits until an expression in the page has a value. */
  const expectSeen = (expression: string) => expect.poll(() => engine.read(expression), { timeout: 15_000 });
  const height = (selector: string) => `document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect().height ?? 0`;
  /** Number of elements that are at least as high as a line of text. */
  const visible = (selector: string) =>
    `[...document.querySelectorAll(${JSON.stringify(selector)})].filter((one) => one.getBoundingClientRect().height > 10).length`;
  const path = "location.pathname + location.search + location.hash";
  const focus = "document.activeElement.className";
  /** Whether the page is loaded, and the transition to it is over, which swallows clicks. */
  const settled =
    "document.readyState === 'complete' && performance.getEntriesByType('paint').length > 0 && " +
    "!document.getAnimations().some(({ effect }) => effect?.pseudoElement?.startsWith('::view-transition'))";

  test("every page loads without errors, within its policy and its window", async () => {
    await engine.resize(...PHONE);
    const faults: string[] = [];
    for (const route of routes) {
      await open(route);
      const excess = await engine.read<number>("document.documentElement.scrollWidth - innerWidth");
      if (excess > 0) faults.push(`${route} is ${excess} pixels too wide`);
      for (const message of await wrong()) if (route !== "/404") faults.push(`${route}: ${message}`);
    }
    expect(faults).toEqual([]);
  });

  test("the blog: a category, the next page, an article in place, Back", async () => {
    await open("/blogs");
    await engine.click('.blog-categories a[href$="/corporate-finance"]');
    await expectSeen(visible(".article-card")).toBe(3);
    await engine.click('.blog-categories a[href="/blogs"]');
    await expectSeen(visible(".article-card")).toBe(7);
    await engine.click(".pagination a:last-child");
    await expectSeen(visible(".article-card")).toBe(1);
    await engine.click(".article-card-title a");
    await expectSeen(height(".blog-article h1")).toBeGreaterThan(20);
    expect(await engine.read(visible(".blog"))).toBe(0);
    await engine.back();
    await expectSeen(visible(".article-card")).toBe(1);
    expect(await engine.read(path)).toBe("/blogs?page=2");
    await engine.back();
    await expectSeen(visible(".article-card")).toBe(7);
    expect(await wrong()).toEqual([]);
  });

  test("the projects: a category, Read More", async () => {
    await open("/projects");
    const all = await engine.read<number>(visible(".project"));
    await engine.click(".filter-option:nth-child(2)");
    await expectSeen(visible(".project")).toBeLessThan(all);
    const before = await engine.read<number>(height(".project:has(.text-toggle) .project-description"));
    await engine.click(".project .text-toggle");
    await expectSeen(height(".project:has(.text-toggle) .project-description")).toBeGreaterThan(before);
    await engine.back();
    await expectSeen(visible(".project")).toBe(all);
    expect(await wrong()).toEqual([]);
  });

  test("the services: the other register; Back to Services keeps the place", async () => {
    await open("/services");
    expect(await engine.read(visible(".entry"))).toBe(8);
    await engine.click('.toggle-option[href="#cs"]');
    await expectSeen(visible(".entry")).toBe(18);
    await engine.click("#cs .entry:nth-child(6) .entry-more");
    await expectSeen("location.pathname").not.toBe("/services");
    await expectSeen(settled).toBe(true);
    await engine.click("[data-back-to]");
    await expectSeen(path).toBe("/services#cs");
    await expectSeen(visible(".entry")).toBe(18);
    await expectSeen("document.querySelector('#cs .entry:nth-child(6)').getBoundingClientRect().top").toBeLessThan(800);
    await expectSeen("scrollY").toBeGreaterThan(600);
  });

  test("the home page: the next slide, a testimonial in full", async () => {
    await open("/");
    await expectSeen("'live' in document.querySelector('[data-island=HeroSlider]').dataset").toBe(true);
    await engine.click('.hero-controls [data-step="next"]');
    await expectSeen("Math.round(document.querySelector('#slide-2').getBoundingClientRect().left)").toBeLessThan(400);
    await expectSeen("getComputedStyle(document.querySelector('#slide-2')).visibility").toBe("visible");
    await expectSeen("getComputedStyle(document.querySelector('#slide-1')).visibility").toBe("hidden");
    const before = await engine.read<number>(height(".testimonial:has(.text-toggle) .testimonial-text"));
    await engine.click(".testimonial .text-toggle");
    await expectSeen(height(".testimonial:has(.text-toggle) .testimonial-text")).toBeGreaterThan(before);
    expect(await wrong()).toEqual([]);
  });

  test("the partners: the next one is first", async () => {
    await open("/about");
    await engine.read("document.querySelector('.team-carousel').scrollIntoView()");
    await expectSeen("'live' in document.querySelector('[data-island=TeamCarousel]').dataset").toBe(true);
    await engine.click(".play-button");
    const left = (member: number) => `Math.round(document.querySelector('.member:nth-child(${member})').getBoundingClientRect().left)`;
    const first = Math.min(...(await Promise.all([1, 2, 3, 4, 5].map((member) => engine.read<number>(left(member))))));
    const next = [1, 2, 3, 4, 5][((await engine.read<number>("[...document.querySelectorAll('.member')].findIndex((one) => Number(one.style.order) === 0)")) + 1) % 5]!;
    await engine.click('[data-step="next"]');
    await expectSeen(left(next)).toBe(first);
  });

  test("the search: results are visible, and Enter opens the first", async () => {
    await open("/");
    await engine.click(".search-open");
    await expectSeen(height(".search-input")).toBeGreaterThan(10);
    await engine.type("trademark");
    await expectSeen(visible(".search-results [role=option]")).toBeGreaterThan(0);
    await expectSeen(height(".search-results")).toBeGreaterThan(40);
    expect(await wrong()).toEqual([]);
    await engine.type("Enter");
    await expectSeen("location.pathname").toBe("/services/trademark");
  });

  test("the menu of services opens, and Escape returns to its button", async () => {
    await open("/about");
    await engine.click(".nav-more");
    await expectSeen(height("#services-menu")).toBeGreaterThan(200);
    await engine.type("Tab");
    await engine.type("Escape");
    await expectSeen(height("#services-menu")).toBe(0);
    await expectSeen(focus).toBe("nav-more");
  });

  test("on a phone, the menu opens, and Escape returns to its button", async () => {
    await engine.resize(...PHONE);
    await open("/about");
    await engine.click(".menu-button");
    await expectSeen(height("#site-menu")).toBeGreaterThan(300);
    await engine.type("Tab");
    await engine.type("Escape");
    await expectSeen(height("#site-menu")).toBe(0);
    await expectSeen(focus).toBe("menu-button");
  });

  test("a form with errors shows them", async () => {
    await open("/contact");
    await engine.click("#form-contact [type=submit]");
    await expectSeen(visible("#form-contact-errors li")).toBeGreaterThan(1);
    await expectSeen(visible("#form-contact .field-error")).toBeGreaterThan(1);
    await expectSeen(focus).toBe("form-errors");
    expect(await wrong()).toEqual([]);
  });

  test("a form that was sent is replaced by the confirmation", async () => {
    await open("/about");
    await engine.click("#newsletter-email");
    await engine.type("asha@example.com");
    await engine.click("#form-newsletter [type=submit]");
    await expectSeen(height(".site-footer .form-sent-title")).toBeGreaterThan(10);
    await expectSeen(height("#form-newsletter")).toBe(0);
    expect(await wrong()).toEqual([]);
  });

  test("the map takes the place of its button", async () => {
    await open("/contact");
    await engine.click(".map button");
    await expectSeen(height(".map-frame")).toBeGreaterThan(150);
  });
});
