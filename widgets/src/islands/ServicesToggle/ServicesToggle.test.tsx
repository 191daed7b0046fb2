import { fireEvent, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { goBackTo } from "../../testing/history.ts";
import ServicesToggle from "./ServicesToggle.tsx";

const tabs = [
  { id: "ca", label: "CA Services", count: 8 },
  { id: "cs", label: "CS Services", count: 18 },
];

/** Renders the toggle in a page with its sections, at a URL. */
function show(hash = "") {
  history.replaceState(null, "", `/services${hash}`);
  const page = document.body.appendChild(document.createElement("div"));
  page.innerHTML = `<div></div><section id="ca"></section><section id="cs"></section>`;
  render(<ServicesToggle tabs={tabs} />, { container: page.firstElementChild as HTMLElement });
  return { panel: (id: string) => document.getElementById(id)! };
}

test.each([
  ["", "ca"],
  ["#cs", "cs"],
  ["#ca", "ca"],
  ["#elsewhere", "ca"],
])("the fragment %j shows %s", (hash, shown) => {
  const { panel } = show(hash);
  for (const { id } of tabs) expect(panel(id).hidden).toBe(id !== shown);
  expect(screen.getByRole("tab", { selected: true }).id).toBe(`${shown}-tab`);
});

test("a tab shows its section, which is labelled by the tab", () => {
  const { panel } = show();
  fireEvent.click(screen.getByRole("tab", { name: "CS Services 18" }));
  expect(panel("ca").hidden).toBe(true);
  expect(panel("cs").hidden).toBe(false);
  expect(panel("cs").getAttribute("role")).toBe("tabpanel");
  expect(panel("cs").getAttribute("aria-labelledby")).toBe(screen.getByRole("tab", { selected: true }).id);
  expect(location.hash).toBe("#cs");
});

test("arrow keys, Home and End select a tab; only that tab is in the tab order", () => {
  show();
  for (const [key, selected] of [["ArrowLeft", "cs"], ["ArrowRight", "ca"], ["End", "cs"], ["Home", "ca"], ["x", "ca"]]) {
    fireEvent.keyDown(screen.getByRole("tablist"), { key });
    expect(screen.getByRole("tab", { selected: true }).id).toBe(`${selected}-tab`);
    expect(screen.getAllByRole("tab").map((tab) => tab.tabIndex)).toEqual(selected === "ca" ? [0, -1] : [-1, 0]);
  }
});

test("without a script, the tabs are links to the sections", () => {
  const { body } = new DOMParser().parseFromString(renderToString(<ServicesToggle tabs={tabs} />), "text/html");
  const links = [...body.querySelectorAll("a")];
  expect(links.map((link) => [link.getAttribute("href"), link.getAttribute("role"), link.getAttribute("aria-current")])).toEqual([
    ["#ca", null, "true"],
    ["#cs", null, null],
  ]);
});

test("a tab keeps the query string", () => {
  show("?utm_source=mail");
  for (const [name, address] of [["CS Services 18", "?utm_source=mail#cs"], ["CA Services 8", "?utm_source=mail"]] as const) {
    fireEvent.click(screen.getByRole("tab", { name }));
    expect(location.search + location.hash).toBe(address);
  }
});

test("the fragment of another part of the page keeps the tab", () => {
  const { panel } = show("#cs");
  goBackTo("/services#main");
  expect(panel("cs").hidden).toBe(false);
  goBackTo("/services");
  expect(panel("ca").hidden).toBe(false);
});

test("Back selects the previous tab", () => {
  const { panel } = show("#cs");
  goBackTo("/services");
  expect(panel("ca").hidden).toBe(false);
});
