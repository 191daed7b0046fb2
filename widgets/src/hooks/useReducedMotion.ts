import { useSyncExternalStore } from "react";
import { reducedMotion } from "../motion.ts";

/** Whether the visitor wants less motion; follows the setting while the page is open. Server: no. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = reducedMotion();
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => reducedMotion().matches,
    () => false,
  );
}
