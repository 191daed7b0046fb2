import puppeteer from "puppeteer-core";
import { FLAGS } from "../site.ts";
import { isKey, type Engine } from "./engine.ts";

/** Starts Chromium (through its DevTools protocol) or Firefox (through WebDriver BiDi). */
export async function startWithPuppeteer(browser: "chrome" | "firefox", executablePath: string): Promise<Engine> {
  const args = browser === "chrome" ? [...FLAGS, "--disable-features=BackForwardCache"] : [];
  // Without the cache for Back, a page has to restore its own state, and the protocols keep their connection to it.
  const extraPrefsFirefox = { "browser.sessionhistory.max_total_viewers": 0 };
  const started = await puppeteer.launch({ browser, executablePath, args, extraPrefsFirefox, headless: true });
  const [page = await started.newPage()] = await started.pages();
  return {
    open: async (url) => void (await page.goto(url)),
    read: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
    click: (selector) => page.click(selector),
    type: (text) => (isKey(text) ? page.keyboard.press(text) : page.keyboard.type(text)),
    back: async () => void (await page.goBack({ waitUntil: [] })),
    resize: (width, height) => page.setViewport({ width, height }),
    close: () => started.close(),
  };
}
