/** CSS pixels from which on the page counts as scrolled. */
const THRESHOLD = 50;

/** Keeps `data-scrolled` on the header while the page has scrolled. */
export function enhanceHeader(): void {
  const header = document.querySelector(".site-header");
  if (!header) return;
  const update = () => header.toggleAttribute("data-scrolled", scrollY > THRESHOLD);
  addEventListener("scroll", update, { passive: true });
  update();
}
