import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { useSite } from "./site.ts";

const site = useSite();
const dist = process.env.SITE_DIST ?? join(import.meta.dirname, "../../dist");

const routes = readdirSync(dist, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".html") && file !== "404.html")
  .map((file) => `/${relative(".", file).replace(/\.html$/, "")}`.replace(/\/index$/, "/"))
  .sort();

test.each(routes)("%s wakes all its islands without a complaint", async (route) => {
  const file = join(dist, route === "/" ? "index.html" : `${route}.html`);
  const islands = readFileSync(file, "utf8").match(/<site-island /g)?.length ?? 0;
  const { page, complaints } = await site.visit(route, { reducedMotion: "reduce" });
  // Whatever their moment, a use wakes them.
  await page.evaluate(() => {
    for (const island of document.querySelectorAll("site-island")) island.dispatchEvent(new Event("focusin"));
  });
  await expect.poll(() => page.locator("site-island[data-live]").count()).toBe(islands);
  expect(complaints).toEqual([]);
  await page.context().close();
});
