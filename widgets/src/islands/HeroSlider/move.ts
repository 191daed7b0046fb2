/** A change of slides: the old and the new slide, the axis, and the direction, forward (1) or back (-1). */
export interface Move {
  from: number;
  to: number;
  axis: "horizontal" | "vertical";
  direction: 1 | -1;
}

/** Returns the automatic move to the next slide, on a random axis. */
export function advance(from: number, count: number, random: () => number = Math.random): Move {
  return { from, to: (from + 1) % count, axis: random() < 0.5 ? "horizontal" : "vertical", direction: 1 };
}

/** Returns the horizontal move to the next (1) or previous (-1) slide; wraps around at the ends. */
export function step(from: number, count: number, direction: 1 | -1): Move {
  return { from, to: (from + direction + count) % count, axis: "horizontal", direction };
}

/** Returns the vertical move to a slide chosen by its number. */
export function choose(from: number, to: number): Move {
  return { from, to, axis: "vertical", direction: to > from ? 1 : -1 };
}
