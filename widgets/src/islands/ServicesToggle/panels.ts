/**
 * Shows or hides a section of the page that a tab stands for. The sections are not React's: 26 services in the page's
 * HTML need not come a second time as props.
 */
export function showPanel(id: string, shown: boolean): void {
  const panel = document.getElementById(id);
  if (!panel) return;
  panel.hidden = !shown;
  panel.setAttribute("role", "tabpanel");
  panel.setAttribute("aria-labelledby", `${id}-tab`);
  const toggle = panel.closest<HTMLElement>("[data-active]");
  if (!toggle || !shown) return;
  toggle.dataset.active = id;
  // From now on `hidden` decides, not the address.
  toggle.dataset.enhanced = "";
}
