/**
 * Tells what a person does in the page from what its scripts do. A script can send the same messages, and can move the keyboard focus into
 * the frame. It cannot activate the drawer's window, as a click or a key in the frame does, nor move the pointer.
 */

/** Time after a key in the drawer in which nobody clicks on the page, in milliseconds. */
const QUICKEST = 500;

/** Time for which a key or a click activates the window, in milliseconds. Until then, it is not known whether it was one in the page. */
const ACTIVE = 5000;

/** Follows what the person does in the drawer, and gives the keyboard focus back if a script of the page takes it. */
export interface Attention {
  /** Returns whether what the page reports now can be due to the person. */
  isByPerson(): boolean;
  stop(): void;
}

const isField = (element: Element | null) => element !== null && element.matches("input, textarea, select, [contenteditable]");

/** Begins to follow the drawer's window, in which the page has a frame. */
export function followAttention(frame: HTMLIFrameElement): Attention {
  /** When the last key or button was pressed in the drawer. A button counts as pressed so much earlier that a click can follow. */
  let acted = Number.NEGATIVE_INFINITY;
  /** Whether the pointer is away from the page. A finger is nowhere before it touches. */
  let isAway = false;
  let last: HTMLElement | null = null;
  const hasFocus = () => document.activeElement === frame;
  const isActive = () => {
    // Browsers without it cannot tell.
    const isActivated = navigator.userActivation?.isActive ?? true;
    const passed = performance.now() - acted;
    return isActivated && passed >= QUICKEST && (passed > ACTIVE || !isAway);
  };
  const controller = new AbortController();
  const options = { capture: true, signal: controller.signal };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    acted = performance.now();
    if (key !== "Tab") return;
    // It leads to the page.
    acted = Number.NEGATIVE_INFINITY;
    isAway = false;
  };
  const onPointerDown = ({ pointerType }: PointerEvent) => {
    // The next click may be on the page, as soon as the pointer is there.
    acted = performance.now() - QUICKEST;
    isAway = pointerType === "mouse";
  };
  const onBlur = () => {
    if (!hasFocus() || isActive()) return;
    const field = last;
    // While the focus is moving, it cannot be moved elsewhere.
    setTimeout(() => hasFocus() && isField(field) && field?.isConnected && field.focus({ preventScroll: true }));
  };
  window.addEventListener("keydown", onKeyDown, options);
  window.addEventListener("pointerdown", onPointerDown, options);
  window.addEventListener("blur", onBlur, { signal: controller.signal });
  document.addEventListener("focusin", ({ target }) => target instanceof HTMLElement && target !== frame && (last = target), options);
  frame.addEventListener("pointerenter", () => (isAway = false), options);
  frame.addEventListener("pointerleave", ({ pointerType }) => (isAway = pointerType === "mouse"), options);
  return {
    isByPerson: () => isActive() && (hasFocus() || !isField(document.activeElement)),
    stop: () => controller.abort(),
  };
}
