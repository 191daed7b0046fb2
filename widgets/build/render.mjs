// Renders islands to HTML. Called by the site generator (crates/assets):
//
//   node render.mjs server.cjs < calls.json > results.json
//
// in:  [{"name": "HeroSlider", "props": {…}}, …]
// out: [{"html": "…"} | {"error": ERROR} | {"unloaded": ERROR}, …], in the same order; `unloaded` if no island can be
//      rendered, because a module throws while it is loaded. ERROR is {"message": "what was thrown, null after a timeout",
//      "place": {file, line, column} | null}, a place in our own sources by server.cjs.map, with a path relative to widgets/
//
// What islands print, with `console.log` for example, goes to standard error.
import { readFileSync } from "node:fs";
import { createRequire, SourceMap } from "node:module";
import { dirname, join, resolve } from "node:path";
import { Script } from "node:vm";
import { inWidgets, root } from "./islands.mjs";
import { print } from "./print.mjs";

/** Timeout for rendering an island in milliseconds. A slower island is assumed to be in an endless loop. */
const LIMIT = 10_000;

const server = resolve(process.argv[2]);
const calls = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write = process.stderr.write.bind(process.stderr);
const loaded = attempt(() => createRequire(import.meta.url)(server));
print(JSON.stringify(loaded.error ? calls.map(() => ({ unloaded: loaded.error })) : rendered(loaded.value.render)));
// A timer of an island must not keep the process running.
process.exit();

function rendered(render) {
  const endless = new Map();
  return calls.map(({ name, props }) => {
    if (endless.has(name)) return endless.get(name);
    const { value, error } = attempt(() => render(name, props));
    if (error?.message === null) endless.set(name, { error });
    return error ? { error } : { html: value };
  });
}

/** Returns the result of `work`, or its error. */
function attempt(work) {
  try {
    // An island cannot catch the exception that a timeout throws.
    globalThis.work = work;
    return { value: new Script("work()").runInThisContext({ timeout: LIMIT }) };
  } catch (error) {
    if (error?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return { error: { message: null, place: null } };
    if (!(error instanceof Error)) return { error: { message: String(error), place: null } };
    return { error: { message: error.message, place: placeOf(error) } };
  }
}

/** Returns the innermost line of an error's stack that is in our own sources, or null. */
function placeOf(error) {
  try {
    const map = new SourceMap(JSON.parse(readFileSync(`${server}.map`, "utf8")));
    const own = join(root, "src/");
    for (const [, line, column] of String(error.stack).matchAll(/server\.cjs:(\d+):(\d+)/g)) {
      const { originalSource, originalLine, originalColumn } = map.findEntry(line - 1, column - 1);
      const file = originalSource && resolve(dirname(server), originalSource);
      if (file?.startsWith(own)) return { file: inWidgets(file), line: originalLine + 1, column: originalColumn + 1 };
    }
  } catch {
    // Without the map, the error is reported for the island as a whole.
  }
  return null;
}
