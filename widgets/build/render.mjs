// Renders islands to HTML. Called by the site generator (crates/assets):
//
//   node render.mjs server.cjs < calls.json > results.json
//
// in:  [{"name": "HeroSlider", "props": {…}}, …]
// out: [{"html": "…"} | {"error": ERROR} | {"unloaded": ERROR}, …], in the same order; `unloaded` where no island can be
//      rendered, for a module throws as it is loaded. ERROR is {"message": "what was thrown, null where the work was broken
//      off", "place": {file, line, column} | null}. Place: where in our own sources, by server.cjs.map
import { readFileSync, writeSync } from "node:fs";
import { createRequire, SourceMap } from "node:module";
import { dirname, join, resolve } from "node:path";
import { Script } from "node:vm";
import { root } from "./islands.mjs";

/** How long an island may take, in milliseconds. One that takes longer goes round in a circle. */
const LIMIT = 10_000;

const server = resolve(process.argv[2]);
const calls = JSON.parse(readFileSync(0, "utf8"));
const loaded = attempt(() => createRequire(import.meta.url)(server));
print(JSON.stringify(loaded.error ? calls.map(() => ({ unloaded: loaded.error })) : rendered(loaded.value.render)));
// What an island has begun (a timer) must not keep the process.
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

/** The result of `work`, or what went wrong in it. */
function attempt(work) {
  try {
    // It is broken off by an exception that no `catch` of an island gets.
    globalThis.work = work;
    return { value: new Script("work()").runInThisContext({ timeout: LIMIT }) };
  } catch (error) {
    if (error?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return { error: { message: null, place: null } };
    if (!(error instanceof Error)) return { error: { message: String(error), place: null } };
    return { error: { message: error.message, place: placeOf(error) } };
  }
}

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

/** Writes all of a text before it returns: the process ends right after. */
function print(text) {
  let bytes = Buffer.from(text);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(1, bytes));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}
