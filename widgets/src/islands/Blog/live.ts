import { find } from "../../live/find.ts";
import { buttonFor } from "../../live/button.ts";
import { fadeIn } from "../../motion.ts";
import { count } from "../../parts/count.ts";
import { addressOf, stateOf, type ListState } from "./address.ts";
import { articleView, isForBrowser } from "./article-view.ts";
import type { Props } from "./Blog.tsx";
import { fillCard } from "./fill-card.ts";
import { pageOf } from "./list.ts";

/** Milliseconds between the appearance of two cards. */
const STAGGER = 150;

/** Changes the list within the page. Category and page are in the query string; articles open at their own URL. */
export default function start(island: HTMLElement, { articles, categories, address, perPage }: Props): void {
  const blank = island.querySelector<HTMLElement>(".article-card");
  if (!blank) return;
  const urls = articles.map(({ url }) => url);
  const [place, more, grid] = [find(island, ".blog-featured"), find(island, ".blog-more"), find(island, ".blog-grid")];
  const [empty, pagination, status] = [find(island, ".blog-empty"), find(island, ".pagination"), find(island, "[role=status]")];
  const number = find(pagination, ".pagination-number");
  const [previous, next] = [find(pagination, "a:first-child"), find(pagination, "a:last-child")].map(buttonFor);
  const choices = [...island.querySelectorAll<HTMLElement>(".blog-categories a")].map(buttonFor);
  const showArticle = articleView();
  let state = stateOf(address, categories);

  const nameOf = (index: number) => categories[index - 1]?.name ?? "";
  const showControls = () => {
    const page = pageOf(articles, state, perPage);
    choices.forEach((choice, index) => choice.setAttribute("aria-pressed", String(nameOf(index) === state.category)));
    pagination.hidden = page.total === 1;
    number.textContent = `Page ${page.number} of ${page.total}`;
    previous!.disabled = page.number === 1;
    next!.disabled = page.number === page.total;
  };
  const showList = () => {
    const { featured, cards } = pageOf(articles, state, perPage);
    place.replaceChildren(...(featured ? [fillCard(blank, featured, true)] : []));
    grid.replaceChildren(
      ...cards.map((article) => {
        const item = document.createElement("li");
        item.append(fillCard(blank, article, false));
        return item;
      }),
    );
    more.hidden = cards.length === 0;
    empty.hidden = !!featured || cards.length > 0;
    showControls();
    [...grid.children].forEach((card, index) => fadeIn(card, STAGGER * index));
  };
  /** Shows the state of the URL. While an article is shown, the list below it does not change. */
  const follow = () => {
    const url = urls.find((each) => each === location.pathname);
    showArticle(url);
    if (url) return;
    const wanted = stateOf(location.pathname + location.search, categories);
    if (addressOf(wanted) === addressOf(state)) return;
    state = wanted;
    showList();
  };
  const go = (to: string) => {
    if (to !== location.pathname + location.search) history.pushState(null, "", to);
    follow();
  };
  const choose = (wanted: ListState) => {
    go(addressOf(wanted));
    const { featured, cards, number, total } = pageOf(articles, wanted, perPage);
    const articlesThere = count(cards.length + (featured ? 1 : 0), "article");
    status.textContent = `${wanted.category || "All"}: ${articlesThere}, page ${number} of ${total}`;
  };
  const turn = (by: 1 | -1) => {
    choose({ ...state, page: pageOf(articles, state, perPage).number + by });
    // The focus moves to the beginning of the new page, because the button that was pressed may be disabled now.
    find(more, ".blog-more-title").focus();
  };

  previous!.addEventListener("click", () => turn(-1));
  next!.addEventListener("click", () => turn(1));
  choices.forEach((choice, index) => choice.addEventListener("click", () => choose({ category: nameOf(index), page: 1 })));
  island.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a");
    if (!link || isForBrowser(event)) return;
    event.preventDefault();
    go(link.pathname);
  });
  addEventListener("popstate", follow);
  showControls();
  follow();
}
