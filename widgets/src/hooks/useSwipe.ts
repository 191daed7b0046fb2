import { useRef, type PointerEvent } from "react";

/** A finger's way across, in CSS pixels, from which on it is a swipe and no tap. */
const SWIPE = 40;

interface SwipeHandlers {
  onPointerDown: (event: PointerEvent) => void;
  onPointerUp: (event: PointerEvent) => void;
  onPointerCancel: () => void;
}

/**
 * Handlers for an element that is swiped sideways by finger or pen. The element's style needs `touch-action: pan-y`, or
 * the browser takes the gesture. A swipe to the left is +1 (on), to the right -1 (back).
 */
export function useSwipe(onSwipe: (direction: 1 | -1) => void): SwipeHandlers {
  const start = useRef<{ x: number; y: number } | undefined>(undefined);
  return {
    onPointerDown(event) {
      start.current = event.pointerType === "mouse" ? undefined : { x: event.clientX, y: event.clientY };
    },
    onPointerUp(event) {
      if (!start.current) return;
      const x = event.clientX - start.current.x;
      const y = event.clientY - start.current.y;
      start.current = undefined;
      if (Math.abs(x) > SWIPE && Math.abs(x) > Math.abs(y)) onSwipe(x < 0 ? 1 : -1);
    },
    onPointerCancel() {
      start.current = undefined;
    },
  };
}
