// Runs Lighthouse's mobile profile on the routes of the built site, and fails if a route misses its targets. Its npm packages
// are separate from the widgets' packages, which every build needs.
//
//   npm run lighthouse [-- /route …]      in `widgets`, after `cargo site build`; without routes: all routes of the sitemap
//
// A route that misses a target is measured three times, and the median counts, because times are too long on a busy computer. The
// figures are Lighthouse's own (simulated slow 4G, a processor four times slower). Bytes are the transferred bytes.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { serve } from "./server.mjs";

const TARGETS = {
  performance: (score) => score === 100,
  accessibility: (score) => score === 100,
  "best-practices": (score) => score === 100,
  seo: (score) => score === 100,
  LCP: (milliseconds) => milliseconds <= 1800,
  TBT: (milliseconds) => milliseconds <= 50,
  CLS: (shift) => shift === 0,
};
const AUDITS = { LCP: "largest-contentful-paint", TBT: "total-blocking-time", CLS: "cumulative-layout-shift" };
const KINDS = { html: "Document", css: "Stylesheet", js: "Script", fonts: "Font", images: "Image" };
const FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu"];

const dist = process.env.SITE_DIST ?? join(import.meta.dirname, "../../dist");
const chromePath = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));
const routes = process.argv.length > 2 ? process.argv.slice(2) : sitemap();
const server = await serve(dist);
const chrome = await launch({ chromeFlags: FLAGS, ...(chromePath && { chromePath }) });
let missed = 0;

console.log(`| route | ${[...Object.keys(TARGETS), ...Object.keys(KINDS)].join(" | ")} |`);
console.log(`|---|${[...Object.keys(TARGETS), ...Object.keys(KINDS)].map(() => "---:").join("|")}|`);
try {
  for (const route of routes) {
    const runs = [await measure(route)];
    if (misses(runs[0]).length > 0) runs.push(await measure(route), await measure(route));
    const median = medianOf(runs);
    if (misses(median).length > 0) missed += 1;
    console.log(`| ${route} | ${Object.entries(median).map(shown).join(" | ")} |`);
  }
} finally {
  chrome.kill();
  server.close();
}
console.log(missed ? `\n${missed} of ${routes.length} routes miss a target (in bold)` : `\nall ${routes.length} routes meet their targets`);
process.exitCode = missed ? 1 : 0;

/** Loads a route once. Returns its scores, times and bytes. */
async function measure(route) {
  const { lhr } = await lighthouse(server.url + route, { port: chrome.port, logLevel: "error" });
  if (lhr.runtimeError) throw new Error(`${route}: ${lhr.runtimeError.message}`);
  const requests = lhr.audits["network-requests"].details.items;
  const bytesOf = (kind) =>
    requests.filter(({ resourceType }) => resourceType === kind).reduce((sum, { transferSize }) => sum + transferSize, 0);
  return Object.fromEntries([
    ...Object.entries(lhr.categories).map(([name, { score }]) => [name, Math.round(score * 100)]),
    ...Object.entries(AUDITS).map(([name, audit]) => [name, lhr.audits[audit].numericValue]),
    ...Object.entries(KINDS).map(([name, kind]) => [name, bytesOf(kind)]),
  ]);
}

/** Returns the median of each figure. */
function medianOf(runs) {
  const middle = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
  return Object.fromEntries(Object.keys(runs[0]).map((name) => [name, middle(runs.map((run) => run[name]))]));
}

/** Returns the names of the targets that are missed. */
function misses(figures) {
  return Object.entries(TARGETS).flatMap(([name, isMet]) => (isMet(figures[name]) ? [] : [name]));
}

/** Formats a figure for the table: in seconds, milliseconds or kB, or unchanged. */
function shown([name, value]) {
  if (name in KINDS) return (value / 1000).toFixed(1);
  const text = name === "LCP" ? `${(value / 1000).toFixed(2)} s` : name === "TBT" ? `${Math.round(value)} ms` : `${value}`;
  return TARGETS[name](value) ? text : `**${text}**`;
}

function sitemap() {
  const text = readFileSync(join(dist, "sitemap.xml"), "utf8");
  return [...text.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path]) => path || "/");
}
