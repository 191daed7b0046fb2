import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Finding } from "../api/types.ts";
import { lostHeadings } from "./headings.ts";
import { worded } from "./worded.ts";

const schema = { properties: { postal_code: { title: "PIN code", type: "string" }, dates: { type: "array", items: { properties: { on: { type: "string" } } } } } };
const finding = (given: Partial<Finding>): Finding => ({ id: "1", code: "x", message: "", help: null, stopsBuild: true, document: "a", title: "A", url: null, field: null, body: null, fixes: [], ...given });

test.each([
  ["a label for the key", { field: "/postal_code", message: "`postal_code` has the wrong format" }, "PIN code has the wrong format", null],
  ["a label of an entry", { field: "/dates/0/on", message: "`on` is empty" }, "On is empty", null],
  ["a key without a schema", { field: "/other_key/0", message: "`other_key` is empty" }, "Other key is empty", null],
  ["an empty group", { code: "missing-key", field: "/dates/0", message: "this table has no keys", help: "write its keys below it, such as `on = …`, or delete it" }, "Dates, number 1, On", null],
  ["words of an office", { code: "unknown-fact", message: "`site` in site.toml has no key `phon`", help: "keys are a" }, "there is no such fact", "Type {{ to choose one"],
  ["a word that was meant", { code: "unknown-fact", message: "`a` has no key", help: "did you mean `b`?" }, "there is no such fact", "did you mean `b`?"],
])("%s", (_, given, message, help) => {
  expect(worded([finding(given)], schema, {})[0]).toMatchObject({ message, help });
});

/** Findings as the program makes them, which `edit_findings.rs` keeps up to date. */
const made: Partial<Finding>[] = JSON.parse(readFileSync(join(import.meta.dirname, "../testing/findings.json"), "utf8"));

test.each([
  ["main-heading", /^the text has a heading of the first level/, "Choose a smaller heading"],
  ["broken-anchor", /^a link leads to a heading/, "Choose the page again, or remove what follows the sign #"],
  ["broken-link", /nowhere/, "Choose the page with the button for links, or remove the link"],
  ["missing-image", /nowhere/, "Drop the picture into the text, or paste it"],
  ["unknown-fact", /^there is no such fact$/, "Type {{ to choose one"],
  ["bad-address", /file on your computer/, "Ask whoever looks after the site to store the file, and link to it then"],
  ["unsafe-html", /script/, "Remove it: this is part of the design, not of the text"],
  ["missing-key", /^Title$/, null],
])("what the program finds is said in words: %s", (code, message, help) => {
  const given = made.find((one) => one.code === code) ?? {};
  expect(worded([finding(given)], schema, {})[0]).toMatchObject({ message: expect.stringMatching(message), help });
});

test("the heading that a link of the program's finding misses is found", () => {
  expect(lostHeadings("## Nowhere", "## Elsewhere", made.map(finding), "/loaves/rye")).toMatchObject([{ anchor: "nowhere" }]);
});
