/** A text cut after `limit` characters: what is shown first, and the rest (empty for a short text). */
export function shorten(text: string, limit: number): { start: string; rest: string } {
  // By code point, or an emoji would be cut in half.
  const characters = [...text];
  if (characters.length <= limit) return { start: text, rest: "" };
  return { start: characters.slice(0, limit).join(""), rest: characters.slice(limit).join("") };
}
