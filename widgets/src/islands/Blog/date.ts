const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Formats `2025-09-22` as "Sep 22, 2025". Does not use Intl, because server and browser must return the same text. */
export function shortDate(date: string): string {
  const [year, month, day] = date.slice(0, 10).split("-").map(Number);
  return `${MONTHS[(month ?? 1) - 1]} ${day}, ${year}`;
}
