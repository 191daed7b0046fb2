/** What is typed or pasted, without what nobody sees. */

/** Signs that are invisible and that programs copy along, such as the marks around a telephone number. Joiners of scripts stay. */
const INVISIBLE = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;

/** Returns a text of one line as it is meant. */
export const lineOf = (text: string): string => text.replace(INVISIBLE, "").replace(/[\p{Cc}\u00A0\u2028\u2029]/gu, " ");

/** Returns a text of several lines as it is meant. */
export const linesOf = (text: string): string => text.replace(/\r\n?/g, "\n").replace(INVISIBLE, "").replace(/[\u00A0\t]/g, " ");

/** Returns a decimal digit of any script as one of ASCII. */
function digit(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

/** Returns a number that is written with signs of money, spaces or commas between thousands, or digits of another script. Other text stays. */
export function numberOf(text: string): number | string | undefined {
  if (text.trim() === "") return undefined;
  const plain = lineOf(text).replace(/\p{Nd}/gu, digit).replace(/[₹$€£%\s]|^Rs\.?/g, "");
  const digits = /^-?\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?$/.test(plain) ? plain.replaceAll(",", "") : plain;
  const number = Number(digits);
  return digits !== "" && Number.isFinite(number) ? number : text;
}
