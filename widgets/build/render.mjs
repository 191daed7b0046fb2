// Renders islands to HTML. Called by the site generator (crates/assets):
//
//   node render.mjs server.cjs < calls.json > results.json
//
// in:  [{"name": "HeroSlider", "props": {…}}, …]
// out: [{"html": "…"} | {"error": ERROR} | {"unloaded": ERROR}, …], in the same order; `unloaded` where no island can be
//      rendered, for a module throws as it is loaded. ERROR is {"message": "what was thrown, null where the work was broken
//      off", "place": {file, line, column} | null}. Place: where in our own sources, by server.cjs.map
import { readFileSync, writeSync } from "node:fs";
import { Session } from "node:inspector";
import { createRequire, SourceMap } from "node:module";
import { dirname, join, resolve } from "node:path";
import { Script } from "node:vm";
import { root } from "./islands.mjs";

/** How long an island may take, in milliseconds. One that takes longer goes round in a circle. */
const LIMIT = 10_000;

/** How long work that was broken off is watched, to tell where it is. */
const WATCHED = 500;

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
    return { value: within(LIMIT, work) };
  } catch (error) {
    if (error?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return { error: { message: null, place: placeOfLoop(work) } };
    if (!(error instanceof Error)) return { error: { message: String(error), place: null } };
    return { error: { message: error.message, place: placeOf(error) } };
  }
}

/** Calls `work`, and breaks it off by an exception after so many milliseconds. */
function within(milliseconds, work) {
  globalThis.work = work;
  return new Script("work()").runInThisContext({ timeout: milliseconds });
}

/** The innermost place of a stack that is ours and no package's; null where that cannot be told. */
function placeOf(error) {
  const places = String(error.stack).matchAll(/server\.cjs:(\d+):(\d+)/g);
  return firstOwn([...places].map(([, line, column]) => [line - 1, column - 1]));
}

/** The function in which `work` goes round, or who called that: where it is most of the time when it is run again. */
function placeOfLoop(work) {
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.start");
  try {
    within(WATCHED, work);
  } catch {
    // It is broken off again.
  }
  const places = [];
  session.post("Profiler.stop", (_, { profile }) => {
    const callers = new Map(profile.nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node])));
    let node = profile.nodes.reduce((most, each) => (each.hitCount > most.hitCount ? each : most));
    for (; node; node = callers.get(node.id)) {
      const { url, lineNumber, columnNumber } = node.callFrame;
      if (url.endsWith("server.cjs")) places.push([lineNumber, columnNumber]);
    }
  });
  session.disconnect();
  return firstOwn(places);
}

/** The first of these places of the bundle that is ours and no package's. Lines and columns count from 0. */
function firstOwn(places) {
  try {
    const map = new SourceMap(JSON.parse(readFileSync(`${server}.map`, "utf8")));
    const own = join(root, "src/");
    for (const [line, column] of places) {
      const { originalSource, originalLine, originalColumn } = map.findEntry(line, column);
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
