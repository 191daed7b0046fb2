// @vitest-environment happy-dom
//
// React's development build reports more than the production build in the browser: every attribute that differs, every missing
// key, every invalid prop. So each island of the built site is hydrated here once more, with the HTML and props of its page.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { act, createElement, type ComponentType } from "react";
import { hydrateRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";

const dist = process.env.SITE_DIST ?? join(import.meta.dirname, "../../dist");

/** Islands of all pages: each pair of name and props once, with the first route that contains it. */
const islands = new Map<string, { route: string; name: string; html: string; props: string }>();
for (const file of readdirSync(dist, { recursive: true, encoding: "utf8" }).sort()) {
  if (!file.endsWith(".html")) continue;
  const page = readFileSync(join(dist, file), "utf8");
  const pattern = /<site-island data-island="(\w+)"[^>]*>(.*?)<script type="application\/json">(.*?)<\/script><\/site-island>/gs;
  for (const [, name = "", html = "", props = ""] of page.matchAll(pattern)) {
    if (!islands.has(name + props)) islands.set(name + props, { route: file, name, html, props });
  }
}

test.each([...islands.values()])("$name of $route", async ({ route, name, html, props }) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  Element.prototype.animate ??= () => ({ finish() {}, cancel() {} }) as unknown as Animation;
  window.matchMedia = () => ({ matches: true, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
  history.replaceState(null, "", `/${route.replace(/(index)?\.html$/, "")}`);
  const consoleError = vi.spyOn(console, "error").mockImplementation(() => {});
  const { default: Island } = (await import(`../src/islands/${name}/${name}.tsx`)) as { default: ComponentType };
  const element = document.body.appendChild(document.createElement("site-island"));
  element.innerHTML = html;
  const differences: unknown[] = [];
  const root = await act(() =>
    hydrateRoot(element, createElement(Island, JSON.parse(props)), { onRecoverableError: (error) => differences.push(error) }),
  );
  expect(differences).toEqual([]);
  expect(consoleError.mock.calls).toEqual([]);
  await act(() => root.unmount());
  element.remove();
});
