import { loadArticle, showArticle } from "./article-page.ts";

/**
 * Shows one article at a time instead of the list. Returns a function that shows the article at a URL, or the list if it gets no
 * URL. The function loads the article's page; if that fails, the browser goes there.
 */
export function articleView(): (url: string | undefined) => void {
  let shown: string | undefined;
  let close: (() => void) | undefined;
  let turn = 0;

  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest(".blog-article [data-back-to-blog]");
    if (!link || isForBrowser(event)) return;
    event.preventDefault();
    // The previous entry of the history is the list from which the article was opened.
    history.back();
  });

  return (url) => {
    if (url === shown) return;
    shown = url;
    close?.();
    close = undefined;
    turn += 1;
    if (!url) return;
    const mine = turn;
    loadArticle(url).then(
      (page) => {
        if (turn === mine) close = showArticle(page);
      },
      () => {
        if (turn === mine) location.replace(url);
      },
    );
  };
}

/** Returns whether a click opens another tab or window. */
export function isForBrowser({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return metaKey || ctrlKey || shiftKey || altKey;
}
