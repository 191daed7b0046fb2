import { fadeIn, reducedMotion } from "../motion.ts";

/** Part of a group that has to be seen before its elements appear. */
const THRESHOLD = 0.1;
/** How far below the window a group's elements are taken out of sight, so that nobody sees them go. */
const NEAR = "0px 0px 5%";
/** Milliseconds from one element to the next, unless `data-reveal` says otherwise. */
const STAGGER = 150;

/**
 * Fades in the children of `[data-reveal]` one after the other, once a tenth of it is to be seen. They are taken out of
 * sight only shortly before, by this script: without it, and wherever it does not get to, everything is there.
 */
export function enhanceReveal(): void {
  if (reducedMotion().matches) return;
  for (const group of document.querySelectorAll<HTMLElement>("[data-reveal]")) watch(group);
}

function watch(group: HTMLElement): void {
  const stagger = Number(group.dataset.reveal) || STAGGER;
  let waiting: Animation[] | undefined;

  const prepare = () => {
    waiting ??= [...group.children].flatMap((child, index) => fadeIn(child, index * stagger) ?? []);
    for (const animation of waiting) animation.pause();
  };
  const near = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      near.disconnect();
      // What the visitor sees already is not taken away again.
      if (!isPainted() || !isInView(group)) {
        prepare();
        seen.observe(group);
      }
    },
    { rootMargin: NEAR },
  );
  // A group that is much taller than the window never shows a tenth of itself: half a window of it will do.
  const threshold = Math.min(THRESHOLD, (0.5 * innerHeight) / Math.max(group.offsetHeight, 1));
  const seen = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting && entry.intersectionRatio >= threshold)) return;
      seen.disconnect();
      for (const animation of waiting ?? []) animation.play();
    },
    { threshold },
  );
  near.observe(group);
  // On paper nothing comes into view.
  addEventListener("beforeprint", () => {
    for (const animation of waiting ?? []) animation.finish();
  });
}

function isPainted(): boolean {
  return performance.getEntriesByType("paint").length > 0;
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top < innerHeight && bottom > 0;
}
