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
 * the promise of a reply (`.reply-by`) with its day and time. The latter may be in the template of a form's confirmation. The texts
 * are in attributes, in the language of the page.
 */
export function showOpenHours(now: Date = new Date()): void {
  const clock = siteClock(now);
  for (const element of document.querySelectorAll<HTMLElement>(".open-hours")) {
    const hours = hoursOf(element);
    const open = isOpen(clock, hours);
    element.dataset.state = open ? "open" : "closed";
    const { openText = "", closedText = "" } = element.dataset;
    element.textContent = open
      ? openText.replace("{time}", twelveHours(hours.closes))
      : closedText.replace("{day}", nextDay(clock, hours)).replace("{time}", twelveHours(hours.opens));
  }
  const pages = [document, ...[...document.querySelectorAll("template")].map(({ content }) => content)];
  for (const element of pages.flatMap((page) => [...page.querySelectorAll<HTMLElement>(".reply-by")])) {
    const { day, time } = replyBy(clock, hoursOf(element));
    element.textContent = (element.dataset.text ?? "").replace("{day}", day).replace("{time}", time);
  }
}

/** The language of the page. */
const language = () => document.documentElement.lang || "en";

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

/** Returns the next day on which the offices open: "today", "tomorrow" or its name, in the language of the page. */
function nextDay(clock: Date, { days, opens }: Hours): string {
  const today = clock.getUTCDay();
  const later = timeOf(clock) < opens ? 0 : 1;
  const ahead = [0, 1, 2, 3, 4, 5, 6].map((day) => day + later).find((day) => days.includes(DAYS[(today + day) % 7]!)) ?? 0;
  if (ahead < 2) return new Intl.RelativeTimeFormat(language(), { numeric: "auto" }).format(ahead, "day");
  return inWords(new Date(clock.getTime() + ahead * 24 * HOUR), "weekday");
}

/**
 * Returns the last moment of a reply within 24 hours, of which only working days count: "Friday 27 November" and "7:00 PM". It is
 * within business hours, at most half an hour early.
 */
function replyBy(clock: Date, hours: Hours): { day: string; time: string } {
  let end = new Date(clock);
  for (let left = 24; left > 0; end = new Date(end.getTime() + HOUR)) if (isWorkingDay(end, hours)) left--;
  if (timeOf(end) < hours.opens || !isWorkingDay(end, hours)) {
    // The hours end in a night or on a day off, so the reply comes before.
    do end = new Date(end.getTime() - 24 * HOUR);
    while (!isWorkingDay(end, hours));
    return { day: dayOf(end), time: twelveHours(hours.closes) };
  }
  const time = timeOf(end) < hours.closes ? timeOf(end).replace(/\d\d$/, (minutes) => (minutes < "30" ? "00" : "30")) : hours.closes;
  return { day: dayOf(end), time: twelveHours(time < hours.opens ? hours.opens : time) };
}

/** Formats a day as "Friday 27 November". */
function dayOf(clock: Date): string {
  return `${inWords(clock, "weekday")} ${clock.getUTCDate()} ${inWords(clock, "month")}`;
}

function inWords(clock: Date, part: "weekday" | "month"): string {
  return new Intl.DateTimeFormat(language(), { timeZone: "UTC", [part]: "long" }).format(clock);
}

/** Formats "19:00" as "7:00 PM", or with the part of the day in front, as other languages do: "शाम 7:00". */
function twelveHours(time: string): string {
  const [hours = 0, minutes = "00"] = [Number(time.slice(0, 2)), time.slice(3)];
  const clock = `${hours % 12 || 12}:${minutes}`;
  if (language().startsWith("en")) return `${clock} ${hours < 12 ? "AM" : "PM"}`;
  const format = new Intl.DateTimeFormat(language(), { timeZone: "UTC", hour: "numeric", hourCycle: "h12", dayPeriod: "short" });
  const part = format.formatToParts(new Date(`2000-01-01T${time}Z`)).find(({ type }) => type === "dayPeriod");
  return part ? `${part.value} ${clock}` : clock;
}
