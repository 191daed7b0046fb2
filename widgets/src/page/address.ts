import { useSyncExternalStore } from "react";

/**
 * Returns the URL of the page, also after the visitor or `goTo` has changed it. Returns undefined in the first render, which must
 * equal the HTML of the server.
 */
export function useAddress(): URL | undefined {
  const href = useSyncExternalStore(subscribe, () => location.href, () => undefined);
  return href === undefined ? undefined : new URL(href);
}

/** Adds a URL to the history without loading it. Does nothing if it is the current URL. */
export function goTo(url: string): void {
  const { href } = new URL(url, location.href);
  if (href === location.href) return;
  history.pushState(null, "", href);
  dispatchEvent(new PopStateEvent("popstate"));
}

function subscribe(onChange: () => void): () => void {
  addEventListener("popstate", onChange);
  return () => removeEventListener("popstate", onChange);
}
