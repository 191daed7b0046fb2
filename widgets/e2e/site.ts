import { existsSync } from "node:fs";
import { join } from "node:path";
import axe from "axe-core";
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { serveSite, succeed, type Api } from "./server.ts";

/** Folder of the site that `cargo site build` has written. */
export const dist = process.env.SITE_DIST ?? join(import.meta.dirname, "../../dist");

/** Path of the browser: `CHROMIUM`, or Debian's Chromium. If undefined, Playwright uses its own browser. */
export const CHROMIUM = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));
export const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts a headless browser. */
export const launch = (...flags: string[]) =>
  chromium.launch({ args: [...FLAGS, ...flags], ...(CHROMIUM && { executablePath: CHROMIUM }) });

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 375, height: 740 };

/** An opened page, with the messages and requests that were recorded while it loaded. */
export interface Visit {
  page: Page;
  /** Warnings and errors of the console, and uncaught errors. */
  messages: string[];
  /** URLs of all requests. */
  requests: string[];
  /** HTTP status of the page. */
  status: number | undefined;
}

export interface VisitOptions extends BrowserContextOptions {
  /** Whether time stops until `page.clock` moves it. */
  clock?: boolean;
  /** Function that runs before the page is loaded. */
  before?: (page: Page) => Promise<unknown>;
  /** Browser context to open the page in, instead of a new one. Its pages share a cache. */
  context?: BrowserContext;
  /** Page of an earlier visit to use again, instead of a new one. */
  page?: Page | undefined;
}

/**
 * Starts a server, and a browser with these flags, for the tests of a file. Each visit has a browser context of its own, unless
 * it names one.
 */
export function useSite(...flags: string[]) {
  let browser: Browser;
  let server: Awaited<ReturnType<typeof serveSite>>;
  const newContext = (options: BrowserContextOptions) => browser.newContext({ viewport: DESKTOP, ...options });
  beforeAll(async () => {
    if (!existsSync(join(dist, "index.html"))) throw new Error(`no site in ${dist}: run \`cargo site build\` first`);
    server = await serveSite(dist);
    browser = await launch(...flags);
  });
  // The animations of a page that stays open would slow down the next test. Concurrent tests close their pages themselves.
  afterEach(async ({ task }) => {
    if (!task.concurrent) await Promise.all(browser.contexts().map((context) => context.close()));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  return {
    url: (path: string) => server.url + path,
    setApi: (api: Api = succeed) => server.setApi(api),
    newContext,
    async visit(path: string, { clock = false, before, context, page: used, ...options }: VisitOptions = {}): Promise<Visit> {
      const page = used ?? (await (context ?? (await newContext(options))).newPage());
      page.removeAllListeners();
      page.setDefaultTimeout(30_000);
      const messages: string[] = [];
      const requests: string[] = [];
      page.on("console", (message) => {
        if (["warning", "error"].includes(message.type())) messages.push(message.text());
      });
      page.on("pageerror", (error) => messages.push(String(error)));
      page.on("request", (request) => requests.push(request.url()));
      if (clock) {
        await page.clock.install({ time: new Date("2026-11-21T10:00:00+05:30") });
        await page.clock.pauseAt(new Date("2026-11-21T10:00:01+05:30"));
      }
      await before?.(page);
      const response = await page.goto(server.url + path);
      return { page, messages, requests, status: response?.status() };
    },
  };
}

/** Stops the animations of a page, which do not follow its clock. An animation that begins later stays at its start. */
export async function stopAnimations(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send("Animation.setPlaybackRate", { playbackRate: 0 });
}

/** Activates an island, and waits until it is active. */
export async function waitUntilActive(page: Page, island: string): Promise<void> {
  const first = page.locator(`site-island[data-island="${island}"]`).first();
  await first.dispatchEvent("focusin");
  await page.locator(`site-island[data-island="${island}"][data-live]`).first().waitFor({ state: "attached" });
}

/** Rules of axe that depend on colors. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Returns the accessibility violations that axe finds on a page, one per line: WCAG 2.2 A and AA, and best practices. With
 * `"colors"`, only the rules that depend on colors run, and parts with the attribute `data-checked` are left out. With
 * `"structure"`, only all other rules run.
 */
export async function violations(page: Page, only: "all" | "colors" | "structure" = "all"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const rules = Object.fromEntries(COLOR_RULES.map((rule) => [rule, { enabled: only !== "structure" }]));
  const options: axe.RunOptions = {
    // The only rule of WCAG 2.2 AA, which is off by default.
    rules: { "target-size": { enabled: true }, ...rules },
    ...(only === "colors" && { runOnly: { type: "rule", values: COLOR_RULES } }),
    preload: false,
    // Results that pass are not collected.
    resultTypes: ["violations"],
  };
  return page.evaluate(
    async ([options, exclude]) => {
      // Without scripts, a page's timers do not run, but axe, which is called from outside, waits for one.
      if (matchMedia("(scripting: none)").matches) {
        window.setTimeout = ((then: () => void) => void Promise.resolve().then(then)) as unknown as typeof setTimeout;
      }
      // While something fades in, its colors are not yet those that people see.
      const running = document.getAnimations().filter((each) => each instanceof CSSTransition && each.playState === "running");
      await Promise.allSettled(running.map((each) => each.finished));
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({ exclude }, options);
      return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 120)}`));
    },
    [options, only === "colors" ? ["[data-checked]"] : []] as const,
  );
}

export async function expectAccessible(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
}
