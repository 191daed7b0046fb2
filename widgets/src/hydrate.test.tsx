import { useEffect, useId, useState } from "react";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import { hydrate } from "./hydrate.ts";

const logged = vi.fn();
beforeEach(() => {
  // As in a browser, where updates need no `act`.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  logged.mockReset();
  vi.spyOn(console, "error").mockImplementation(logged);
});

function island(html: string): HTMLElement {
  const element = document.body.appendChild(document.createElement("site-island"));
  element.innerHTML = html;
  return element;
}

function Counter({ from }: { from: number }) {
  const [count, setCount] = useState(from);
  return <button onClick={() => setCount(count + 1)}>{count}</button>;
}

test("hydrates the server's HTML without replacing it", async () => {
  const element = island(renderToString(<Counter from={3} />));
  const button = element.firstChild as HTMLElement;
  await hydrate(element, Counter, { from: 3 }, "Counter");
  expect(element.firstChild).toBe(button);
  button.click();
  await vi.waitFor(() => expect(button.textContent).toBe("4"));
  expect(logged).not.toHaveBeenCalled();
});

function Labelled() {
  const id = useId();
  return <input id={id} />;
}

test("ids have the prefix that the island's element names", async () => {
  const element = island(renderToString(<Labelled />, { identifierPrefix: "i1-" }));
  element.dataset.ids = "i1-";
  const id = element.querySelector("input")?.id;
  await hydrate(element, Labelled, {}, "Labelled");
  expect(element.querySelector("input")?.id).toBe(id);
  expect(id).toContain("i1-");
  expect(logged).not.toHaveBeenCalled();
});

test("logs an error if the first render differs from the HTML", async () => {
  const element = island("<button>5</button>");
  await hydrate(element, Counter, { from: 3 }, "Counter");
  expect(logged.mock.calls.join()).toContain("island Counter: its first render differs");
});

function ThrowsAtOnce(): never {
  throw new Error("at once");
}

function ThrowsInEffect() {
  useEffect(() => {
    throw new Error("in an effect");
  }, []);
  return <p>x</p>;
}

test.each([ThrowsAtOnce, ThrowsInEffect])("if %o throws, its HTML is restored and an error is logged", async (Island) => {
  const element = island("<p>x</p>");
  element.dataset.live = "";
  let failure: unknown;
  await hydrate(element, Island, {}, "Broken").catch((error: unknown) => (failure = error));
  await vi.waitFor(() => expect("live" in element.dataset).toBe(false));
  expect(element.innerHTML).toBe("<p>x</p>");
  expect(logged.mock.calls.join()).toContain("island Broken failed, its HTML stays");
  expect(failure).toBeInstanceOf(Error);
});
