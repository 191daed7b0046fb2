/** Findings in the words of the form: a key is the label of its field, and a field that is still empty is left to do, not a mistake. */

import type { JsonObject } from "../api/json.ts";
import type { Finding } from "../api/types.ts";
import { child, keysOf } from "../form/pointer.ts";
import { labelOf, resolve, schemaOfKey, type Schema } from "../form/schema.ts";
import { nameOf } from "./differences.ts";

/** Code of the finding that a required key is missing. */
const CODE = "missing-key";

/** The way to a place in a document: its keys and the positions in lists, with the schema of each. */
function stepsTo(pointer: string, schema: Schema): { key: string; isEntry: boolean; schema: Schema }[] {
  let current = resolve(schema, schema);
  return keysOf(pointer).map((key) => {
    const isEntry = /^\d+$/.test(key) && !Object.hasOwn(current.properties ?? {}, key);
    current = resolve((isEntry ? current.items : schemaOfKey(current, key)) ?? {}, schema);
    return { key, isEntry, schema: current };
  });
}

/** Returns the label of the field at a pointer, or of the list that it is an entry of, and the key that it has in the file. */
function labelAt(pointer: string, schema: Schema): { key: string; label: string } | null {
  const step = stepsTo(pointer, schema).findLast(({ isEntry }) => !isEntry);
  return step ? { key: step.key, label: labelOf(step.key, step.schema) } : null;
}

/** Returns the keys of the object at a pointer in the order of their fields. */
function inOrder(keys: string[], pointer: string, schema: Schema): string[] {
  const { properties = {} } = stepsTo(pointer, schema).at(-1)?.schema ?? resolve(schema, schema);
  const order = Object.keys(properties);
  return [...keys].sort((one, other) => order.indexOf(one) - order.indexOf(other));
}

function withLabel(finding: Finding, schema: Schema): Finding {
  const named = labelAt(finding.field ?? "", schema);
  if (!named) return finding;
  const message = finding.message.replaceAll(`\`${named.key}\``, named.label);
  return { ...finding, message };
}

/** Returns the findings with the labels of their fields, and those about missing keys at the fields of the keys. */
export function worded(findings: Finding[], schema: Schema, values: JsonObject | null): Finding[] {
  return findings.flatMap((finding) => {
    const keys = finding.code === CODE ? finding.parts.key : undefined;
    if (!keys || !values) return withLabel(finding, schema);
    return inOrder(keys, finding.field ?? "", schema).map((key) => {
      const field = child(finding.field ?? "", key);
      return { ...finding, id: `${finding.id}${key}`, field, message: nameOf(field, schema, values), help: null, isMissing: true };
    });
  });
}
