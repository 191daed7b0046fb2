import type { Field } from "./definition.ts";
import { cleaned, isBlank, isDomain, isNothing, isoDate, lines } from "./pasted.ts";

/** The normalized value, or its error. crates/forms/src/value.rs returns the same results. */
export type Verdict = { value: string } | { error: string };

/**
 * Normalizes a value and checks it against its field's rules. `today` is `YYYY-MM-DD`. Files are checked by `checkFile`.
 */
export function checkValue(field: Field, raw: string, today: string): Verdict {
  const { errors } = field;
  const isMultiline = field.type === "textarea";
  // A cell copied from a table, and a line from a presentation, end with a sign that nobody sees.
  const line = raw.replace(/([^\P{Cc}\t]|[\u2028\u2029])+$/u, "");
  if (!isMultiline && /[^\P{Cc}\t]|[\u2028\u2029]/u.test(line)) return { error: errors.control };
  const text = isMultiline ? lines(raw) : line.replaceAll("\t", " ");
  const isOptionalData = !field.required && ["tel", "url", "date"].includes(field.type);
  const shown = trim(cleaned(field.type, text));
  const value = isBlank(shown) || (isOptionalData && isNothing(text)) ? field.default : shown;
  if (!value) return field.required ? { error: errors.required } : { value };
  if ([...value].length > field.max_length) return { error: errors.too_long };
  if (field.type === "date") {
    const date = isoDate(value);
    if (date && date >= today) return { error: errors.future };
    return date ? { value } : { error: errors.invalid };
  }
  return isOfType(field, value) ? { value } : { error: errors.invalid };
}

/** Unicode white space. JavaScript's `trim` also removes U+FEFF, which the function keeps. */
function trim(text: string): string {
  return text.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, "");
}

function isOfType({ type, options }: Field, value: string): boolean {
  switch (type) {
    case "email":
      return isAddress(value);
    case "tel":
      return isNumber(value);
    case "url":
      return /^https?:\/\/(?!https?([\/?#:]|$))[^\s\/?#@<>"\\]*[^\s\/?#@<>"\\:]([\/?#][^\s<>"\\]*)?$/i.test(value);
    case "select":
    case "radio":
      return options.some((option) => option.value === value);
    default:
      return true;
  }
}

/** An email address by the rules of HTML's input type email, with at least two labels in its domain. */
function isAddress(value: string): boolean {
  const [, local = "", domain = ""] = /^([\w!#$%&'*+/=?^`{|}~.-]+)@([^@]+)$/.exec(value) ?? [];
  if (!local || local.length > 64 || /^\.|\.$|\.\./.test(local)) return false;
  // Mail programs would decode `=?utf-8?q?name?=` and show another address.
  if (/=\?.*\?=/.test(local)) return false;
  return isDomain(domain);
}

function isNumber(value: string): boolean {
  const digits = value.replace(/\D/g, "").length;
  return /^([0-9+\-. ]|\([0-9+\-. ]*\))+$/.test(value) && digits >= 7 && digits <= 20;
}
