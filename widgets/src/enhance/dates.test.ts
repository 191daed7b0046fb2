import { expect, test } from "vitest";
import { refreshDates } from "./dates.ts";

test.each([
  ["2026-11-21T10:00:00Z", "21 November 2026", "2026-11-21", "2026"],
  // After midnight in India, before midnight in UTC.
  ["2026-12-31T19:00:00Z", "1 January 2027", "2027-01-01", "2027"],
])("dates shown at %s", (now, long, iso, year) => {
  document.documentElement.dataset.utcOffset = "+05:30";
  document.body.innerHTML = `<time data-today datetime="2000-01-01">1 January 2000</time><span data-year>2000</span>`;
  refreshDates(new Date(now));
  expect(document.querySelector("time")!.outerHTML).toBe(`<time data-today="" datetime="${iso}">${long}</time>`);
  expect(document.querySelector("span")!.textContent).toBe(year);
});

test("a due date is marked as past from the next day on", () => {
  document.documentElement.dataset.utcOffset = "+05:30";
  document.body.innerHTML = ["2026-11-20", "2026-11-21"].map((day) => `<li data-due="${day}"></li>`).join("");
  const past = () => [...document.querySelectorAll("[data-past]")].map((element) => element.getAttribute("data-due"));
  refreshDates(new Date("2026-11-21T18:29:00Z"));
  expect(past()).toEqual(["2026-11-20"]);
  // Midnight in India.
  refreshDates(new Date("2026-11-21T18:30:00Z"));
  expect(past()).toEqual(["2026-11-20", "2026-11-21"]);
});

test("rows are sorted by their next due date", () => {
  document.documentElement.dataset.utcOffset = "+05:30";
  const row = (name: string, ...days: string[]) => `<tr><td>${name}${days.map((day) => `<i data-due="${day}"></i>`).join("")}</td></tr>`;
  const rows = [row("yearly", "2026-11-30", "2027-11-30"), row("last", "2026-12-01"), row("monthly", "2026-12-10", "2027-01-10")];
  document.body.innerHTML = `<table><tbody data-sort-due>${rows.join("")}</tbody></table>`;
  const names = () => [...document.querySelectorAll("tr")].map((element) => element.textContent);
  refreshDates(new Date("2026-11-30T06:00:00Z"));
  expect(names()).toEqual(["yearly", "last", "monthly"]);
  refreshDates(new Date("2026-12-02T06:00:00Z"));
  expect(names()).toEqual(["monthly", "yearly", "last"]);
});

test("days that pass after the build are folded into the earlier dates of their month", () => {
  document.documentElement.dataset.utcOffset = "+05:30";
  const days = (...all: string[]) => `<ol>${all.map((day) => `<li data-due="${day}"></li>`).join("")}</ol>`;
  const fold = `<details class="due-past"><summary><span>0 earlier dates</span></summary>${days()}</details>`;
  document.body.innerHTML = fold + days("2026-11-29", "2026-11-30");
  const [details, list] = [document.querySelector("details")!, document.querySelector<HTMLElement>("body > ol")!];
  refreshDates(new Date("2026-11-29T06:00:00Z"));
  expect([details.querySelectorAll("li").length, list.childElementCount]).toEqual([0, 2]);
  refreshDates(new Date("2026-11-30T06:00:00Z"));
  expect([details.querySelector("summary")!.textContent, list.childElementCount]).toEqual(["1 earlier date", 1]);
  refreshDates(new Date("2026-12-01T06:00:00Z"));
  expect([details.querySelector("summary")!.textContent, details.querySelectorAll("li").length, list.childElementCount]).toEqual(["2 earlier dates", 2, 0]);
});
