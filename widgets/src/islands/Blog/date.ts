const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `2025-09-22` as "Sep 22, 2025". Not by Intl: server and browser have to agree to the letter. */
export function shortDate(date: string): string {
  const [year, month, day] = date.slice(0, 10).split("-").map(Number);
  return `${MONTHS[(month ?? 1) - 1]} ${day}, ${year}`;
}
