import { useEffect, useEffectEvent, useState } from "react";
import { useReducedMotion } from "./useReducedMotion.ts";

export interface Autoplay {
  /** What the visitor chose, or the system's setting chose for them. The control shows this. */
  playing: boolean;
  toggle: () => void;
}

/**
 * Calls `advance` every `interval` ms while playing and not `held`. Each change of `position` starts a new interval, so
 * that what was just chosen stays for its full time. Under reduced motion it plays only when asked to.
 */
export function useAutoplay(interval: number, position: number, advance: () => void, held = false): Autoplay {
  const reduced = useReducedMotion();
  const [chosen, setChosen] = useState<boolean>();
  const playing = chosen ?? !reduced;
  const next = useEffectEvent(advance);

  useEffect(() => {
    if (!playing || held) return;
    const timer = setInterval(next, interval);
    return () => clearInterval(timer);
  }, [playing, held, interval, position]);

  return { playing, toggle: () => setChosen(!playing) };
}
