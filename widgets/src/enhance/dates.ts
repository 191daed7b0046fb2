import { siteDay } from "../site-day.ts";

/**
 * Updates dates that were rendered at build time: `[data-today]` and `[data-year]`. Sets `data-past` on due dates (`[data-due]`)
 * that have passed since then, moves them from their month to its earlier dates, and sorts the rows of `[data-sort-due]` by the first
 * date that has not.
 */
export function refreshDates(now: Date = new Date()): void {
  const iso = siteDay(now);
  const long = new Intl.DateTimeFormat("en-IN", { timeZone: "UTC", dateStyle: "long" }).format(new Date(iso));
  for (const element of document.querySelectorAll("[data-today]")) {
    element.textContent = long;
    element.setAttribute("datetime", iso);
  }
  for (const element of document.querySelectorAll("[data-year]")) element.textContent = iso.slice(0, 4);
  for (const element of document.querySelectorAll<HTMLElement>("[data-due]")) {
    element.toggleAttribute("data-past", (element.dataset.due ?? "") < iso);
  }
  for (const fold of document.querySelectorAll(".due-past")) foldPastDays(fold);
  for (const table of document.querySelectorAll("[data-sort-due]")) {
    table.append(...[...table.children].sort((a, b) => nextDue(a).localeCompare(nextDue(b))));
  }
}

/** Returns the first due date in an element that has not passed, or a text that sorts after all dates. */
const nextDue = (element: Element) => element.querySelector<HTMLElement>("[data-due]:not([data-past])")?.dataset.due ?? "none";

/** Moves the days that have passed from the list after a fold to the list in it. The style sheet hides what is empty. */
function foldPastDays(fold: Element): void {
  const [count, earlier] = [fold.querySelector("summary span")!, fold.querySelector("ol")!];
  earlier.append(...fold.parentElement!.querySelectorAll(".due-past + ol > [data-past]"));
  const days = earlier.childElementCount;
  count.textContent = `${days} earlier date${days === 1 ? "" : "s"}`;
}
