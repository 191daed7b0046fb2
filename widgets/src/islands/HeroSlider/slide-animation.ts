import { EASE, reducedMotion } from "../../motion.ts";
import type { Move } from "./move.ts";

/** Duration of the slide transition in milliseconds, from the specification. */
const DURATION = 1000;
/** Distance between two slides in rem, so that their texts do not meet while they move. */
const GAP = 3;

/**
 * Moves the old and the new slide, which overlap. A transition that is still running ends at once. Under reduced motion the new
 * slide appears without a transition.
 */
export function animateMove(slides: Element[], { from, to, axis, direction }: Move): void {
  for (const slide of slides) for (const animation of slide.getAnimations()) animation.cancel();
  if (reducedMotion().matches) return;
  const at = (part: number) => `translate${axis === "horizontal" ? "X" : "Y"}(calc(${part * direction} * (100% + ${GAP}rem)))`;
  const options = { duration: DURATION, easing: EASE };
  // The style sheet hides every slide but the active one.
  slides[from]?.animate({ transform: [at(0), at(-1)], visibility: ["visible", "visible"] }, options);
  slides[to]?.animate({ transform: [at(1), at(0)] }, options);
}
