import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { launch } from "./site.ts";

// Tests `site serve` as an author uses it, with a page open beside the text editor.

const SITE = process.env.SITE ?? join(import.meta.dirname, "../../target/quick/site");
const HOME = "content/pages/index.md";

let browser: Browser;
let folder: string;
let server: ChildProcess | undefined;
let page: Page;
let loads: number;

beforeAll(async () => {
  if (!existsSync(SITE)) throw new Error(`no program at ${SITE}: run \`cargo site build\` first`);
  browser = await launch();
});
afterAll(() => browser?.close());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "site-serve-"));
  const made = spawnSync(SITE, ["init", folder], { encoding: "utf8" });
  expect(made.status, made.stderr).toBe(0);
});
afterEach(async () => {
  // The page is not closed, because closing it while it reloads can wait forever.
  server?.kill();
  await rm(folder, { recursive: true, force: true });
});

/** Starts the server and opens its first page. */
async function open() {
  server = spawn(SITE, ["serve", "--port", "0"], { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  const lines = createInterface({ input: server.stderr! });
  const url = await new Promise<string>((resolve) =>
    lines.on("line", (line) => {
      const at = /Serving (http:\S+)/.exec(line);
      if (at?.[1]) resolve(at[1]);
    }),
  );
  page = await browser.newPage({ viewport: { width: 1280, height: 600 } });
  loads = 0;
  page.on("load", () => loads++);
  const messages: string[] = [];
  page.on("console", (message) => message.type() === "error" && messages.push(message.text()));
  await page.goto(url);
  return messages;
}

const change = async (path: string, edit: (text: string) => string) => {
  const file = join(folder, path);
  await writeFile(file, edit(await readFile(file, "utf8")));
};
const scrolled = () => page.evaluate(() => window.scrollY);
const mistakes = () => page.locator("site-mistakes");

test("an open page shows an edit and keeps its scroll position", async () => {
  const messages = await open();
  await page.evaluate(() => window.scrollTo(0, 300));
  await change(HOME, (text) => `${text}\nFreshly typed.\n`);
  await page.getByText("Freshly typed.").waitFor();
  await expect.poll(scrolled).toBe(300);
  // The published content security policy also allows the script that keeps pages up to date.
  expect(messages).toEqual([]);
});

test("an edit is shown even if it was made before the page asked for its current version", async () => {
  await open();
  let release = () => {};
  const edited = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() === "fetch") await edited;
    await route.continue();
  });
  await page.reload();
  await change(HOME, (text) => `${text}\nFreshly typed.\n`);
  const served = async () => (await fetch(page.url())).text();
  await expect.poll(served).toContain("Freshly typed.");
  release();
  await page.getByText("Freshly typed.").waitFor();
});

test("a style sheet is replaced without a reload", async () => {
  await open();
  await page.evaluate(() => window.scrollTo(0, 200));
  const sheet = await page.evaluate(() => document.styleSheets[0]?.href);
  await change("themes/workshop/styles/main.css", (text) => `${text}\nbody { outline: 7px solid }\n`);
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).outlineWidth)).toBe("7px");
  expect([loads, await scrolled()]).toEqual([1, 200]);
  await expect.poll(() => page.evaluate((old) => [...document.styleSheets].some(({ href }) => href === old), sheet)).toBe(false);
});

test("a page with an error is shown with a panel until the error is fixed", async () => {
  await open();
  await change(HOME, (text) => `${text}\nFreshly typed, see [nothing](/nope).\n`);
  await page.getByText("Freshly typed").first().waitFor();
  await mistakes().getByText("This would stop a build.").waitFor();
  expect(await mistakes().locator("pre").first().textContent()).toContain("there is no page or file /nope");
  await mistakes().getByRole("button", { name: "Hide" }).click();
  await mistakes().getByRole("button", { name: /build/ }).click();
  await mistakes().getByRole("heading", { name: /on this page/ }).waitFor();
  await change(HOME, (text) => text.replace(", see [nothing](/nope)", ""));
  await expect.poll(() => mistakes().count()).toBe(0);
});

test("findings of `site check` are shown as well", async () => {
  await open();
  await change(HOME, (text) => `${text}\nAn ebike.\n`);
  await mistakes().getByText(/write `e-bike`, not `ebike`/).waitFor();
  expect(await mistakes().getByText("This would stop a build.").count()).toBe(0);
});

test("the last good version of a page that cannot be rendered stays, and says why until it is fixed", async () => {
  await open();
  await page.goto(new URL("/repairs", page.url()).href);
  const title = await page.title();
  await change("themes/workshop/templates/repairs.html", (text) => `${text}{{ page.titel }}`);
  await mistakes().getByRole("heading", { name: /^This page is from an earlier build/ }).waitFor();
  await mistakes().getByText("themes/workshop/templates/repairs.html").first().waitFor();
  await page.reload();
  expect(await page.title()).toBe(title);
  await change("themes/workshop/templates/repairs.html", (text) => text.replace("{{ page.titel }}", ""));
  await expect.poll(() => mistakes().count()).toBe(0);
});

test("a draft is shown with placeholders, and says why it is not public", async () => {
  await open();
  await change(HOME, (text) => text.replace("+++\n", "+++\ndraft = true\n"));
  await mistakes().getByText("Not public: it is a draft").first().waitFor();
});

test("a site that cannot be rendered shows its errors until they are fixed", async () => {
  await change("content/site.toml", (text) => `${text}\n[broken\n`);
  await open();
  await page.getByRole("heading", { name: "The site cannot be rendered" }).waitFor();
  expect(await page.textContent("body")).toContain("content/site.toml");
  await change("content/site.toml", (text) => text.replace("\n[broken\n", ""));
  await expect.poll(() => page.title()).not.toBe("The site cannot be rendered");
  await expect.poll(() => page.locator("h1").count()).toBe(1);
});
