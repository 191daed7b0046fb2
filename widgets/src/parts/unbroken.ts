/** Keeps words like "e-invoices" on one line with a word joiner (U+2060) after the hyphen, and amounts like "₹15 lakh". */
export const unbroken = (text: string): string =>
  text.replace(/\b(e|start)-(?=\w)/gi, "$&\u2060").replace(/(?<=\d) (?=lakh|crore)/g, "\u00a0");
