/** Returns whether a text contains all words that are looked for, whatever their case. */
export function isFound(text: string, query: string): boolean {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const all = text.toLocaleLowerCase();
  return words.every((word) => all.includes(word));
}
