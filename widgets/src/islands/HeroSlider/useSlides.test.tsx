import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useSlides } from "./useSlides.ts";

const slides = (random = 0) => renderHook(() => useSlides(3, () => random)).result;

test("goes on and round, on a random axis", () => {
  for (const [random, axis] of [[0.49, "horizontal"], [0.5, "vertical"]] as const) {
    const result = slides(random);
    for (const active of [1, 2, 0]) {
      act(() => result.current.advance());
      expect(result.current.active).toBe(active);
      expect(result.current.move).toMatchObject({ axis, direction: 1 });
    }
  }
});

test("steps are horizontal, choices vertical", () => {
  const result = slides(0.9);
  act(() => result.current.step(-1));
  expect(result.current.move).toEqual({ from: 0, to: 2, axis: "horizontal", direction: -1 });
  act(() => result.current.choose(1));
  expect(result.current.move).toEqual({ from: 2, to: 1, axis: "vertical", direction: -1 });
  act(() => result.current.choose(2));
  expect(result.current.move).toMatchObject({ direction: 1 });
  const { move } = result.current;
  act(() => result.current.choose(2));
  expect(result.current.move).toBe(move);
});
