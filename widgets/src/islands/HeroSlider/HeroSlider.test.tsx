import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { setReducedMotion } from "../../testing/motion.ts";
import HeroSlider from "./HeroSlider.tsx";
import start from "./live.ts";

const slides = ["One", "Two", "Three"].map((title) => ({
  title,
  subtitle: "Subtitle",
  description: "Description",
  image: { src: "/x.svg", width: 8, height: 5 },
  image_alt: "A ledger",
  cta: { label: "See more", url: "/services" },
}));

function show() {
  vi.useFakeTimers();
  setReducedMotion(false);
  const { container } = render(<HeroSlider slides={slides} contact={{ label: "Write to us", url: "/write" }} />);
  start(container);
  return {
    container,
    active: () => container.querySelector(".slide[data-state=active] h2")?.textContent,
    pass: (time: number) => vi.advanceTimersByTime(time),
    track: container.querySelector(".hero-track") as HTMLElement,
  };
}

test("automatic changes are not announced, chosen slides are", () => {
  const { active, pass } = show();
  pass(5000);
  expect(active()).toBe("Two");
  expect(screen.getByRole("status").textContent).toBe("");
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(screen.getByRole("status").textContent).toBe("Slide 3 of 3: Three");
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(screen.getByRole("status").textContent).toBe("Slide 1 of 3: One");
  fireEvent.click(screen.getByRole("button", { name: "Slide 2" }));
  expect(screen.getByRole("status").textContent).toBe("Slide 2 of 3: Two");
});

test("a mouse pointer over a slide pauses it, a finger does not", () => {
  const { active, pass, track } = show();
  fireEvent.pointerEnter(track, { pointerType: "mouse" });
  pass(20_000);
  expect(active()).toBe("One");
  fireEvent.pointerLeave(track, { pointerType: "mouse" });
  pass(5000);
  expect(active()).toBe("Two");
  fireEvent.pointerEnter(track, { pointerType: "touch" });
  pass(5000);
  expect(active()).toBe("Three");
});

test.each([
  ["touch", () => fireEvent.touchStart(document.body)],
  ["scroll", () => fireEvent.scroll(document)],
])("the first %s stops the slides until Play is pressed", (_, move) => {
  const { active, pass } = show();
  move();
  pass(20_000);
  expect(active()).toBe("One");
  fireEvent.click(screen.getByRole("button", { name: "Play" }));
  move();
  pass(5000);
  expect(active()).toBe("Two");
});

test("a touch on Pause pauses once", () => {
  const { active, pass } = show();
  const button = screen.getByRole("button", { name: "Pause" });
  fireEvent.touchStart(button);
  fireEvent.click(button);
  expect(button.getAttribute("aria-label")).toBe("Play");
  pass(20_000);
  expect(active()).toBe("One");
});

test("every slide has the link of its own and the common one", () => {
  const { container } = show();
  const links = [...container.querySelectorAll<HTMLAnchorElement>(".slide a")].map((link) => link.getAttribute("href"));
  expect(links).toEqual(["/services", "/write", "/services", "/write", "/services", "/write"]);
});
