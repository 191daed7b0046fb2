import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { setReducedMotion } from "../testing/motion.ts";
import { useAutoplay } from "./useAutoplay.ts";

function autoplay(options: { reduced?: boolean } = {}) {
  vi.useFakeTimers();
  setReducedMotion(options.reduced ?? false);
  const advance = vi.fn();
  const hook = renderHook(({ position, held }) => useAutoplay(1000, position, advance, held), {
    initialProps: { position: 0, held: false },
  });
  return { ...hook, advance, pass: (time: number) => act(() => vi.advanceTimersByTime(time)) };
}

test("advances after each interval until it is stopped", () => {
  const { result, advance, pass } = autoplay();
  pass(999);
  expect(advance).toHaveBeenCalledTimes(0);
  pass(1);
  expect(advance).toHaveBeenCalledTimes(1);
  act(() => result.current.toggle());
  expect(result.current.playing).toBe(false);
  pass(5000);
  expect(advance).toHaveBeenCalledTimes(1);
});

test("what was chosen stays for a whole interval", () => {
  const { rerender, advance, pass } = autoplay();
  pass(900);
  rerender({ position: 1, held: false });
  pass(900);
  expect(advance).toHaveBeenCalledTimes(0);
  pass(100);
  expect(advance).toHaveBeenCalledTimes(1);
});

test("waits while it is held, and still counts as playing", () => {
  const { result, rerender, advance, pass } = autoplay();
  rerender({ position: 0, held: true });
  pass(5000);
  expect(advance).toHaveBeenCalledTimes(0);
  expect(result.current.playing).toBe(true);
});

test("under reduced motion it plays only when asked to", () => {
  const { result, advance, pass } = autoplay({ reduced: true });
  pass(5000);
  expect(advance).toHaveBeenCalledTimes(0);
  expect(result.current.playing).toBe(false);
  act(() => result.current.toggle());
  pass(1000);
  expect(advance).toHaveBeenCalledTimes(1);
});
