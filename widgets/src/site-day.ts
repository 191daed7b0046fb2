/**
 * Which day it is where the site is, `YYYY-MM-DD`: the page says in `<html data-utc-offset="+05:30">` how far its clocks are
 * ahead of UTC.
 */
export function siteDay(now: Date = new Date()): string {
  const { utcOffset = "" } = document.documentElement.dataset;
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(utcOffset) ?? ["", "", "0", "0"];
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  return new Date(now.getTime() + ahead * 60_000).toISOString().slice(0, 10);
}
