// Edits a document in the drawer of `site edit` in Firefox: a field and the text, saved, and undone. `editors/drawer` has the tests in
// Chromium.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SITE, startProgram, type Program } from "../../../editors/drawer/e2e/program.ts";
import type { Engine } from "./engine.ts";
import { startWithPuppeteer } from "./puppeteer.ts";

const { FIREFOX = "" } = process.env;

describe.skipIf(FIREFOX === "" || SITE === "")("the drawer in Firefox", () => {
  let program: Program;
  let engine: Engine;

  beforeAll(async () => {
    program = await startProgram();
    engine = await startWithPuppeteer("firefox", FIREFOX);
    await engine.resize(1280, 800);
  });
  afterAll(async () => {
    await engine?.close();
    program?.close();
  });

  test("a field and a text are changed, saved, and undone", { timeout: 60_000 }, async () => {
    const file = () => readFileSync(join(program.folder, "content/notes/measure-your-chain.md"), "utf8");
    const has = (expression: string) => expect.poll(() => engine.read<boolean>(`!!(${expression})`), { timeout: 15_000 }).toBe(true);
    const says = (words: string) => has(`document.body.innerText.includes(${JSON.stringify(words)})`);
    const before = file();
    await engine.open(program.url);
    await says("Click anything on the page");
    await engine.click("input[type=search]");
    await engine.type("Measure your chain");
    await has("document.querySelector('[aria-label=Found] button')");
    await engine.click("[aria-label=Found] button");
    await has("document.querySelector('.cm-content')");

    const id = await engine.read<string>("[...document.querySelectorAll('label')].find((label) => /^Title/.test(label.textContent)).htmlFor");
    await engine.click(`[id="${id}"]`);
    await engine.type("Typed1 ");
    await engine.click(".cm-line:first-child");
    await engine.type("Typed2 ");
    await says("kept as a draft");
    expect(file()).toBe(before);
    // What is typed is on the page beside it.
    const preview = await engine.read<string>("document.querySelector('iframe').src");
    await expect.poll(async () => /Typed1[^]*Typed2/.test(await (await fetch(new URL("/notes/measure-your-chain", preview))).text())).toBe(true);

    await engine.click(".view-foot .primary");
    await says("Saved “");
    expect(file()).toMatch(/title = "[^\n]*Typed1 [^\n]*"\n[^]*Typed2 /);
    expect(file().replace("Typed1 ", "").replace("Typed2 ", "")).toBe(before);
    await has("document.querySelector('.site-bar .undo')");
    await engine.click(".site-bar .undo");
    await says("Undone: ");
    expect(file()).toBe(before);
  });
});
