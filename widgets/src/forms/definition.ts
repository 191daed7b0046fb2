/** What a script needs of a form, which crates/forms (`form.rs`) resolves from `content/forms/<name>.toml`. */
export interface FormDefinition {
  name: string;
  enctype: string;
  /** Label of the submit button while sending. */
  loading: string;
  success: Notice;
  failure: Notice;
  /** Name of the hidden field that only bots fill in. */
  trap: string;
  /** Words that all forms have in common, in the language of the form. */
  words: Words;
  fields: Field[];
}

/** Words that all forms have in common: crates/forms/src/words.rs describes each. */
export interface Words {
  problem: string;
  error: string;
  not_sent: string;
  try_again: string;
  try_or_call: string;
  reference: string;
  again: string;
  upload: string;
  notifications: string;
  close: string;
  network: string;
  timeout: string;
  other_content: string;
}

export interface Notice {
  title: string;
  message: string;
}

export interface Field {
  /** Name in a submission. */
  name: string;
  label: string;
  type: "text" | "email" | "tel" | "url" | "textarea" | "select" | "radio" | "date" | "file";
  required: boolean;
  /** Maximum number of characters, in code points. */
  max_length: number;
  /** Maximum size of a file in bytes. */
  max_bytes: number;
  /** Allowed file extensions, such as ".pdf". */
  accept: string[];
  options: { value: string }[];
  /** Value if nothing is chosen, or empty. */
  default: string;
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
  /** The file has no content. */
  empty: string;
}
