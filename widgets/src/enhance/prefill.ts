/**
 * Fills in a form from the query string and the previous page. For a visitor who comes from a service's page, or follows a link
 * with `?about=` and a service's slug, begins the message with the page's `<template data-about="slug">` or the service's name, and
 * selects its register. `[data-message]` links get the same beginning. Any other parameter selects an option of the field with that
 * name. Keeps what the visitor has typed.
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
  const beginning = beginningOf(asked.get("about")) ?? (service && `${service.title}: `);
  if (!beginning) return;
  const text = form.querySelector("textarea");
  if (text && !text.value) prefill(text, beginning);
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-message]")) {
    link.href = `${link.href.split("?")[0]}?${link.dataset.message}=${encodeURIComponent(beginning)}`;
  }
}

/** Returns what a message about a subject begins with, if the page says so. */
function beginningOf(about: string | null): string | undefined {
  const words = [...document.querySelectorAll<HTMLTemplateElement>("template[data-about]")];
  return words.find(({ dataset }) => dataset.about === about)?.content.textContent ?? undefined;
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
