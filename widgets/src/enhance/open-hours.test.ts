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
    '<p class="open-hours" data-days="Monday Tuesday Wednesday Thursday Friday" data-opens="10:00" data-closes="19:00" data-open-text="Open now, until {time}" data-closed-text="Closed now, opens {day} at {time}">Monday to Friday</p>';
  showOpenHours(new Date(now));
  const line = document.querySelector<HTMLElement>(".open-hours")!;
  expect([line.dataset.state, line.textContent]).toEqual([state, text]);
});

test.each([
  // Thursday evening, during the day, and before the offices open
  ["2026-11-26T17:00:00Z", "Friday 27 November, 7:00 PM"],
  ["2026-11-26T09:40:00Z", "Friday 27 November, 3:00 PM"],
  ["2026-11-26T10:10:00Z", "Friday 27 November, 3:30 PM"],
  ["2026-11-26T02:30:00Z", "Thursday 26 November, 7:00 PM"],
  // Friday morning, evening, and the weekend
  ["2026-11-27T05:30:00Z", "Monday 30 November, 11:00 AM"],
  ["2026-11-27T14:30:00Z", "Monday 30 November, 7:00 PM"],
  ["2026-11-28T05:30:00Z", "Monday 30 November, 7:00 PM"],
  ["2026-11-29T18:00:00Z", "Monday 30 November, 7:00 PM"],
])("a message of %s is answered by %s", (now, text) => {
  document.documentElement.dataset.utcOffset = "+05:30";
  const line = '<p class="reply-by" data-days="Monday Tuesday Wednesday Thursday Friday" data-opens="10:00" data-closes="19:00" data-text="That is by {day}, {time}.">Soon</p>';
  document.body.innerHTML = `${line}<template>${line}</template>`;
  showOpenHours(new Date(now));
  const inTemplate = document.querySelector("template")!.content.querySelector(".reply-by");
  for (const each of [document.querySelector(".reply-by"), inTemplate]) expect(each?.textContent).toBe(`That is by ${text}.`);
});

test.each([
  ["hi", "2026-11-20T05:00:00Z", "शाम 7:00", "सोमवार 23 नवंबर, सुबह 10:30"],
  ["hi", "2026-11-20T13:30:00Z", "सोमवार, सुबह 10:00", "सोमवार 23 नवंबर, शाम 7:00"],
  ["gu", "2026-11-22T13:30:00Z", "આવતીકાલે, સવારે 10:00", "સોમવાર 23 નવેમ્બર, સાંજે 7:00"],
])("in %s at %s", (lang, now, hours, reply) => {
  document.documentElement.lang = lang;
  const rules = 'data-days="Monday Tuesday Wednesday Thursday Friday" data-opens="10:00" data-closes="19:00"';
  document.body.innerHTML = `<p class="open-hours" ${rules} data-open-text="{time}" data-closed-text="{day}, {time}"></p><p class="reply-by" ${rules} data-text="{day}, {time}"></p>`;
  showOpenHours(new Date(now));
  document.documentElement.lang = "";
  expect([...document.querySelectorAll("p")].map(({ textContent }) => textContent)).toEqual([hours, reply]);
});
