/** What scripts of the site, and pages of other origins, try against the drawer with the program. */

import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DESKTOP, launch } from "./browser.ts";
import { SITE, startProgram, type Program } from "./program.ts";

describe.skipIf(SITE === "")("attacks", () => {
  let program: Program;
  let browser: Browser;
  let context: BrowserContext;

  beforeAll(async () => {
    program = await startProgram();
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    program?.close();
  });
  beforeEach(async () => void (context = await browser.newContext({ viewport: DESKTOP, reducedMotion: "reduce" })));
  afterEach(async () => {
    await context.close();
    program.git("reset", "--quiet", "--hard", "begin");
  });

  /** Opens the drawer with the telephone number of the site. */
  const open = async (page: Page) => {
    page.setDefaultTimeout(15_000);
    await page.goto(program.url);
    await page.frameLocator("iframe").getByText("020 912 3456").first().click();
    const phone = page.getByLabel("Phone", { exact: true });
    await phone.waitFor();
    return phone;
  };
  const save = async (page: Page) => {
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.locator(".announcement").getByText("Saved").waitFor();
  };
  const site = () => readFileSync(join(program.folder, "content/site.toml"), "utf8");

  test("cookies of the page, which all ports of a computer share, do not keep the drawer from saving", async () => {
    const page = await context.newPage();
    const phone = await open(page);
    const frame = page.frames().find((frame) => frame.parentFrame() !== null);
    // Each request with them would be larger than what servers accept.
    const size = await frame?.evaluate(() => {
      for (let number = 0; number < 170; number += 1) document.cookie = `c${number}=${"x".repeat(3900)}; path=/`;
      return document.cookie.length;
    });
    expect(size).toBeGreaterThan(400_000);
    await phone.fill("020 912 4444");
    await page.getByText("kept as a draft").waitFor();
    await save(page);
    expect(site()).toContain("020 912 4444");
  });

  test("a script of the page that goes back in the history does not leave the drawer", async () => {
    const page = await context.newPage();
    await page.goto(`data:text/html,<title>Before</title>`);
    const phone = await open(page);
    const frame = page.frames().find((frame) => frame.parentFrame() !== null);
    await phone.fill("020 912 5555");
    for (const step of [-1, -2, -5]) await frame?.evaluate((step) => history.go(step), step).catch(() => undefined);
    await page.waitForTimeout(1500);
    expect(new URL(page.url()).origin).toBe(new URL(program.url).origin);
    expect(await phone.inputValue()).toBe("020 912 5555");
    await save(page);
    expect(site()).toContain("020 912 5555");
  });

  test.each(["localhost", "127.0.0.1"])("a page of another origin on %s neither writes nor reads", async (host) => {
    const drawer = new URL(program.url).origin;
    const token = program.url.split("#t=")[1];
    let server: Server | undefined;
    try {
      server = createServer((_, response) => response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><title>Other</title><body>"));
      await new Promise<void>((done) => server?.listen(0, "127.0.0.1", done));
      // The drawer is open in another tab of the same browser.
      const page = await context.newPage();
      await open(page);
      const other = await context.newPage();
      await other.goto(`http://${host}:${(server.address() as AddressInfo).port}/`);
      const results = await other.evaluate(
        async ([drawer, token]) => {
          const body = JSON.stringify({ document: "content/site.toml", confirm: true, values: {}, fingerprint: "", id: null });
          const fails = (attempt: Promise<unknown>) => attempt.then(() => "done", () => "refused");
          const loads = (tag: "script" | "img" | "link", given: object) =>
            new Promise<string>((resolve) => {
              const element = Object.assign(document.createElement(tag), given, { onload: () => resolve("done"), onerror: () => resolve("refused") });
              document.body.append(element);
            });
          const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
          const form = Object.assign(document.createElement("form"), { action: `${drawer}/api/undo`, method: "post", enctype: "text/plain", target: "sink" });
          form.append(Object.assign(document.createElement("input"), { name: '{"document":"content/site.toml","x":"', value: '"}' }));
          const sink = Object.assign(document.createElement("iframe"), { name: "sink", src: drawer });
          document.body.append(sink, form);
          form.submit();
          // Whatever it knows, even the token: its origin is another one.
          const written = [];
          for (const name of ["save", "undo", "remove", "publish", "discard"]) {
            written.push(await fails(fetch(`${drawer}/api/${name}`, { method: "POST", headers, body })));
            await fetch(`${drawer}/api/${name}`, { method: "POST", mode: "no-cors", body }).catch(() => undefined);
            navigator.sendBeacon(`${drawer}/api/${name}`, new Blob([body], { type: "text/plain" }));
          }
          const read = [await fails(fetch(drawer)), await loads("script", { src: `${drawer}/drawer.js` }), await loads("link", { rel: "stylesheet", href: `${drawer}/drawer.css` })];
          const popup = window.open(drawer);
          await new Promise((done) => setTimeout(done, 1000));
          const isCutOff = popup === null || popup.closed;
          return { written, read, isCutOff, framed: sink.contentDocument === null };
        },
        [drawer, token] as const,
      );
      expect(results).toEqual({ written: Array(5).fill("refused"), read: Array(3).fill("refused"), isCutOff: true, framed: true });
      const shown = other.frames().filter((frame) => frame.parentFrame() !== null);
      for (const frame of shown) expect(await frame.evaluate(() => document.querySelector("#root")).catch(() => null)).toBeNull();
      expect(program.git("status", "--porcelain")).toBe("");
    } finally {
      server?.close();
    }
  });
});
