/** The drawer in Firefox, which the environment variable FIREFOX names. Its own controls and its way of dragging are what can differ. */

import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DESKTOP, PHONE } from "./browser.ts";
import { serveShell } from "./shell.ts";

const { FIREFOX } = process.env;

/** Firefox needs long for a change of the page on a busy machine. */
const PATIENCE = { timeout: 30_000 };

describe.skipIf(!FIREFOX)("Firefox", { timeout: 180_000 }, () => {
  let browser: Browser;
  let page: Page;
  let shell: Awaited<ReturnType<typeof serveShell>>;
  let messages: string[];

  beforeAll(async () => void (browser = await puppeteer.launch({ browser: "firefox", executablePath: FIREFOX ?? "", headless: true })));
  afterAll(() => browser?.close());
  beforeEach(async () => {
    shell = await serveShell();
    messages = [];
    page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    await page.setViewport(DESKTOP);
    page.on("console", (message) => ["warn", "error"].includes(message.type()) && messages.push(message.text()));
    page.on("pageerror", (error) => messages.push(String(error)));
    await page.goto(shell.url);
    await page.waitForSelector("::-p-text(Click anything on the page)");
  });
  afterEach(async () => {
    await page.close();
    shell.close();
    expect(messages).toEqual([]);
  });

  const press = (name: string) => page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
  /** Returns the page in the frame, which is another one after each change. */
  const inPage = async (text: string) => {
    const frame = await page.waitForFrame((frame) => frame.parentFrame() !== null);
    return frame.waitForSelector(`::-p-text(${text})`);
  };
  const replace = async (selector: string, text: string) => {
    await page.locator(selector).click({ count: 3 });
    await page.keyboard.type(text);
  };

  test("a telephone number is clicked, changed, seen on the page, and saved", async () => {
    await (await inPage("+91 91234 56789"))?.click();
    const phone = "input[type=tel], input[id='field/phone']";
    await page.waitForSelector(phone);
    await replace(phone, "+91 91234 56780");
    await inPage("+91 91234 56780");
    await press("Save");
    await page.waitForSelector("::-p-text(Saved “Mumbai”.)");
    expect(shell.files.get("a")?.values?.phone).toBe("+91 91234 56780");
  });

  test("the text is typed, and fits a phone", async () => {
    await (await inPage("Who is affected"))?.click();
    await page.waitForSelector(".cm-content");
    await page.setViewport(PHONE);
    await page.keyboard.down("Control");
    await page.keyboard.press("End");
    await page.keyboard.up("Control");
    await page.keyboard.type("See [GST Reg");
    await page.locator("::-p-text(GST Registration)").click();
    await expect.poll(() => shell.drafts.get("b")?.body, PATIENCE).toContain("See [GST Registration](../services/gst.md)");
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });

  test("an item is dragged to another place", async () => {
    await page.locator("::-p-text(Due date)").click();
    await page.locator("::-p-text(GSTR-1, monthly)").click();
    await page.locator("::-p-text(All 2)").click();
    const [grip, target] = await Promise.all([".grip", ".index > li:last-child"].map(async (one) => (await page.waitForSelector(one))?.boundingBox()));
    if (!grip || !target) throw new Error("there is no such item");
    await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
    await page.mouse.down();
    await page.mouse.move(grip.x, target.y + target.height * 0.9, { steps: 5 });
    await page.mouse.up();
    const titles = () => {
      const items = shell.drafts.get("c")?.values?.item;
      return Array.isArray(items) ? items.map((item) => (item as { title: string }).title) : [];
    };
    await expect.poll(titles, PATIENCE).toEqual(["GSTR-3B", "GSTR-1, monthly"]);
  });
});
