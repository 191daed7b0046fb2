// Packs the extension as a .vsix, which Visual Studio Code installs: a zip archive with a manifest. Equal files give equal bytes.
//
// node package.mjs [FILE]

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { strToU8, zipSync } from "fflate";

const folder = import.meta.dirname;
const text = (name) => readFileSync(join(folder, name), "utf8");
const { scripts, devDependencies, ...description } = JSON.parse(text("package.json"));

const bundle = buildSync({
  entryPoints: [join(folder, "src/extension.ts")],
  bundle: true,
  minify: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
  legalComments: "inline",
  write: false,
});

const escaped = (value) => value.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const property = (id, value) => `<Property Id="Microsoft.VisualStudio.${id}" Value="${escaped(value)}"/>`;

// https://github.com/microsoft/vscode-vsce writes the same elements.
const manifest = `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
<Metadata>
<Identity Language="en-US" Id="${description.name}" Version="${description.version}" Publisher="${description.publisher}"/>
<DisplayName>${escaped(description.displayName)}</DisplayName>
<Description xml:space="preserve">${escaped(description.description)}</Description>
<Categories>${escaped(description.categories.join(","))}</Categories>
<Properties>
${property("Code.Engine", description.engines.vscode)}
${property("Code.ExtensionKind", "workspace")}
${property("Code.ExecutesCode", "true")}
</Properties>
</Metadata>
<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
<Dependencies/>
<Assets>
<Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
</Assets>
</PackageManifest>
`;

const types = { js: "application/javascript", json: "application/json", md: "text/markdown", vsixmanifest: "text/xml" };
const defaults = Object.entries(types).map(([ending, type]) => `<Default Extension=".${ending}" ContentType="${type}"/>`);
const contents = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${defaults.join("")}</Types>
`;

const files = {
  "[Content_Types].xml": strToU8(contents),
  "extension.vsixmanifest": strToU8(manifest),
  "extension/package.json": strToU8(`${JSON.stringify(description, null, 2)}\n`),
  "extension/README.md": strToU8(text("README.md")),
  "extension/dist/extension.js": bundle.outputFiles[0].contents,
};
// The earliest time that a zip archive can contain.
const mtime = new Date(1980, 0, 1);
writeFileSync(process.argv[2] ?? "site.vsix", zipSync(files, { level: 9, mtime }));
