import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import Testimonials from "./Testimonials.tsx";

const item = (position: string, length: number, rating: number) => ({
  name: "Name withheld",
  position,
  company: "Example",
  rating,
  text: "x".repeat(length),
  image: { src: "/x.svg", width: 1, height: 1 },
});

test("only a text of more than 150 characters is shortened; its button is described by whose it is", () => {
  render(<Testimonials items={[item("One", 150, 5), item("Two", 151, 4)]} />);
  const more = screen.getByRole("button", { name: "Read More" });
  expect(document.getElementById(more.getAttribute("aria-describedby")!)?.textContent).toBe("Two, Example");
});

test("the stars are one image with an accessible name", () => {
  render(<Testimonials items={[item("One", 10, 4)]} />);
  const rating = screen.getByRole("img", { name: "4 out of 5 stars" });
  expect(rating.querySelectorAll("[data-on]")).toHaveLength(4);
  expect(rating.children).toHaveLength(5);
});
