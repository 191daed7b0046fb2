// Bundles the drawer into the two files that `crates/serve` includes in the program. Equal files give equal bytes.

import { build } from "esbuild";

const folder = import.meta.dirname;

await build({
  absWorkingDir: folder,
  entryPoints: { drawer: "src/drawer.tsx" },
  outdir: "dist",
  bundle: true,
  minify: true,
  format: "esm",
  jsx: "automatic",
  target: ["chrome120", "firefox121", "safari17"],
  define: { "process.env.NODE_ENV": '"production"' },
  legalComments: "inline",
});
