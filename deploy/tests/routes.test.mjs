// Tests deploy/routes.js with the table of paths that also tests the dev server (crates/site/tests/paths.json). The output of
// `site build --host-files cloudfront` takes the place of the bucket and the key value store.
//
// Run: cargo xtask test edge, or node --test deploy/tests/*.test.mjs   (DIST names the output, dist by default)
import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import vm from "node:vm";

const root = new URL("../..", import.meta.url).pathname;
const dist = join(root, process.env.DIST ?? "dist");
const read = (path) => readFileSync(join(root, path), "utf8");
const data = (path) => JSON.parse(readFileSync(path, "utf8"));
const table = new Map(data(`${dist}-host/routes.json`).data.map(({ key, value }) => [key, value]));
const source = read("deploy/routes.js");

/** Loads the function as CloudFront does, with a fake key value store. */
function load(entries, home = "https://www.example.com") {
  const code = source.replace("import cf from 'cloudfront';", "").replace("${SiteUrl}", home);
  assert.ok(!code.includes("import") && !code.includes("${"));
  const kvs = () => ({
    get: async (key) => {
      if (!entries.has(key)) throw new Error(`Key not found: ${key}`);
      return entries.get(key);
    },
  });
  return vm.runInNewContext(`${code}\nhandler`, { cf: { kvs }, decodeURIComponent });
}

/** Creates an event like CloudFront's: the query is split into its parameters, which are not decoded. */
function eventOf(target, headers = {}) {
  const [uri, query = ""] = target.split("?");
  const querystring = {};
  for (const pair of query.split("&").filter(Boolean)) {
    const [name, value = ""] = pair.split("=");
    if (querystring[name]) (querystring[name].multiValue ??= [{ value: querystring[name].value }]).push({ value });
    else querystring[name] = { value };
  }
  return { viewer: { ip: "203.0.113.9" }, request: { method: "GET", uri, querystring, headers, cookies: {} } };
}

/** Returns the response to a visitor: the function's redirect, a file of the bucket, or the 404 page. */
async function visit(handler, target) {
  const result = await handler(eventOf(target));
  if (result.statusCode) return { status: result.statusCode, location: result.headers.location.value };
  let key;
  try {
    key = decodeURIComponent(result.uri).slice(1);
  } catch {
    return { status: 404, file: "404.html" };
  }
  // S3 has no folders and does not resolve `..`.
  const path = `${dist}/${key}`;
  const found = key !== "" && !key.split("/").includes("..") && !key.startsWith(".site") && !key.includes("//") && !key.startsWith("/") && existsSync(path) && statSync(path).isFile();
  return found ? { status: 200, file: key } : { status: 404, file: "404.html" };
}

test("every path of the table", async () => {
  const handler = load(table);
  for (const [target, expected] of Object.entries(data(join(root, "crates/site/tests/paths.json")))) {
    assert.deepEqual(await visit(handler, target), expected, target);
  }
});

test("pages are found even if the store does not contain them yet", async () => {
  const handler = load(new Map());
  assert.deepEqual(await visit(handler, "/"), { status: 200, file: "index.html" });
  assert.deepEqual(await visit(handler, "/?from=mail"), { status: 200, file: "index.html" });
  assert.deepEqual(await visit(handler, "/about"), { status: 200, file: "about.html" });
  assert.deepEqual(await visit(handler, "/blogs/feed.xml"), { status: 200, file: "blogs/feed.xml" });
});

test("a whole folder is redirected, unless a page has the URL", async () => {
  const handler = load(new Map([["/old/about", "200 /about.html"], ["*", "/old/ 301 /blogs/*\n/all/ 308 /*\n/events/ 302 /about#team"]]));
  for (const [target, location] of [
    ["/old/a", "/blogs/a"],
    ["/old/a/b%20c?q=1", "/blogs/a/b%20c?q=1"],
    ["/old/$&", "/blogs/$&"],
    ["/all//evil.example", "/evil.example"],
    ["/all/\\evil.example", "/evil.example"],
    ["/events/x?y=2", "/about?y=2#team"],
  ]) {
    assert.equal((await visit(handler, target)).location, location, target);
  }
  assert.deepEqual(await visit(handler, "/old/about"), { status: 200, file: "about.html" });
  assert.deepEqual(await visit(handler, "/old/"), { status: 404, file: "404.html" });
});

test("entries of the store override the rules", async () => {
  const handler = load(
    new Map([
      ["/v1.2", "200 /v1.2.html"],
      ["/google1.html", "200 /google1.html"],
      ["/old", "308 https://other.example/new?a=1"],
      ["*", "/app/ /app.html"],
      ["/app/real.pdf", "200 /app/real.pdf"],
    ]),
  );
  const uri = async (target) => (await handler(eventOf(target))).uri;
  assert.equal(await uri("/v1.2"), "/v1.2.html");
  assert.equal(await uri("/google1.html"), "/google1.html");
  assert.equal(await uri("/app/x/y.png"), "/app.html");
  assert.equal(await uri("/app/real.pdf"), "/app/real.pdf");
  const moved = await handler(eventOf("/old?b=2&b=3"));
  assert.equal(moved.statusCode, 308);
  assert.equal(moved.headers.location.value, "https://other.example/new?a=1&b=2&b=3");
});

test("the form function gets the visitor's IP address, which a header cannot forge", async () => {
  const handler = load(table);
  const event = eventOf("/api/contact", { "x-viewer-address": { value: "127.0.0.1" }, accept: { value: "*/*" } });
  const request = await handler(event);
  assert.equal(request.uri, "/api/contact");
  assert.equal(JSON.stringify(request.headers), JSON.stringify({ "x-viewer-address": { value: "203.0.113.9" }, accept: { value: "*/*" } }));
  assert.equal((await handler(eventOf("/api/contact/"))).uri, "/api/contact");
});

test("other host names redirect to the site's own", async () => {
  const handler = load(table);
  const at = (host, target) => handler(eventOf(target, { host: { value: host } }));
  for (const host of ["www.example.com", "d111.cloudfront.net"]) assert.equal((await at(host, "/about")).uri, "/about.html");
  for (const [target, location] of [
    ["/", "https://www.example.com/"],
    ["/about?a=1&b=2", "https://www.example.com/about?a=1&b=2"],
    ["//evil.example/", "https://www.example.com//evil.example/"],
    ["/.site/current.json", "https://www.example.com/.site/current.json"],
  ]) {
    const result = await at("example.com", target);
    assert.equal(result.statusCode, 301);
    assert.equal(result.headers.location.value, location);
  }
  // A form's request is not redirected.
  assert.equal((await at("example.com", "/api/contact")).uri, "/api/contact");
});

test("releases are not served, and no redirect leaves the site", async () => {
  const handler = load(table);
  assert.equal((await handler(eventOf("/.site/current.json"))).uri, "/404");
  for (const target of ["//evil.example/", "/\\evil.example/", "//evil.example/index.html", "///x/"]) {
    const result = await handler(eventOf(target));
    assert.equal(result.statusCode, undefined, target);
  }
});

test("the code uses only features of cloudfront-js-2.0", () => {
  assert.ok(Buffer.byteLength(source) <= 10_240);
  // No for...of, classes, generators, spread, default values, optional catch, nullish or optional chaining.
  const code = source.replace(/\/\/.*$/gm, "");
  for (const pattern of [/\bfor\s*\([^)]*\bof\b/, /\bclass\b/, /\byield\b/, /\.\.\./, /\bcatch\s*\{/, /\?\?/, /\?\./]) {
    assert.doesNotMatch(code, pattern);
  }
});
