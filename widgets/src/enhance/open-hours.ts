import { siteClock } from "../site-day.ts";

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const HOUR = 3_600_000;

/** Business hours, from the attributes of an element. Times are `HH:MM`. */
interface Hours {
  days: string[];
  opens: string;
  closes: string;
}

/**
 * Replaces the business hours (`.open-hours`) with a text that says whether the offices are open now, and until or from when, and
 * the promise of a reply (`.reply-by`) with its day and time. Those without `data-days` stay: their page is in another language. The latter may be in the template of a form's confirmation.
 */
export function showOpenHours(now: Date = new Date()): void {
  const clock = siteClock(now);
  for (const element of document.querySelectorAll<HTMLElement>(".open-hours[data-days]")) {
    const hours = hoursOf(element);
    const open = isOpen(clock, hours);
    element.dataset.state = open ? "open" : "closed";
    element.textContent = open
      ? `Open now, until ${twelveHours(hours.closes)}`
      : `Closed now, opens ${nextDay(clock, hours)} at ${twelveHours(hours.opens)}`;
  }
  const pages = [document, ...[...document.querySelectorAll("template")].map(({ content }) => content)];
  for (const element of pages.flatMap((page) => [...page.querySelectorAll<HTMLElement>(".reply-by[data-days]")])) {
    element.textContent = `That is by ${replyBy(clock, hoursOf(element))}.`;
  }
}

function hoursOf({ dataset: { days = "", opens = "", closes = "" } }: HTMLElement): Hours {
  return { days: days.split(" "), opens, closes };
}

function timeOf(clock: Date): string {
  return clock.toISOString().slice(11, 16);
}

const isWorkingDay = (clock: Date, { days }: Hours) => days.includes(DAYS[clock.getUTCDay()]!);

function isOpen(clock: Date, hours: Hours): boolean {
  return isWorkingDay(clock, hours) && timeOf(clock) >= hours.opens && timeOf(clock) < hours.closes;
}

/** Returns the next day on which the offices open: "today", "tomorrow" or its name. */
function nextDay(clock: Date, { days, opens }: Hours): string {
  const today = clock.getUTCDay();
  const later = timeOf(clock) < opens ? 0 : 1;
  const ahead = [0, 1, 2, 3, 4, 5, 6].map((day) => day + later).find((day) => days.includes(DAYS[(today + day) % 7]!)) ?? 0;
  return ahead === 0 ? "today" : ahead === 1 ? "tomorrow" : DAYS[(today + ahead) % 7]!;
}

/**
 * Returns the last moment of a reply within 24 hours, of which only working days count: "Friday 27 November, 7:00 PM". It is
 * within business hours, at most half an hour early.
 */
function replyBy(clock: Date, hours: Hours): string {
  let end = new Date(clock);
  for (let left = 24; left > 0; end = new Date(end.getTime() + HOUR)) if (isWorkingDay(end, hours)) left--;
  if (timeOf(end) < hours.opens || !isWorkingDay(end, hours)) {
    // The hours end in a night or on a day off, so the reply comes before.
    do end = new Date(end.getTime() - 24 * HOUR);
    while (!isWorkingDay(end, hours));
    return `${dayOf(end)}, ${twelveHours(hours.closes)}`;
  }
  const time = timeOf(end) < hours.closes ? timeOf(end).replace(/\d\d$/, (minutes) => (minutes < "30" ? "00" : "30")) : hours.closes;
  return `${dayOf(end)}, ${twelveHours(time < hours.opens ? hours.opens : time)}`;
}

/** Formats a day as "Friday 27 November". */
function dayOf(clock: Date): string {
  const month = new Intl.DateTimeFormat("en-IN", { timeZone: "UTC", month: "long" }).format(clock);
  return `${DAYS[clock.getUTCDay()]} ${clock.getUTCDate()} ${month}`;
}

/** Formats "19:00" as "7:00 PM". */
function twelveHours(time: string): string {
  const [hours = 0, minutes = "00"] = [Number(time.slice(0, 2)), time.slice(3)];
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? "AM" : "PM"}`;
}
