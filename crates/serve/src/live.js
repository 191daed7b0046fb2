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
  // The page as served, unless it has changed since. The document cannot be used, because scripts may have changed it.
  const isServed = (text) => text.includes(`data-version="${version}"`);
  const served = read().then((text) => (html = isServed(text) ? text : undefined), () => undefined);

  const update = async (next) => {
    if (next === now) return;
    if (next === "none") return reload();
    await served;
    const before = html;
    const after = await read();
    now = next;
    html = after;
    if (before && withoutStyles(before) === withoutStyles(after)) swapStyles(after);
    else reload();
  };

  const counted = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;

  /** Asks the server to apply a fix, to undo one, or to open a file. Shows the reason if it refuses. */
  const act = async (action, id, button) => {
    button.disabled = true;
    const headers = { "X-Site-Token": state.token };
    const answer = await fetch(`/_site/${action}/${id}`, { method: "POST", headers }).catch(() => undefined);
    if (answer?.ok && action !== "open") return;
    button.disabled = false;
    if (answer?.ok) return;
    const reason = answer ? await answer.text() : "The server does not answer.";
    const message = button.parentNode.querySelector("output") ?? document.createElement("output");
    message.textContent = reason.trim();
    button.after(message);
  };

  /** Returns the text of the badge: why this page is not public, and what would stop a build. */
  const badge = ({ findings, status }) => {
    const stopping = findings.filter(({ stopsBuild }) => stopsBuild).length;
    const others = findings.length - stopping;
    const parts = [
      status,
      stopping > 0 && `${stopping} would stop a build`,
      others > 0 && (stopping > 0 ? `${others} more` : counted(others, "finding")),
    ];
    return parts.filter(Boolean).join(" · ");
  };

  /** Returns the headline of the panel, such as "2 findings on this page, 1 elsewhere". */
  const headline = ({ findings, isOld, status }) => {
    const here = findings.filter(({ isHere }) => isHere).length;
    const stopping = findings.filter(({ stopsBuild }) => stopsBuild).length;
    const parts = [
      status,
      isOld && "this page is from an earlier build",
      here > 0 && `${counted(here, "finding")} on this page`,
      findings.length > here && `${findings.length - here} elsewhere`,
      stopping > 0 && `${stopping} would stop a build`,
    ].filter(Boolean);
    const text = parts.join(", ");
    return text.charAt(0).toUpperCase() + text.slice(1);
  };

  let shown;
  let state;
  let isHidden = false;

  /**
   * Shows the findings, those about this page first, and why the page is not public. The panel is open if there are findings about
   * this page, or if a build would fail, unless the page itself lists them.
   */
  const show = (next) => {
    const { version: _, ...rest } = next;
    const key = JSON.stringify(rest);
    if (key === shown) return;
    shown = key;
    state = next;
    const isUrgent = next.isOld || next.findings.some(({ isHere, stopsBuild }) => isHere || stopsBuild);
    isHidden = version === "none" || !isUrgent;
    draw();
  };

  const draw = () => {
    const { findings, undo } = state;
    overlay?.remove();
    overlay = undefined;
    if (findings.length === 0 && !undo && !state.status) return;
    overlay = document.createElement("site-mistakes");
    const root = overlay.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      :host { all: initial; position: fixed; inset: auto 0 0 0; z-index: 2147483647; color-scheme: dark; color: #e9eaee; font: 15px/1.5 system-ui, sans-serif; }
      :host(.hidden) { inset: auto 1rem 1rem auto; display: flex; flex-wrap: wrap; justify-content: end; gap: 0.5rem; max-width: calc(100% - 2rem); }
      p { margin: 0; padding: 0.625rem 0.75rem; background: #16181d; border-left: 3px solid #8ab4ff; border-radius: 4px; }
      section { display: flex; flex-direction: column; max-height: 60vh; background: #16181d; border-top: 3px solid #d9a441; box-shadow: 0 -8px 40px #0008; }
      section.stops { border-color: #ff6b5e; }
      header { display: flex; align-items: baseline; gap: 1rem; padding: 0.75rem 1.25rem 0.25rem; }
      h2 { flex: 1; margin: 0; font-size: 1rem; }
      button { font: inherit; min-width: 44px; min-height: 44px; padding: 0 0.75rem; color: inherit; background: #16181d; border: 0; border-radius: 4px; cursor: pointer; }
      button:focus-visible, summary:focus-visible { outline: 2px solid #8ab4ff; }
      .lists { overflow: auto; padding: 0 1.25rem 1.25rem; }
      ol { margin: 0; padding: 0; list-style: none; }
      li { padding: 0.5rem 0; border-top: 1px solid #fff2; }
      li:first-child { border: 0; }
      .action { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.75rem; margin-top: 0.25rem; }
      .action button, .badge { border: 1px solid #fff5; }
      .badge.stops { border-color: #ff6b5e; }
      output { color: #ffc9c4; }
      summary { padding: 0.5rem 0; cursor: pointer; }
      b { color: #ff8f85; }
      pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.55 ui-monospace, Menlo, Consolas, monospace; }`);
    root.adoptedStyleSheets = [sheet];
    const make = (name, text, into) => {
      const element = document.createElement(name);
      element.textContent = text;
      into.append(element);
      return element;
    };
    // Without a token, for example on another computer, pages can only be read.
    const canAct = state.token !== null;
    const action = (name, text, about, id, into) => {
      const row = make("div", "", into);
      row.className = "action";
      if (about) make("span", about, row);
      const button = make("button", text, row);
      if (about) button.setAttribute("aria-label", `${text}: ${about}`);
      button.addEventListener("click", () => act(name, id, button));
    };
    const list = (some, into) => {
      const items = make("ol", "", into);
      for (const { id, report, stopsBuild, canOpen, fixes } of some) {
        const item = make("li", "", items);
        if (stopsBuild) make("b", "This would stop a build.", item);
        make("pre", report.trimEnd(), item);
        if (!canAct) continue;
        for (const fix of fixes) action("fix", "Apply", fix.label, fix.id, item);
        if (canOpen) action("open", "Open", "", id, item);
      }
    };
    const set = (hidden) => {
      isHidden = hidden;
      draw();
      overlay.shadowRoot.querySelector("button").focus();
    };
    overlay.classList.toggle("hidden", isHidden);
    document.documentElement.append(overlay);
    const stops = findings.some(({ stopsBuild }) => stopsBuild);
    if (isHidden) {
      const button = make("button", badge(state) || "A fix was applied", root);
      button.classList.add("badge");
      button.classList.toggle("stops", stops);
      button.addEventListener("click", () => set(false));
      return;
    }
    const panel = make("section", "", root);
    panel.setAttribute("role", "status");
    panel.classList.toggle("stops", stops);
    const header = make("header", "", panel);
    make("h2", headline(state) || "No findings", header);
    make("button", "Hide", header).addEventListener("click", () => set(true));
    const lists = make("div", "", panel);
    lists.className = "lists";
    if (undo && canAct) action("undo", "Undo", `Applied: ${undo.label}`, undo.id, lists);
    const here = findings.filter(({ isHere }) => isHere);
    const elsewhere = findings.filter(({ isHere }) => !isHere);
    list(here, lists);
    if (elsewhere.length > 0) {
      const details = make("details", "", lists);
      details.open = here.length === 0;
      make("summary", `Elsewhere: ${counted(elsewhere.length, "finding")}`, details);
      list(elsewhere, details);
    }
    overlay.addEventListener("keydown", (event) => event.key === "Escape" && set(true));
  };

  let first;
  const listen = () => {
    events = new EventSource(`/_site/events?path=${encodeURIComponent(location.pathname)}`);
    events.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      const { version: next, findings } = message;
      show(message);
      if (version !== "none") {
        update(next);
        return;
      }
      // This page says why another one cannot be rendered. It is loaded again when the reasons change.
      const reasons = JSON.stringify(findings.filter(({ stopsBuild }) => stopsBuild));
      first ??= reasons;
      if (next !== "none" || reasons !== first) reload();
    };
  };
  // A browser allows only a few connections to one host, so a page that nobody sees closes its connection.
  document.addEventListener("visibilitychange", () => {
    events?.close();
    events = undefined;
    if (document.visibilityState === "visible") listen();
  });
  if (document.visibilityState === "visible") listen();
})();
