import { buttonFor } from "../../live/button.ts";
import { find } from "../../live/find.ts";

/** Turns the links into tabs. The URL's fragment selects one: `#cs`, or nothing for the first. */
export default function start(island: HTMLElement): void {
  const list = find(island, ".toggle");
  const tabs = [...island.querySelectorAll<HTMLAnchorElement>(".toggle-option")].map((link) => {
    const id = link.hash.slice(1);
    return { id, button: tabOf(link, id), panel: find(document, `#${id}`) };
  });
  const ids = tabs.map(({ id }) => id);
  let active = 0;

  const show = () => {
    active = Math.max(ids.indexOf(location.hash.slice(1)), 0);
    tabs.forEach(({ button, panel }, index) => {
      const selected = index === active;
      button.setAttribute("aria-selected", String(selected));
      button.tabIndex = selected ? 0 : -1;
      panel.hidden = !selected;
    });
  };
  const choose = (index: number) => {
    // Setting `location.hash` instead would scroll to the section.
    history.pushState(null, "", location.pathname + location.search + (index === 0 ? "" : `#${ids[index]}`));
    show();
  };

  list.setAttribute("role", "tablist");
  tabs.forEach(({ button, panel }, index) => {
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", button.id);
    button.addEventListener("click", () => choose(index));
  });
  list.addEventListener("keydown", (event) => {
    const last = tabs.length - 1;
    const next = {
      ArrowRight: active === last ? 0 : active + 1,
      ArrowLeft: active === 0 ? last : active - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
    tabs[next]?.button.focus();
  });
  for (const event of ["hashchange", "popstate"]) addEventListener(event, show);
  show();
}

/** Replaces a link by a tab with its content. */
function tabOf(link: HTMLAnchorElement, id: string): HTMLButtonElement {
  const button = buttonFor(link);
  button.id = `${id}-tab`;
  button.setAttribute("role", "tab");
  button.setAttribute("aria-controls", id);
  return button;
}
