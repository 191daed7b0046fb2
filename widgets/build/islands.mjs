import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "..");

/** Every island of `src/islands`: folder `HeroSlider` holds `HeroSlider.tsx`. Sorted by name. */
export function findIslands() {
  const folder = join(root, "src/islands");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, file: join(folder, name, `${name}.tsx`) }))
    .filter((island) => existsSync(island.file));
}
