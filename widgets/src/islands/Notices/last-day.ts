/** Time to reply to a notice. One of the three is given. */
export interface Period {
  days?: number;
  months?: number;
  working_days?: number;
}

const DAY = 86_400_000;
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

/**
 * Returns the last day to reply to a notice that was served on `served`; both are `YYYY-MM-DD`. The day of service itself does not
 * count (General Clauses Act, 1897, section 9). A month ends on the same day of a later month, or on its last day. Working days are
 * Monday to Friday, because holidays differ from state to state.
 */
export function lastDay(served: string, { days = 0, months = 0, working_days = 0 }: Period): string {
  let end = new Date(`${served}T00:00:00Z`);
  end = new Date(end.getTime() + days * DAY);
  if (months) {
    const day = end.getUTCDate();
    end.setUTCMonth(end.getUTCMonth() + months);
    if (end.getUTCDate() !== day) end.setUTCDate(0);
  }
  for (let left = working_days; left > 0; ) {
    end = new Date(end.getTime() + DAY);
    if (!weekend(end)) left--;
  }
  return end.toISOString().slice(0, 10);
}

/** Formats `2026-12-26` as "26 December 2026, a Saturday". The day of the week is named only at the weekend, on one line. */
export function longDay(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  const name = weekend(day);
  return `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]} ${day.getUTCFullYear()}${name && `, a\u00a0${name}`}`;
}

function weekend(day: Date): string {
  return ({ 0: "Sunday", 6: "Saturday" } as Record<number, string>)[day.getUTCDay()] ?? "";
}
