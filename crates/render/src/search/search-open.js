// @ts-check
// Opens the search of a site: at a click on `<a data-search="URL of search.js" href="…">`, and by the key `/`. Only then is
// anything else loaded. Without a script, or if loading fails, the link leads to its page.

/** @param {HTMLAnchorElement} opener */
async function open(opener) {
  try {
    const { openSearch } = await import(opener.dataset["search"] ?? "");
    await openSearch();
  } catch (error) {
    console.error(error);
    location.href = opener.href;
  }
}

/** Whether the key is switched off, as the checkbox `data-search-key` does. */
function isKeyOff() {
  try {
    return localStorage.getItem("search-key") === "off";
  } catch {
    return false;
  }
}

/** @param {HTMLElement} target */
function isTyping(target) {
  // Until the next frame, the focus stays in a dialog that has just been closed.
  return !target.closest("dialog:not([open])") && (target.isContentEditable || target.matches("input, textarea, select"));
}

document.addEventListener("click", (event) => {
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !(event.target instanceof Element)) return;
  const opener = event.target.closest("a[data-search]");
  if (!(opener instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  void open(opener);
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isKeyOff()) return;
  if (event.target instanceof HTMLElement && isTyping(event.target)) return;
  const opener = document.querySelector("a[data-search]");
  if (!(opener instanceof HTMLAnchorElement) || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  void open(opener);
});
