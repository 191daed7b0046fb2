/** Findings about fields that are still empty. They are no mistakes of what was written, and are worded as what is left to do. */

import type { Finding, JsonObject } from "../api/types.ts";
import { child } from "../form/pointer.ts";
import type { Schema } from "../form/schema.ts";
import { nameOf } from "./differences.ts";

/** Code of the finding that a required key is missing. */
const CODE = "missing-key";

/** Returns the findings with those about missing keys at the fields of the keys. */
export function withMissingFields(findings: Finding[], schema: Schema, values: JsonObject | null): Finding[] {
  return findings.map((finding) => {
    const key = finding.code === CODE && /`([^`]+)`/.exec(finding.message)?.[1];
    if (!key || !values) return finding;
    const field = child(finding.field ?? "", key);
    return { ...finding, field, message: `${nameOf(field, schema, values)}`, help: null, isMissing: true };
  });
}
