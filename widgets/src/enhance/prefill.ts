/**
 * Fills in a form what the link that led here knows: `?about=trademark` names a service, which begins the message, and any other
 * parameter chooses an option of the field of that name. What the visitor has typed stays.
 */
export function prefillForm(): void {
  const form = document.querySelector<HTMLFormElement>("main form");
  const asked = new URLSearchParams(location.search);
  if (!form || asked.size === 0) return;
  for (const select of form.querySelectorAll("select")) {
    const value = asked.get(select.name);
    if (value && !select.value && [...select.options].some((option) => option.value === value)) prefill(select, value);
  }
  const text = form.querySelector("textarea");
  const services = [...document.querySelectorAll<HTMLAnchorElement>("#services-menu a")];
  const service = services.find((link) => link.pathname === `/services/${asked.get("about")}`);
  // A second line of the link is not its title.
  const title = service?.firstChild?.textContent?.trim();
  if (text && title && !text.value) prefill(text, `${title}: `);
}

/** What a script has filled in is not unsent text: the form compares with it. */
function prefill(control: HTMLSelectElement | HTMLTextAreaElement, value: string): void {
  control.value = value;
  control.dataset.prefilled = value;
}
