// Text of share cards: shapes it with HarfBuzz, fits titles into lines, and turns it into outlines, so that the SVG renderer needs
// no fonts. The renderer's own text shaping misplaces the vowel signs of Devanagari and Gujarati.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as hb from "harfbuzzjs";
import { root } from "./islands.mjs";

/** A mistake in a card: the message, the faulty part of the SVG (`at`), and what to do (`help`). */
class Mistake extends Error {
  constructor(message, at, help) {
    super(message);
    Object.assign(this, { at, help });
  }
}

/** Attributes of a `<text>` element that lay out its text. All others, such as `fill`, apply to the outlines as well. */
const LAYOUT = /^(x|y|text-anchor|letter-spacing|font-(family|size|weight|style)|data-(width|height|lines|smallest|leading))$/;

/** Height of capitals as a multiple of the font size, which is about the same in all typefaces. */
const CAPITALS = 0.7;

const NUMBER = /^-?\d+(\.\d+)?$/;

/** Returns the `@font-face` rules of an SVG: family, weight, style, URL of the file, and values of its axes. */
export function fontFaces(svg) {
  const styles = [...svg.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css).join("\n");
  return [...styles.matchAll(/@font-face\s*\{([^}]*)\}/g)].map(([rule, body]) => {
    const value = (name) => new RegExp(`(?:^|[;\\s])${name}\\s*:\\s*([^;]+)`).exec(body)?.[1].trim();
    const source = /url\(\s*["']?([^"')]+)["']?\s*\)/.exec(body)?.[1];
    const family = value("font-family")?.replaceAll(/["']/g, "");
    if (!source || !family) throw new Mistake("an @font-face rule needs `font-family` and `src: url(…)`", rule);
    const [file, query = ""] = decoded(source).split("?");
    const axes = [...new URLSearchParams(query)].map(([tag, number]) => [tag, Number(number)]);
    return { family, weight: weightOf(value("font-weight")), style: value("font-style") ?? "normal", file, axes, rule };
  });
}

/** Reads a font of a package, or one beside the theme's style sheets, as the bytes of a TrueType or OpenType file. */
export async function readFont(file, styles) {
  // Import this module only here, because the threads that draw do not need it.
  const { convert } = await import("fontverter");
  return convert(readFileSync(file.startsWith(".") ? join(styles, file) : join(root, "node_modules", file)), "sfnt");
}

/**
 * Returns an SVG with outlines in place of its `<text>` elements. `files` contains the bytes of each font by its URL.
 * `opened` caches the opened fonts, which cards share.
 */
export function withOutlines(svg, files, opened = new Map()) {
  const faces = fontFaces(svg).map((face) => {
    if (!opened.has(face.rule)) opened.set(face.rule, { ...face, ...open(face, files.get(face.file)) });
    return opened.get(face.rule);
  });
  const outlined = svg.replace(/<text\b([^>]*)>([\s\S]*?)<\/text>/g, (element, written, content) => {
    const outlines = outlinesOf(attributesOf(written), content, faces, element);
    // Keep the number of lines, so that later mistakes are reported at their original line.
    return outlines + "\n".repeat(element.split("\n").length - 1);
  });
  return outlined.replaceAll(/@font-face\s*\{[^}]*\}/g, (rule) => rule.replaceAll(/[^\n]/g, ""));
}

function open({ rule, family, axes }, bytes) {
  const face = new hb.Face(new hb.Blob(bytes));
  const known = face.getAxisInfos();
  const unknown = axes.find(([tag]) => !(tag in known));
  if (unknown) throw new Mistake(`a font of “${family}” has no axis \`${unknown[0]}\``, rule, `its axes: ${Object.keys(known).join(", ")}`);
  const font = new hb.Font(face);
  font.setVariations(axes.map(([tag, value]) => new hb.Variation(tag, value)));
  return { font, upem: face.upem };
}

function attributesOf(written) {
  return Object.fromEntries([...written.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name, a, b]) => [name, a ?? b]));
}

function outlinesOf(attributes, content, faces, element) {
  if (content.includes("<")) throw new Mistake("a <text> of a card can contain only text", element, "write one <text> for each part");
  const number = (name, fallback) => {
    const text = attributes[name] ?? fallback;
    if (text === undefined) throw new Mistake(`a <text> of a card needs \`${name}\``, element);
    if (!NUMBER.test(text)) throw new Mistake(`\`${name}\` of a <text> is not a number: \`${text}\``, element, "write it without a unit");
    return Number(text);
  };
  const [x, y, size, spacing] = [number("x", "0"), number("y", "0"), number("font-size"), number("letter-spacing", "0")];
  const chosen = facesOf(attributes, faces, element);
  const shaped = new Map();
  const shape = (line) => {
    if (!shaped.has(line)) shaped.set(line, shapedLine(line, chosen, spacing / size, element));
    return shaped.get(line);
  };
  const text = decoded(content, element).replaceAll(/[ \t\r\n]+/g, " ").trim();
  const box = attributes["data-width"] !== undefined && {
    width: number("data-width"),
    height: number("data-height", "10000"),
    lines: number("data-lines", "4"),
    size,
    smallest: number("data-smallest", String(size)),
    leading: number("data-leading", "1.2"),
  };
  const fitted = box ? fit(text, (line) => shape(line).width, box) : { size, lines: [text] };
  const shift = { middle: 0.5, end: 1 }[attributes["text-anchor"]] ?? 0;
  // The tops of smaller letters are at the same height.
  const top = y - CAPITALS * (size - fitted.size);
  const lines = fitted.lines.map((line, index) => {
    const { width, glyphs } = shape(line);
    const left = x - shift * width * fitted.size;
    const baseline = top + index * fitted.size * (box?.leading ?? 0);
    return `<g transform="translate(${left} ${baseline}) scale(${fitted.size})">${glyphs.map(outline).join("")}</g>`;
  });
  const others = Object.entries(attributes).filter(([name]) => !LAYOUT.test(name));
  return `<g${others.map(([name, value]) => ` ${name}="${value.replaceAll('"', "&quot;")}"`).join("")}>${lines.join("")}</g>`;
}

/** Returns the faces for a text, in the order of its families. */
function facesOf(attributes, faces, element) {
  const families = (attributes["font-family"] ?? "").split(",").map((family) => family.replaceAll(/["']|&quot;|&#39;/g, "").trim());
  const [weight, style] = [weightOf(attributes["font-weight"]), attributes["font-style"] ?? "normal"];
  return families.flatMap((family) => {
    const chosen = faces.filter((face) => face.family === family && face.weight === weight && face.style === style);
    if (chosen.length > 0) return chosen;
    const known = faces.map((face) => `“${face.family}” ${face.weight} ${face.style}`).join(", ");
    const message = family
      ? `the card has no @font-face rule for “${family}” ${weight} ${style}`
      : "a <text> of a card needs `font-family`";
    throw new Mistake(message, element, known ? `its fonts: ${known}` : "add a <style> with @font-face rules");
  });
}

function weightOf(text = "400") {
  return { normal: "400", bold: "700" }[text] ?? text;
}

/** Returns the width of a line at a font size of 1, and its glyphs with their places. */
function shapedLine(line, faces, spacing, element) {
  let x = 0;
  const glyphs = [];
  for (const { face, text } of runs(line, faces, element)) {
    const buffer = new hb.Buffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    hb.shape(face.font, buffer);
    const positions = buffer.getGlyphPositions();
    buffer.getGlyphInfos().forEach(({ codepoint: glyph, cluster }, index, all) => {
      const { xAdvance, xOffset, yOffset } = positions[index];
      glyphs.push({ face, glyph, x: x + xOffset / face.upem, y: -yOffset / face.upem });
      x += xAdvance / face.upem;
      if (all[index + 1]?.cluster !== cluster) x += spacing;
    });
  }
  // The space after the last letter is not part of the line.
  return { width: x - spacing, glyphs };
}

function outline({ face, glyph, x, y }) {
  const path = face.font.glyphToPath(glyph);
  return path && `<path transform="translate(${x} ${y}) scale(${1 / face.upem} ${-1 / face.upem})" d="${path}"/>`;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Characters that need no glyph: joiners and variation selectors. */
const INVISIBLE = /[\u200B-\u200D\u2060\uFE00-\uFE0F]/u;

/** Splits a line into runs of one face each. Spaces and punctuation stay in the previous run if its face has them. */
function runs(line, faces, element) {
  const all = [];
  for (const { segment } of graphemes.segment(line)) {
    const has = (face) => [...segment].every((one) => INVISIBLE.test(one) || face.font.nominalGlyph(one.codePointAt(0)) !== undefined);
    const last = all.at(-1);
    const face = last && /^\p{Script=Common}+$/u.test(segment) && has(last.face) ? last.face : faces.find(has);
    if (!face) {
      const code = segment.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
      const help = "add an @font-face rule with a font that has it, and name the font in `font-family`";
      throw new Mistake(`no font of the card has “${segment}” (U+${code})`, element, help);
    }
    if (last?.face === face) last.text += segment;
    else all.push({ face, text: segment });
  }
  return all;
}

/**
 * Breaks a text into lines of similar length that fit into a box, at the largest possible font size from `size` down to
 * `smallest`. If they do not fit at the smallest size, long words are broken and the text is cut with an ellipsis. `measure`
 * returns the width of a line at a font size of 1.
 */
export function fit(text, measure, { width, height = Infinity, lines: most, size: largest, smallest, leading }) {
  const words = text.split(" ");
  const linesAt = (size) => Math.max(1, Math.min(most, Math.floor(height / (size * leading))));
  for (let size = largest; size >= smallest; size -= 1) {
    const limit = width / size;
    const lines = broken(words, measure, limit);
    if (lines.length <= linesAt(size) && lines.every((line) => measure(line) <= limit)) {
      return { size, lines: balanced(words, measure, limit, lines) };
    }
  }
  const limit = width / smallest;
  const lines = broken(words.flatMap((word) => parts(word, measure, limit)), measure, limit);
  const shown = lines.slice(0, linesAt(smallest));
  if (shown.length < lines.length) {
    const letters = [...graphemes.segment(shown.at(-1))].map(({ segment }) => segment);
    const cut = () => `${letters.join("").replace(/[\s,;:–—-]+$/u, "")}…`;
    while (letters.length > 1 && measure(cut()) > limit) letters.pop();
    shown[shown.length - 1] = cut();
  }
  return { size: smallest, lines: shown };
}

/** Splits a word into parts that fit into a line. */
function parts(word, measure, limit) {
  const all = [""];
  for (const { segment } of graphemes.segment(word)) {
    if (all.at(-1) && measure(all.at(-1) + segment) > limit) all.push("");
    all[all.length - 1] += segment;
  }
  return all;
}

/** Wraps words into lines that are filled as far as possible. A word that is too long gets a line of its own. */
function broken(words, measure, limit) {
  const lines = [];
  for (const word of words) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && measure(longer) <= limit) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Wraps words into as many lines as `lines` has, so that the longest line is as short as possible. */
function balanced(words, measure, limit, lines) {
  let [low, high] = [0, limit];
  let best = lines;
  for (let step = 0; step < 10; step += 1) {
    const middle = (low + high) / 2;
    const tried = broken(words, measure, middle);
    if (tried.length <= lines.length && tried.every((line) => measure(line) <= middle)) [high, best] = [middle, tried];
    else low = middle;
  }
  return best;
}

const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Returns a text of an XML file with its entities decoded. */
function decoded(text, element = text) {
  return text.replaceAll(/&(#x[\da-f]+|#\d+|\w*);?/gi, (entity, name) => {
    if (/^#x/i.test(name)) return String.fromCodePoint(parseInt(name.slice(2), 16));
    if (name.startsWith("#")) return String.fromCodePoint(parseInt(name.slice(1), 10));
    if (name in ENTITIES) return ENTITIES[name];
    throw new Mistake(`\`${entity}\` is not an entity of SVG`, element, name ? "write the character itself" : "write &amp;");
  });
}
