import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { fonts } from "./fonts.mjs";
import { root } from "./islands.mjs";

const FONT = "@fontsource-variable/public-sans/files/public-sans-latin-ext-wght-normal.woff2";
const folder = mkdtempSync(join(tmpdir(), "fonts-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the size in bytes of the font for a rule with this query and range. */
async function sizeOf(query, range, font = FONT) {
  const entry = join(folder, "main.css");
  writeFileSync(entry, `@font-face { src: url("${font}${query}") format("woff2"); ${range && `unicode-range: ${range}`} }`);
  const { outputFiles } = await build({
    entryPoints: [entry],
    outdir: join(folder, "out"),
    bundle: true,
    write: false,
    logLevel: "silent",
    nodePaths: [join(root, "node_modules")],
    loader: { ".woff2": "file" },
    plugins: [fonts(folder)],
  });
  return outputFiles.find(({ path }) => path.endsWith(".woff2")).contents.length;
}

test("a font is reduced to the characters and axis ranges that its rule uses", async () => {
  const whole = await sizeOf("", "U+20B9");
  const axis = await sizeOf("?wght=400..700", "");
  const letters = await sizeOf("?wght=400..700", "U+0100-017f, U+20b?");
  const weight = await sizeOf("?wght=400", "U+0100-017F, U+20B9");
  const sign = await sizeOf("?wght=400..700", "U+20B9");
  expect([sign, weight, letters, axis, whole]).toEqual([sign, weight, letters, axis, whole].sort((a, b) => a - b));
  expect(sign).toBeLessThan(1500);
});

test("a reduced font is cached, and a damaged cache file is ignored", async () => {
  const before = new Set(readdirSync(folder));
  const size = await sizeOf("?wght=500", "U+20B9");
  const [kept] = readdirSync(folder).filter((name) => !before.has(name));
  expect(await sizeOf("?wght=500", "U+20B9")).toBe(size);
  writeFileSync(join(folder, kept), "damaged");
  expect(await sizeOf("?wght=500", "U+20B9")).toBe(size);
});

test("an axis that the font does not have is reported at its line", async () => {
  const { errors } = await sizeOf("?opsz=12", "U+20B9").catch((failure) => failure);
  expect(errors).toMatchObject([{ text: expect.stringContaining("opsz"), location: { line: 1, column: 22 } }]);
});

test("a missing font is reported with its path as written", async () => {
  const { errors } = await sizeOf("?wght=400", "U+20B9", "./none.woff2").catch((failure) => failure);
  expect(errors).toMatchObject([{ text: 'Could not resolve "./none.woff2"', location: { line: 1, column: 22 } }]);
});
