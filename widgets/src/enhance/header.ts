/** Number of CSS pixels after which the page counts as scrolled. */
const THRESHOLD = 50;

/** Sets `data-scrolled` on the header while the page is scrolled. */
export function enhanceHeader(): void {
  const header = document.querySelector(".site-header");
  if (!header) return;
  const update = () => header.toggleAttribute("data-scrolled", scrollY > THRESHOLD);
  addEventListener("scroll", update, { passive: true });
  update();
}
