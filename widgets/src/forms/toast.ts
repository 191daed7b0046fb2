import type { Notice, Words } from "./definition.ts";

/**
 * Shows an error at the top of the window until it is closed or replaced, or until the visitor scrolls, because it would then cover
 * other fields and their errors. It is announced once.
 */
export function showToast({ title, message }: Notice, words: Words): void {
  clearToasts();
  const toasts = element("div", "toasts");
  toasts.setAttribute("role", "region");
  toasts.setAttribute("aria-label", words.notifications);
  document.body.append(toasts);
  const toast = element("div", "toast");
  toast.setAttribute("role", "alert");
  const close = element("button", "icon-button", "×");
  close.setAttribute("type", "button");
  close.setAttribute("aria-label", words.close);
  close.addEventListener("click", clearToasts);
  for (const scroll of ["wheel", "touchmove"]) addEventListener(scroll, clearToasts, { once: true, passive: true });
  toast.append(element("p", "toast-title", title), element("p", "toast-text", message), close);
  toasts.append(toast);
}

/** Removes all messages, because they no longer apply. */
export function clearToasts(): void {
  document.querySelector(".toasts")?.remove();
}

function element(tag: string, className: string, text = ""): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}
