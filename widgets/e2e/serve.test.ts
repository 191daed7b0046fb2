import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { launch } from "./site.ts";

// `site serve` as an editor has it: a page open beside the text.

const SITE = process.env.SITE ?? join(import.meta.dirname, "../../target/release/site");
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
  await page?.close();
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
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await page.goto(url);
  return complaints;
}

const change = async (path: string, edit: (text: string) => string) => {
  const file = join(folder, path);
  await writeFile(file, edit(await readFile(file, "utf8")));
};
const scrolled = () => page.evaluate(() => window.scrollY);
const mistakes = () => page.locator("site-mistakes");

test("an open page follows its text and stays where it is", async () => {
  const complaints = await open();
  await page.evaluate(() => window.scrollTo(0, 300));
  await change(HOME, (text) => `${text}\nFreshly typed.\n`);
  await page.getByText("Freshly typed.").waitFor();
  await expect.poll(scrolled).toBe(300);
  // The policy that pages are published with allows the script that keeps them up to date.
  expect(complaints).toEqual([]);
});

test("a style sheet is exchanged in place", async () => {
  await open();
  await page.evaluate(() => window.scrollTo(0, 200));
  const sheet = await page.evaluate(() => document.styleSheets[0]?.href);
  await change("themes/workshop/styles/main.css", (text) => `${text}\nbody { outline: 7px solid }\n`);
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).outlineWidth)).toBe("7px");
  expect([loads, await scrolled()]).toEqual([1, 200]);
  await expect.poll(() => page.evaluate((old) => [...document.styleSheets].some(({ href }) => href === old), sheet)).toBe(false);
});

test("a mistake shows in the page until it is mended", async () => {
  await open();
  const heading = await page.locator("h1").textContent();
  await change(HOME, (text) => text.replace("title =", "titel ="));
  await mistakes().getByText(/content\/pages\/index\.md:2:1/).waitFor();
  expect(await mistakes().locator("pre").textContent()).toContain("did you mean `title`?");
  expect(await page.locator("h1").textContent()).toBe(heading);
  await change(HOME, (text) => text.replace("titel =", "title ="));
  await expect.poll(() => mistakes().count()).toBe(0);
  expect(loads).toBe(1);
});

test("a site that cannot be built yet is served with what is wrong, and then itself", async () => {
  await change("content/site.toml", (text) => `${text}\n[broken\n`);
  await open();
  await page.getByRole("heading", { name: "The site could not be built" }).waitFor();
  expect(await page.textContent("body")).toContain("content/site.toml");
  await change("content/site.toml", (text) => text.replace("\n[broken\n", ""));
  await expect.poll(() => page.title()).not.toBe("The site could not be built");
  await expect.poll(() => page.locator("h1").count()).toBe(1);
});
