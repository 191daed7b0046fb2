import { existsSync, readdirSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";

export const root = join(import.meta.dirname, "..");

/** Returns a path with `/` as separator, as esbuild, TypeScript and the site generator write it on every system. */
export function slashed(path) {
  return path.replaceAll(sep, "/");
}

/** Returns the path of a file relative to the widgets' folder, with `/` as separator. */
export function inWidgets(file) {
  return slashed(relative(root, file));
}

/** Returns the problem to report for an island without a default export. */
export function noDefaultExport({ name, live }, file) {
  const help =
    file === live
      ? "export default function start(island: HTMLElement, props: Props): void { … }"
      : `export default function ${name}(props: Props) { … }`;
  return { file, line: 1, column: 1, length: 1, message: `the island \`${name}\` has no default export`, help };
}

/**
 * Returns every island of `src/islands`, sorted by name. The folder `HeroSlider` contains its markup, `HeroSlider.tsx`. In a browser
 * it runs `live.ts` of that folder, or React if there is none (`live` is undefined then).
 */
export function findIslands() {
  const folder = join(root, "src/islands");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, file: join(folder, name, `${name}.tsx`), live: existing(join(folder, name, "live.ts")) }))
    .filter((island) => existsSync(island.file));
}

/** Returns a problem for each folder of `src/islands` that has components, but no component with the folder's name. */
export function foldersWithoutIsland() {
  const folder = join(root, "src/islands");
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return names.flatMap((name) => {
    if (!statSync(join(folder, name)).isDirectory() || existsSync(join(folder, name, `${name}.tsx`))) return [];
    const component = readdirSync(join(folder, name)).find((file) => file.endsWith(".tsx"));
    if (!component) return [];
    const help = `name the file of the island's component ${name}.tsx, like its folder`;
    const message = `the folder \`${name}\` has no island: there is no ${name}.tsx`;
    return { file: join(folder, name, component), line: 1, column: 1, length: 1, message, help };
  });
}

function existing(file) {
  return existsSync(file) ? file : undefined;
}
