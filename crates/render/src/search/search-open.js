// @ts-check
// Opens the site's search when `<a data-search="URL of search.js" href="…">` is clicked or the key `/` is pressed. Nothing else
// is loaded before that. Without scripts, or if loading fails, the link opens its own page.

/** @param {HTMLAnchorElement} opener */
async function open(opener) {
  try {
    const { openSearch } = await import(opener.dataset["search"] ?? "");
    await openSearch(opener);
  } catch (error) {
    console.error(error);
    location.href = opener.href;
  }
}

/** Returns whether the key was switched off with the checkbox `data-search-key`. */
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
