import { act } from "@testing-library/react";

/** Changes the URL as the browser's Back button does, because happy-dom has no history of sessions. */
export function goBackTo(url: string): void {
  history.replaceState(null, "", url);
  act(() => dispatchEvent(new PopStateEvent("popstate")));
}
