import { EASE, reducedMotion } from "../../motion.ts";

/** Duration of a step in milliseconds. */
const DURATION = 600;

/**
 * Makes a row endless. Returns a function that moves it one item forward (1) or back (-1).
 *
 * Rotation changes the CSS `order` of the items, so their order in the document, which screen readers follow, stays the same. A
 * step forward moves the row and then rotates it, and a step back rotates it first, so the view is never empty.
 */
export function rotation(row: HTMLElement): (direction: 1 | -1) => void {
  const items = [...row.children] as HTMLElement[];
  let front = 0;
  let moving: Animation | undefined;
  const turn = (direction: 1 | -1) => {
    front = (front + direction + items.length) % items.length;
    items.forEach((item, index) => {
      item.style.order = front === 0 ? "" : String((index - front + items.length) % items.length);
    });
  };
  // The row may have been scrolled before this script ran.
  row.scrollTo(0, 0);

  return (direction) => {
    // A step that is still moving ends at once, so that each step counts.
    moving?.finish();
    if (reducedMotion().matches) return turn(direction);
    if (direction === -1) turn(direction);
    const offset = `translateX(${-itemWidth(row)}px)`;
    const transform = direction === 1 ? ["none", offset] : [offset, "none"];
    moving = row.animate({ transform }, { duration: DURATION, easing: EASE });
    if (direction === 1) moving.onfinish = () => turn(direction);
  };
}

/** Returns the width of an item with the gap after it, in CSS pixels. */
function itemWidth(row: HTMLElement): number {
  const [first] = row.children;
  return (first?.getBoundingClientRect().width ?? 0) + (parseFloat(getComputedStyle(row).columnGap) || 0);
}
