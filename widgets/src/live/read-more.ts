import { find } from "./find.ts";

/**
 * Makes the Read More buttons in `root` work (their markup is that of ReadMore). The hidden rest of a text is in `data-rest`,
 * which is printed after the text.
 */
export function startReadMore(root: HTMLElement): void {
  for (const button of root.querySelectorAll<HTMLElement>(".text-toggle")) start(button);
}

function start(button: HTMLElement): void {
  const rest = find(button.previousElementSibling ?? button, ".more-rest");
  const text = rest.parentElement ?? rest;
  const ellipsis = find(text, ".more-ellipsis");
  rest.hidden = false;
  const show = (expanded: boolean) => {
    (expanded ? ellipsis : rest).remove();
    text.append(expanded ? rest : ellipsis);
    if (expanded) delete text.dataset.rest;
    else text.dataset.rest = rest.textContent ?? "";
    button.setAttribute("aria-expanded", String(expanded));
    button.textContent = expanded ? "Read Less" : "Read More";
  };
  button.addEventListener("click", () => show(button.getAttribute("aria-expanded") === "false"));
  show(false);
}
