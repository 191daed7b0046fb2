// Reads `_redirects` and `_headers` of the built site with Netlify's own parsers: no line is wrong, every redirect and rewrite of the
// site has its address and status, and every page and file gets the headers that all hosts send.
//
// Run: cargo xtask test edge, or node --test deploy/tests/netlify.test.mjs
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const root = new URL("../..", import.meta.url).pathname;
const dist = join(root, process.env.DIST ?? "dist");
const { resolve } = createRequire(join(root, "widgets/package.json"));
const parser = (name) => import(pathToFileURL(resolve(name)).href);
const { parseAllRedirects } = await parser("netlify-redirect-parser");
const { parseAllHeaders } = await parser("netlify-headers-parser");
const { data } = JSON.parse(readFileSync(`${dist}-host/routes.json`, "utf8"));
const expected = JSON.parse(readFileSync(`${dist}-host/headers.json`, "utf8"));

test("redirects and rewrites", async () => {
  const files = [join(dist, "_redirects")];
  const { redirects, errors } = await parseAllRedirects({ redirectsFiles: files, configRedirects: [], minimal: true });
  assert.deepEqual(errors, []);
  const read = redirects.map(({ from, to, status }) => `${from} ${status} ${to}`);
  const lines = readFileSync(files[0], "utf8").split("\n").filter((line) => line && !line.startsWith("#"));
  assert.equal(read.length, lines.length);
  const moved = data.map(({ key, value }) => ({ key, value: value.split(" ") })).filter(({ value: [status] }) => /^30[1278]$/.test(status));
  assert(moved.length > 0);
  for (const { key, value } of moved) assert(read.includes(`${key} ${value[0]} ${value[1]}`), `${key} is not redirected to ${value[1]}`);
});

test("headers", async () => {
  const { headers, errors } = await parseAllHeaders({ headersFiles: [join(dist, "_headers")], configHeaders: [], minimal: true });
  assert.deepEqual(errors, []);
  const everywhere = headers.filter((rule) => rule.for === "/*");
  assert.equal(everywhere.length, 1);
  const names = (values) => Object.keys(values).map((name) => name.toLowerCase());
  const policies = new Map(headers.filter((rule) => names(rule.values).includes("content-security-policy")).map((rule) => [rule.for, rule.values]));
  const pages = data.filter(({ value }) => value.startsWith("200 ") && value.endsWith(".html")).map(({ key }) => key);
  for (const name of Object.keys(expected.pages).map((name) => name.toLowerCase())) {
    if (name !== "content-security-policy") assert(names(everywhere[0].values).includes(name), `${name} is not sent everywhere`);
  }
  for (const page of pages.filter((page) => page.startsWith("/") && !page.includes("*"))) assert(policies.has(page), `${page} has no policy`);
});
