/** Returns whether a click opens another tab or window. */
export function isForBrowser({ metaKey, ctrlKey, shiftKey, altKey }: Pick<MouseEvent, "metaKey" | "ctrlKey" | "shiftKey" | "altKey">): boolean {
  return metaKey || ctrlKey || shiftKey || altKey;
}
