// Tests every page of the site without scripts: every page that was built, even if no list or sitemap names it. The pages with
// scripts are tested in deploy/tests/csp.test.mjs.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { dist, useSite, violations } from "./site.ts";

// axe and `overflowing` need layout, but no frames. Without frames, the browser paints nothing.
const site = useSite("--enable-begin-frame-control");

/** Widths of the window in pixels, from the narrowest phone to a desktop. */
const WIDTHS = [320, 375, 768, 1280];
/** Widths at which axe checks each page as well, its colors in the light and the dark color scheme. */
const AXE_WIDTHS = [375, 1280];

const files = readdirSync(dist, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".html"))
  .sort();
const routes = files.map((file) => `/${file.replace(/\.html$/, "")}`.replace(/\/index$/, "/"));
const html = new Map(routes.map((route, index) => [route, readFileSync(join(dist, files[index]!), "utf8")]));

/**
 * The home page, and the routes whose pages differ from those in the folder `BEFORE`; all routes without this variable. A correction of
 * a text is published after a look at the pages that it changes.
 */
const before = process.env.BEFORE;
const isChanged = (file: string) => {
  const old = join(before!, file);
  return !existsSync(old) || readFileSync(old, "utf8") !== readFileSync(join(dist, file), "utf8");
};
const shown = routes.filter((route, index) => !before || route === "/" || isChanged(files[index]!));

/** Returns the first group of a pattern, which must match exactly once in the page. */
const only = (route: string, pattern: RegExp) => {
  const found = [...html.get(route)!.matchAll(pattern)].map(([, text]) => text!);
  expect(found, `${pattern} on ${route}`).toHaveLength(1);
  return found[0]!;
};

/** Returns the duplicates among the values. */
const repeated = (values: string[]) => values.filter((value, index) => values.indexOf(value) !== index);

test("every route of the specification exists", () => {
  const services = {
    ca: "gujarat-vat-service-tax direct-taxation corporate-financial bpo corporate-law auditing-assurance advisory accounting-services",
    cs:
      "bsfi-franchise company-registration-consultants company-law-secretarial-compliance securities-laws-compliances " +
      "corporate-restructuring ipo-listing-delisting legal-documents-due-diligence corporate-compliance-audits " +
      "depository-participant-audit practising-company-secretary fema-rbi-matters nbfc-nidhi-company-formation " +
      "company-formation llp-registration-compliance general-corporate-advisory hr-payroll-labour-laws trademark " +
      "business-registration-license",
  };
  const articles =
    "gst-compliance-changes-2025 choosing-right-business-structure importance-of-internal-audit fema-guidelines-for-startups " +
    "ipo-listing-process-demystified hr-payroll-compliance working-capital-management understanding-due-diligence";
  const pages =
    "/ /about /services /clients /articles /blogs /careers /query /contact /location /projects /TermsAndConditions /privacy " +
    "/knowledge /admin /404";
  const wanted = [
    ...pages.split(" "),
    ...`${services.ca} ${services.cs}`.split(" ").map((slug) => `/services/${slug}`),
    ...articles.split(" ").map((slug) => `/blogs/${slug}`),
  ];
  expect(wanted.filter((route) => !routes.includes(route))).toEqual([]);
});

test("titles and descriptions are unique, and canonical URLs are those of the pages", () => {
  const titles = routes.map((route) => only(route, /<title>([^<]+)<\/title>/g));
  const descriptions = routes.map((route) => only(route, /<meta name="description" content="([^"]+)">/g));
  expect(repeated(titles)).toEqual([]);
  expect(repeated(descriptions)).toEqual([]);
  for (const description of descriptions) {
    expect(description.length, description).toBeGreaterThanOrEqual(50);
    expect(description.length, description).toBeLessThanOrEqual(160);
  }
  for (const route of routes) {
    const canonical = only(route, /<link rel="canonical" href="https:\/\/[^/"]+([^"]*)">/g);
    expect(canonical || "/", route).toBe(route);
  }
});

test("the sitemap lists all pages except those with `noindex`", () => {
  const sitemap = readFileSync(join(dist, "sitemap.xml"), "utf8");
  const named = [...sitemap.matchAll(/<loc>https:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path]) => path || "/");
  const hidden = (route: string) => html.get(route)!.includes('<meta name="robots" content="noindex">');
  expect(named.sort()).toEqual(routes.filter((route) => !hidden(route)).sort());
});

// On a long page, axe takes some seconds for each color scheme and width.
describe.concurrent("without a script", () => {
  let context: BrowserContext;
  // A page that is used again keeps its process, which has already compiled axe.
  const idle: Page[] = [];
  // Texts whose colors need not be checked again, because an earlier page has them in the same surroundings.
  const checked = new Set<string>();
  beforeAll(async () => {
    // Otherwise, axe would check buttons during their transition from light to dark.
    context = await site.newContext({ javaScriptEnabled: false, reducedMotion: "reduce" });
  });

  test.each(shown)("%s is complete, fits every width and is accessible", async (route) => {
    const missing = route === "/404";
    const { page, requests, status } = await site.visit(missing ? "/no/such/page" : route, { context, page: idle.pop() });
    expect(status).toBe(missing ? 404 : 200);
    expect(await page.locator("h1").count()).toBe(1);
    expect(await page.locator("h1").isVisible()).toBe(true);
    const texts = await appearances(page);
    await markChecked(page, texts.map((text) => text !== "" && !checked.has(text)));
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflowing(page), `at ${width} px`).toEqual([]);
      if (!AXE_WIDTHS.includes(width)) continue;
      expect(await violations(page, "structure"), `at ${width} px`).toEqual([]);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page, "colors"), `at ${width} px, ${colorScheme}`).toEqual([]);
      }
    }
    for (const text of texts.filter((text) => text !== "")) checked.add(text);
    const { host } = new URL(site.url("/"));
    expect(requests.filter((url) => !url.startsWith("data:") && new URL(url).host !== host)).toEqual([]);
    idle.push(page);
    // The first pages take minutes on a slow computer, beside the other steps: axe is compiled, and no color is known yet.
  }, 300_000);
});

/**
 * Returns what the colors of each element in the body depend on: its HTML, and the start tags and positions of the elements around
 * it. Returns an empty string for an element that contains no text of its own and is not a form control.
 */
function appearances(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const path = (element: Element): string => {
      const parent = element.parentElement;
      if (!parent) return "";
      const { outerHTML, localName } = element.cloneNode() as Element;
      const siblings = [...parent.children].filter((sibling) => sibling.localName === localName);
      return `${path(parent)} ${siblings.indexOf(element)}${outerHTML}`;
    };
    const hasText = (element: Element) =>
      element.matches("input, select, textarea") ||
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim());
    return [...document.body.querySelectorAll("*")].map((element) => (hasText(element) ? path(element) + element.innerHTML : ""));
  });
}

/**
 * Sets the attribute `data-checked` on the parts of a page that contain none of the `open` elements. `open` has a value for each element
 * in the body. The parts are as large as possible, so that axe has few of them to leave out, and none is inside an `open` element,
 * because whether a link stands out depends on the text around it.
 */
function markChecked(page: Page, open: boolean[]): Promise<void> {
  return page.evaluate((open) => {
    const elements = new Set([...document.body.querySelectorAll("*")].filter((_, index) => open[index]));
    const mark = (part: Element) => {
      if (elements.has(part)) return;
      const isChecked = ![...elements].some((element) => part.contains(element));
      part.toggleAttribute("data-checked", isChecked);
      if (!isChecked) [...part.children].forEach(mark);
    };
    [...document.body.children].forEach(mark);
  }, open);
}

/** Returns the elements that make a page wider than its window, or an empty list. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.body.querySelectorAll("*")].filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5);
    return [`${scrollWidth} px wide`, ...wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 100))];
  });
}
