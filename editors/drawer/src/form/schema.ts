/** What a JSON Schema says about the field that shows its value. */

import type { Json, JsonObject } from "../api/json.ts";
import { isObject, keysOf } from "./pointer.ts";

/** The keywords of JSON Schema that the form uses. */
export interface Schema {
  type?: string | string[];
  title?: string;
  description?: string;
  enum?: Json[];
  const?: Json;
  /** Values that the program knows, with their titles. */
  choices?: { value: string; title: string }[];
  /** Whether values other than the choices are allowed. */
  isOpen?: boolean;
  /** Whether the program writes the value, and nobody edits it. */
  isHidden?: boolean;
  /** Text of the main language, if this is its translation. */
  main?: string | null;
  examples?: Json[];
  default?: Json;
  format?: string;
  minLength?: number;
  maxLength?: number | null;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  required?: string[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  deprecated?: boolean;
  $ref?: string;
  $defs?: Record<string, Schema>;
}

/** Kind of control that shows a value. */
export type Kind =
  | "text"
  | "paragraph"
  | "number"
  | "toggle"
  | "choice"
  | "choices"
  | "date"
  | "time"
  | "picture"
  | "focus"
  | "link"
  | "list"
  | "group"
  | "map"
  | "alternatives"
  | "unknown";

/** Longest text that is shown in one line. */
const ONE_LINE = 90;

/** Returns a schema with `$ref` replaced by what it refers to in the schema of the document. Keywords beside it win. */
export function resolve(schema: Schema, root: Schema): Schema {
  let resolved = schema;
  // A schema that refers to itself has no more steps than there are definitions.
  for (let left = Object.keys(root.$defs ?? {}).length; resolved.$ref?.startsWith("#/$defs/") && left > 0; left -= 1) {
    const { $ref, ...rest } = resolved;
    resolved = { ...root.$defs?.[$ref.slice("#/$defs/".length)], ...rest };
  }
  return resolved;
}

const typesOf = ({ type }: Schema): string[] => (Array.isArray(type) ? type : type === undefined ? [] : [type]);

/** Returns whether a pattern allows the times of a day, such as 09:30, and nothing else. */
function isTimeOfDay(pattern: string | undefined): boolean {
  if (pattern === undefined) return false;
  try {
    const expression = new RegExp(pattern, "u");
    const isAllowed = (text: string) => expression.test(text);
    return ["00:00", "09:30", "23:59"].every(isAllowed) && !["", "24:00", "10:60", "9:30", "a", "10:00:00"].some(isAllowed);
  } catch {
    return false;
  }
}

function kindOfText(schema: Schema, value: Json | undefined): Kind {
  switch (schema.format) {
    case "date":
      return "date";
    case "time":
      return "time";
    case "image":
      return "picture";
    case "focus":
      return "focus";
    case "link":
      return "link";
  }
  if (isTimeOfDay(schema.pattern)) return "time";
  const text = typeof value === "string" ? value : "";
  const isLong = (schema.maxLength ?? 0) > ONE_LINE || text.length > ONE_LINE || text.includes("\n");
  const isMarkdown = schema.description?.includes("Markdown") ?? false;
  return isLong || isMarkdown ? "paragraph" : "text";
}

function kindOfList(schema: Schema, root: Schema): Kind {
  const items = resolve(schema.items ?? {}, root);
  return schema.uniqueItems && (items.enum ?? items.choices) ? "choices" : "list";
}

function kindOfObject(schema: Schema): Kind {
  if (schema.properties && Object.keys(schema.properties).length > 0) return "group";
  return valueSchemas(schema).length > 0 ? "map" : "group";
}

/** Returns the schemas of values whose keys the schema does not name. */
export function valueSchemas(schema: Schema): Schema[] {
  const additional = typeof schema.additionalProperties === "object" ? [schema.additionalProperties] : [];
  return [...Object.values(schema.patternProperties ?? {}), ...additional];
}

/** Returns the kind of control for a value of a resolved schema. */
export function kindOf(schema: Schema, root: Schema, value?: Json): Kind {
  if (schema.oneOf ?? schema.anyOf) return "alternatives";
  if (schema.choices ?? schema.enum) return "choice";
  const [type] = typesOf(schema).filter((one) => one !== "null");
  switch (type) {
    case "string":
      return kindOfText(schema, value);
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "toggle";
    case "array":
      return kindOfList(schema, root);
    case "object":
      return kindOfObject(schema);
  }
  return schema.properties ? kindOfObject(schema) : kindOfValue(schema, value);
}

/** Returns the kind of control for a value that no schema describes. */
function kindOfValue(schema: Schema, value: Json | undefined): Kind {
  switch (typeof value) {
    case "string":
      return kindOfText(schema, value);
    case "number":
      return "number";
    case "boolean":
      return "toggle";
  }
  if (Array.isArray(value)) return "list";
  return isObject(value) ? "group" : "unknown";
}

/** Returns whether a value is one that a schema is for, as far as its type tells. */
export function isFor(schema: Schema, value: Json | undefined): boolean {
  const types = typesOf(schema);
  if (types.length === 0 || value === undefined) return true;
  const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  return types.includes(type) || (types.includes("integer") && Number.isInteger(value));
}

/** Abbreviations that are written in capitals within a label. */
const CAPITALS = new Set(["url", "id", "faq", "pdf", "utc"]);

/** Returns the words for a key: `review_by` is "Review by". */
export function wordsOf(key: string): string {
  const words = key.split(/[_-]+/).filter(Boolean);
  const text = words.map((word) => (CAPITALS.has(word) ? word.toUpperCase() : word)).join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the label of a field. */
export const labelOf = (key: string, schema: Schema): string => schema.title ?? wordsOf(key);

/** Returns the hint of a field. Quotes of code are notes for those who write files. */
export const hintOf = (schema: Schema): string | undefined => schema.description?.replaceAll("`", "");

/** Returns the schema of an object's key, or `undefined` if the schema does not allow the key. */
export function schemaOfKey(schema: Schema, key: string): Schema | undefined {
  const known = Object.hasOwn(schema.properties ?? {}, key) ? schema.properties?.[key] : undefined;
  if (known) return known;
  for (const [pattern, value] of Object.entries(schema.patternProperties ?? {})) {
    if (matches(pattern, key)) return value;
  }
  const { additionalProperties } = schema;
  if (typeof additionalProperties === "object") return additionalProperties;
  return additionalProperties === false ? undefined : {};
}

/** Returns whether the value at a pointer is written by the program, and has no field. */
export const isHidden = (pointer: string, root: Schema): boolean => root.properties?.[keysOf(pointer)[0] ?? ""]?.isHidden === true;

/** Returns whether a text matches a pattern of a schema. A pattern that JavaScript cannot read matches everything. */
export function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return true;
  }
}

/** Returns the first value of a new item or group. Optional fields are left out. */
export function emptyValue(schema: Schema, root: Schema): Json {
  const resolved = resolve(schema, root);
  if (resolved.default !== undefined) return resolved.default;
  const [first] = resolved.oneOf ?? resolved.anyOf ?? [];
  if (first) return emptyValue(first, root);
  switch (typesOf(resolved)[0]) {
    case "object": {
      const required = (resolved.required ?? []).flatMap((key): [string, Json][] => {
        const of = resolved.properties?.[key];
        const value = of && emptyValue(of, root);
        return value === undefined || value === "" || value === null ? [] : [[key, value]];
      });
      return Object.fromEntries(required);
    }
    case "array":
      return [];
    case "boolean":
      return false;
    case "integer":
    case "number":
      return null;
    default:
      return "";
  }
}

/** Longest summary of a value. */
const SUMMARY = 80;

function brief(value: Json | undefined): string {
  if (typeof value === "string") return value.trim();
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.filter((one) => typeof one === "string").join(", ");
  return "";
}

/** Keys that usually name an object, the best first. */
const NAMES = ["title", "name", "heading", "label", "question", "text", "form", "url"];

/** Returns a short text that tells a value from others: its title, or the first texts in it. */
export function summaryOf(value: Json | undefined): string {
  const text = isObject(value) ? summaryOfObject(value) : brief(value);
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > SUMMARY ? `${line.slice(0, SUMMARY - 1).trimEnd()}…` : line;
}

function summaryOfObject(value: JsonObject): string {
  const name = NAMES.map((key) => (Object.hasOwn(value, key) ? brief(value[key]) : "")).find(Boolean);
  if (name) return name;
  const texts = Object.values(value).map((one) => (isObject(one) ? "" : brief(one)));
  return texts.filter(Boolean).slice(0, 3).join(", ");
}

/** Returns whether a schema is for a few simple values, which fit in one row. */
export function isRow(schema: Schema, root: Schema): boolean {
  const properties = Object.values(schema.properties ?? {});
  const simple: Kind[] = ["text", "number", "choice", "date", "time"];
  const isShort = (property: Schema) => {
    const resolved = resolve(property, root);
    return simple.includes(kindOf(resolved, root)) && (resolved.maxLength ?? 0) <= ONE_LINE;
  };
  const optional = properties.length - (schema.required?.length ?? 0);
  return properties.length > 0 && properties.length <= 2 && optional === 0 && properties.every(isShort);
}
