import { expect, test } from "vitest";
import { cases, fieldOf, formOf } from "../testing/forms.ts";
import { checkFile, checkSignature } from "./file.ts";
import { checkValue } from "./value.ts";

test("every value has the same result as in the form function", () => {
  expect(cases.values.length).toBeGreaterThan(100);
  for (const { form, field, value, error, stored } of cases.values) {
    const verdict = checkValue(fieldOf(form, field), value, cases.today);
    expect(verdict, JSON.stringify({ form, field, value })).toEqual(error === null ? { value: stored ?? value } : { error });
  }
});

test("the valid submissions are valid", () => {
  for (const [form, values] of Object.entries(cases.valid)) {
    for (const [field, value] of Object.entries(values)) {
      expect(checkValue(fieldOf(form, field), value, cases.today)).toEqual({ value });
    }
  }
});

test("every file has the same result as in the form function", () => {
  for (const { form, field, name, size, error } of cases.files) {
    const file = new File([new Uint8Array(size)], name);
    expect(checkFile(fieldOf(form, field), file) ?? null, `${name}, ${size} bytes`).toBe(error);
  }
  const { form, field, error } = cases.missing_file;
  expect(checkFile(fieldOf(form, field), undefined)).toBe(error);
  expect(fieldOf(form, field).errors.required_title).toBe(cases.missing_file.title);
});

test("the content of a file has the same result as in the form function, which also reads what the browser does not", async () => {
  const { words } = formOf("career");
  const resume = fieldOf("career", "resume");
  for (const { name, start, error, accepted } of cases.contents) {
    const file = new File([Uint8Array.from(start, (character) => character.charCodeAt(0))], name);
    expect(await checkSignature(resume, words, file), `${name}: ${start}`).toBe(accepted ? undefined : error);
  }
});
