import type { ListState } from "./address.ts";
import type { Article } from "./ArticleCard.tsx";

/** A page of a list of articles. */
export interface List extends ListState {
  /** First article of the list, on its first page only. */
  lead: Article[];
  items: Article[];
  /** Number of the list's pages, at least 1. */
  total: number;
}

/** Page of an article: its title and the HTML of its `main`. */
export interface ArticlePage {
  title: string;
  html: string;
}

/** Loads the page of an article. Rejects if that fails. */
export async function loadArticle(url: string): Promise<ArticlePage> {
  const page = await load(url);
  const main = page.querySelector("main");
  if (!main) throw new Error(`${url}: no main element`);
  return { title: page.title, html: main.innerHTML };
}

/** Loads a page of a list: the props of the Blog in the page that the site generator has written. Rejects if that fails. */
export async function loadList(url: string): Promise<List> {
  const props = (await load(url)).querySelector("[data-island=Blog] > script")?.textContent ?? "";
  return (JSON.parse(props) as { list: List }).list;
}

async function load(url: string): Promise<Document> {
  const reply = await fetch(url, { headers: { Accept: "text/html" } });
  if (!reply.ok) throw new Error(`${url}: ${reply.status}`);
  return new DOMParser().parseFromString(await reply.text(), "text/html");
}
