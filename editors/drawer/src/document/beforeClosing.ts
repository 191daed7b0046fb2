/** Makes the browser ask before this page is closed. Returns a function that stops it. */
export function askBeforeClosing(): () => void {
  const ask = (event: Event) => event.preventDefault();
  window.addEventListener("beforeunload", ask);
  return () => window.removeEventListener("beforeunload", ask);
}
