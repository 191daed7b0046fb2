import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vitest/config";
import { component } from "./build/drawings.mjs";

const theme = join(import.meta.dirname, "../themes/firm");

/** `theme:icons/x.svg`, as in the bundle (build/drawings.mjs). */
const drawings: Plugin = {
  name: "drawings",
  enforce: "pre",
  resolveId: (id) => (/^theme:.*\.svg$/.test(id) ? `\0${id}.js` : undefined),
  load: (id) =>
    id.startsWith("\0theme:") ? component(readFileSync(join(theme, id.slice("\0theme:".length, -".js".length)), "utf8")) : undefined,
};

export default defineConfig({
  plugins: [drawings],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "components",
          include: ["src/**/*.test.{ts,tsx}"],
          environment: "happy-dom",
          setupFiles: ["src/testing/setup.ts"],
          restoreMocks: true,
        },
      },
      { test: { name: "build", include: ["build/*.test.js"], testTimeout: 30_000 } },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["e2e/**/*.test.{ts,tsx}"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // On a busy computer, a rebuild and its effect in the browser take seconds.
          expect: { poll: { timeout: 20_000 } },
          // Tests of behavior depend on timing, so files run one after the other. The pages in routes.test.ts run two at a
          // time.
          fileParallelism: false,
          maxConcurrency: 2,
          restoreMocks: true,
        },
      },
    ],
  },
});
