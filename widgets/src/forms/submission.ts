import type { Field, FormDefinition } from "./definition.ts";
import { checkFile, checkSignature } from "./file.ts";
import { checkValue } from "./value.ts";

/** Errors by field name. */
export type FieldErrors = Record<string, string>;

/** The values of a form as they are sent. */
export interface Submission {
  /** Every field except files, in order; empty text for empty fields. Includes the hidden field that only bots fill in. */
  values: Record<string, string>;
  /** Chosen files by field name. */
  files: Record<string, File>;
}

/** Reads and checks a form. Resolves with the submission, or with its errors. */
export async function readForm(
  { fields, trap, words }: FormDefinition,
  data: FormData,
  today: string,
): Promise<{ submission: Submission } | { errors: FieldErrors }> {
  const submission: Submission = { values: {}, files: {} };
  const errors: FieldErrors = {};
  for (const field of fields) {
    if (field.type === "file") {
      const file = chosenFile(data, field.name);
      const error = checkFile(field, file) ?? (file && (await checkSignature(field, words, file)));
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

/** Returns the error of a field while the visitor corrects it. A file's content is checked only when the form is sent. */
export function checkField(field: Field, data: FormData, today: string): string | undefined {
  if (field.type === "file") return checkFile(field, chosenFile(data, field.name));
  const verdict = checkValue(field, text(data, field.name), today);
  return "error" in verdict ? verdict.error : undefined;
}

/** Returns whether two submissions are equal, so that the second is a retry of the first. */
export function isSame(one: Submission, other: Submission): boolean {
  const content = ({ values, files }: Submission) =>
    JSON.stringify([values, Object.entries(files).map(([name, file]) => [name, file.name, file.size, file.lastModified])]);
  return content(one) === content(other);
}

function text(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === "string" ? value : "";
}

/** A file field without a chosen file contains a file without name and content. */
function chosenFile(data: FormData, name: string): File | undefined {
  const value = data.get(name);
  return value instanceof File && (value.name || value.size) ? value : undefined;
}
