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

/** Returns the code with which the program has opened this tab, and removes it from the address. It is exchanged for the token once. */
export function takeCode(): string | null {
  const code = new URLSearchParams(location.hash.slice(1)).get("o");
  if (code) history.replaceState(null, "", location.pathname + location.search);
  return code;
}

/** Returns the token in a whole address that was pasted. */
export function tokenIn(address: string): string | null {
  return new URLSearchParams(address.trim().split("#")[1] ?? "").get("t");
}

/** The token that requests are sent with. A program that was started again has another one. */
export interface Session {
  /** Returns the token as soon as there is one. */
  token(): Promise<string>;
  /** Stores a token, and lets the requests go that wait for it. */
  accept(token: string): void;
  /** Forgets a token that the program no longer accepts. */
  refuse(token: string): void;
}

/** Returns a session with the first token, if there is one. `onChange` tells whether it has a token now. */
export function startSession(first: string | null, onChange: (hasToken: boolean) => void): Session {
  let current = first;
  let waiting: ((token: string) => void)[] = [];
  return {
    token: () => (current === null ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(current)),
    accept: (token) => {
      current = token;
      sessionStorage.setItem(KEY, token);
      waiting.forEach((send) => send(token));
      waiting = [];
      onChange(true);
    },
    refuse: (token) => {
      // The answer to an earlier request says nothing about a newer token.
      if (token !== current) return;
      current = null;
      sessionStorage.removeItem(KEY);
      onChange(false);
    },
  };
}
