// Draws share cards. Called by the site generator (crates/assets):
//
//   node build/cards.mjs '{"styles": "…/themes/firm/styles"}' < cards.json > results.json
//
// in:  [{"svg": "<svg …>"}, …], each 1200 by 630; styles  the folder that fonts of the theme are relative to
// out: [{"png": "base64"} | {"message": "what is wrong", "line": 3, "help": "what to do, or null"}, …], in the same order; `line`
//      is the line in the SVG
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { Resvg } from "@resvg/resvg-js";
import { fontFaces, readFont, withOutlines } from "./card-text.mjs";
import { print } from "./print.mjs";

/** Size of a card in pixels. */
const [WIDTH, HEIGHT] = [1200, 630];

/** Number of cards that justify starting another thread. */
const CARDS_PER_THREAD = 8;

/** Number of cards after which their pixels, three megabytes each, are freed. */
const CARDS_PER_COLLECTION = 16;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

/** Draws cards. Returns a result for each, in the same order. */
export async function drawCards(svgs, styles) {
  const fonts = new Map();
  const unreadable = [];
  for (const svg of svgs) {
    unreadable.push(await attempt(svg, () => readFonts(svg, styles, fonts)));
  }
  const count = Math.min(availableParallelism(), Math.ceil(svgs.length / CARDS_PER_THREAD));
  const draw = (share) => (count > 1 ? inThread(share, fonts) : drawAll(share, fonts));
  const good = svgs.filter((_, index) => !unreadable[index].message);
  const shares = Array.from({ length: count }, (_, first) => good.filter((_, index) => index % count === first));
  const results = await Promise.all(shares.map(draw));
  let next = 0;
  return unreadable.map((result) => {
    if (result.message) return result;
    const [share, index] = [next % count, Math.floor(next / count)];
    next += 1;
    return results[share][index];
  });
}

async function readFonts(svg, styles, fonts) {
  for (const { file, rule } of fontFaces(svg)) {
    if (fonts.has(file)) continue;
    try {
      fonts.set(file, await readFont(file, styles));
    } catch (error) {
      const where = file.startsWith(".") ? "beside the style sheets" : "in the packages";
      const message = error.code === "ENOENT" ? `there is no font ${file} ${where}` : `cannot read the font ${file}: ${error.message}`;
      throw Object.assign(new Error(message), { at: rule });
    }
  }
  return {};
}

function inThread(svgs, fonts) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: { svgs, fonts } });
    worker.on("message", resolve);
    worker.on("error", reject);
  });
}

async function drawAll(svgs, fonts) {
  const opened = new Map();
  const results = [];
  for (const svg of svgs) {
    results.push(drawn(svg, fonts, opened));
    // The renderer's pixels are outside of the heap, and are only freed between two tasks.
    if (results.length % CARDS_PER_COLLECTION === 0) collectGarbage();
    await new Promise(setImmediate);
  }
  return results;
}

/** Draws a card. Returns its PNG in base64, or the mistake in it. */
function drawn(svg, fonts, opened) {
  let outlined = svg;
  try {
    const outside = /<(?:image|use|feImage)\b[^>]*\bhref\s*=\s*["'](?!#|data:)[^"']*["'][^>]*>/.exec(svg);
    if (outside) {
      const help = "a card can show drawings, which `svg(path=…)` puts into it";
      throw Object.assign(new Error("a card cannot load another file"), { at: outside[0], help });
    }
    outlined = withOutlines(svg, fonts, opened);
    const card = new Resvg(outlined, { font: { loadSystemFonts: false } });
    if (card.width !== WIDTH || card.height !== HEIGHT) {
      throw new Error(`a card is ${WIDTH} × ${HEIGHT} pixels, but this one is ${card.width} × ${card.height}`);
    }
    return { png: card.render().asPng().toString("base64") };
  } catch (error) {
    return mistake(svg, error);
  }
}

async function attempt(svg, work) {
  try {
    return await work();
  } catch (error) {
    return mistake(svg, error);
  }
}

/** Converts an error to a result: the message, the line in the SVG, and the help. */
function mistake(svg, { message, at, help = null }) {
  // The renderer gives the position at the end: "… at 3:7".
  const [, cause, line] = /^(?:SVG data parsing failed cause )?([\s\S]*?)(?: at (\d+):\d+)?$/.exec(message);
  const found = at ? svg.slice(0, Math.max(0, svg.indexOf(at))).split("\n").length : Number(line ?? 1);
  return { message: cause, line: found, help };
}

if (!isMainThread && workerData?.svgs) {
  const { svgs, fonts } = workerData;
  parentPort.postMessage(await drawAll(svgs, fonts));
} else if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { styles } = JSON.parse(process.argv[2] ?? "{}");
  const cards = JSON.parse(readFileSync(0, "utf8"));
  print(JSON.stringify(await drawCards(cards.map(({ svg }) => svg), styles)));
}
