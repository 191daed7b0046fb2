// Bundles scripts, styles and fonts, in one run. Called by the site generator (crates/assets):
//
//   node build.mjs '{"styles": "…/themes/firm/styles", "out": "…/new-folder", "types": "…/types.json"}'
//
// in:  styles  folder with main.css; out  an empty folder; types  where checked props schemas are kept
//      between runs (when the file exists, TypeScript is not run again)
// out: <out>/assets/*    what the site publishes, names carry a hash of the content
//      <out>/server.cjs  renders islands to HTML (see build/render.mjs)
//      stdout            {"urls": {name: "/assets/…"}, "islands": {name: {module, props_schema}},
//                         "problems": [...], "warnings": [...], "whole": true}, each {file, line, column, length, message, help}
//                    what could be made is there in spite of problems; `whole` is whether that is everything
// Exit status 0 also when there are problems: they are the result. Other failures are bugs of this script.
import { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { bundle } from "./build/bundle.mjs";
import { findIslands } from "./build/islands.mjs";

const request = JSON.parse(process.argv[2] ?? "{}");
const islands = findIslands();

const bundled = await bundle({ islands, styles: request.styles, out: request.out });
let types = { schemas: {}, problems: [] };
const kept = request.types && keptTypes(request.types);
if (kept) {
  types = kept;
} else if (bundled.problems.every(({ file }) => file.endsWith(".css"))) {
  // A script that does not parse has type errors of all kinds.
  // Loaded only here: the compiler takes longer to load than everything else takes to run.
  const { checkTypes } = await import("./build/types.mjs");
  types = checkTypes(islands);
  if (request.types && types.problems.length === 0) keepTypes(request.types, types);
}

const modules = {};
for (const { name } of islands) {
  const module = bundled.urls[`islands/${name}.js`];
  modules[name] = { module: module ?? "", props_schema: types.schemas[name] ?? {} };
}
console.log(
  JSON.stringify({
    urls: bundled.urls,
    islands: modules,
    problems: [...bundled.problems, ...types.problems],
    warnings: bundled.warnings,
    whole: bundled.whole,
  }),
);

/** What an earlier run kept; nothing where the file is not there, or not as it was written. */
function keptTypes(file) {
  try {
    const [, digest, json] = /^(\w+)\n(.*)$/s.exec(readFileSync(file, "utf8"));
    return digest === digestOf(json) ? JSON.parse(json) : undefined;
  } catch {
    return undefined;
  }
}

function keepTypes(file, types) {
  const json = JSON.stringify(types);
  const whole = `${file}.new-${process.pid}`;
  writeFileSync(whole, `${digestOf(json)}\n${json}`);
  renameSync(whole, file);
}

function digestOf(text) {
  return createHash("sha256").update(text).digest("hex");
}
