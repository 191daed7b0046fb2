import { fadeIn, reducedMotion } from "../motion.ts";

/** Visible share of a group at which its elements appear. */
const THRESHOLD = 0.1;
/** Distance below the window at which a group's elements are hidden. It is large enough that visitors do not see it. */
const NEAR = "0px 0px 5%";
/** Milliseconds between two elements, unless `data-reveal` gives another number. */
const STAGGER = 150;

/**
 * Fades in the children of `[data-reveal]` one after the other, once a tenth of it is visible. This script hides them only
 * shortly before, so everything stays visible without it.
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
      // Do not hide elements that the visitor already sees.
      if (!isPainted() || !isInView(group)) {
        prepare();
        seen.observe(group);
      }
    },
    { rootMargin: NEAR },
  );
  // A group that is much taller than the window never shows a tenth of itself, so half a window is enough.
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
  // In print, nothing scrolls into view, so everything is shown.
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
