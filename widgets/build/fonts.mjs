import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import subsetFont from "subset-font";
import { keep, kept } from "./cache.mjs";
import { inWidgets } from "./islands.mjs";

/** Layout features that browsers apply by default (CSS Fonts 4, section 7), and those of `font-variant-numeric`. */
const FEATURES =
  "abvf abvm abvs akhn blwf blwm blws calt ccmp cjct clig curs dist half haln init kern liga lnum locl mark mkmk nukt " +
  "onum pnum pref pres pstf psts rclt rkrf rlig rphf rvrn tnum vatu";

/**
 * An esbuild plugin that reduces a font to the axes and characters that its `@font-face` rule uses. The axes are in the URL, and
 * the characters in `unicode-range`:
 *
 *   src: url("@fontsource-variable/…/newsreader-latin-opsz-normal.woff2?wght=400..500&opsz=16..72") format("woff2");
 *   unicode-range: U+0020-007E, U+20B9;
 *
 * A single value (`?wght=400`) removes the axis. `cache` is a folder for reduced fonts, because each takes a second.
 */
export function fonts(cache) {
  const cuts = new Map();
  return {
    name: "fonts",
    setup(pipeline) {
      pipeline.onLoad({ filter: /\.css$/ }, async ({ path }) => ({
        contents: withCharacters((await readFile(path, "utf8")).replaceAll("\r\n", "\n")),
        loader: "css",
      }));
      pipeline.onResolve({ filter: /\.woff2\?/ }, async ({ path, ...from }) => {
        const at = path.indexOf("?");
        const [address, query] = [path.slice(0, at), path.slice(at + 1)];
        const { path: file, errors } = await pipeline.resolve(address, from);
        if (errors.length > 0) return { errors };
        const original = await readFile(file);
        const key = createHash("sha256").update(FEATURES).update(query).update(original).digest("hex");
        // Use a relative path, because the whole path would make the names of outputs depend on the project's folder.
        const name = `${key}/${inWidgets(file)}`;
        try {
          if (!cuts.has(name)) cuts.set(name, await cutOnce(cache && join(cache, key), original, query));
        } catch (error) {
          return { errors: [{ text: `${address}: ${error.message}` }] };
        }
        return { path: name, namespace: "font" };
      });
      pipeline.onLoad({ filter: /.*/, namespace: "font" }, ({ path }) => ({ contents: cuts.get(path), loader: "file" }));
    },
  };
}

/** Returns the style sheet with the characters of each rule added to the URL of its font. */
function withCharacters(css) {
  return css.replace(/@font-face\s*\{[^}]*\}/g, (rule) => {
    const [, range] = /unicode-range:([^;}]*)/.exec(rule) ?? [];
    if (!range) return rule;
    return rule.replace(/(\.woff2\?[^"')]*)(?=["']?\))/g, `$1&characters=${range.replace(/\s/g, "")}`);
  });
}

async function cutOnce(file, original, query) {
  const earlier = file && kept(file);
  if (earlier) return earlier;
  const cut = await cutFont(original, query);
  if (file) keep(file, cut);
  return cut;
}

function cutFont(original, query) {
  const { characters, ...axes } = Object.fromEntries(new URLSearchParams(query.replaceAll("+", "%2B")));
  return subsetFont(original, characters && charactersOf(characters), {
    targetFormat: "woff2",
    keepFeatures: FEATURES.split(" "),
    keepAllGlyphs: !characters,
    variationAxes: Object.fromEntries(Object.entries(axes).map(([axis, value]) => [axis, extentOf(value)])),
  });
}

/** Parses `400..500` as a range of an axis, `400` as a single value. */
function extentOf(value) {
  const [min, max] = value.split("..").map(Number);
  return max === undefined ? min : { min, max };
}

/** Returns all characters of a `unicode-range` (CSS Fonts 4, section 4.5). */
function charactersOf(range) {
  const all = range.split(",").flatMap((part) => {
    const [first, last = first] = part.slice("U+".length).split("-");
    const from = parseInt(first.replaceAll("?", "0"), 16);
    const to = parseInt(last.replaceAll("?", "F"), 16);
    return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));
  });
  return all.join("");
}
