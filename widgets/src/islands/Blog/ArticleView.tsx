import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent } from "react";
import { createPortal } from "react-dom";
import { isForBrowser } from "../../page/click.ts";
import { loadArticle, type ArticlePage } from "./load.ts";

/**
 * Loads an article and shows it instead of the content of `main`, which is hidden. If it cannot be loaded, the browser goes to its
 * page.
 */
export function ArticleView({ url }: { url: string }) {
  const [page, setPage] = useState<ArticlePage>();
  useEffect(() => {
    let isWanted = true;
    loadArticle(url).then(
      (loaded) => isWanted && setPage(loaded),
      () => isWanted && location.replace(url),
    );
    return () => {
      isWanted = false;
    };
  }, [url]);
  return page && createPortal(<ShownArticle {...page} />, mainElement());
}

function ShownArticle({ title, html }: ArticlePage) {
  const view = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (view.current ? takePlace(view.current, title) : undefined), [title]);

  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest("[data-back-to-blog]");
    if (!link || isForBrowser(event)) return;
    event.preventDefault();
    // The previous entry of the history is the list from which the article was opened.
    history.back();
  };
  return <div className="blog-article" ref={view} onClick={onClick} dangerouslySetInnerHTML={{ __html: html }} />;
}

/**
 * Hides everything beside the article and moves the focus to its heading. Returns a function that shows the rest again, with the
 * title, the scroll position and the focus as they were.
 */
function takePlace(view: HTMLElement, title: string): () => void {
  const before = { title: document.title, scroll: scrollY, focus: document.activeElement };
  const siblings = [...mainElement().children] as HTMLElement[];
  const rest = siblings.filter((sibling) => sibling !== view && !sibling.hidden);
  for (const sibling of rest) sibling.hidden = true;
  document.title = title;
  scrollAtOnce(0);
  dispatchEvent(new Event("placed"));
  const heading = view.querySelector<HTMLElement>("h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });

  return () => {
    for (const sibling of rest) sibling.hidden = false;
    document.title = before.title;
    view.hidden = true;
    scrollAtOnce(before.scroll);
    if (before.focus instanceof HTMLElement) before.focus.focus({ preventScroll: true });
  };
}

const mainElement = () => document.querySelector("main") ?? document.body;

/** Scrolls at once, unlike the smooth scrolling within a page. */
function scrollAtOnce(top: number): void {
  scrollTo({ top, behavior: "instant" });
}
