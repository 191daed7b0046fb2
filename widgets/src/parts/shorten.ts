/**
 * A text cut after `limit` characters: what is shown first, and the rest (empty for a short text). Blanks at the cut go to
 * the rest, for an ellipsis follows its word.
 */
export function shorten(text: string, limit: number): { start: string; rest: string } {
  // By code point, or an emoji would be cut in half.
  const characters = [...text];
  if (characters.length <= limit) return { start: text, rest: "" };
  const start = characters.slice(0, limit).join("").trimEnd();
  return { start, rest: text.slice(start.length) };
}
