// Bundles scripts, styles and fonts, in one run. Called by the site generator (crates/assets):
//
//   node build.mjs '{"styles": "…/themes/firm/styles", "out": "…/new-folder", "types": "…/types.json", "fonts": "…/fonts"}'
//
// in:  styles   folder of the style sheets
//      out      an empty folder
//      types    a file for checked props schemas; if it exists, TypeScript does not run again
//      earlier  a file with the schemas of an earlier version, which are used unchanged instead of running TypeScript
//      fonts    a folder for reduced fonts
// out: <out>/assets/*    what the site publishes; names contain a hash of the content
//      <out>/server.cjs  renders islands to HTML (see build/render.mjs)
//      stdout            {"urls": {name: "/assets/…"}, "islands": {name: {module, imports, props_schema}},
//                         "problems": [...], "warnings": [...], "whole": true, "is_checked": true}
//                        a problem or warning is {file, line, column, length, message, help}. The path of its file begins
//                        with `widgets:` or `styles:` instead of the folder. Files without problems are built. `whole` says whether all files were built, and `is_checked` whether TypeScript has checked
//                        this version
// The exit status is 0 even if there are problems, because they are part of the result. Other failures are bugs of this script.
import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "./build/bundle.mjs";
import { keep, kept } from "./build/cache.mjs";
import { findIslands, foldersWithoutIsland, root, slashed } from "./build/islands.mjs";

const request = JSON.parse(process.argv[2] ?? "{}");
const islands = findIslands();
// Messages name files by their real paths.
const styles = existsSync(request.styles) ? realpathSync(request.styles) : request.styles;

const bundled = await bundle({ islands, styles, out: request.out, fonts: request.fonts });
let types = { schemas: {}, problems: [] };
const known = request.types && kept(request.types);
const earlier = !known && request.earlier && kept(request.earlier);
if (known || earlier) {
  types = JSON.parse(known || earlier);
} else if (bundled.problems.every(({ file }) => file.endsWith(".css"))) {
  // If a script cannot be parsed, its type errors are misleading.
  // Loaded only here, because most runs do not need the compiler.
  const { checkTypes } = await import("./build/types.mjs");
  types = await checkTypes(islands);
  if (request.types && types.problems.length === 0) keep(request.types, JSON.stringify(types));
}

const modules = {};
for (const { name } of islands) {
  const module = bundled.urls[`islands/${name}.js`];
  modules[name] = { module: module ?? "", imports: bundled.imports[module] ?? [], props_schema: types.schemas[name] ?? {} };
}
console.log(
  JSON.stringify({
    urls: bundled.urls,
    islands: modules,
    problems: [...foldersWithoutIsland(), ...bundled.problems, ...types.problems].map(placed),
    warnings: bundled.warnings.map(placed),
    whole: bundled.whole,
    is_checked: !earlier,
  }),
);

/** Returns a problem or warning with a placeholder for the folder of its file. */
function placed(problem) {
  const file = slashed(problem.file);
  const [name, folder] = Object.entries({ widgets: root, styles }).find(([, one]) => file.startsWith(slashed(join(one, "/")))) ?? [];
  return name ? { ...problem, file: `${name}:${file.slice(join(folder, "/").length)}` } : problem;
}
