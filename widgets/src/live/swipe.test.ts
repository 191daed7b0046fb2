import { fireEvent } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { onSwipe } from "./swipe.ts";

test.each([
  ["touch", [200, 0], [150, 10], [1]],
  ["touch", [150, 0], [200, 10], [-1]],
  ["touch", [200, 0], [170, 0], []],
  ["touch", [200, 0], [150, 80], []],
  ["mouse", [200, 0], [100, 0], []],
])("a %s that moves from %j to %j", (pointerType, [fromX, fromY], [toX, toY], expected) => {
  const swiped = vi.fn();
  const place = document.createElement("div");
  onSwipe(place, swiped);
  fireEvent.pointerDown(place, { pointerType, clientX: fromX, clientY: fromY });
  fireEvent.pointerUp(place, { pointerType, clientX: toX, clientY: toY });
  expect(swiped.mock.calls.map(([direction]) => direction)).toEqual(expected);
});
