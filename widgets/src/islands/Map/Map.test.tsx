import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import start from "./live.ts";
import Map from "./Map.tsx";

const props = {
  title: "Map of the office",
  note: "It comes from elsewhere.",
  link: { label: "Open the map", url: "https://example.com/map" },
  embed: "about:blank",
};

test("the map is loaded when its button is pressed, and gets the focus", () => {
  const { container } = render(<Map {...props} />);
  start(container, props);
  expect(container.querySelector("iframe")).toBeNull();
  expect(container.innerHTML).not.toContain(props.embed);
  fireEvent.click(screen.getByRole("button", { name: "Show the map" }));
  const frame = screen.getByTitle<HTMLIFrameElement>(props.title);
  expect(frame.getAttribute("src")).toBe(props.embed);
  expect(document.activeElement).toBe(frame);
});
