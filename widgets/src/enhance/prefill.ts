/**
 * Fills in a form from the query string and the previous page. For a visitor who comes from a service's page, or follows a link
 * with `?about=` and a service's slug, writes the service's name into the message and selects its register. Any other parameter
 * selects an option of the field with that name. Keeps what the visitor has typed.
 */
export function prefillForm(): void {
  const form = document.querySelector<HTMLFormElement>("main form");
  if (!form) return;
  const asked = new URLSearchParams(location.search);
  const service = serviceOf(asked.get("about"));
  for (const select of form.querySelectorAll("select")) {
    const wanted = asked.get(select.name);
    const option = [...select.options].find(({ value }) => (wanted ? value === wanted : service && value.endsWith(service.register)));
    if (option && !select.value) prefill(select, option.value);
  }
  const text = form.querySelector("textarea");
  if (text && service && !text.value) prefill(text, `${service.title}: `);
}

interface Service {
  title: string;
  /** End of the label of the contact form's option for a register: "(CA)" or "(CS)". */
  register: string;
}

/** Returns the service with this slug, or the service of the previous page, with its name in the header's menu. */
function serviceOf(slug: string | null): Service | undefined {
  const path = slug ? `/services/${slug}` : document.referrer.replace(location.origin, "");
  const link = [...document.querySelectorAll<HTMLAnchorElement>("#services-menu li a")].find(({ pathname }) => pathname === path);
  const register = link?.closest("section")?.querySelector("h2")?.textContent?.trim().split(" ")[0];
  // The second line of the link is not part of the title.
  const title = link?.firstChild?.textContent?.trim();
  return title && register ? { title, register: `(${register})` } : undefined;
}

/** Marks a value as filled in by a script, so that it does not count as text that the visitor has not sent yet. */
function prefill(control: HTMLSelectElement | HTMLTextAreaElement, value: string): void {
  control.value = value;
  control.dataset.prefilled = value;
}
