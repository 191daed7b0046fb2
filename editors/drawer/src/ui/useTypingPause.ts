import { useEffect, useState } from "react";

/** Time without a key in milliseconds after which a person is no longer in the middle of a word. */
const PAUSE = 1000;

/**
 * Whether nobody is typing: the focus is in no field, or there was no key for a second. What appears by itself and takes the focus waits for it,
 * because it would take what is typed, too.
 */
export function useTypingPause(): boolean {
  const [isPause, setIsPause] = useState(() => !document.activeElement?.matches("input, textarea, [contenteditable]"));
  useEffect(() => {
    if (isPause) return;
    const end = () => setIsPause(true);
    let timer = setTimeout(end, PAUSE);
    const again = () => {
      clearTimeout(timer);
      timer = setTimeout(end, PAUSE);
    };
    document.addEventListener("keydown", again, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("keydown", again, true);
    };
  }, [isPause]);
  return isPause;
}
