import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

/** Path and query of the page. On the server and in the first render it is `initial`. */
export function useAddress(initial: string): string {
  return useSyncExternalStore(subscribe, () => location.pathname + location.search, () => initial);
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  addEventListener("popstate", changed);
  return () => {
    listeners.delete(changed);
    removeEventListener("popstate", changed);
  };
}

/** Adds an address to the browser's history without loading it, and tells whoever shows it. */
export function pushAddress(address: string): void {
  if (address === location.pathname + location.search) return;
  history.pushState(null, "", address);
  for (const changed of listeners) changed();
}
