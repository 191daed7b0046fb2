/** Milliseconds for which the pointer may leave an open menu, for example to take a diagonal path to an entry. */
const GRACE = 250;

/**
 * Adds behavior to the header's popovers: they close when a link in them is followed within the page, and when the window becomes
 * too wide for the mobile menu. Escape moves the focus to the button of the menu. The list of services opens on hover.
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
  // Browsers return the focus to where it was when the menu opened, which is nowhere if a click does not focus buttons, or if the menu
  // opened on hover.
  addEventListener("keydown", ({ key }) => {
    const menu = menus.findLast((each) => each.matches(":popover-open"));
    if (key === "Escape" && menu) buttonOf(menu)?.focus();
  });
  matchMedia("(width >= 64rem)").addEventListener("change", close);
  for (const menu of menus) openOnHover(menu);
}

/** Returns the button in the header that opens a menu. */
function buttonOf(menu: HTMLElement): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]:not([popovertargetaction])`);
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
