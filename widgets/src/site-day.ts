/**
 * The clock where the site is, as a date whose UTC fields are its reading: the page says in `<html data-utc-offset="+05:30">` how
 * far its clocks are ahead of UTC.
 */
export function siteClock(now: Date = new Date()): Date {
  const { utcOffset = "" } = document.documentElement.dataset;
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(utcOffset) ?? ["", "", "0", "0"];
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  return new Date(now.getTime() + ahead * 60_000);
}

/** Which day it is where the site is, `YYYY-MM-DD`. */
export function siteDay(now: Date = new Date()): string {
  return siteClock(now).toISOString().slice(0, 10);
}
