import { expect, test } from "vitest";
import { fit, withOutlines, readFont } from "./card-text.mjs";
import { drawCards } from "./cards.mjs";

const FACES = {
  Newsreader: "@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2?wght=560&amp;opsz=72",
  Devanagari: "@fontsource-variable/noto-serif-devanagari/files/noto-serif-devanagari-devanagari-wght-normal.woff2",
  Gujarati: "@fontsource/noto-sans-gujarati/files/noto-sans-gujarati-gujarati-400-normal.woff2",
};

const STYLE = Object.entries(FACES).map(([family, url]) => `@font-face { font-family: "${family}"; src: url("${url}") }`);

const card = (body, style = STYLE.join("\n")) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">\n<style>${style}</style>\n${body}\n</svg>`;

const text = (words, attributes = "") =>
  `<text x="80" y="200" font-family="Newsreader, Devanagari, Gujarati" font-size="90" ${attributes}>${words}</text>`;

test("a title is broken into lines of similar length, then made smaller, then cut", () => {
  // Each letter is half as wide as the font size.
  const measure = (line) => [...line].length / 2;
  const box = { width: 500, height: 400, lines: 4, size: 100, smallest: 50, leading: 1 };
  for (const [words, size, lines] of [
    ["Tax", 100, ["Tax"]],
    ["Ten letter", 100, ["Ten letter"]],
    ["Ten letters", 100, ["Ten", "letters"]],
    ["One two three four", 100, ["One two", "three four"]],
    ["A one-word line: Incorporation", 76, ["A one-word", "line:", "Incorporation"]],
    ["Ten letter ten letter ten letter ten letter", 100, Array(4).fill("Ten letter").map((one, i) => (i ? "ten letter" : one))],
    ["Eleven more eleven more eleven more eleven more", 90, ["Eleven more", "eleven more", "eleven more", "eleven more"]],
    [`${"abcdefghi ".repeat(8)}end`, 50, ["abcdefghi abcdefghi", "abcdefghi abcdefghi", "abcdefghi abcdefghi", "abcdefghi abcdefghi…"]],
    ["Donaudampfschifffahrtsgesellschaft", 50, ["Donaudampfschifffahr", "tsgesellschaft"]],
    ["", 100, [""]],
  ]) {
    expect([words, fit(words, measure, box)]).toEqual([words, { size, lines }]);
  }
  expect(fit("One two three four five six", measure, { ...box, lines: 1 })).toEqual({ size: 50, lines: ["One two three four…"] });
  expect(fit("One two three four", measure, { ...box, height: 110 })).toEqual({ size: 55, lines: ["One two three four"] });
});

test("Devanagari and Gujarati are shaped: conjuncts are one glyph, and the vowel sign i precedes its letter", async () => {
  const files = new Map();
  for (const url of Object.values(FACES)) files.set(url.split("?")[0], await readFont(url.split("?")[0], "."));
  const outlines = (words) => {
    const all = withOutlines(card(text(words)), files).matchAll(/<path transform="translate\(([\d.]+) [^"]*" d="([^"]*)"/g);
    return [...all].map(([, x, d]) => ({ x: Number(x), d }));
  };
  for (const [words, count] of [
    ["कष", 2],
    ["क्ष", 1],
    ["ज्ञ", 1],
    ["श्र", 1],
    ["क्षत्रिय", 4],
    ["द्वितीय", 5],
    ["ક્ષ", 1],
    ["જ્ઞ", 1],
    ["શ્ર", 1],
    ["office", 4],
  ]) {
    expect([words, outlines(words).length]).toEqual([words, count]);
  }
  for (const [letter, word] of [["क", "कि"], ["ક", "કિ"]]) {
    const [{ d }] = outlines(letter);
    const [sign, base] = outlines(word);
    expect(base.d).toBe(d);
    expect(sign.x).toBeLessThan(base.x);
  }
});

test("smaller lines begin at the same height as large ones", async () => {
  const file = FACES.Newsreader.split("?")[0];
  const files = new Map([[file, await readFont(file, ".")]]);
  const lines = (words) => {
    const attributes = 'data-width="400" data-lines="2" data-smallest="10" data-leading="1"';
    const element = `<text x="80" y="200" font-family="Newsreader" font-size="90" ${attributes}>${words}</text>`;
    const all = withOutlines(card(element, STYLE[0]), files).matchAll(/<g transform="translate\(80 ([\d.]+)\) scale\((\d+)\)"/g);
    return [...all].map(([, y, size]) => [Number(y), Number(size)]);
  };
  expect(lines("Tax")).toEqual([[200, 90]]);
  const [[first, size], [second]] = lines("Incorporation of companies");
  expect(size).toBeLessThan(90);
  expect(first).toBeCloseTo(200 - 0.7 * (90 - size));
  expect(second).toBeCloseTo(first + size);
});

test("cards are PNGs of 1200 by 630 pixels, in the order of their drawings", async () => {
  const titles = Array.from({ length: 20 }, (_, index) => text(`Title ${index}`, 'data-width="1000"'));
  titles[3] = text("क्षत्रिय", 'text-anchor="middle" letter-spacing="1"');
  titles[7] = text("<b>");
  const results = await drawCards(titles.map((title) => card(title)), ".");
  expect(results[7].message).toBe("a <text> of a card can contain only text");
  const pngs = results.filter(({ png }) => png).map(({ png }) => Buffer.from(png, "base64"));
  expect(pngs.map((png) => [png.toString("latin1", 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)])).toEqual(
    Array(19).fill(["PNG", 1200, 630]),
  );
  expect(new Set(results.map(({ png }) => png)).size).toBe(20);
  const [alone] = await drawCards([card(titles[12])], ".");
  expect(alone.png).toBe(results[12].png);
});

test("a mistake is reported with its line in the SVG and what to do", async () => {
  const help = "add an @font-face rule with a font that has it, and name the font in `font-family`";
  for (const [svg, message, line, advice] of [
    [card(text("a 😀")), "no font of the card has “😀” (U+1F600)", 5, help],
    [card("<g>\n</svg>"), "expected 'g' tag, not 'svg'", 6, null],
    [card(text("a&nbsp;b")), "`&nbsp;` is not an entity of SVG", 5, "write the character itself"],
    [card("<text>a</text>"), "a <text> of a card needs `font-size`", 5, null],
    [card('<text font-size="9pt">a</text>'), "`font-size` of a <text> is not a number: `9pt`", 5, "write it without a unit"],
    [card('<text font-size="9">a</text>'), "a <text> of a card needs `font-family`", 5, null],
    [card(text("a", 'font-weight="bold"')), "the card has no @font-face rule for “Newsreader” 700 normal", 5, null],
    [card(text("a"), STYLE.join("\n").replace("opsz=", "size=")), "a font of “Newsreader” has no axis `size`", 2, "its axes: wght, opsz"],
    [card(text("a"), '@font-face { font-family: "N"; src: url("none/x.woff2") }'), "there is no font none/x.woff2 in the packages", 2, null],
    [card(text("a"), '@font-face { font-family: "N"; src: url("./x.woff2") }'), "there is no font ./x.woff2 beside the style sheets", 2, null],
    [card(text("a"), '@font-face { font-family: "N" }'), "an @font-face rule needs `font-family` and `src: url(…)`", 2, null],
    [card('<image href="/photo.jpg"/>'), "a card cannot load another file", 5, "a card can show drawings, which `svg(path=…)` puts into it"],
    [card("").replace("630", "600"), "a card is 1200 × 630 pixels, but this one is 1200 × 600", 1, null],
  ]) {
    const [result] = await drawCards([svg], ".");
    expect(result).toMatchObject({ message: expect.stringContaining(message), line });
    if (advice) expect(result.help).toBe(advice);
  }
});
