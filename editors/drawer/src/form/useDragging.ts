import { useEffect, useRef, useState, type CSSProperties, type PointerEvent, type RefObject } from "react";

/** Distance in pixels from the edge of the scrolled part at which it begins to scroll, and the pixels that it then scrolls in each frame. */
const EDGE = 48;
const STEP = 12;

/** An item that is being dragged, all positions relative to the top of the list. */
interface Drag {
  from: number;
  to: number;
  /** Position of the pointer at the start. */
  start: number;
  /** How far the item is from its place. */
  by: number;
  /** Space that the item takes. */
  height: number;
  /** Centers of all items before anything moved. */
  centers: number[];
}

const scrolledPart = (element: Element | null): Element | null => element?.closest(".view") ?? null;

/** Lets a pointer drag the items of a list, which are the children of its element. */
export function useDragging(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const pointer = useRef(0);
  const isDragging = drag !== null;

  const place = (clientY: number) => clientY - (list.current?.getBoundingClientRect().top ?? 0);
  const follow = () =>
    setDrag((drag) => {
      if (!drag) return null;
      const at = place(pointer.current);
      const to = drag.centers.filter((center, index) => index !== drag.from && center < at).length;
      return { ...drag, to, by: at - drag.start };
    });
  useEffect(() => {
    if (!isDragging) return undefined;
    const part = scrolledPart(list.current);
    let frame = 0;
    const scroll = () => {
      frame = requestAnimationFrame(scroll);
      const box = part?.getBoundingClientRect();
      if (!box) return;
      const step = pointer.current < box.top + EDGE ? -STEP : pointer.current > box.bottom - EDGE ? STEP : 0;
      if (step === 0) return;
      part?.scrollBy(0, step);
      follow();
    };
    frame = requestAnimationFrame(scroll);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      setDrag(null);
    };
    window.addEventListener("keydown", onKeyDown, true);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("keydown", onKeyDown, true);
    };
  }, [isDragging]);

  /** Returns what the handle of an item needs. */
  const handle = (from: number) => ({
    onPointerDown: (event: PointerEvent) => {
      const items = [...(list.current?.children ?? [])];
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const boxes = items.map((item) => item.getBoundingClientRect());
      const height = boxes[from]?.height;
      if (event.button !== 0 || height === undefined) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      pointer.current = event.clientY;
      const centers = boxes.map((box) => (box.top + box.bottom) / 2 - top);
      setDrag({ from, to: from, start: event.clientY - top, by: 0, height, centers });
    },
    onPointerMove: (event: PointerEvent) => {
      pointer.current = event.clientY;
      follow();
    },
    onPointerUp: () => {
      if (drag && drag.to !== drag.from) onMove(drag.from, drag.to);
      setDrag(null);
    },
    onPointerCancel: () => setDrag(null),
  });
  /** Returns how an item is shown: the dragged one at the pointer, and the others out of its way. */
  const style = (index: number): CSSProperties | undefined => {
    if (!drag) return undefined;
    const { from, to, by, height } = drag;
    if (index === from) return { transform: `translateY(${by}px)` };
    const shift = index > from && index <= to ? -height : index < from && index >= to ? height : 0;
    return shift === 0 ? undefined : { transform: `translateY(${shift}px)` };
  };
  return { handle, style, dragged: drag?.from ?? null };
}
