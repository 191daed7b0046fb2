import { find } from "../../live/find.ts";
import type { Article } from "./ArticleCard.tsx";
import { unbroken } from "../../parts/unbroken.ts";
import { shortDate } from "./date.ts";

/** Returns a copy of an article's card (see ArticleCard), filled in for another article. */
export function fillCard(blank: HTMLElement, article: Article, featured: boolean): HTMLElement {
  const { title, url, category, author, date, excerpt, image } = article;
  const card = blank.cloneNode(true) as HTMLElement;
  card.classList.toggle("article-card-featured", featured);
  for (const link of card.querySelectorAll("a")) link.href = url;
  Object.assign(find(card, ".article-card-image"), { loading: featured ? "eager" : "lazy" }, image);
  find(card, ".article-card-category").textContent = category;
  const before = find(card, ".article-card-title");
  const heading = document.createElement(featured ? "h2" : "h3");
  heading.className = before.className;
  heading.append(...before.childNodes);
  before.replaceWith(heading);
  find(heading, "a").textContent = unbroken(title);
  const lead = find(card, ".article-card-excerpt");
  lead.hidden = !featured;
  lead.textContent = featured ? unbroken(excerpt) : "";
  find(card, ".article-card-meta > span").textContent = author;
  const time = find<HTMLTimeElement>(card, "time");
  time.dateTime = date;
  time.textContent = shortDate(date);
  return card;
}
