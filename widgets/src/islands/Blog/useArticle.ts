import { useEffect } from "react";
import { pushAddress } from "../../hooks/useAddress.ts";
import { loadArticle, showArticle } from "./article-page.ts";

/**
 * Shows the article whose address the page has, if it is one of these. Its page is loaded when it is wanted; where that
 * fails the browser goes there.
 */
export function useArticle(address: string, urls: string[]): void {
  const url = urls.find((each) => each === address);
  useEffect(() => {
    if (!url) return;
    let close: (() => void) | undefined;
    let gone = false;
    loadArticle(url).then(
      (page) => {
        if (!gone) close = showArticle(page);
      },
      () => {
        if (!gone) location.replace(url);
      },
    );
    return () => {
      gone = true;
      close?.();
    };
  }, [url]);
}

/** Listens for "Back to Blog" in an article shown in this page: the way back to the list as it was. */
export function useBackToBlog(): void {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest(".blog-article [data-back-to-blog]");
      if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      // The entry before this one is the list: the article was opened from it.
      history.back();
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, []);
}

/** Opens an article in this page, unless the click asks for another tab or window. */
export function openArticle(event: React.MouseEvent, url: string): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  pushAddress(url);
}
