/** Replaces a link by a button with its content and class, disabled if the link has no target. */
export function buttonFor(link: HTMLElement): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = link.className;
  button.disabled = !link.hasAttribute("href");
  button.append(...link.childNodes);
  link.replaceWith(button);
  return button;
}
