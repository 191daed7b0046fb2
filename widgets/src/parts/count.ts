/** Returns a number with its noun: "1 article", "3 articles". */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;
