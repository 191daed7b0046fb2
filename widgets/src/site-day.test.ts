import { afterEach, expect, test } from "vitest";
import { siteDay } from "./site-day.ts";

afterEach(() => document.documentElement.removeAttribute("data-utc-offset"));

test.each([
  ["+05:30", "2026-12-31T18:29:00Z", "2026-12-31"],
  ["+05:30", "2026-12-31T18:30:00Z", "2027-01-01"],
  ["-03:30", "2027-01-01T03:29:00Z", "2026-12-31"],
  ["-03:30", "2027-01-01T03:30:00Z", "2027-01-01"],
  ["+00:00", "2026-12-31T23:59:00Z", "2026-12-31"],
  // A page without an offset.
  [undefined, "2026-12-31T23:59:00Z", "2026-12-31"],
])("with the offset %s, %s is on %s", (offset, now, day) => {
  if (offset) document.documentElement.dataset.utcOffset = offset;
  expect(siteDay(new Date(now))).toBe(day);
});
