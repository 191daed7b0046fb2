import { startIslands } from "../runtime.ts";
import { enhanceBack } from "./back.ts";
import { enhanceHeader } from "./header.ts";
import { enhanceMenus } from "./menus.ts";
import { logNotFound } from "./not-found.ts";
import { enhanceReveal } from "./reveal.ts";
import { refreshDates } from "./dates.ts";

// Each on its own: one that fails leaves the others at work.
for (const start of [startIslands, enhanceHeader, enhanceMenus, enhanceReveal, enhanceBack, refreshDates, logNotFound]) {
  try {
    start();
  } catch (error) {
    console.error(error);
  }
}
