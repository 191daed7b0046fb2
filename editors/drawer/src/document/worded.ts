/** Findings in the words of the form: a key is the label of its field, and a field that is still empty is left to do, not a mistake. */

import type { JsonObject } from "../api/json.ts";
import type { Finding } from "../api/types.ts";
import { child, keysOf } from "../form/pointer.ts";
import { labelOf, resolve, schemaOfKey, type Schema } from "../form/schema.ts";
import { nameOf } from "./differences.ts";

/** Code of the finding that a required key is missing. */
const CODE = "missing-key";

/** A key or a position in a list on the way to a place in a document. */
interface Step {
  key: string;
  isEntry: boolean;
  /** Position in the list, or among the fields of the form. */
  position: number;
  /** Schema of the value there. */
  schema: Schema;
}

function stepsTo(pointer: string, schema: Schema): Step[] {
  let current = resolve(schema, schema);
  return keysOf(pointer).map((key) => {
    const { properties = {} } = current;
    const isEntry = /^\d+$/.test(key) && !Object.hasOwn(properties, key);
    const position = isEntry ? Number(key) : Object.keys(properties).indexOf(key);
    current = resolve((isEntry ? current.items : schemaOfKey(current, key)) ?? {}, schema);
    return { key, isEntry, position, schema: current };
  });
}

/** Returns the label of the field at a pointer, or of the list that it is an entry of, and the key that it has in the file. */
function labelAt(pointer: string, schema: Schema): { key: string; label: string } | null {
  const step = stepsTo(pointer, schema).findLast(({ isEntry }) => !isEntry);
  return step ? { key: step.key, label: labelOf(step.key, step.schema) } : null;
}

/** Compares two pointers by their places in the form. */
function byPlace(one: string, other: string, schema: Schema): number {
  const [first, second] = [stepsTo(one, schema), stepsTo(other, schema)];
  const differences = first.map(({ position }, index) => position - (second[index]?.position ?? -1));
  return differences.find((difference) => difference !== 0) ?? first.length - second.length;
}

function withLabel(finding: Finding, schema: Schema): Finding {
  const named = labelAt(finding.field ?? "", schema);
  if (!named) return finding;
  const message = finding.message.replaceAll(`\`${named.key}\``, named.label);
  return { ...finding, message };
}

/** Returns the findings with the labels of their fields, and after them those about missing keys, at the fields of the keys and in their order. */
export function worded(findings: Finding[], schema: Schema, values: JsonObject | null): Finding[] {
  const all = findings.flatMap((finding) => {
    const keys = finding.code === CODE ? finding.parts.key : undefined;
    if (!keys || !values) return withLabel(finding, schema);
    return keys.map((key) => {
      const field = child(finding.field ?? "", key);
      return { ...finding, id: `${finding.id}${key}`, field, message: nameOf(field, schema, values), help: null, isMissing: true };
    });
  });
  const missing = all.filter(({ isMissing }) => isMissing).sort((one, other) => byPlace(one.field ?? "", other.field ?? "", schema));
  return [...all.filter(({ isMissing }) => !isMissing), ...missing];
}
