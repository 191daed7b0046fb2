/** The visitor's wish for less motion. */
export const reducedMotion = (): MediaQueryList => matchMedia("(prefers-reduced-motion: reduce)");

/** Fades an element in, `delay` ms from now; until then it is not seen. Nothing happens where less motion is wanted. */
export function fadeIn(element: Element, delay: number): Animation | undefined {
  if (reducedMotion().matches) return undefined;
  return element.animate(
    [
      { opacity: 0, transform: "translateY(0.75rem)" },
      { opacity: 1, transform: "none" },
    ],
    { duration: 500, delay, easing: "ease-out", fill: "backwards" },
  );
}
