import { expect, test } from "vitest";
import { lastDay, longDay, type Period } from "./last-day.ts";

test.each<[string, Period, string]>([
  ["2026-11-26", { days: 7 }, "2026-12-03"],
  ["2026-12-30", { days: 15 }, "2027-01-14"],
  ["2028-02-22", { days: 7 }, "2028-02-29"],
  ["2026-11-26", { months: 3 }, "2027-02-26"],
  ["2026-11-30", { months: 3 }, "2027-02-28"],
  ["2027-11-30", { months: 3 }, "2028-02-29"],
  // Thursday, Friday and Sunday
  ["2026-11-26", { working_days: 7 }, "2026-12-07"],
  ["2026-11-27", { working_days: 1 }, "2026-11-30"],
  ["2026-11-29", { working_days: 1 }, "2026-11-30"],
])("a notice of %s with %j to reply ends on %s", (served, period, end) => {
  expect(lastDay(served, period)).toBe(end);
});

test.each([
  ["2026-12-03", "3 December 2026"],
  ["2026-12-05", "5 December 2026, a\u00a0Saturday"],
  ["2026-12-06", "6 December 2026, a\u00a0Sunday"],
])("%s is %s", (date, text) => {
  expect(longDay(date)).toBe(text);
});
