// Reloads this page when the site changes. Only `site serve` adds this script; it is never published.
(() => {
  const version = document.currentScript.dataset.version;
  const place = `site-scroll:${location.pathname}`;
  let events;
  let overlay;

  // Restores the scroll position after a reload.
  const kept = sessionStorage.getItem(place);
  if (kept !== null) {
    sessionStorage.removeItem(place);
    const restore = () => window.scrollTo({ top: Number(kept), behavior: "instant" });
    restore();
    addEventListener("load", restore, { once: true });
  }

  const reload = () => {
    sessionStorage.setItem(place, String(window.scrollY));
    location.reload();
  };

  const styles = (root) => [...root.querySelectorAll('link[rel="stylesheet"]')];

  /** Returns a page without the URLs of its style sheets, and without this script. */
  const withoutStyles = (html) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    for (const link of styles(page)) link.removeAttribute("href");
    for (const link of page.querySelectorAll('link[rel="preload"][as="style"]')) link.remove();
    page.querySelector('script[src="/_site/live.js"]')?.remove();
    return page.documentElement.outerHTML;
  };

  /** Replaces the style sheets. An old one is removed only once the new one is loaded, so that nothing flashes. */
  const swapStyles = (html) => {
    const next = styles(new DOMParser().parseFromString(html, "text/html"));
    styles(document).forEach((old, index) => {
      const href = next[index]?.getAttribute("href");
      if (!href || href === old.getAttribute("href")) return;
      const link = old.cloneNode();
      link.href = href;
      link.addEventListener("load", () => old.remove(), { once: true });
      old.after(link);
    });
  };

  let now = version;
  let html;
  const read = async () => (await fetch(location.href, { headers: { Accept: "text/html" } })).text();
  // The page as served: scripts may have changed the document since.
  const served = read().then((text) => (html = text), () => undefined);

  const update = async (next) => {
    if (next === now) return;
    await served;
    const before = html;
    const after = await read();
    now = next;
    html = after;
    if (before && withoutStyles(before) === withoutStyles(after)) swapStyles(after);
    else reload();
  };

  const show = (errors) => {
    overlay?.remove();
    overlay = undefined;
    if (errors.length === 0) return;
    overlay = document.createElement("site-mistakes");
    const root = overlay.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      :host { all: initial; position: fixed; inset: auto 0 0 0; z-index: 2147483647; color-scheme: dark; background: #16181d; color: #e9eaee; border-top: 3px solid #ff6b5e;
        font: 15px/1.5 system-ui, sans-serif; box-shadow: 0 -8px 40px #0008; }
      [role="alert"] { display: flex; flex-direction: column; max-height: 70vh; }
      header { display: flex; align-items: baseline; gap: 1rem; padding: 0.75rem 1.25rem 0.25rem; }
      h2 { flex: 1; margin: 0; font-size: 1rem; }
      button { font: inherit; min-width: 44px; min-height: 44px; color: inherit; background: none; border: 0; cursor: pointer; }
      button:focus-visible { outline: 2px solid #8ab4ff; }
      ol { margin: 0; padding: 0 1.25rem 1.25rem; overflow: auto; list-style: none; }
      li { padding: 0.5rem 0; border-top: 1px solid #fff2; }
      li:first-child { border: 0; }
      pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.55 ui-monospace, Menlo, Consolas, monospace; }`);
    root.adoptedStyleSheets = [sheet];
    const make = (name, text, into) => {
      const element = document.createElement(name);
      element.textContent = text;
      into.append(element);
      return element;
    };
    const panel = make("div", "", root);
    panel.setAttribute("role", "alert");
    const header = make("header", "", panel);
    const count = errors.length === 1 ? "1 mistake" : `${errors.length} mistakes`;
    make("h2", `${count}: this page is as it was before`, header);
    const close = make("button", "Hide", header);
    close.addEventListener("click", () => overlay.remove());
    const list = make("ol", "", panel);
    for (const { report } of errors) make("pre", report.trimEnd(), make("li", "", list));
    overlay.addEventListener("keydown", (event) => event.key === "Escape" && overlay.remove());
    document.documentElement.append(overlay);
  };

  let first;
  const listen = () => {
    events = new EventSource(`/_site/events?path=${encodeURIComponent(location.pathname)}`);
    events.onmessage = ({ data }) => {
      const { version: next, errors } = JSON.parse(data);
      if (version !== "none") {
        show(errors);
        if (next !== "none") update(next);
        return;
      }
      // The page that lists what is wrong with a first build: it is served anew when that changes.
      first ??= JSON.stringify(errors);
      if (next !== "none" || JSON.stringify(errors) !== first) reload();
    };
  };
  // A browser keeps few connections to one host: a page that nobody sees lets go of its own.
  document.addEventListener("visibilitychange", () => {
    events?.close();
    events = undefined;
    if (document.visibilityState === "visible") listen();
  });
  if (document.visibilityState === "visible") listen();
})();
