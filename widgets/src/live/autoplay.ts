import { reducedMotion } from "../motion.ts";

/** An animation that runs by itself. */
export interface Player {
  /** Starts a new interval, so that the item that the visitor has chosen is shown for the full time. */
  restart: () => void;
  /** Pauses while `held`, but still counts as playing. */
  hold: (held: boolean) => void;
  /** Stops until the visitor presses Play, unless the visitor has already chosen. */
  stop: () => void;
}

/**
 * Calls `advance` every `interval` milliseconds until the visitor presses `button` (see PlayButton), whose label always says what a
 * press does. Starts paused if the visitor prefers reduced motion.
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
    stop() {
      chosen ??= false;
      update();
    },
  };
}
