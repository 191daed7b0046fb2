/** The drawer with the program, over the site that `site init` creates. Nobody writes a file by hand here but the tests themselves. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, FrameLocator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DESKTOP, launch } from "./browser.ts";
import { SITE, startProgram, type Program } from "./program.ts";

describe.skipIf(SITE === "")("with the program", () => {
  let program: Program;
  let browser: Browser;
  let page: Page;
  let frame: FrameLocator;

  const file = (path: string) => join(program.folder, "content", path);
  const read = (path: string) => readFileSync(file(path), "utf8");
  const git = (...words: string[]) => program.git(...words);

  beforeAll(async () => {
    program = await startProgram();
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    program?.close();
  });
  beforeEach(async () => {
    const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: "reduce", locale: "en-IE" });
    page = await context.newPage();
    page.setDefaultTimeout(15_000);
    frame = page.frameLocator("iframe");
    await page.goto(program.url);
    await page.getByText("Click anything on the page").waitFor();
  });
  // The next test begins with what was there at first.
  afterEach(async () => {
    await page.context().close();
    git("reset", "--quiet", "--hard", "begin");
    git("clean", "--force", "--quiet", "-d", "content");
  });

  const press = (name: string | RegExp) => page.getByRole("button", { name, ...(typeof name === "string" && { exact: true }) }).click();
  const save = async () => {
    await press("Save");
    await page.locator(".announcement").getByText("Saved").waitFor();
  };
  /** Follows a link of the page, as a person who is not editing does. */
  const follow = async (name: string) => {
    await page.getByRole("switch").uncheck();
    await frame.getByRole("link", { name, exact: true }).first().click();
    await page.getByRole("switch").check();
  };
  /** Returns the lines of a file that differ from the last commit, with `-` and `+`. */
  const changed = (path: string) =>
    git("diff", "--unified=0", "--", `content/${path}`)
      .split("\n")
      .filter((line) => /^[-+](?![-+]{2})/.test(line));
  /** Returns a photograph as phones make them. */
  const photograph = async (name: string, color: string) => {
    const data = await page.evaluate((color) => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [1600, 1200];
      const context = canvas.getContext("2d");
      if (context) context.fillStyle = color;
      context?.fillRect(0, 0, 1600, 1200);
      return canvas.toDataURL("image/jpeg").split(",")[1] ?? "";
    }, color);
    return { name, mimeType: "image/jpeg", buffer: Buffer.from(data, "base64") };
  };

  test("a telephone number: clicked, changed, seen on the page, saved in exactly its line, and undone", async () => {
    await frame.getByText("020 912 3456").first().click();
    const phone = page.getByLabel("Phone", { exact: true });
    await phone.waitFor();
    expect(await phone.evaluate((field) => field === document.activeElement)).toBe(true);
    const before = read("site.toml");
    await phone.fill("020 912 9999");
    await frame.getByText("020 912 9999").first().waitFor();
    expect(read("site.toml")).toBe(before);
    await save();
    expect(read("site.toml")).toBe(before.replace('phone = "020 912 3456"', 'phone = "020 912 9999"'));
    await press(/^Undo/);
    await frame.getByText("020 912 3456").first().waitFor();
    expect(read("site.toml")).toBe(before);
  });

  test("opening hours", async () => {
    await follow("Visit us");
    await frame.getByText("9:00 to 13:00").first().click();
    await page.locator("input:focus").fill("9:00 to 16:00");
    await frame.getByText("9:00 to 16:00").first().waitFor();
    await save();
    expect(changed("site.toml")).toEqual(['-time = "9:00 to 13:00"', '+time = "9:00 to 16:00"']);
  });

  test("an article with two photographs for a later day", async () => {
    await press(/^New: Note/);
    await page.getByLabel("Title or name").fill("The yard in winter");
    await page.getByLabel(/^Day of publication/).fill("2030-01-07");
    await press("Create");
    await page.getByRole("heading", { name: "The yard in winter" }).waitFor();
    await page.locator(".cm-content").click();
    await page.keyboard.type("Two pictures of the yard.");
    for (const [name, color, words] of [["IMG_2041.jpg", "#789", "The yard in snow"], ["IMG_2042.jpg", "#987", "The trike under a cover"]] as const) {
      await page.keyboard.press("Control+End");
      await page.locator(".body-editor input[type=file]").setInputFiles(await photograph(name, color));
      await page.waitForFunction(() => /!\[\]\(\S+\)$/.test(document.querySelector<HTMLElement>(".cm-content")?.innerText.trim() ?? ""));
      await page.keyboard.type(words);
    }
    for (const missing of await page.getByRole("group", { name: "Still to fill in" }).getByRole("button").allInnerTexts()) {
      const field = page.getByLabel(missing, { exact: true });
      if (await field.evaluate((one) => one.tagName === "SELECT")) await field.selectOption({ index: 1 });
      else await field.fill("What the yard looks like in winter, and where the rack and the trike are until the spring.");
    }
    await page.getByRole("group", { name: "Still to fill in" }).waitFor({ state: "detached" });
    await frame.getByRole("img", { name: "The trike under a cover" }).waitFor();
    await save();
    const note = readdirSync(file("notes")).find((name) => name.includes("yard-in-winter")) ?? "";
    expect(read(`notes/${note}`)).toContain("date = 2030-01-07");
    expect(read(`notes/${note}`).match(/!\[(The yard in snow|The trike under a cover)\]/g)).toHaveLength(2);
  });

  test("a broken link", async () => {
    const path = "pages/404.md";
    writeFileSync(file(path), read(path).replace("(visit.md)", "(vist.md)"));
    await page.getByRole("button", { name: /^To correct.*[1-9]/ }).click();
    await page.getByRole("button", { name: /visit\.md/ }).first().click();
    await page.getByText("Nothing needs to be corrected.").waitFor();
    expect(changed(path)).toEqual([]);
  });

  test("a page that others link to is removed: its visitors and the links are led to the page above it, and one Undo takes all of it back", async () => {
    const [removed, linking, above] = ["notes/measure-your-chain.md", "notes/a-second-stand.md", "pages/notes.md"];
    writeFileSync(file(linking), `${read(linking)}\nSee [measuring](measure-your-chain.md#how-to-measure) and [it](/notes/measure-your-chain).\n`);
    git("commit", "--quiet", "--all", "--message=Links");
    await page.getByRole("searchbox").fill("Measure your chain");
    await page.getByRole("list", { name: "Found" }).getByRole("button").first().click();
    await page.locator(".cm-content").waitFor();
    await press("Remove…");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("/notes/measure-your-chain").waitFor();
    expect(await dialog.getByRole("combobox").inputValue()).toBe("Notes from the workshop");
    await dialog.getByText("In “A second stand”").waitFor();
    await dialog.getByRole("button", { name: "Remove", exact: true }).click();
    await page.locator(".announcement").getByText("Removed").waitFor();
    await frame.getByRole("heading", { level: 1, name: "Notes from the workshop" }).waitFor();
    expect(git("status", "--porcelain").trim().split("\n").map((line) => line.trim()).sort()).toEqual([`D content/${removed}`, `M content/${linking}`, `M content/${above}`, "M content/repairs/gears.md"].sort());
    expect(changed(linking).at(-1)).toBe("+See [measuring](../pages/notes.md) and [it](/notes).");
    expect(changed(above)).toEqual(['+aliases = ["/notes/measure-your-chain"]']);
    await press(/^Undo/);
    await page.locator(".announcement").getByText("Undone").waitFor();
    expect(git("status", "--porcelain")).toBe("");
  });

  test("a change that breaks a link elsewhere says so, and two tabs do not overwrite each other", async () => {
    const path = "notes/a-second-stand.md";
    writeFileSync(file(path), `${read(path)}\nSee [measuring](measure-your-chain.md#how-to-measure).\n`);
    const find = async (tab: Page) => {
      await tab.getByRole("searchbox").fill("Measure your chain");
      await tab.getByRole("list", { name: "Found" }).getByRole("button").first().click();
      await tab.locator(".cm-content").waitFor();
    };
    const other = await page.context().newPage();
    await other.goto(program.url);
    await find(page);
    await find(other);
    await page.locator(".cm-line", { hasText: "How to measure" }).click();
    await page.keyboard.press("End");
    await page.keyboard.type(" it");
    await press(/^Keep the links to/);
    await page.locator(".elsewhere").waitFor({ state: "detached" });
    expect(await page.locator(".cm-content").innerText()).toContain("## How to measure it {#how-to-measure}");
    await page.getByText("kept as a draft").waitFor();
    await other.locator(".cm-line", { hasText: "How to measure" }).click();
    await other.keyboard.type("x");
    await other.getByRole("button", { name: "Compare both versions" }).click();
    await other.getByRole("dialog", { name: /is being changed elsewhere/ }).waitFor();
    await press("Discard my changes");
    await page.locator(".announcement").getByText("discarded").waitFor();
  });

  test("an entry of its own: a repair", async () => {
    await press(/^New: Repair/);
    await page.getByLabel("Title or name").fill("Lights");
    await press("Create");
    await page.getByRole("heading", { name: "Lights" }).waitFor();
    await page.getByLabel(/^Price/).fill("12");
    await page.locator(".cm-content").click();
    await page.keyboard.type("Lights that work.");
    await save();
    expect(read("repairs/lights.md")).toMatch(/^\+\+\+\ntitle = "Lights"\n[^]*price = 12\n[^]*\+\+\+\n+Lights that work\.\n$/);
  });

  test("an item of a list: a price, which is found by its name, and shown on its page", async () => {
    await page.getByRole("searchbox").fill("Broken spoke");
    await page.getByRole("list", { name: "Found" }).getByRole("button").first().click();
    await frame.getByText("Broken spoke replaced, wheel trued").first().click();
    await page.getByLabel("Price", { exact: true }).fill("29");
    await frame.getByText("29").first().waitFor();
    await save();
    expect(changed("lists/prices.toml")).toEqual(["-price = 28", "+price = 29"]);
  });

  test("a file that was changed elsewhere is not overwritten", async () => {
    await frame.getByText("020 912 3456").first().click();
    const phone = page.getByLabel("Phone", { exact: true });
    await phone.fill("020 912 8888");
    await page.getByText("kept as a draft").waitFor();
    writeFileSync(file("site.toml"), read("site.toml").replace("12 Harbour Street", "14 Harbour Street"));
    await press("Save");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("14 Harbour Street").waitFor();
    expect(read("site.toml")).not.toContain("8888");
    await dialog.getByRole("button", { name: "Save what is chosen" }).click();
    await page.locator(".announcement").getByText("Saved").waitFor();
    expect(changed("site.toml")).toEqual([
      '-street = "12 Harbour Street"',
      '+street = "14 Harbour Street"',
      '-phone = "020 912 3456"',
      '+phone = "020 912 8888"',
    ]);
  });

  test("publishing says in words what will change, and does it", async () => {
    await frame.getByText("020 912 3456").first().click();
    await page.getByLabel("Phone", { exact: true }).fill("020 912 7777");
    await page.getByText("kept as a draft").waitFor();
    await save();
    await press("Publish");
    await page.getByText(/020 912 7777/).first().waitFor();
    expect(await page.locator(".publish").innerText()).not.toMatch(/commit|\.toml|git/i);
    expect(git("log", "--format=%s").trim()).toBe("Begin");
    await page.locator(".view-foot .primary").click();
    await page.getByRole("heading", { name: "Done" }).waitFor();
    expect(git("log", "--format=%an").trim().split("\n")).toEqual(["A writer", "A writer"]);
    expect(git("status", "--porcelain")).toBe("");
    await press("Take it back…");
    await page.getByText(/020 912 3456/).first().waitFor();
    await page.locator(".view-foot .primary").click();
    await page.getByRole("heading", { name: "Done" }).waitFor();
    expect(changed("site.toml")).toEqual([]);
    expect(git("diff", "begin", "--stat")).toBe("");
  });
});
