/** Removes invisible characters from typed or pasted text. */

/** Invisible characters that programs copy along. Joiners of scripts stay, as do the direction marks that texts need. */
const INVISIBLE = /[\u00AD\u200B\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;

/** Returns a text of one line without invisible characters, with spaces instead of control characters. */
export const lineOf = (text: string): string => text.replace(INVISIBLE, "").replace(/[\p{Cc}\u2028\u2029]/gu, " ");

/** Returns a text of several lines without invisible characters, with `\n` at the end of its lines. */
export const linesOf = (text: string): string => text.replace(/\r\n?/g, "\n").replace(INVISIBLE, "").replace(/\t/g, " ");

/** Returns a number, an address, or a telephone number as `lineOf` does, also without direction marks and no-break spaces. */
export const exactOf = (text: string): string => lineOf(text).replace(/[\u200E\u200F]/g, "").replace(/\u00A0/g, " ");

/** Returns a text after a change, with only what was typed or pasted cleaned: the rest is as the file has it. */
export function changed(before: string, after: string, clean: (text: string) => string): string {
  const longest = Math.min(before.length, after.length);
  let start = 0;
  while (start < longest && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < longest - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return after.slice(0, start) + clean(after.slice(start, after.length - end)) + after.slice(after.length - end);
}

/** Returns a decimal digit of any script as one of ASCII. */
function digit(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

/** Parses a number with currency signs, spaces or commas between thousands, or digits of another script. Other text stays. */
export function numberOf(text: string): number | string | undefined {
  if (text.trim() === "") return undefined;
  const plain = exactOf(text).replace(/\p{Nd}/gu, digit).replace(/[₹$€£%\s]|^Rs\.?/g, "");
  const digits = /^-?\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?$/.test(plain) ? plain.replaceAll(",", "") : plain;
  const number = Number(digits);
  return digits !== "" && Number.isFinite(number) ? number : text;
}
