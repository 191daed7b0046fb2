import { useState } from "react";

/** The way slides move: horizontally or vertically. */
export type Axis = "horizontal" | "vertical";

/** One change of slide: from where to where, on which axis, and on (1) or back (-1). */
export interface Move {
  from: number;
  to: number;
  axis: Axis;
  direction: 1 | -1;
}

/** Which slide is shown, and the last move that led there (none at first). */
export interface Slides {
  active: number;
  move: Move | undefined;
  /** The next slide, as time goes by: on a random axis. */
  advance: () => void;
  /** The next (1) or previous (-1) slide, horizontally; the last leads to the first. */
  step: (direction: 1 | -1) => void;
  /** A slide chosen by its number, vertically. */
  choose: (index: number) => void;
}

export function useSlides(count: number, random: () => number = Math.random): Slides {
  const [{ active, move }, setState] = useState<{ active: number; move: Move | undefined }>({
    active: 0,
    move: undefined,
  });
  const go = (to: (active: number) => number, axis: Axis, direction?: 1 | -1) =>
    setState((state) => {
      const from = state.active;
      const target = (to(from) + count) % count;
      if (target === from) return state;
      return { active: target, move: { from, to: target, axis, direction: direction ?? (target > from ? 1 : -1) } };
    });
  return {
    active,
    move,
    advance() {
      const axis = random() < 0.5 ? "horizontal" : "vertical";
      go((from) => from + 1, axis, 1);
    },
    step: (direction) => go((from) => from + direction, "horizontal", direction),
    choose: (index) => go(() => index, "vertical"),
  };
}
