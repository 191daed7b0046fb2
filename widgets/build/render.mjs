// Renders islands to HTML. Called by the site generator (crates/assets):
//
//   node render.mjs server.cjs < calls.json > results.json
//
// in:  [{"name": "HeroSlider", "props": {…}}, …]
// out: [{"html": "…"} | {"error": "what was thrown"}, …], in the same order
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const { render } = createRequire(import.meta.url)(resolve(process.argv[2]));

const results = JSON.parse(readFileSync(0, "utf8")).map(({ name, props }) => {
  try {
    return { html: render(name, props) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
});
process.stdout.write(JSON.stringify(results));
