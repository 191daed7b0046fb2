/** Findings in the words of the form: a key is the label of its field, and a field that is still empty is left to do, not a mistake. */

import type { JsonObject } from "../api/json.ts";
import type { Finding } from "../api/types.ts";
import { child, keysOf } from "../form/pointer.ts";
import { labelOf, resolve, schemaOfKey, type Schema } from "../form/schema.ts";
import { nameOf } from "./differences.ts";

/** Code of the finding that a required key is missing. */
const CODE = "missing-key";

/** Returns the label of the field at a pointer, or of the list that it is an entry of, and the key that it has in the file. */
function labelAt(pointer: string, schema: Schema): { key: string; label: string } | null {
  let current = resolve(schema, schema);
  let found = null;
  for (const key of keysOf(pointer)) {
    const isEntry = /^\d+$/.test(key) && !Object.hasOwn(current.properties ?? {}, key);
    current = resolve((isEntry ? current.items : schemaOfKey(current, key)) ?? {}, schema);
    if (!isEntry) found = { key, label: labelOf(key, current) };
  }
  return found;
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
    return keys.map((key) => {
      const field = child(finding.field ?? "", key);
      return { ...finding, id: `${finding.id}${key}`, field, message: nameOf(field, schema, values), help: null, isMissing: true };
    });
  });
}
