import { isForBrowser } from "../page/click.ts";

/** The part of the Navigation API that is used here. Not every browser has it. */
interface Navigation {
  canGoBack: boolean;
  currentEntry: { index: number } | null;
  entries: () => { url: string | null }[];
}

const { navigation } = window as { navigation?: Navigation };

/** Whether the previous entry of the history may be the same page at another fragment. */
let hasMoved = false;

/**
 * Makes `[data-back]` links go back to the previous page at its scroll position, and `[data-back-to]` links too if they name that
 * page. Otherwise, the links work as usual.
 */
export function enhanceBack(): void {
  addEventListener("hashchange", () => {
    hasMoved = true;
  });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("[data-back], [data-back-to]");
    if (!link || isForBrowser(event)) return;
    if (!("back" in link.dataset ? hasPrevious() : isPrevious(link.pathname))) return;
    event.preventDefault();
    history.back();
  });
}

function hasPrevious(): boolean {
  if (navigation) return navigation.canGoBack;
  return history.length > 1 && document.referrer.startsWith(`${location.origin}/`);
}

function isPrevious(path: string): boolean {
  // Without the Navigation API, the previous page is the referrer if the visitor came here by a link.
  if (!navigation) return !hasMoved && hasPrevious() && new URL(document.referrer).pathname === path;
  const index = navigation.currentEntry?.index ?? 0;
  const url = navigation.entries()[index - 1]?.url;
  return !!url && new URL(url).pathname === path;
}
