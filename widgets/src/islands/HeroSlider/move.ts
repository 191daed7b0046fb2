/** One change of slide: from where to where, on which axis, and on (1) or back (-1). */
export interface Move {
  from: number;
  to: number;
  axis: "horizontal" | "vertical";
  direction: 1 | -1;
}

/** The next slide, as time goes by: on a random axis. */
export function advance(from: number, count: number, random: () => number = Math.random): Move {
  return { from, to: (from + 1) % count, axis: random() < 0.5 ? "horizontal" : "vertical", direction: 1 };
}

/** The next (1) or previous (-1) slide, horizontally; the last leads to the first. */
export function step(from: number, count: number, direction: 1 | -1): Move {
  return { from, to: (from + direction + count) % count, axis: "horizontal", direction };
}

/** A slide chosen by its number, vertically. */
export function choose(from: number, to: number): Move {
  return { from, to, axis: "vertical", direction: to > from ? 1 : -1 };
}
