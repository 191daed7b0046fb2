import { reducedMotion } from "../motion.ts";

/** An animation that runs by itself. */
export interface Player {
  /** Starts a new interval, so that the visitor's choice is shown for its full time. */
  restart: () => void;
  /** Pauses while `held`, but still counts as playing. */
  hold: (held: boolean) => void;
}

/**
 * Calls `advance` every `interval` milliseconds until the visitor presses `button` (see PlayButton), whose label says what it does.
 * Under reduced motion it starts paused.
 */
export function autoplay(button: HTMLElement, interval: number, advance: () => void): Player {
  const reduced = reducedMotion();
  let chosen: boolean | undefined;
  let held = false;
  let timer: ReturnType<typeof setInterval> | undefined;

  const playing = () => chosen ?? !reduced.matches;
  const restart = () => {
    clearInterval(timer);
    if (playing() && !held) timer = setInterval(advance, interval);
  };
  const update = () => {
    button.setAttribute("aria-label", playing() ? "Pause" : "Play");
    button.toggleAttribute("data-paused", !playing());
    restart();
  };
  button.addEventListener("click", () => {
    chosen = !playing();
    update();
  });
  reduced.addEventListener("change", update);
  update();
  return {
    restart,
    hold(now) {
      if (now === held) return;
      held = now;
      restart();
    },
  };
}
