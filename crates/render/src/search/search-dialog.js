// @ts-check
// The search dialog: text field, results, and status. It is built when it is opened for the first time by a link
// `<a data-search="URL of this script" href="…">`. Other data attributes of the link replace the words below; `data-search-index` is the
// URL of the index, and `data-all` the text of a link to the list of all pages, which the link itself opens without scripts.
//
// The options are `[role="option"]`; their parts are `[data-part]`: label, title, heading, text. `search.css` says which custom properties
// a theme can set. A page can have a dialog of its own instead, with `data-search-index` and elements with the same roles and data
// attributes.

import { marks, searcher } from "./search.js";

/** @typedef {import("./search.js").Result} Result */

/** Rules of `search.css`, which `scripts.rs` inserts. */
const STYLE = "";

const WORDS = {
  label: "Search this site",
  placeholder: "",
  close: "Close",
  results: "Results",
  recent: "You searched for",
  suggestions: "Often searched for",
  one: "1 result",
  many: "{count} results",
  none: "Nothing found for “{query}”.",
  failed: "The search could not be loaded.",
  all: "",
  clear: "Forget my searches",
  key: "opens the search",
  searchIndex: "/search.json",
};

/** Returns an element. @template {keyof HTMLElementTagNameMap} T @param {T} tag @param {Record<string, string>} attributes @param {(Node | string)[]} children */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Adds the dialog and its style to the page. @param {HTMLAnchorElement} opener */
function build(opener) {
  const say = { ...WORDS, ...opener.dataset };
  const style = new CSSStyleSheet();
  style.replaceSync(STYLE);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
  const input = make("input", {
    class: "search-input", type: "text", inputmode: "search", role: "combobox", "aria-label": say.label, "aria-expanded": "false",
    "aria-controls": "search-results", "aria-autocomplete": "list", autocomplete: "off", autocapitalize: "none", spellcheck: "false",
    enterkeyhint: "search", maxlength: "80", placeholder: say.placeholder,
  });
  const close = make("button", { class: "search-close", type: "button", "data-search-close": "", "aria-label": say.close });
  const key = make("label", { class: "search-key" }, make("input", { type: "checkbox", "data-search-key": "" }), make("span", {}, make("kbd", {}, "/"), ` ${say.key}`));
  const clear = make("button", { class: "search-clear", type: "button", "data-search-clear": "" }, say.clear);
  const foot = make("p", { class: "search-foot" }, ...(say.all ? [make("a", { href: opener.href }, say.all)] : []), clear, key);
  const list = { class: "search-results", id: "search-results", role: "listbox", "aria-label": say.results, "data-recent": say.recent, "data-suggestions": say.suggestions };
  const status = { class: "search-status", role: "status", "data-one": say.one, "data-many": say.many, "data-none": say.none, "data-failed": say.failed };
  const dialog = make(
    "dialog",
    { class: "search", "data-search-index": say.searchIndex, "aria-label": say.label },
    make("div", { class: "search-form", role: "search" }, input, close),
    make("div", list),
    make("p", status),
    foot,
  );
  document.body.append(dialog);
  return dialog;
}

/** Appends a text with the matched words marked. @param {Element} to @param {string} text @param {Set<string>} matched */
function appendMarked(to, text, matched) {
  let end = 0;
  for (const [from, until] of marks(text, matched)) {
    const mark = document.createElement("mark");
    mark.textContent = text.slice(from, until);
    to.append(text.slice(end, from), mark);
    end = until;
  }
  to.append(text.slice(end));
}

/** Returns an item of `localStorage`, after setting it if there is a value; `null` without storage. @param {string} key @param {string} [value] */
function stored(key, value) {
  try {
    if (value !== undefined) localStorage.setItem(key, value);
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

const RECENT = "search-recent";
const MOST_RECENT = 4;

/** @returns {string[]} */
function recentQueries() {
  try {
    const queries = JSON.parse(stored(RECENT) ?? "[]");
    return Array.isArray(queries) ? queries.filter((query) => typeof query === "string") : [];
  } catch {
    return [];
  }
}

/** @type {(() => void) | undefined} */
let show;

/** Opens the dialog. Fails if the index cannot be loaded the first time. @param {HTMLAnchorElement} opener */
export async function openSearch(opener) {
  show ??= await prepare(document.querySelector("dialog[data-search-index]") ?? build(opener));
  show();
}

/** Returns the function that shows a dialog. @param {Element} dialog */
async function prepare(dialog) {
  const input = dialog.querySelector("[role=combobox]");
  const list = dialog.querySelector("[role=listbox]");
  const status = dialog.querySelector("[role=status]");
  if (
    !(dialog instanceof HTMLDialogElement && input instanceof HTMLInputElement && list instanceof HTMLElement && status instanceof HTMLElement)
  ) {
    throw new Error("the dialog lacks a combobox, a listbox, or a status");
  }
  const { find, suggestions } = searcher(dialog.dataset["searchIndex"] ?? "", async (url) => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return response.json();
  });
  const suggested = await suggestions();
  const clear = dialog.querySelector("[data-search-clear]");
  const key = dialog.querySelector("[data-search-key]");

  /** @type {HTMLElement[]} */
  let options = [];
  let active = -1;
  let latest = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let speaking;

  /** @param {string} name @param {string} [query] @param {number} [count] */
  const say = (name, query = "", count = 0) => {
    clearTimeout(speaking);
    const message = (status.dataset[name] ?? "").replace("{query}", query).replace("{count}", String(count));
    // The delay lets a screen reader announce the result, not every letter on the way to it.
    if (message) speaking = setTimeout(() => (status.textContent = message), 200);
    else status.textContent = "";
  };

  /** @param {number} next */
  const activate = (next) => {
    active = next;
    options.forEach((option, at) => option.setAttribute("aria-selected", String(at === active)));
    const option = options[active];
    if (option) {
      input.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    } else {
      input.removeAttribute("aria-activedescendant");
    }
  };

  /** @param {(HTMLElement | [name: string, options: HTMLElement[]])[]} items options and groups of options */
  const fill = (items) => {
    list.replaceChildren(
      ...items.map((item) => {
        if (item instanceof HTMLElement) return item;
        const group = document.createElement("div");
        group.setAttribute("role", "group");
        group.setAttribute("aria-label", item[0]);
        group.append(...item[1]);
        return group;
      }),
    );
    options = [...list.querySelectorAll("[role=option]")].filter((option) => option instanceof HTMLElement);
    options.forEach((option, at) => (option.id = `${list.id}-${at}`));
    input.setAttribute("aria-expanded", String(options.length > 0));
    activate(-1);
  };

  /** @param {string} query @returns {HTMLElement} */
  const queryOption = (query) => {
    const option = document.createElement("div");
    option.setAttribute("role", "option");
    option.dataset["query"] = option.textContent = query;
    return option;
  };

  /** @param {Result} result @returns {HTMLElement} */
  const resultOption = (result) => {
    const option = document.createElement("a");
    option.setAttribute("role", "option");
    option.tabIndex = -1;
    option.href = result.url;
    for (const name of /** @type {const} */ (["label", "title", "heading", "text"])) {
      if (!result[name]) continue;
      const part = document.createElement("span");
      part.dataset["part"] = name;
      if (name === "label") part.textContent = result.label;
      else appendMarked(part, result[name], result.matched);
      // The space separates the parts for a screen reader.
      option.append(part, " ");
    }
    return option;
  };

  const update = async () => {
    const turn = ++latest;
    const query = input.value.trim();
    const recent = recentQueries();
    if (clear instanceof HTMLElement) clear.hidden = query !== "" || recent.length === 0;
    if (!query) {
      say("");
      /** @type {[string, HTMLElement[]][]} */
      const groups = [
        [list.dataset["recent"] ?? "", recent.map(queryOption)],
        [list.dataset["suggestions"] ?? "", suggested.filter((one) => !recent.includes(one)).map(queryOption)],
      ];
      return fill(groups.filter(([, options]) => options.length));
    }
    try {
      const { results } = await find(input.value);
      if (turn !== latest) return;
      fill(results.map(resultOption));
      say(["none", "one"][results.length] ?? "many", query, results.length);
    } catch (error) {
      console.error(error);
      if (turn !== latest) return;
      fill([]);
      say("failed", query);
    }
  };

  /** @param {Element | undefined} option @param {boolean} isFollowed whether the browser follows the link by itself */
  const choose = (option, isFollowed) => {
    if (!(option instanceof HTMLElement)) return;
    if (option.dataset["query"]) {
      input.value = option.dataset["query"];
      input.focus();
      void update();
    } else if (option instanceof HTMLAnchorElement) {
      const query = input.value.trim();
      const recent = [query, ...recentQueries().filter((one) => one !== query)];
      stored(RECENT, JSON.stringify(recent.slice(0, MOST_RECENT)));
      if (isFollowed) return;
      dialog.close();
      location.href = option.href;
    }
  };

  input.addEventListener("input", () => void update());
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Enter" && (input.value.trim() || active >= 0)) choose(options[Math.max(active, 0)], false);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !options.length) return;
    event.preventDefault();
    // Between the last option and the first is the text field.
    const places = options.length + 1;
    activate(((active + 1 + step + places) % places) - 1);
  });
  list.addEventListener("click", (event) => {
    const option = event.target instanceof Element ? event.target.closest("[role=option]") : undefined;
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!opensElsewhere) event.preventDefault();
    choose(option ?? undefined, opensElsewhere);
  });
  dialog.addEventListener("click", (event) => {
    const isClose = event.target instanceof Element && event.target.closest("[data-search-close]");
    if (event.target === dialog || isClose) dialog.close();
  });
  clear?.addEventListener("click", () => {
    stored(RECENT, "[]");
    input.focus();
    void update();
  });
  if (key instanceof HTMLInputElement) {
    key.checked = stored("search-key") !== "off";
    key.addEventListener("change", () => stored("search-key", key.checked ? "on" : "off"));
  }
  return () => {
    if (!dialog.open) dialog.showModal();
    input.focus();
    input.select();
    void update();
  };
}
