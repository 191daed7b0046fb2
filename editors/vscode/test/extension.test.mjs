// The package has what Visual Studio Code needs, and nothing that it would have to install.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { strFromU8, unzipSync } from "fflate";

const folder = join(import.meta.dirname, "..");

test("the package needs no other package", () => {
  const temporary = mkdtempSync(join(tmpdir(), "site-vsix-"));
  try {
    const packed = () => {
      const file = join(temporary, "site.vsix");
      execFileSync(process.execPath, [join(folder, "package.mjs"), file]);
      return readFileSync(file);
    };
    const archive = packed();
    assert.deepEqual(packed(), archive, "packing it again gives other bytes");
    const files = unzipSync(archive);
    const description = JSON.parse(strFromU8(files["extension/package.json"]));
    assert.equal(description.dependencies, undefined);
    const main = join("extension", description.main).replaceAll("\\", "/");
    const required = [...strFromU8(files[main]).matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name);
    const known = new Set(["vscode", ...builtinModules, ...builtinModules.map((name) => `node:${name}`)]);
    assert.deepEqual(
      required.filter((name) => !known.has(name)),
      [],
    );
    const assets = [...strFromU8(files["extension.vsixmanifest"]).matchAll(/ Path="([^"]+)"/g)].map(([, path]) => path);
    assert.ok(assets.length > 0 && assets.every((path) => files[path]), assets.join(" "));
    const workspace = readFileSync(join(folder, "../../Cargo.toml"), "utf8");
    assert.ok(workspace.includes(`\nversion = "${description.version}"\n`), "the version is that of the program");
  } finally {
    rmSync(temporary, { recursive: true });
  }
});
