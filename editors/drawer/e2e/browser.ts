/** Chromium, and what is checked in every view. */

import { existsSync } from "node:fs";
import axe from "axe-core";
import { chromium, type Page } from "playwright-core";

const PATH = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));
const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export const launch = () => chromium.launch({ args: FLAGS, ...(PATH && { executablePath: PATH }) });

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 375, height: 740 };

/**
 * Returns the accessibility violations that axe finds in the drawer, one per line: WCAG 2.2 A and AA, and best practices. With rules,
 * only these run.
 */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    const options: axe.RunOptions = {
      ...(only ? { runOnly: { type: "rule", values: only } } : { rules: { "target-size": { enabled: true } } }),
      resultTypes: ["violations"],
      iframes: false,
    };
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({ exclude: ["iframe"] }, options);
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ""}`));
  }, rules);
}

/** Returns whether something is wider or higher than the screen. Only parts of the drawer scroll. */
export const overflows = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return scrollWidth > window.innerWidth || scrollHeight > window.innerHeight;
  });
