import { useEffect, useState } from "react";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import { hydrate } from "./hydrate.ts";

const said = vi.fn();
beforeEach(() => {
  // As in a browser, where nothing waits for React.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  said.mockReset();
  vi.spyOn(console, "error").mockImplementation(said);
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

test("makes the server's HTML live, without touching it", async () => {
  const element = island(renderToString(<Counter from={3} />));
  const button = element.firstChild as HTMLElement;
  await hydrate(element, Counter, { from: 3 }, "Counter");
  expect(element.firstChild).toBe(button);
  button.click();
  await vi.waitFor(() => expect(button.textContent).toBe("4"));
  expect(said).not.toHaveBeenCalled();
});

test("says so when the first render differs from the HTML", async () => {
  const element = island("<button>5</button>");
  await hydrate(element, Counter, { from: 3 }, "Counter");
  expect(said.mock.calls.join()).toContain("island Counter: its first render differs");
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

test.each([ThrowsAtOnce, ThrowsInEffect])("%o leaves its HTML and says so", async (Island) => {
  const element = island("<p>x</p>");
  element.dataset.live = "";
  let failure: unknown;
  await hydrate(element, Island, {}, "Broken").catch((error: unknown) => (failure = error));
  await vi.waitFor(() => expect("live" in element.dataset).toBe(false));
  expect(element.innerHTML).toBe("<p>x</p>");
  expect(said.mock.calls.join()).toContain("island Broken failed, its HTML stays");
  expect(failure).toBeInstanceOf(Error);
});
