/**
 * Splits a text after `limit` characters into a beginning and the rest, which is empty for a short text. Spaces at the cut belong
 * to the rest, because an ellipsis directly follows the beginning.
 */
export function shorten(text: string, limit: number): { start: string; rest: string } {
  // By code points, because half an emoji would be invalid.
  const characters = [...text];
  if (characters.length <= limit) return { start: text, rest: "" };
  const start = characters.slice(0, limit).join("").trimEnd();
  return { start, rest: text.slice(start.length) };
}
