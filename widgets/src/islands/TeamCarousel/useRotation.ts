import { useLayoutEffect, useRef, useState, type RefObject } from "react";
import { reducedMotion } from "../../motion.ts";

/** Milliseconds a step takes to move. */
const DURATION = 600;

/** A row without ends: the item at the front, and steps on or back. */
export interface Rotation {
  track: RefObject<HTMLUListElement | null>;
  /** How many steps have begun. */
  steps: number;
  /** One item on (1) or back (-1). */
  step: (direction: 1 | -1) => void;
}

/**
 * The row turns by the CSS `order` of its items: their order in the document, and so what a screen reader reads, stays.
 * A step on first moves the row, then turns it; a step back first turns it. So there is always an item to be seen.
 */
export function useRotation(count: number): Rotation {
  const track = useRef<HTMLUListElement>(null);
  const moving = useRef<Animation | undefined>(undefined);
  const [front, setFront] = useState(0);
  const [steps, setSteps] = useState(0);

  useLayoutEffect(() => {
    // The row may have been scrolled before it came to life.
    track.current?.scrollTo(0, 0);
    const items = [...(track.current?.children ?? [])] as HTMLElement[];
    items.forEach((item, index) => {
      item.style.order = front === 0 ? "" : String((index - front + count) % count);
    });
  }, [front, count]);

  const step = (direction: 1 | -1) => {
    // A step that is still moving arrives at once, so that each step counts.
    moving.current?.finish();
    setSteps((begun) => begun + 1);
    const turn = () => setFront((at) => (at + direction + count) % count);
    const row = track.current;
    if (!row || reducedMotion().matches) return turn();
    if (direction === -1) turn();
    const offset = `translateX(${-itemWidth(row)}px)`;
    const transform = direction === 1 ? ["none", offset] : [offset, "none"];
    const animation = row.animate({ transform }, { duration: DURATION, easing: "ease-in-out" });
    if (direction === 1) animation.onfinish = turn;
    moving.current = animation;
  };
  return { track, steps, step };
}

/** Width of an item and the gap after it, in CSS pixels. */
function itemWidth(row: HTMLElement): number {
  const [first] = row.children;
  return (first?.getBoundingClientRect().width ?? 0) + (parseFloat(getComputedStyle(row).columnGap) || 0);
}
