import { expect, test } from "vitest";
import type { Finding } from "../api/types.ts";
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
