import { reducedMotion } from "../../motion.ts";

/** Milliseconds a step takes to move. */
const DURATION = 600;

/**
 * Makes a row go round without ends. Returns what takes it one item on (1) or back (-1).
 *
 * The row turns by the CSS `order` of its items: their order in the document, and so what a screen reader reads, stays.
 * A step on first moves the row, then turns it; a step back first turns it. So there is always an item to be seen.
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
  // The row may have been scrolled before it came to life.
  row.scrollTo(0, 0);

  return (direction) => {
    // A step that is still moving arrives at once, so that each step counts.
    moving?.finish();
    if (reducedMotion().matches) return turn(direction);
    if (direction === -1) turn(direction);
    const offset = `translateX(${-itemWidth(row)}px)`;
    const transform = direction === 1 ? ["none", offset] : [offset, "none"];
    moving = row.animate({ transform }, { duration: DURATION, easing: "ease-in-out" });
    if (direction === 1) moving.onfinish = () => turn(direction);
  };
}

/** Width of an item and the gap after it, in CSS pixels. */
function itemWidth(row: HTMLElement): number {
  const [first] = row.children;
  return (first?.getBoundingClientRect().width ?? 0) + (parseFloat(getComputedStyle(row).columnGap) || 0);
}
