import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { setReducedMotion } from "../../testing/motion.ts";
import start from "./live.ts";
import TeamCarousel from "./TeamCarousel.tsx";

const members = ["A", "B", "C", "D", "E"].map((name, index) => ({
  name,
  position: "Partner",
  specialization: "Audit",
  image: { src: `/${name}.svg`, width: 4, height: 5 },
  qualifications: ["FCA", "B.Com"],
  ...(index === 0 && { experience: "15 years" }),
}));

const show = () => start(render(<TeamCarousel members={members} />).container);

/** Returns the names in the order of the row. */
const row = () =>
  screen
    .getAllByRole("listitem")
    .map((item) => ({ order: Number(item.style.order), name: item.querySelector("h3")?.textContent }))
    .sort((one, other) => one.order - other.order)
    .map(({ name }) => name)
    .join("");

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("steps forward and back, and wraps around", () => {
  setReducedMotion(true);
  show();
  expect(row()).toBe("ABCDE");
  press("Next team member");
  expect(row()).toBe("BCDEA");
  press("Previous team member");
  press("Previous team member");
  expect(row()).toBe("EABCD");
  // The order for screen readers does not change.
  expect(screen.getAllByRole("heading").map((heading) => heading.textContent).join("")).toBe("ABCDE");
});

test("shows the facts of each member", () => {
  setReducedMotion(true);
  show();
  expect(screen.getAllByText("Experience")).toHaveLength(1);
  expect(screen.getAllByText("FCA, B.Com")).toHaveLength(5);
});
