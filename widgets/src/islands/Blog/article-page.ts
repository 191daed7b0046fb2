/** Page of an article: its title and the content of its `main`. */
export interface ArticlePage {
  title: string;
  content: DocumentFragment;
}

/** Loads the page of an article. Rejects if that fails; the browser can then go there. */
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
 * Shows an article instead of the content of `main`, which is hidden. Returns a function that shows the content again. The focus
 * moves to the article's heading, and back afterwards.
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

/** Scrolls to the top at once, unlike the smooth scrolling within a page. */
function scrollAtOnce(top: number): void {
  scrollTo({ top, behavior: "instant" });
}
