/**
 * Returns the site's local time in the UTC fields of a date. The offset from UTC is in the page, as
 * `<html data-utc-offset="+05:30">`.
 */
export function siteClock(now: Date = new Date()): Date {
  const { utcOffset = "" } = document.documentElement.dataset;
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(utcOffset) ?? ["", "", "0", "0"];
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  return new Date(now.getTime() + ahead * 60_000);
}

/** Returns the date in the site's time zone, `YYYY-MM-DD`. */
export function siteDay(now: Date = new Date()): string {
  return siteClock(now).toISOString().slice(0, 10);
}
