// Prints the size of what each page loads, compressed with brotli as by a CDN (quality 11). Fails if a budget is exceeded.
//
//   npm run bytes [-- [--check] [folder of the built site]]      --check prints only sizes that exceed a budget
//
// "at once" is what a page loads before it is used: HTML, styles, the page's script, and islands that are activated on load or
// idle. "later" is what other islands add when they come into view or are about to be used. Pictures, fonts and the search are not
// counted.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

/**
 * Budgets in bytes for code other than React: what a page loads at once, all that it can load, and an island with its chunks. React
 * may only be loaded later.
 */
const BUDGETS = { atOnce: 6_000, page: 14_800, island: 6_400 };
/** Values of `when` that activate an island regardless of its position on the page. */
const AT_ONCE = ["load", "idle"];

const given = process.argv.slice(2);
const check = given.includes("--check");
const dist = given.find((argument) => !argument.startsWith("--")) ?? join(import.meta.dirname, "../dist");
const say = (line) => check || console.log(line);
const problems = [];
const sizes = new Map();

function size(path) {
  if (!sizes.has(path)) sizes.set(path, brotliCompressSync(readFileSync(join(dist, path))).length);
  return sizes.get(path);
}

/** Returns a script with everything that it imports statically. */
function closure(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, name] of readFileSync(join(dist, path), "utf8").matchAll(/from"\.\/([\w-]+\.js)"|import"\.\/([\w-]+\.js)"/g)) {
    if (name) closure(`/assets/${name}`, found);
  }
  return found;
}

const isReact = (path) => readFileSync(join(dist, path), "utf8").includes("hydrateRoot");
const sum = (paths) => [...paths].reduce((total, path) => total + size(path), 0);

function route(file) {
  const html = readFileSync(join(dist, file), "utf8");
  const own = [...html.matchAll(/(?:src|href)="(\/assets\/[\w-]+\.(?:js|css))"/g)].map(([, path]) => path);
  const islands = [...html.matchAll(/<site-island data-island="(\w+)" data-when="(\w+)" data-module="([^"]+)"/g)];
  const scripts = (wanted) =>
    new Set(islands.filter(([, , when]) => AT_ONCE.includes(when) === wanted).flatMap(([, , , module]) => [...closure(module)]));
  const atOnce = scripts(true);
  const later = new Set([...scripts(false)].filter((path) => !atOnce.has(path)));
  const ownScripts = new Set(own.filter((path) => path.endsWith(".js")).flatMap((path) => [...closure(path)]));
  return {
    eager: [...ownScripts, ...atOnce].some(isReact),
    ownCode: sum([...ownScripts, ...atOnce, ...later].filter((path) => !isReact(path))),
    name: `/${file.replace(/\.html$/, "")}`.replace(/\/index$/, "/"),
    html: size(`/${file}`),
    styles: sum(own.filter((path) => path.endsWith(".css"))),
    script: sum(ownScripts),
    atOnce: sum(atOnce),
    later: sum(later),
    islands: islands.map(([, name, when]) => `${name}(${when})`).join(" "),
  };
}

const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".html"));
const columns = ["html", "styles", "script", "atOnce", "later"];
say(["route".padEnd(52), ...columns.map((name) => name.padStart(8)), " islands"].join(""));
for (const file of files.sort()) {
  const row = route(file);
  if (row.eager) problems.push(`${row.name} loads React although nobody uses it`);
  if (row.script + row.atOnce > BUDGETS.atOnce) problems.push(`${row.name}: ${row.script + row.atOnce} bytes of scripts at once, over ${BUDGETS.atOnce}`);
  if (row.ownCode > BUDGETS.page) problems.push(`${row.name}: ${row.ownCode} bytes of scripts, over ${BUDGETS.page}`);
  say([row.name.padEnd(52), ...columns.map((name) => String(row[name]).padStart(8)), ` ${row.islands}`].join(""));
}

const scripts = readdirSync(join(dist, "assets")).filter((name) => name.endsWith(".js")).map((name) => `/assets/${name}`);
const react = scripts.filter(isReact);
const own = scripts.filter((path) => !react.includes(path));
// By convention an island's module is named after it; chunks and the page's script are in lower case.
const modules = own.filter((path) => /^\/assets\/[A-Z]/.test(path));
say(`\nReact, one chunk: ${react.map((path) => size(path)).join(" + ")}`);
say(`page script: ${sum(own.filter((path) => path.includes("/enhance-")))}`);
for (const path of modules) {
  const bytes = sum([...closure(path)].filter((each) => !react.includes(each)));
  say(`${path.slice("/assets/".length).padEnd(30)} ${String(size(path)).padStart(6)}, with its chunks ${bytes}`);
  if (bytes > BUDGETS.island) problems.push(`${path}: ${bytes} bytes, over ${BUDGETS.island}`);
}
if (react.length !== 1) problems.push(`React is in ${react.length} chunks`);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
