import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Html } from "../assets.ts";
import type { Field, FormDefinition } from "../forms/definition.ts";

const tests = join(import.meta.dirname, "../../../crates/forms/tests");
const read = (file: string): unknown => JSON.parse(readFileSync(join(tests, file), "utf8"));

/** The site's forms as the site generator resolves them, without null values. */
export const forms = withoutNull(read("resolved.json")) as Record<string, FormDefinition>;

/**
 * HTML of each form as `themes/firm/templates/forms/form.html` renders it, without errors and with every required field missing,
 * written by crates/forms/tests/testsuite/shared.rs.
 */
export const markup = read("markup.json") as Record<string, { plain: string; errors: string }>;

/** Returns the HTML of a form as the island gets it. */
export function htmlOf(name: string): Html {
  return { dangerouslySetInnerHTML: { __html: markup[name]!.plain }, suppressHydrationWarning: true };
}

/** Values and files with their expected results, which the form function is tested with as well. */
export const cases = read("cases.json") as {
  today: string;
  valid: Record<string, Record<string, string>>;
  missing_file: { form: string; field: string; title: string; error: string };
  values: { form: string; field: string; value: string; error: string | null; stored?: string }[];
  /** The first characters of files. `accepted` are those that the browser leaves to the form function. */
  contents: { name: string; start: string; error: string | null; accepted: boolean }[];
  files: { form: string; field: string; name: string; size: number; error: string | null }[];
};

export function formOf(name: string): FormDefinition {
  const form = forms[name];
  if (!form) throw new Error(`no form ${name}`);
  return form;
}

export function fieldOf(form: string, name: string): Field {
  const field = formOf(form).fields.find((each) => each.name === name);
  if (!field) throw new Error(`no field ${name} in ${form}`);
  return field;
}

/** Removes props that are null in the definition, as crates/render/src/island_props.rs does. */
function withoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNull);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(entries.map(([name, each]) => [name, withoutNull(each)]));
}
