/** The part of the Navigation API used here; not every browser has it. */
interface Navigation {
  canGoBack: boolean;
}

/** Makes `[data-back]` links lead to the previous page. Where there is none on this site, they lead where they say. */
export function enhanceBack(): void {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("[data-back]");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || !hasPrevious()) return;
    event.preventDefault();
    history.back();
  });
}

function hasPrevious(): boolean {
  const { navigation } = window as { navigation?: Navigation };
  if (navigation) return navigation.canGoBack;
  return history.length > 1 && document.referrer.startsWith(`${location.origin}/`);
}
