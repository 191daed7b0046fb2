import { find } from "../../live/find.ts";
import { startReadMore } from "../../live/read-more.ts";
import { count } from "../../parts/count.ts";
import { addressOf, categoryOf, CATEGORIES, isShown } from "./filter.ts";

/** Filters the projects by the category in the URL. */
export default function start(island: HTMLElement): void {
  const projects = [...island.querySelectorAll<HTMLElement>(".project")];
  const buttons = [...island.querySelectorAll<HTMLElement>(".filter-option")];
  const status = find(island, "[role=status]");

  /** Shows the projects of the URL's category, and announces their number. */
  const show = () => {
    const category = categoryOf(location.search);
    for (const project of projects) project.hidden = !isShown(project.dataset.category, category);
    buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(CATEGORIES[index] === category)));
    return `${category}: ${count(projects.filter(({ hidden }) => !hidden).length, "project")}`;
  };
  buttons.forEach((button, index) =>
    button.addEventListener("click", () => {
      const address = addressOf(CATEGORIES[index] ?? "All");
      if (address !== location.pathname + location.search) history.pushState(null, "", address);
      status.textContent = show();
    }),
  );
  addEventListener("popstate", show);
  startReadMore(island);
  show();
}
