const TIME_ZONE = "Asia/Kolkata";

/** Brings the dates that were written when the site was built up to today: `[data-today]` and `[data-year]`. */
export function refreshDates(now: Date = new Date()): void {
  const iso = new Intl.DateTimeFormat("en-CA", { timeZone: TIME_ZONE }).format(now);
  const long = new Intl.DateTimeFormat("en-IN", { timeZone: TIME_ZONE, dateStyle: "long" }).format(now);
  for (const element of document.querySelectorAll("[data-today]")) {
    element.textContent = long;
    element.setAttribute("datetime", iso);
  }
  for (const element of document.querySelectorAll("[data-year]")) element.textContent = iso.slice(0, 4);
}
