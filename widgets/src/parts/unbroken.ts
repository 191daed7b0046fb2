/** Keeps "e-invoices" and "Start-ups" on one line: a word joiner (U+2060) follows their hyphen. */
export const unbroken = (text: string): string => text.replace(/\b(e|start)-(?=\w)/gi, "$&\u2060");
