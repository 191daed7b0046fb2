/** What an article says when there is nothing of it yet. */
export const NO_CONTENT = "Full content for this article is not available yet. Please check back later.";

/** An article's own page: its title and the content of its `main`. */
export interface ArticlePage {
  title: string;
  content: DocumentFragment;
}

/** Loads an article's page. Rejects when it cannot be had: the browser may then go there by itself. */
export async function loadArticle(url: string): Promise<ArticlePage> {
  const reply = await fetch(url, { headers: { Accept: "text/html" } });
  if (!reply.ok) throw new Error(`${url}: ${reply.status}`);
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  const content = document.createDocumentFragment();
  const main = page.querySelector("main");
  if (!main) throw new Error(`${url}: no main element`);
  content.append(...document.adoptNode(main).childNodes);
  return { title: page.title, content };
}

/**
 * Shows an article in place of what stands in `main`; the list stays there unseen. Returns a function that puts it back.
 * Focus goes to the article's heading, and back to where it was.
 */
export function showArticle({ title, content }: ArticlePage): () => void {
  const main = document.querySelector("main") ?? document.body;
  const before = { title: document.title, scroll: scrollY, focus: document.activeElement };
  const rest = ([...main.children] as HTMLElement[]).filter((child) => !child.hidden);
  const view = document.createElement("div");
  view.className = "blog-article";
  view.append(content);
  for (const child of rest) child.hidden = true;
  main.append(view);
  document.title = title;
  scrollAtOnce(0);
  const heading = view.querySelector<HTMLElement>("h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });

  return () => {
    view.remove();
    for (const child of rest) child.hidden = false;
    document.title = before.title;
    scrollAtOnce(before.scroll);
    if (before.focus instanceof HTMLElement) before.focus.focus({ preventScroll: true });
  };
}

/** Another page begins at its top: nobody watches it run there, as the style sheet has it within a page. */
function scrollAtOnce(top: number): void {
  scrollTo({ top, behavior: "instant" });
}
