import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import Map from "./Map.tsx";

test("the map is requested only when the button is pressed, and then takes the focus", () => {
  render(<Map title="Head office" note="Loads a map." link={{ label: "Open", url: "https://m.example" }} show="Show the map" embed="about:blank" />);
  expect(document.querySelector("iframe")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Show the map" }));
  const frame = screen.getByTitle("Head office");
  expect(frame.getAttribute("src")).toBe("about:blank");
  expect(document.activeElement).toBe(frame);
});

test("the manual shows the component as it is", () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, path), "utf8");
  expect(read("../../../../docs/content/chapters/islands.md")).toContain(read("Map.tsx"));
});
