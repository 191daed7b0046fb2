import { expect, test } from "vitest";
import { advance, choose, step } from "./move.ts";

test("advances and wraps around, on a random axis", () => {
  for (const [random, axis] of [[0.49, "horizontal"], [0.5, "vertical"]] as const) {
    for (const [from, to] of [[0, 1], [1, 2], [2, 0]] as const) {
      expect(advance(from, 3, () => random)).toEqual({ from, to, axis, direction: 1 });
    }
  }
});

test("steps are horizontal, choices vertical", () => {
  expect(step(0, 3, -1)).toEqual({ from: 0, to: 2, axis: "horizontal", direction: -1 });
  expect(step(2, 3, 1)).toEqual({ from: 2, to: 0, axis: "horizontal", direction: 1 });
  expect(choose(2, 1)).toEqual({ from: 2, to: 1, axis: "vertical", direction: -1 });
  expect(choose(1, 2)).toEqual({ from: 1, to: 2, axis: "vertical", direction: 1 });
});
