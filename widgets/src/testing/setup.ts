import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";

// Provides functions that happy-dom lacks because it has no layout.
beforeEach(() => {
  Element.prototype.getAnimations ??= () => [];
  Element.prototype.animate = () => ({ finish() {}, cancel() {} }) as unknown as Animation;
  Element.prototype.scrollIntoView ??= () => {};
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  document.body.replaceChildren();
  history.replaceState(null, "", "/");
});
