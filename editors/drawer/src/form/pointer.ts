/** JSON pointers (RFC 6901) into the values of a document. */

import type { Json, JsonObject } from "../api/json.ts";

/** Returns the keys of a pointer. */
export function keysOf(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer.slice(1).split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Returns the pointer of a value within the value at `pointer`. */
export function child(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Returns whether a pointer leads to a place, or to one within it. */
export const isWithin = (pointer: string, place: string): boolean => pointer === place || pointer.startsWith(`${place}/`);

/** Returns whether a value is an object. */
export const isObject = (value: Json | undefined): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the value at a pointer, or `undefined` if there is none. */
export function valueAt(values: Json | undefined, pointer: string): Json | undefined {
  return keysOf(pointer).reduce<Json | undefined>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, values);
}

/** Returns a copy of an object with another value of a key. `undefined` removes the key; the order of the others stays. */
export function withKey(object: JsonObject, key: string, value: Json | undefined): JsonObject {
  if (value !== undefined) return { ...object, [key]: value };
  return Object.fromEntries(Object.entries(object).filter(([other]) => other !== key));
}

function replaced(value: Json | undefined, keys: string[], next: Json | undefined): Json | undefined {
  const [key, ...rest] = keys;
  if (key === undefined) return next;
  if (Array.isArray(value)) {
    const items = [...value];
    const item = replaced(items[Number(key)], rest, next);
    if (item !== undefined) items[Number(key)] = item;
    return items;
  }
  const object = isObject(value) ? value : {};
  return withKey(object, key, replaced(Object.hasOwn(object, key) ? object[key] : undefined, rest, next));
}

/** Returns a copy of the values with another value at a pointer. `undefined` removes a key of an object. */
export function withValue(values: JsonObject, pointer: string, value: Json | undefined): JsonObject {
  return replaced(values, keysOf(pointer), value) as JsonObject;
}
