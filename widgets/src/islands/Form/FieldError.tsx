import type { Field, Words } from "../../forms/definition.ts";

interface Props {
  form: string;
  field: Field;
  error: string;
  words: Words;
}

/** The error of a field, below its label, which it does not repeat. */
export function FieldError({ form, field: { name, label }, error, words }: Props) {
  return (
    <p className="field-error" id={`${form}-${name}-error`}>
      <span className="visually-hidden">{words.error} </span>
      {error.startsWith(`${label}: `) ? error.slice(label.length + 2) : error}
    </p>
  );
}
