// @ts-check
// Shows what a `<template>` beside `<a data-consent href="…">` contains, such as a frame or a script of another host, when a visitor
// clicks the link. Nothing is requested before that. Without scripts, the link opens its own page.

document.addEventListener("click", (event) => {
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !(event.target instanceof Element)) return;
  const place = event.target.closest("a[data-consent]")?.parentElement;
  const template = place?.querySelector("template");
  if (!place || !template) return;
  event.preventDefault();
  place.replaceChildren(template.content);
  place.tabIndex = -1;
  place.focus();
});
