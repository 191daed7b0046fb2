import { expect, test } from "vitest";
import type { Finding } from "../api/types.ts";
import { worded } from "./worded.ts";

const schema = { properties: { postal_code: { title: "PIN code", type: "string" }, dates: { type: "array", items: { properties: { on: { type: "string" } } } } } };
const finding = (given: Partial<Finding>): Finding => ({ id: "1", code: "x", parts: {}, message: "", help: null, stopsBuild: true, document: "a", title: "A", url: null, field: null, body: null, fixes: [], ...given });

test.each([
  ["a label for the key", { field: "/postal_code", message: "`postal_code` has the wrong format" }, "PIN code has the wrong format", null],
  ["a label of an entry", { field: "/dates/0/on", message: "`on` is empty" }, "On is empty", null],
  ["a key without a schema", { field: "/other_key/0", message: "`other_key` is empty" }, "Other key is empty", null],
  ["an empty group", { code: "missing-key", field: "/dates/0", parts: { key: ["on"] }, message: "this table has no keys", help: "Write its keys below it." }, "Dates, number 1, On", null],
])("%s", (_, given, message, help) => {
  expect(worded([finding(given)], schema, {})[0]).toMatchObject({ message, help });
});

test("what is still to be filled in is in the order of the fields", () => {
  const missing = (field: string | null, key: string) => finding({ code: "missing-key", field, parts: { key: [key] } });
  const all = [missing("/dates/1", "on"), missing(null, "dates"), missing("/dates/0", "on"), missing(null, "postal_code"), finding({ field: "/dates" })];
  expect(worded(all, schema, {}).map(({ field }) => field)).toEqual(["/dates", "/postal_code", "/dates", "/dates/0/on", "/dates/1/on"]);
});
