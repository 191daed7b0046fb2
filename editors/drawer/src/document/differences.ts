/** Where two versions of a document differ, and the version that is chosen of each difference. */

import type { Json, JsonObject } from "../api/json.ts";
import { child, isObject, keysOf, valueAt, withValue } from "../form/pointer.ts";
import { labelOf, resolve, schemaOfKey, summaryOf, type Schema } from "../form/schema.ts";

/** Which version of a difference is kept. */
export type Side = "mine" | "theirs";

/** The fields and the text of a version. */
export interface Fields {
  values: JsonObject;
  body: string;
}

/** A value that differs. The pointer of the text is `null`. */
export interface Difference {
  pointer: string | null;
  mine: Json | undefined;
  theirs: Json | undefined;
  /** The version to suggest: the one that only one side has changed. */
  suggested: Side;
}

const isEqual = (a: Json | undefined, b: Json | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Returns whether the parts of two values can be compared one by one: two objects, or two lists of the same length. */
function parts(a: Json | undefined, b: Json | undefined): (string | number)[] | null {
  if (isObject(a) && isObject(b)) return [...new Set([...Object.keys(a), ...Object.keys(b)])];
  if (Array.isArray(a) && Array.isArray(b) && a.length === b.length) return [...a.keys()];
  return null;
}

function compare(pointer: string, mine: JsonObject, theirs: JsonObject): string[] {
  const [a, b] = [valueAt(mine, pointer), valueAt(theirs, pointer)];
  if (isSame(a, b)) return [];
  return parts(a, b)?.flatMap((key) => compare(child(pointer, key), mine, theirs)) ?? [pointer];
}

/** Returns whether two values are equal, whatever the order of their keys. */
function isSame(a: Json | undefined, b: Json | undefined): boolean {
  const keys = parts(a, b);
  if (!keys) return isEqual(a, b);
  return keys.every((key) => isSame(valueAt(a, child("", key)), valueAt(b, child("", key))));
}

/** Returns the differences between two versions. `base` is the version that both were made from, if it is known. */
export function differences(mine: Fields, theirs: Fields, base: Fields | null): Difference[] {
  const suggested = (a: Json | undefined, original: Json | undefined): Side => (base && isSame(a, original) ? "theirs" : "mine");
  const fields = compare("", mine.values, theirs.values).map((pointer): Difference => {
    const value = valueAt(mine.values, pointer);
    return { pointer, mine: value, theirs: valueAt(theirs.values, pointer), suggested: suggested(value, valueAt(base?.values, pointer)) };
  });
  if (mine.body === theirs.body) return fields;
  return [...fields, { pointer: null, mine: mine.body, theirs: theirs.body, suggested: suggested(mine.body, base?.body) }];
}

/** Returns my version with their side of some differences. */
export function merged(mine: Fields, chosen: { difference: Difference; side: Side }[]): Fields {
  return chosen.reduce<Fields>((result, { difference: { pointer, theirs }, side }) => {
    if (side === "mine") return result;
    if (pointer === null) return { ...result, body: String(theirs) };
    return { ...result, values: withValue(result.values, pointer, theirs) };
  }, mine);
}

/** Returns the labels of a field and of those around it: "Hours, Opens". */
export function nameOf(pointer: string | null, schema: Schema, values: JsonObject): string {
  if (pointer === null) return "Text";
  let current = resolve(schema, schema);
  let value: Json | undefined = values;
  const keys = keysOf(pointer);
  const names = keys.map((key) => {
    value = valueAt(value, child("", key));
    if (/^\d+$/.test(key) && !Object.hasOwn(current.properties ?? {}, key)) {
      current = resolve(current.items ?? {}, schema);
      return (isObject(value) && summaryOf(value)) || `number ${Number(key) + 1}`;
    }
    current = resolve(schemaOfKey(current, key) ?? {}, schema);
    return labelOf(key, current);
  });
  // The file of a list has nothing but its items.
  const isList = keys[0] === "item" && keys.length > 1 && Object.keys(schema.properties ?? {}).join() === "item";
  return names.slice(isList ? 1 : 0).join(", ");
}

/** A line of a text: of both versions, or of one. */
export interface Line {
  text: string;
  side: Side | "both";
}

/** Number of lines up to which the longest common part is searched. Beyond it, everything between the equal ends differs. */
const LONGEST = 2000;

/** Returns the lines of two texts: those that both share, and in between those of one. */
export function lines(mine: string, theirs: string): Line[] {
  const a = mine.split("\n");
  const b = theirs.split("\n");
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const both = (text: string): Line => ({ text, side: "both" });
  const middle = aligned(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return [...a.slice(0, start).map(both), ...middle, ...a.slice(a.length - end).map(both)];
}

function aligned(a: string[], b: string[]): Line[] {
  const of = (side: Side) => (text: string) => ({ text, side });
  if (a.length + b.length > LONGEST) return [...a.map(of("mine")), ...b.map(of("theirs"))];
  // Length of the longest common part of the lines from each pair of places on.
  const common = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = common[i];
    for (let j = b.length - 1; row && j >= 0; j -= 1) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const result: Line[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [mine, theirs] = [a[i], b[j]];
    if (mine !== undefined && mine === theirs) {
      result.push({ text: mine, side: "both" });
      i += 1;
      j += 1;
    } else if (theirs === undefined || (mine !== undefined && at(i + 1, j) >= at(i, j + 1))) {
      result.push({ text: mine ?? "", side: "mine" });
      i += 1;
    } else {
      result.push({ text: theirs, side: "theirs" });
      j += 1;
    }
  }
  return result;
}
