import { expect, test, vi } from "vitest";
import { setReducedMotion } from "../testing/motion.ts";
import { autoplay } from "./autoplay.ts";

function play(options: { reduced?: boolean } = {}) {
  vi.useFakeTimers();
  setReducedMotion(options.reduced ?? false);
  const advance = vi.fn();
  const button = document.createElement("button");
  const player = autoplay(button, 1000, advance);
  return { player, button, advance, pass: (time: number) => vi.advanceTimersByTime(time) };
}

test("advances after each interval until it is stopped", () => {
  const { button, advance, pass } = play();
  pass(999);
  expect(advance).toHaveBeenCalledTimes(0);
  pass(1);
  expect(advance).toHaveBeenCalledTimes(1);
  expect(button.getAttribute("aria-label")).toBe("Pause");
  button.click();
  expect(button.getAttribute("aria-label")).toBe("Play");
  expect(button.hasAttribute("data-paused")).toBe(true);
  pass(5000);
  expect(advance).toHaveBeenCalledTimes(1);
});

test("a restart begins a whole interval", () => {
  const { player, advance, pass } = play();
  pass(900);
  player.restart();
  pass(900);
  expect(advance).toHaveBeenCalledTimes(0);
  pass(100);
  expect(advance).toHaveBeenCalledTimes(1);
});

test("pauses while it is held, but still counts as playing", () => {
  const { player, button, advance, pass } = play();
  player.hold(true);
  pass(5000);
  expect(advance).toHaveBeenCalledTimes(0);
  expect(button.getAttribute("aria-label")).toBe("Pause");
  player.hold(false);
  pass(1000);
  expect(advance).toHaveBeenCalledTimes(1);
});

test("stops until Play is pressed, and then no longer", () => {
  const { player, button, advance, pass } = play();
  player.stop();
  pass(5000);
  expect(advance).toHaveBeenCalledTimes(0);
  expect(button.getAttribute("aria-label")).toBe("Play");
  button.click();
  player.stop();
  pass(1000);
  expect(advance).toHaveBeenCalledTimes(1);
});

test("plays under reduced motion only after a click", () => {
  const { button, advance, pass } = play({ reduced: true });
  pass(5000);
  expect(advance).toHaveBeenCalledTimes(0);
  expect(button.getAttribute("aria-label")).toBe("Play");
  button.click();
  pass(1000);
  expect(advance).toHaveBeenCalledTimes(1);
});
