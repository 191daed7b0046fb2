/** Keeps the token of this tab, which proves to the program that the person started it. */

const KEY = "site-token";

/** Returns the token, and moves it from the address to the tab's storage, so that it is not in the history. */
export function takeToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get("t");
  if (token) {
    sessionStorage.setItem(KEY, token);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return sessionStorage.getItem(KEY);
}

/** Stores a token. */
export function keepToken(token: string): void {
  sessionStorage.setItem(KEY, token);
}

/** Forgets a token that the program no longer accepts. */
export function forgetToken(): void {
  sessionStorage.removeItem(KEY);
}
