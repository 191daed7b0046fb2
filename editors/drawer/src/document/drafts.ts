/** Sends unsaved contents to the program: the newest ones only, one at a time, and again while it does not answer. */

import { askBeforeClosing } from "./beforeClosing.ts";

/** Pause after the last change, in milliseconds. */
const PAUSE = 30;

/** Pause before contents are sent again that the program could not receive, in milliseconds. */
const RETRY = 2000;

/** Sends contents. Until they are received, the browser asks before it closes the page. */
export interface DraftSender<Contents> {
  /** Sends contents after a short pause, unless newer ones come. */
  push(contents: Contents): void;
  /** Drops what is not sent yet, and waits for what is. */
  settle(): Promise<void>;
}

/** Returns a sender. */
export function draftSender<Contents, Result>(options: {
  send: (contents: Contents) => Promise<Result>;
  onResult: (result: Result, contents: Contents) => void;
  /** Reports a failure. Returns whether another attempt can succeed. */
  onError: (error: unknown) => boolean;
}): DraftSender<Contents> {
  const { send, onResult, onError } = options;
  let waiting: { contents: Contents } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | null = null;
  let release: (() => void) | null = null;

  const hold = () => void (release ??= askBeforeClosing());
  const letGo = () => {
    release?.();
    release = null;
  };
  const schedule = (pause: number) => {
    clearTimeout(timer);
    timer = setTimeout(start, pause);
  };
  const start = () => {
    if (!waiting || sending) return;
    const { contents } = waiting;
    waiting = null;
    let pause = 0;
    const done = (result: Result) => {
      if (!waiting) letGo();
      onResult(result, contents);
    };
    const failed = (error: unknown) => {
      if (!onError(error)) return;
      waiting ??= { contents };
      pause = RETRY;
    };
    sending = send(contents)
      .then(done, failed)
      .finally(() => {
        sending = null;
        if (waiting) schedule(pause);
      });
  };
  return {
    push: (contents) => {
      waiting = { contents };
      hold();
      if (!sending) schedule(PAUSE);
    },
    settle: async () => {
      clearTimeout(timer);
      waiting = null;
      await sending;
      clearTimeout(timer);
      waiting = null;
      letGo();
    },
  };
}
