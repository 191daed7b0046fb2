import { startIslands } from "../runtime.ts";
import { enhanceBack } from "./back.ts";
import { enhanceContents } from "./contents.ts";
import { enhanceHeader } from "./header.ts";
import { enhanceMenus } from "./menus.ts";
import { logNotFound } from "./not-found.ts";
import { showOpenHours } from "./open-hours.ts";
import { prefillForm } from "./prefill.ts";
import { enhanceReveal } from "./reveal.ts";
import { refreshDates } from "./dates.ts";

// Each function runs in its own `try`, so that a failure does not stop the others.
for (const start of [
  startIslands,
  prefillForm,
  showOpenHours,
  enhanceHeader,
  enhanceMenus,
  enhanceContents,
  enhanceReveal,
  enhanceBack,
  refreshDates,
  logNotFound,
]) {
  try {
    start();
  } catch (error) {
    console.error(error);
  }
}

// An article that is shown in place has hours, dates and a table of contents of its own.
addEventListener("placed", () => [showOpenHours, enhanceContents, refreshDates].forEach((start) => start()));
