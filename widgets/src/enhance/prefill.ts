/**
 * Fills in a form what is known of the way here. Whoever comes from a service's page, or by a link with `?about=` and its slug,
 * finds the service's name in the message and its register chosen; any other parameter chooses an option of the field of that
 * name. What the visitor has typed stays.
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
  /** "(CA)" or "(CS)", as the contact form's options end. */
  register: string;
}

/** The service of this slug, or of the page that the visitor comes from, as the header's menu has it. */
function serviceOf(slug: string | null): Service | undefined {
  const path = slug ? `/services/${slug}` : document.referrer.replace(location.origin, "");
  const link = [...document.querySelectorAll<HTMLAnchorElement>("#services-menu li a")].find(({ pathname }) => pathname === path);
  const register = link?.closest("section")?.querySelector("h2")?.textContent?.trim().split(" ")[0];
  // A second line of the link is not its title.
  const title = link?.firstChild?.textContent?.trim();
  return title && register ? { title, register: `(${register})` } : undefined;
}

/** What a script has filled in is not unsent text: the form compares with it. */
function prefill(control: HTMLSelectElement | HTMLTextAreaElement, value: string): void {
  control.value = value;
  control.dataset.prefilled = value;
}
