/** Minimum distance of a swipe in CSS pixels. A shorter movement is a tap. */
const SWIPE = 40;

/**
 * Calls `swiped` when a finger or pen swipes an element sideways, with 1 (forward) for a swipe to the left and -1 (back) for one to
 * the right. The element needs the style `touch-action: pan-y`, or the browser handles the gesture itself.
 */
export function onSwipe(element: HTMLElement, swiped: (direction: 1 | -1) => void): void {
  let start: { x: number; y: number } | undefined;
  element.addEventListener("pointerdown", ({ pointerType, clientX: x, clientY: y }) => {
    start = pointerType === "mouse" ? undefined : { x, y };
  });
  element.addEventListener("pointerup", ({ clientX, clientY }) => {
    if (!start) return;
    const x = clientX - start.x;
    const y = clientY - start.y;
    start = undefined;
    if (Math.abs(x) > SWIPE && Math.abs(x) > Math.abs(y)) swiped(x < 0 ? 1 : -1);
  });
  element.addEventListener("pointercancel", () => {
    start = undefined;
  });
}
