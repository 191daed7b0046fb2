/** Puts a button with a link's content and class in its place; a link that leads nowhere becomes a disabled one. */
export function buttonFor(link: HTMLElement): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = link.className;
  button.disabled = !link.hasAttribute("href");
  button.append(...link.childNodes);
  link.replaceWith(button);
  return button;
}
