/** A form, resolved from `content/forms/<name>.toml` by crates/forms (`form.rs`). All sentences come from there. */
export interface FormDefinition {
  name: string;
  enctype: string;
  /** Label of the submit button, and the same while sending. */
  submit: string;
  loading: string;
  success: Notice;
  failure: Notice;
  privacy: { purpose: string; links: { label: string; url: string }[] };
  /** Name of the field that people do not see and programs fill in. */
  trap: string;
  fields: Field[];
}

export interface Notice {
  title: string;
  message: string;
}

export interface Field {
  /** Name on the wire. */
  name: string;
  label: string;
  type: "text" | "email" | "tel" | "url" | "textarea" | "select" | "radio" | "date" | "file";
  required: boolean;
  /** Most characters, in code points. */
  max_length: number;
  /** Most bytes of a file. */
  max_bytes: number;
  /** Extensions of a file: ".pdf". */
  accept: string[];
  options: { value: string; label: string }[];
  /** What counts when nothing is chosen; empty for none. */
  default: string;
  autocomplete: string;
  inputmode?: string;
  placeholder?: string;
  hint?: string;
  errors: Errors;
}

interface Errors {
  required: string;
  /** Title of the message that appears when the field is missing. */
  required_title?: string;
  invalid: string;
  too_long: string;
  control: string;
  future: string;
  too_large: string;
}
