import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useSwipe } from "./useSwipe.ts";

function Swiped({ onSwipe }: { onSwipe: (direction: 1 | -1) => void }) {
  return <div data-testid="place" {...useSwipe(onSwipe)} />;
}

test.each([
  ["touch", [200, 0], [150, 10], [1]],
  ["touch", [150, 0], [200, 10], [-1]],
  ["touch", [200, 0], [170, 0], []],
  ["touch", [200, 0], [150, 80], []],
  ["mouse", [200, 0], [100, 0], []],
])("%s from %j to %j", (pointerType, [fromX, fromY], [toX, toY], expected) => {
  const onSwipe = vi.fn();
  render(<Swiped onSwipe={onSwipe} />);
  const place = screen.getByTestId("place");
  fireEvent.pointerDown(place, { pointerType, clientX: fromX, clientY: fromY });
  fireEvent.pointerUp(place, { pointerType, clientX: toX, clientY: toY });
  expect(onSwipe.mock.calls.map(([direction]) => direction)).toEqual(expected);
});
