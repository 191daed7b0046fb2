import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "..");

/** The problem of an island that exports nothing to be rendered. */
export function noDefaultExport({ name, file }) {
  const help = `export default function ${name}(props: Props) { … }`;
  return { file, line: 1, column: 1, length: 1, message: `the island \`${name}\` has no default export`, help };
}

/** Every island of `src/islands`: folder `HeroSlider` holds `HeroSlider.tsx`. Sorted by name. */
export function findIslands() {
  const folder = join(root, "src/islands");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, file: join(folder, name, `${name}.tsx`) }))
    .filter((island) => existsSync(island.file));
}
