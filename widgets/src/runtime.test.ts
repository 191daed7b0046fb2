import { createElement, useEffect } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hydrate as hydrateReact } from "./hydrate.ts";
import { startIslands } from "./runtime.ts";

const hydrate = vi.fn(async (_element: Element, _props: unknown) => {});
const load = vi.fn(async (_url: string) => ({ default: hydrate }));
const turn = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  hydrate.mockReset();
  load.mockClear();
  vi.spyOn(console, "error").mockImplementation(() => {});
});

afterEach(() => {
  // Removes the listeners of islands that were never activated.
  document.dispatchEvent(new PointerEvent("pointerdown", { pointerType: "touch" }));
});

function island(when: string, html: string): HTMLElement {
  document.body.innerHTML = `<site-island data-island="Test" data-when="${when}" data-module="/test.js">${html}<script type="application/json">{"a":1}</script></site-island>`;
  startIslands(load);
  return document.querySelector("site-island")!;
}

test("`load` activates an island at once with its props, and removes their JSON script", async () => {
  const element = island("load", "<p>x</p>");
  await turn();
  expect(load).toHaveBeenCalledWith("/test.js");
  expect(hydrate).toHaveBeenCalledWith(element, { a: 1 });
  expect(element.innerHTML).toBe("<p>x</p>");
  expect(element.dataset.live).toBe("");
});

test("`interaction` activates an island when it is used, and repeats the click on a button afterwards", async () => {
  const element = island("interaction", "<button type=button>x</button>");
  const clicked = vi.fn();
  hydrate.mockImplementation(async () => element.addEventListener("click", clicked));
  await turn();
  expect(load).not.toHaveBeenCalled();
  element.querySelector("button")!.click();
  expect(clicked).not.toHaveBeenCalled();
  await turn();
  expect(clicked).toHaveBeenCalledTimes(1);
});

const box = (left: number, top: number) => new DOMRect(left, top, 100, 100);

test.each([
  ["pointermove", 0, 250, true],
  ["pointermove", 0, 190, false],
  ["pointermove", 750, 450, false],
  ["pointerdown", 650, 450, true],
] as const)("`interaction`: %s at %d, %d: %s", async (type, clientX, clientY, isNear) => {
  const element = island("interaction", "<p>x</p>");
  element.firstElementChild!.getBoundingClientRect = () => new DOMRect(0, 400, 500, 100);
  document.dispatchEvent(new PointerEvent(type, { clientX, clientY, pointerType: "mouse" }));
  await turn();
  expect(load).toHaveBeenCalledTimes(isNear ? 1 : 0);
});

test("`interaction`: the focus on an element nearby", async () => {
  const element = island("interaction", "<p>x</p>");
  element.firstElementChild!.getBoundingClientRect = () => box(0, 400);
  const link = document.body.appendChild(document.createElement("a"));
  for (const [top, calls] of [[0, 0], [250, 1]] as const) {
    link.getBoundingClientRect = () => box(0, top);
    link.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
    await turn();
    expect(load).toHaveBeenCalledTimes(calls);
  }
});

test("everything that an island imports is loaded at the same time as the island: when it is used, or once a finger is in use", async () => {
  const preloaded = () => [...document.head.querySelectorAll("link")].map(({ rel, href }) => `${rel} ${new URL(href).pathname}`);
  for (const use of [() => document.querySelector("p")!.click(), () => document.dispatchEvent(new PointerEvent("pointerdown", { pointerType: "touch" }))]) {
    document.head.replaceChildren();
    vi.stubGlobal("IntersectionObserver", class { observe() {} });
    island("interaction", "<p>x</p>").dataset.imports = "/a.js /b.js";
    expect(preloaded()).toEqual([]);
    use();
    expect(preloaded()).toEqual(["/test.js", "/a.js", "/b.js"].map((url) => `modulepreload ${url}`));
    use();
    expect(preloaded()).toHaveLength(3);
    await turn();
    vi.unstubAllGlobals();
  }
  document.head.replaceChildren();
});

test("`interaction`: once a finger is in use, islands in view are activated", async () => {
  const observed: Element[] = [];
  let show: IntersectionObserverCallback = () => {};
  vi.stubGlobal("IntersectionObserver", class {
    constructor(callback: IntersectionObserverCallback) { show = callback; }
    observe(element: Element) { observed.push(element); }
    disconnect() {}
  });
  const element = island("interaction", "<p>x</p>");
  document.dispatchEvent(new PointerEvent("pointerdown", { pointerType: "touch" }));
  expect(observed).toContain(element.firstElementChild);
  expect(load).not.toHaveBeenCalled();
  show([{ isIntersecting: true } as IntersectionObserverEntry], {} as IntersectionObserver);
  await turn();
  expect(load).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});

test.each([
  ["/", 0],
  ["/?page=2", 1],
  ["/#cs", 1],
])("`address`: the URL %s", async (url, calls) => {
  history.replaceState(null, "", url);
  island("address", "<p>x</p>");
  await turn();
  expect(load).toHaveBeenCalledTimes(calls);
});

test.each([
  ["interaction", "<a href='#x'>x</a>", {}, false],
  ["address", "<a href='#x'>x</a>", {}, true],
  ["address", "<a href='#x'>x</a>", { ctrlKey: true }, false],
  ["address", "<a href='#x' target='_blank'>x</a>", {}, false],
  ["interaction", "<button type='button'>x</button>", {}, true],
  ["interaction", "<form><button>x</button></form>", {}, false],
])("%s: a click on %s %o is repeated: %s", async (when, html, init, isRepeated) => {
  const element = island(when, html);
  const control = element.querySelector<HTMLElement>("a, button")!;
  const clicked = vi.fn((event: Event) => event.preventDefault());
  element.addEventListener("click", clicked);
  control.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...init }));
  expect(clicked).toHaveBeenCalledTimes(isRepeated ? 0 : 1);
  expect(control.getAttribute("aria-busy") === "true").toBe(isRepeated);
  await turn();
  expect(clicked).toHaveBeenCalledTimes(1);
  expect(control.getAttribute("aria-busy")).toBeNull();
});

test("roles that need a script are set at once; controls are not ready if the island fails", async () => {
  hydrate.mockRejectedValue(new Error("broken"));
  const element = island("address", "<a href='#x' data-role='tab' data-aria-selected='true'>x</a>");
  const link = element.querySelector("a")!;
  expect([link.getAttribute("role"), link.getAttribute("aria-selected")]).toEqual(["tab", "true"]);
  expect("ready" in element.dataset).toBe(true);
  const followed = vi.fn((event: Event) => event.preventDefault());
  element.addEventListener("click", followed);
  link.click();
  await turn();
  expect(followed).toHaveBeenCalledTimes(1);
  expect("ready" in element.dataset).toBe(false);
});

test("a form that is submitted too early is submitted again, or sent as a plain form if its island fails", async () => {
  for (const fails of [false, true]) {
    hydrate.mockImplementation(async () => {
      if (fails) throw new Error("broken");
    });
    const element = island("interaction", "<form><button>Send</button></form>");
    const form = element.querySelector("form")!;
    const again = vi.spyOn(form, "requestSubmit").mockImplementation(() => {});
    const plain = vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(() => {});
    const submitter = element.querySelector("button");
    const event = new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter });
    form.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
    expect(submitter!.getAttribute("aria-busy")).toBe("true");
    await turn();
    expect(element.querySelector("[aria-busy]")).toBeNull();
    expect([again.mock.calls.length, plain.mock.calls.length]).toEqual(fails ? [0, 1] : [1, 0]);
    expect("live" in element.dataset).toBe(!fails);
    plain.mockRestore();
  }
});

function ThrowsAtOnce(): never {
  throw new Error("at once");
}

function ThrowsInEffect() {
  useEffect(() => {
    throw new Error("in an effect");
  }, []);
  return createElement("form", null, createElement("input", { name: "name" }));
}

test.each([ThrowsAtOnce, ThrowsInEffect])("a form that is submitted too early is sent as a plain form if React fails: %o", async (Island) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  hydrate.mockImplementation((element) => hydrateReact(element, Island, {}, "Test"));
  const element = island("interaction", `<form><input name="name"></form>`);
  const form = element.querySelector("form")!;
  form.querySelector("input")!.value = "Asha";
  const sent: [string, boolean][] = [];
  vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(function (this: HTMLFormElement) {
    sent.push([this.querySelector("input")!.value, this.isConnected]);
  });
  form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  await vi.waitFor(() => expect(sent).toEqual([["Asha", true]]));
  expect(element.querySelectorAll("form")).toHaveLength(1);
  expect("live" in element.dataset).toBe(false);
});

test("an island that fails does not affect the others", async () => {
  document.body.innerHTML = `<site-island data-when="load" data-module="/bad.js"></site-island><site-island data-when="load" data-module="/good.js"></site-island>`;
  startIslands(async (url) => {
    if (url === "/bad.js") throw new Error("gone");
    return { default: hydrate };
  });
  await turn();
  expect(hydrate).toHaveBeenCalledTimes(1);
  expect(console.error).toHaveBeenCalled();
});
