// Reloads this page when the site changes. Only `site serve` and `site edit` add this script; it is never published.
(() => {
  const { version, editor } = document.currentScript.dataset;
  // In the drawer of `site edit`, which lists the findings itself.
  const isFramed = editor !== undefined && window.parent !== window;
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

  const parsed = (text) => new DOMParser().parseFromString(text, "text/html");

  /** Elements that do not work any more after a change of their HTML. */
  const WITH_SCRIPT = "script, site-island, iframe, video, audio, form, dialog, [popover]";

  /**
   * Collects what makes the part `now` of this page, which was served as `before`, the same as `after`. Returns whether that is
   * possible without loading the page again.
   */
  const differences = (now, before, after, changes) => {
    if (before.isEqualNode(after)) return true;
    const isText = before.nodeType === Node.TEXT_NODE && after.nodeType === Node.TEXT_NODE;
    if (isText) {
      if (now.nodeType !== Node.TEXT_NODE) return false;
      changes.push(() => (now.data = after.data));
      return true;
    }
    const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;
    if (![now, before, after].every(isElement)) return false;
    const isFixed = (node) => node.matches(WITH_SCRIPT);
    if (isFixed(before) || isFixed(after)) return false;
    const isSame = before.localName === after.localName && before.childNodes.length === after.childNodes.length;
    if (isSame && now.childNodes.length === before.childNodes.length) {
      for (const { name } of [...before.attributes, ...after.attributes]) {
        const value = after.getAttribute(name);
        if (value === before.getAttribute(name)) continue;
        changes.push(() => (value === null ? now.removeAttribute(name) : now.setAttribute(name, value)));
      }
      return [...before.childNodes].every((child, at) =>
        differences(now.childNodes[at], child, after.childNodes[at], changes),
      );
    }
    const isPlain = (node) => node.querySelector(WITH_SCRIPT) === null;
    if (now.localName !== before.localName || ![now, before, after].every(isPlain)) return false;
    if (before === before.ownerDocument.body || before.parentNode === before.ownerDocument) return false;
    changes.push(() => now.replaceWith(document.importNode(after, true)));
    return true;
  };

  /** Changes this page in place, so that nothing flashes while text is typed. Returns whether that was possible. */
  const patch = (before, after) => {
    const [old, next] = [parsed(before), parsed(after)];
    const loaded = ({ head }) =>
      [...head.querySelectorAll("link[rel=stylesheet], style, script[src]")].map((one) => one.outerHTML).join();
    if (loaded(old) !== loaded(next)) return false;
    for (const page of [old, next]) page.querySelector('script[src="/_site/live.js"]')?.remove();
    const own = [...document.querySelectorAll('script[src="/_site/live.js"]')];
    for (const script of own) script.remove();
    const changes = [];
    if (!differences(document.body, old.body, next.body, changes)) return false;
    for (const change of changes) change();
    document.title = next.title;
    return true;
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
    if (isFramed && before && patch(before, after)) {
      report();
      return;
    }
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
    if (isFramed) return;
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

  const tell = (message) => window.parent.postMessage(message, editor);

  /** Elements that do something when they are clicked. */
  const CONTROLS = "button, input, select, textarea, summary, label, option, video, audio, [role=button], [role=tab]";

  /** An element with more text than this contains so much that it says nothing about what was clicked. */
  const LONGEST_TEXT = 4000;

  const words = (element) => element.textContent.split(/\s+/).filter(Boolean).join(" ");

  /** Texts of elements before a script has replaced them, such as the opening hours that become "Open now". */
  const replaced = new WeakMap();

  /** Remembers the text that a script has removed from an element. */
  const remember = (records) => {
    for (const { target, removedNodes } of records) {
      const text = [...removedNodes].map((node) => node.textContent).join("");
      if (text.trim() && removedNodes[0].nodeType === Node.TEXT_NODE && !replaced.has(target)) replaced.set(target, text);
    }
  };

  /** Describes an element so that the server finds it in the page that it has sent. */
  const described = (element) => {
    const tag = element.localName;
    const text = words(element);
    const same = [...document.getElementsByTagName(tag)].filter((other) => words(other) === text);
    const attribute = (name) => element.getAttribute(name) ?? undefined;
    const [href, src, datetime] = ["href", "src", "datetime"].map(attribute);
    return { tag, text, nth: same.indexOf(element), href, src, datetime, was: replaced.get(element) };
  };

  const trailOf = (target) => {
    const trail = [];
    for (let at = target; at && at !== document.body && trail.length < 8; at = at.parentElement) {
      const around = trail.at(-1);
      if (at.textContent.length > LONGEST_TEXT) break;
      const element = described(at);
      if (!around || around.text !== element.text || element.href || element.src) trail.push(element);
    }
    return trail;
  };

  /** Returns the element that a trail describes. */
  const found = ([first]) => {
    const same = [...document.getElementsByTagName(first.tag)];
    return same.filter((other) => words(other) === first.text)[first.nth] ?? same.find((other) => words(other) === first.text);
  };

  let picks = true;
  let marked;
  const outline = (element) => {
    if (marked) marked.style.outline = "";
    marked = element;
    if (marked) marked.style.outline = "2px solid #2f6fed";
  };

  const report = () => tell({ site: "shown", path: location.pathname, title: document.title, version: now });

  const pick = (event) => {
    if (!picks || !event.isTrusted || event.ctrlKey || event.metaKey || event.button !== 0) return;
    const target = event.target instanceof Element ? event.target : undefined;
    if (!target || target.closest(CONTROLS)) return;
    const link = target.closest("a[href]");
    const trail = trailOf(target);
    if (!link && !trail[0]?.text && !trail[0]?.src) return;
    event.preventDefault();
    event.stopPropagation();
    outline(target);
    const isOwn = link && link.origin === location.origin;
    const href = isOwn ? link.pathname + link.search + link.hash : link?.getAttribute("href");
    tell({ site: "click", path: location.pathname, trail, href: href ?? undefined });
  };

  if (isFramed) {
    // The scripts of the page run later than this one.
    new MutationObserver(remember).observe(document.body, { childList: true, subtree: true });
    addEventListener("click", pick, true);
    addEventListener("keydown", ({ key }) => key === "Escape" && tell({ site: "key", key }));
    addEventListener("message", ({ source, origin, data }) => {
      if (source !== window.parent || origin !== editor) return;
      if (data?.site === "pick") picks = data.on === true;
      if (data?.site === "mark") outline(data.trail?.length > 0 ? found(data.trail) : undefined);
    });
    report();
  }

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
