import { createElement, useEffect } from "react";
import { beforeEach, expect, test, vi } from "vitest";
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

test("a click on a link is not intercepted", async () => {
  const element = island("interaction", "<a href='#x'>x</a>");
  const event = new MouseEvent("click", { bubbles: true, cancelable: true });
  element.querySelector("a")!.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
});

test("a form that is submitted too early is submitted again, or sent as a plain form if its island fails", async () => {
  for (const fails of [false, true]) {
    hydrate.mockImplementation(async () => {
      if (fails) throw new Error("broken");
    });
    const element = island("interaction", "<form></form>");
    const form = element.querySelector("form")!;
    const again = vi.spyOn(form, "requestSubmit").mockImplementation(() => {});
    const plain = vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(() => {});
    const event = new SubmitEvent("submit", { bubbles: true, cancelable: true });
    form.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
    await turn();
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
