/** Milliseconds between Escape and the end of the menu that it closes. */
const ESCAPE = 500;
/** Milliseconds for which the pointer may leave an open menu, for example to take a diagonal path to an entry. */
const GRACE = 250;

/**
 * Adds behavior to the header's popovers: they close when a link in them is followed within the page, and when the window becomes
 * too wide for the mobile menu. The list of services opens on hover.
 */
export function enhanceMenus(): void {
  const header = document.querySelector(".site-header");
  if (!header) return;
  const menus = [...header.querySelectorAll<HTMLElement>("[popover]")];
  const close = () => {
    for (const menu of menus) if (menu.matches(":popover-open")) menu.hidePopover();
  };
  header.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("a")) close();
  });
  matchMedia("(width >= 64rem)").addEventListener("change", close);
  for (const menu of menus) {
    openOnHover(menu);
    focusButtonAfterEscape(menu);
  }
}

/** Returns the button in the header that opens a menu. */
function buttonOf(menu: HTMLElement): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]:not([popovertargetaction])`);
}

/**
 * Gives the focus to a menu's button when Escape closes the menu. Browsers only do this if the button had the focus before, which it
 * has not if a click does not focus buttons, or if the menu opened on hover.
 */
function focusButtonAfterEscape(menu: HTMLElement): void {
  let pressed = -Infinity;
  addEventListener("keydown", ({ key, timeStamp }) => { pressed = key === "Escape" ? timeStamp : -Infinity; }, { capture: true });
  menu.addEventListener("toggle", (event) => {
    const isClosed = (event as ToggleEvent).newState === "closed";
    if (isClosed && event.timeStamp - pressed < ESCAPE) buttonOf(menu)?.focus();
  });
}

function openOnHover(menu: HTMLElement): void {
  const button = buttonOf(menu);
  const item = menu.closest(".nav-item");
  if (!item || !button) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hovered = false;
  // The hover behavior applies only in the bar, because the mobile menu is a separate popover.
  const inBar = (event: Event) =>
    (event as PointerEvent).pointerType === "mouse" && !item.closest("[popover]")?.matches(":popover-open");

  item.addEventListener("pointerenter", (event) => {
    clearTimeout(timer);
    if (!inBar(event) || menu.matches(":popover-open")) return;
    menu.showPopover();
    hovered = true;
  });
  item.addEventListener("pointerleave", (event) => {
    if (!inBar(event) || !hovered) return;
    timer = setTimeout(() => menu.hidePopover(), GRACE);
  });
  menu.addEventListener("toggle", (event) => {
    if ((event as ToggleEvent).newState === "closed") hovered = false;
  });
  // The menu was opened by hover, so the first click keeps it open and the second closes it.
  button.addEventListener("click", (event) => {
    if (!hovered) return;
    event.preventDefault();
    hovered = false;
  });
}
