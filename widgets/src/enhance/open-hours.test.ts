import { expect, test } from "vitest";
import { showOpenHours } from "./open-hours.ts";

test.each([
  // Friday
  ["2026-11-20T04:29:00Z", "closed", "Closed now, opens today at 10:00 AM"],
  ["2026-11-20T04:30:00Z", "open", "Open now, until 7:00 PM"],
  ["2026-11-20T13:29:00Z", "open", "Open now, until 7:00 PM"],
  ["2026-11-20T13:30:00Z", "closed", "Closed now, opens Monday at 10:00 AM"],
  // Saturday and Sunday in India; in UTC the day before
  ["2026-11-20T20:00:00Z", "closed", "Closed now, opens Monday at 10:00 AM"],
  ["2026-11-21T20:00:00Z", "closed", "Closed now, opens tomorrow at 10:00 AM"],
  ["2026-11-23T15:00:00Z", "closed", "Closed now, opens tomorrow at 10:00 AM"],
])("at %s the offices are %s", (now, state, text) => {
  document.documentElement.dataset.utcOffset = "+05:30";
  document.body.innerHTML =
    '<p class="open-hours" data-days="Monday Tuesday Wednesday Thursday Friday" data-opens="10:00" data-closes="19:00">Monday to Friday</p>';
  showOpenHours(new Date(now));
  const line = document.querySelector<HTMLElement>(".open-hours")!;
  expect([line.dataset.state, line.textContent]).toEqual([state, text]);
});
