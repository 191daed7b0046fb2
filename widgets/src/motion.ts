/** The easing of everything that moves, as in the style sheet (`--ease`). */
export const EASE = "cubic-bezier(0.3, 0, 0.1, 1)";

/** The visitor's preference for reduced motion. */
export const reducedMotion = (): MediaQueryList => matchMedia("(prefers-reduced-motion: reduce)");

/** Hides an element and fades it in after `delay` ms. Does nothing under reduced motion. */
export function fadeIn(element: Element, delay: number): Animation | undefined {
  if (reducedMotion().matches) return undefined;
  return element.animate(
    [
      { opacity: 0, transform: "translateY(0.75rem)" },
      { opacity: 1, transform: "none" },
    ],
    { duration: 500, delay, easing: EASE, fill: "backwards" },
  );
}
