import { loadArticle, showArticle } from "./article-page.ts";

/**
 * Shows one article at a time in place of the list. Returns what is called with the article's address, or nothing for the
 * list. Its page is loaded when it is wanted; where that fails the browser goes there.
 */
export function articleView(): (url: string | undefined) => void {
  let shown: string | undefined;
  let close: (() => void) | undefined;
  let turn = 0;

  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest(".blog-article [data-back-to-blog]");
    if (!link || isForBrowser(event)) return;
    event.preventDefault();
    // The entry before this one is the list: the article was opened from it.
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

/** Whether a click asks for another tab or window. */
export function isForBrowser({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return metaKey || ctrlKey || shiftKey || altKey;
}
