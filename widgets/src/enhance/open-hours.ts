import { siteClock } from "../site-day.ts";

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** Replaces the business hours (`.open-hours`) with a text that says whether the offices are open now, and until or from when. */
export function showOpenHours(now: Date = new Date()): void {
  for (const element of document.querySelectorAll<HTMLElement>(".open-hours")) {
    const { days = "", opens = "", closes = "" } = element.dataset;
    const clock = siteClock(now);
    const open = isOpen(clock, days.split(" "), opens, closes);
    element.dataset.state = open ? "open" : "closed";
    element.textContent = open
      ? `Open now, until ${twelveHours(closes)}`
      : `Closed now, opens ${nextDay(clock, days.split(" "), opens)} at ${twelveHours(opens)}`;
  }
}

function isOpen(clock: Date, days: string[], opens: string, closes: string): boolean {
  const time = clock.toISOString().slice(11, 16);
  return days.includes(DAYS[clock.getUTCDay()]!) && time >= opens && time < closes;
}

/** Returns the next day on which the offices open: "today", "tomorrow" or its name. */
function nextDay(clock: Date, days: string[], opens: string): string {
  const today = clock.getUTCDay();
  const later = clock.toISOString().slice(11, 16) < opens ? 0 : 1;
  const ahead = [0, 1, 2, 3, 4, 5, 6].map((day) => day + later).find((day) => days.includes(DAYS[(today + day) % 7]!)) ?? 0;
  return ahead === 0 ? "today" : ahead === 1 ? "tomorrow" : DAYS[(today + ahead) % 7]!;
}

/** Formats "19:00" as "7:00 PM". */
function twelveHours(time: string): string {
  const [hours = 0, minutes = "00"] = [Number(time.slice(0, 2)), time.slice(3)];
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? "AM" : "PM"}`;
}
