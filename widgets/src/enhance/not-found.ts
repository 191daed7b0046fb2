/** Logs the URL for which there is no page. */
export function logNotFound(): void {
  if (document.querySelector("[data-not-found]")) console.warn(`404: there is no page ${location.pathname}`);
}
