import type { Field } from "./definition.ts";

/** Decimal digits that people in India type or paste; crates/forms/src/value/pasted.rs names the scripts. */
const DIGITS = /(?=\p{Nd})[\u0660-\u06f9\u0966-\u0d6f\u{1d7ce}-\u{1d7ff}]/gu;
/** Direction controls, soft hyphens, zero-width spaces, and byte order marks. */
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
/** Characters that join or vary others, draw a key around a digit, or fill a syllable of Hangul, which texts need. */
const JOINERS = /[\u034f\u115f\u1160\u180b-\u180f\u200c\u200d\u20e3\u3164\ufe00-\ufe0f\uffa0]/g;
const SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
/** Bullets, arrows, symbols, and emoji, which contact cards have around addresses and numbers. */
const PICTURES = /[·•\u2190-\u2bff\u{1f000}-\u{1faff}]/gu;
/** A web address up to the end of its host, whose signs may be full-width. */
const HOST = /^(.*?[:：][/／]{2})?[^/／?？#＃]*/s;
/** Brackets and marks of emphasis around a value. */
const PAIRS = ["()", "[]", "{}", "``", "**", "__"];
/** Signs of opening hours in a remark with several numbers: `24x7`, `10 am to 7 pm`, `Mon-Sat, 10:00-18:00`. */
const HOURS = /[ap]\.?m| to |[x/]7|:[03]0/i;
const LABEL = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/**
 * Cleans a pasted value before it is checked: removes invisible characters. In an address, a number, or a date, also replaces
 * digits and punctuation of other scripts, and removes what surrounds the value. crates/forms/src/value/pasted.rs does the same.
 */
export function cleaned(type: Field["type"], raw: string): string {
  const text = raw.replace(INVISIBLE, "").replace(SPACES, " ");
  switch (type) {
    case "email":
      return address(decoded(plain(text)).replace(PICTURES, " "));
    case "tel":
      return telephoneNumber(decoded(plain(text)));
    case "url":
      // The path may have digits, dashes, and joiners of any script.
      return webAddress(unwrapped(text.replace(HOST, plain)));
    case "date":
      return date(unwrapped(plain(text).replace(PICTURES, " ")).replaceAll(" ", ""));
    default:
      return text;
  }
}

/** Whether nothing in a text is visible, so that it counts as empty; crates/forms/src/value/pasted.rs names the characters. */
export const isBlank = (text: string): boolean =>
  /^[\p{White_Space}\u2800\u{e0000}-\u{e01ef}]*$/u.test(text.replace(INVISIBLE, "").replace(JOINERS, ""));

/** Whether a text says that there is no value: `N/A`, `nil`, `-`. */
export const isNothing = (text: string): boolean =>
  /^(na|nil|none|notapplicable)?$/i.test(text.replace(/[ ./\\\-\u2010-\u2015_]/g, ""));

/** Whether a text is a domain with at least two labels, of which the last is not a number. */
export function isDomain(text: string): boolean {
  const labels = text.split(".");
  return labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1)!);
}

function plain(text: string): string {
  return text
    .replace(JOINERS, "")
    .replace(/[\u2010-\u2015\u2212\ufe58\ufe63]/g, "-")
    .replace(/[\u3002\uff61]/g, ".")
    .replace(/[\uff01-\uff5e]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replace(DIGITS, (character) => {
      // Ten digits follow each other, and in one case the same ten digits in other styles.
      let digit = 0;
      while (/\p{Nd}/u.test(String.fromCodePoint(character.codePointAt(0)! - digit - 1))) digit++;
      return String(digit % 10);
    });
}

/** Replaces the escapes of ASCII characters in a URL: `tel:%2B91`, `mailto:asha%40example.com`. */
function decoded(text: string): string {
  return text.replace(/(mailto|tel):.*/is, (url) => url.replace(/%[2-7][\da-f]/gi, decodeURIComponent));
}

/** A text with `\n` at the end of its lines and without control characters, which people copy from PDFs together with a text. */
export function lines(raw: string): string {
  return raw.replace(/\r\n|[\r\v\f\u0085]/g, "\n").replace(/[^\P{Cc}\t\n]/gu, "");
}

/**
 * Removes the brackets around a value, labels and schemes before it, and a remark after it: `Asha <mailto:a@example.com>`,
 * `Email: a@example.com (Work)`, `[Asha](mailto:a@example.com)`.
 */
function unwrapped(text: string): string {
  const outer = trimmed(trimmed(text).replace(/ \([^()\d@]*\)$/, ""));
  let inner = trimmed(bracketed(outer));
  // In a contact card, parameters follow a semicolon, and a group precedes the name: `item1.TEL;type=CELL:`.
  for (let label; (label = /^(item\d*)?[^:;\d@/+()?#=]*?(;[^:]*?)?(:| - )(?!\/\/)[ -]*/.exec(inner)); ) inner = trimmed(inner.slice(label[0].length));
  return inner;
}

/** What is in brackets at the end of a text: after a name, after a text in Markdown, or around all of it. */
function bracketed(text: string): string {
  const markdown = /^\[(.*?)\]\((.*)\)$/s.exec(text);
  // Outlook and Gmail write an address in other brackets as well.
  const [, name = "", named, other = name, inner = named] = markdown ?? /^(.*)<([^<]*)>$|^(.+)[[(]([^[(]*@[^[(]*)[\])]$/s.exec(text) ?? [];
  // A name that is an address is the same one, so that none of two is dropped.
  if (inner !== undefined && (!other.includes("@") || inner.toLowerCase().endsWith(trimmed(other).toLowerCase()))) return inner;
  const isAround = PAIRS.includes(text.slice(0, 1) + text.slice(-1)) && !/[()[\]]/.test(text.slice(1, -1));
  return isAround ? text.slice(1, -1) : text;
}

/** The number in a text; the text itself if it may hide digits and shows too few. */
function telephoneNumber(text: string): string {
  const number = telephone(unwrapped(text.replace(PICTURES, " ").replace(/[*_`|~]/g, " ")));
  // A slash after the area code of a landline number, which has eleven digits. Any other slash may separate two numbers.
  if (/^0\d{1,4}\/[\d -]*$/.test(number) && number.replace(/\D/g, "").length === 11) return number.replace("/", "-");
  return isComplete(number) || !mayHideDigits(text) ? number : text.trim();
}

/**
 * Whether a text may have digits that are not written as such: two masks in a row, or words after the digits (`98765 4****`,
 * `XX765 43210`, `98765 43 two one zero`).
 */
function mayHideDigits(text: string): boolean {
  const after = text.split(/\d/).at(-1)!.replace(/[ ()]/g, "");
  return /[xX#?*_`|~·•\u2190-\u2bff\u{1f000}-\u{1faff}]{2}/u.test(text) || after.includes("…") || [...after].length > 1;
}

/** Whether a number has the ten digits of an Indian number, in addition to the country code and zeros before it. */
function isComplete(number: string): boolean {
  const digits = number.replace(/\D/g, "");
  const code = number.includes("+") || digits.startsWith("00") ? /^0*(91)?0*/ : /^0*/;
  return digits.replace(code, "").length >= 10;
}

/**
 * The number in a text. Contact cards have words and pictures before it or after it: `Mob. +91 98765 43210`, `(M) 98765 43210`,
 * `98765 43210 - WhatsApp`.
 */
function telephone(text: string): string {
  // A parameter follows a semicolon. Another number may follow one, too, and is kept, as is an extension, so that they are refused.
  const number = withoutCount(text.replace(/^([^;]*);(?!(.*;)?[Ee][Xx][Tt]=)[a-z].*$/s, "$1")).replace(/^[^\d@]*?(?=[+( ]*\d)/, "");
  // Letters at the end of the digits may hide others: `98765 432xx`.
  const shown = trimmed(number.replace(/(\d\)*)[^\p{Alphabetic}\p{N})@][^\d@]*$/u, "$1"));
  // A spreadsheet takes a number for an amount: `9876543210.0`.
  return shown.replace(/^(\+?\d{10,})\.0$/, "$1");
}

/**
 * A text without a label or a remark that has digits of its own: `Mobile 2 - 98765 43210`, `079 2658 1234 (10 lines)`,
 * `98765 43210 (10 am to 7 pm)`. The rest must be a whole number. An extension is kept, so that it is refused.
 */
function withoutCount(text: string): string {
  const areHours = (part: string) => HOURS.test(part) && /^(\D*\d\d?(?!\d)){2,4}\D*$/.test(part);
  const isCount = (part: string) => (/^\D*\d\D*\d?\D*$/.test(part) || areHours(part)) && !/ext/i.test(part);
  const [, number = "", remark = ""] = /^(\P{L}+?) (?:\(|- |(?=24[xX/]7$))(.*[\p{L})/].*)$/u.exec(text) ?? [];
  const [, label = "", rest = ""] = /^(.*?\p{L}.*?|.)(?: -|[:).]) (\P{L}+)$/u.exec(text) ?? [];
  if (isComplete(number) && isCount(remark)) return number;
  return isComplete(rest) && isCount(label) ? rest : text;
}

/** Removes what follows a value in a list or a sentence, and quotation marks around it. */
function trimmed(text: string): string {
  return text.replace(/^[\s"'‘’“”]+|[\s,;."'‘’“”]+$/g, "");
}

function address(text: string): string {
  // What follows the only address, as in `asha@example.com - personal` and `asha@example.com (since 2019)`, is dropped.
  const value = unwrapped(text.replace(/^([^@]*@[^@]*?) (\(|[|-] )[^@]*$/, "$1"));
  const at = value.indexOf("@");
  // A subject follows a question mark.
  if (at < 0) return value;
  // Keyboards add a space after a full stop.
  const labels = value.slice(at + 1).split("?")[0]!.split(".").map((label) => label.trim());
  return `${value.slice(0, at).trimEnd()}@${asciiDomain(labels.join("."))}`;
}

/** Returns a web address with its host in ASCII. One without a scheme gets `https://`, if it begins with a domain. */
function webAddress(text: string): string {
  const [, scheme = "", host = "", typed = ""] = /^(?:(.*?:\/\/) *)?([^/?#: ]*)(.*)$/s.exec(text) ?? [];
  const ascii = asciiDomain(host);
  // A second address is no part of the first one.
  const isSecond = typed.split(" ").slice(1).some((word) => {
    const [other = "", path] = word.split("/");
    return isDomain(other) && (path !== undefined || other.startsWith("www."));
  });
  // Spaces belong to the name of a file. What follows a sign between spaces is the title of a page.
  const isFile = /^\/.*\.[a-z\d]{2,4}$/is.test(typed);
  const single = isFile ? typed.replaceAll(" ", "%20") : typed.replace(/ [|–—-] .*$/s, "");
  const rest = typed.includes("://") || isSecond ? typed : single;
  if (scheme) return scheme + ascii + rest;
  // What follows the host is a port or, after another scheme, not a host at all.
  return isDomain(ascii) && !rest.startsWith(":") ? `https://${ascii}${rest}` : text;
}

/** Returns a domain in ASCII, as browsers encode it. */
function asciiDomain(domain: string): string {
  if (/^[\0-\x7f]*$/.test(domain) || /[\s/?#:@\\%<>]/.test(domain)) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}

/** Returns `01/02/1990` for `1.2.1990` and `1990-02-01`, which browsers fill in. Other texts remain as they are. */
function date(text: string): string {
  const value = trimmed(text).replace(/^(\d{4})([/.-])(\d\d?)\2(\d\d?)$/, "$4/$3/$1");
  const [, day, , month, year] = /^(\d\d?)([/.-])(\d\d?)\2(\d{4})$/.exec(value) ?? [];
  const written = `${day?.padStart(2, "0")}/${month?.padStart(2, "0")}/${year}`;
  return isoDate(written) ? written : text;
}

/** Returns `1990-12-31` for `31/12/1990`, if it is a valid date since 1900. */
export function isoDate(value: string): string | undefined {
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(value) ?? [];
  const iso = `${year}-${month}-${day}`;
  const date = new Date(`${iso}T00:00:00Z`);
  const real = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso);
  return real && Number(year) >= 1900 ? iso : undefined;
}
