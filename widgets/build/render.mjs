// Renders islands to HTML. Called by the site generator (crates/assets):
//
//   node render.mjs server.cjs < calls.json > results.json
//
// in:  [{"name": "HeroSlider", "props": {…}}, …]
// out: [{"html": "…"} | {"error": {"message": "what was thrown", "place": {file, line, column} | null}}, …], in the same
//      order. Place: where in our own sources, by server.cjs.map
import { readFileSync } from "node:fs";
import { createRequire, SourceMap } from "node:module";
import { dirname, join, resolve } from "node:path";
import { root } from "./islands.mjs";

const server = resolve(process.argv[2]);
const { render } = createRequire(import.meta.url)(server);

const results = JSON.parse(readFileSync(0, "utf8")).map(({ name, props }) => {
  try {
    return { html: render(name, props) };
  } catch (error) {
    if (!(error instanceof Error)) return { error: { message: String(error), place: null } };
    return { error: { message: error.message, place: placeOf(error) } };
  }
});
process.stdout.write(JSON.stringify(results));

/** The innermost line of a stack that is ours and no package's; null where that cannot be told. */
function placeOf(error) {
  try {
    const map = new SourceMap(JSON.parse(readFileSync(`${server}.map`, "utf8")));
    const own = join(root, "src/");
    for (const [, line, column] of String(error.stack).matchAll(/server\.cjs:(\d+):(\d+)/g)) {
      const { originalSource, originalLine, originalColumn } = map.findEntry(line - 1, column - 1);
      const file = originalSource && resolve(dirname(server), originalSource);
      if (file?.startsWith(own)) return { file, line: originalLine + 1, column: originalColumn + 1 };
    }
  } catch {
    // Without its map the error is still told, at the island as a whole.
  }
  return null;
}
