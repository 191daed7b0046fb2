import type { Notice } from "./definition.ts";

/**
 * Prepares the place for messages. A status is announced only where its element was there before; so this comes first.
 */
export function prepareToasts(): HTMLElement {
  const found = document.querySelector<HTMLElement>(".toasts");
  if (found) return found;
  const toasts = element("div", "toasts");
  toasts.setAttribute("role", "region");
  toasts.setAttribute("aria-label", "Notifications");
  const status = element("div", "toasts-status");
  status.setAttribute("role", "status");
  toasts.append(status);
  document.body.append(toasts);
  return toasts;
}

/** Shows a message at the edge of the window until it is closed or another takes its place. It is announced once. */
export function showToast({ title, message }: Notice, kind: "success" | "error"): void {
  clearToasts();
  const toast = element("div", "toast");
  toast.dataset.kind = kind;
  if (kind === "error") toast.setAttribute("role", "alert");
  const close = element("button", "icon-button", "×");
  close.setAttribute("type", "button");
  close.setAttribute("aria-label", "Close");
  close.addEventListener("click", () => toast.remove());
  toast.append(element("p", "toast-title", title), element("p", "toast-text", message), close);
  const toasts = prepareToasts();
  (kind === "success" ? toasts.querySelector(".toasts-status") : toasts)?.append(toast);
}

/** Takes messages away: what they spoke of is over. */
export function clearToasts(): void {
  for (const toast of document.querySelectorAll(".toast")) toast.remove();
}

function element(tag: string, className: string, text = ""): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}
