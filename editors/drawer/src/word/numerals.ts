/** Letters and Roman numbers, by which lists in HTML are numbered. */

const ROMAN: [string, number][] = [["m", 1000], ["cm", 900], ["d", 500], ["cd", 400], ["c", 100], ["xc", 90], ["l", 50], ["xl", 40], ["x", 10], ["ix", 9], ["v", 5], ["iv", 4], ["i", 1]];

function roman(number: number): string {
  const [sign, value] = ROMAN.find(([, value]) => value <= number) ?? ["", 0];
  return sign && sign + roman(number - value);
}

function letters(number: number): string {
  return number < 1 ? "" : letters(Math.floor((number - 1) / 26)) + String.fromCharCode(97 + ((number - 1) % 26));
}

/** Returns a number as a list shows it whose `type` or `list-style-type` is given. */
export function numeral(number: number, type = ""): string {
  if (number < 1 || number > 3999) return `${number}`;
  if (/^(a|(lower|upper)-(alpha|latin))$/i.test(type)) return /^(A|upper.*)$/.test(type) ? letters(number).toUpperCase() : letters(number);
  if (/^(i|(lower|upper)-roman)$/i.test(type)) return /^(I|upper.*)$/.test(type) ? roman(number).toUpperCase() : roman(number);
  return `${number}`;
}
