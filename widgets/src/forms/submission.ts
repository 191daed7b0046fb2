import type { Field, FormDefinition } from "./definition.ts";
import { checkFile, checkSignature } from "./file.ts";
import { checkValue } from "./value.ts";

/** What is wrong, by field name. */
export type FieldErrors = Record<string, string>;

/** What a form holds, as it is sent. */
export interface Submission {
  /** Every field that is not a file, in order; empty text for what was left out. The trap is among them. */
  values: Record<string, string>;
  /** The files that were chosen, by field name. */
  files: Record<string, File>;
}

/** Reads and checks a form. Resolves with what to send, or with what is wrong. */
export async function readForm(
  { fields, trap }: FormDefinition,
  data: FormData,
  today: string,
): Promise<{ submission: Submission } | { errors: FieldErrors }> {
  const submission: Submission = { values: {}, files: {} };
  const errors: FieldErrors = {};
  for (const field of fields) {
    if (field.type === "file") {
      const file = chosenFile(data, field.name);
      const error = checkFile(field, file) ?? (file && (await checkSignature(field, file)));
      if (error) errors[field.name] = error;
      else if (file) submission.files[field.name] = file;
      continue;
    }
    const verdict = checkValue(field, text(data, field.name), today);
    if ("error" in verdict) errors[field.name] = verdict.error;
    else submission.values[field.name] = verdict.value;
  }
  submission.values[trap] = text(data, trap);
  return Object.keys(errors).length > 0 ? { errors } : { submission };
}

/** What is wrong with one field, checked while it is corrected. A file's content is looked at when the form is sent. */
export function checkField(field: Field, data: FormData, today: string): string | undefined {
  if (field.type === "file") return checkFile(field, chosenFile(data, field.name));
  const verdict = checkValue(field, text(data, field.name), today);
  return "error" in verdict ? verdict.error : undefined;
}

/** Whether two submissions hold the same: then the second is a retry of the first. */
export function isSame(one: Submission, other: Submission): boolean {
  const content = ({ values, files }: Submission) =>
    JSON.stringify([values, Object.entries(files).map(([name, file]) => [name, file.name, file.size, file.lastModified])]);
  return content(one) === content(other);
}

function text(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === "string" ? value : "";
}

/** A form without a chosen file holds a file without name and content. */
function chosenFile(data: FormData, name: string): File | undefined {
  const value = data.get(name);
  return value instanceof File && (value.name || value.size) ? value : undefined;
}
