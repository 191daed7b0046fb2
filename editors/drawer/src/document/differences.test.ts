import { expect, test } from "vitest";
import { differences, lines, merged, nameOf } from "./differences.ts";

const base = { values: { name: "A", hours: { opens: "10:00", days: ["Monday"] } }, body: "one\ntwo" };
const mine = { values: { name: "B", hours: { opens: "10:00", days: ["Monday"] } }, body: "one\ntwo" };
const theirs = { values: { hours: { days: ["Monday", "Tuesday"], opens: "09:00" }, name: "A", new: 1 }, body: "one\n2" };

test("what only one side has changed is suggested", () => {
  const found = differences(mine, theirs, base);
  expect(found.map(({ pointer, suggested }) => [pointer, suggested])).toEqual([
    ["/name", "mine"],
    ["/hours/opens", "theirs"],
    ["/hours/days", "theirs"],
    ["/new", "theirs"],
    [null, "theirs"],
  ]);
  const result = merged(mine, found.map((difference) => ({ difference, side: difference.suggested })));
  expect(result).toEqual({ values: { name: "B", hours: { opens: "09:00", days: ["Monday", "Tuesday"] }, new: 1 }, body: "one\n2" });
});

test("without the common version, mine is suggested", () => {
  expect(differences(mine, theirs, null).every(({ suggested }) => suggested === "mine")).toBe(true);
});

test("a value that they removed is removed", () => {
  const found = differences({ values: { a: 1, b: 2 }, body: "" }, { values: { a: 1 }, body: "" }, null);
  expect(merged({ values: { a: 1, b: 2 }, body: "" }, found.map((difference) => ({ difference, side: "theirs" as const }))).values).toEqual({ a: 1 });
});

test("a difference has a name", () => {
  const schema = { properties: { hours: { $ref: "#/$defs/hours" }, dates: { items: { properties: { on: {} } } } }, $defs: { hours: { properties: { opens: { title: "Opening time" } } } } };
  const values = { dates: [{ title: "October", on: "x" }], hours: { opens: "1" } };
  expect(nameOf("/hours/opens", schema, values)).toBe("Hours, Opening time");
  expect(nameOf("/dates/0/on", schema, values)).toBe("Dates, October, On");
  expect(nameOf("/source/0/title", {}, {})).toBe("Source, number 1, Title");
  expect(nameOf(null, schema, values)).toBe("Text");
});

test.each([
  ["a\nb\nc", "a\nc", " a-b c"],
  ["a\nc", "a\nb\nc", " a+b c"],
  ["a\nb", "a\nx", " a-b+x"],
  ["", "a", "-+a"],
  ["same", "same", " same"],
])("lines of %j and %j", (a, b, expected) => {
  const sign = { both: " ", mine: "-", theirs: "+" };
  expect(lines(a, b).map(({ text, side }) => sign[side] + text).join("")).toBe(expected);
});
