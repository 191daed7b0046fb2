import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { addressOf, categoryOf } from "./filter.ts";
import start from "./live.ts";
import Projects from "./Projects.tsx";

const projects = (["FinTech", "Enterprise", "Technology", "FinTech"] as const).map((category, index) => ({
  slug: `p-${index}`,
  title: `Project ${index}`,
  description: index === 0 ? "x".repeat(121) : "x".repeat(120),
  category,
  image: { src: "/p.svg", width: 8, height: 5 },
  link: "https://example.com",
  stats: { clients: "50+", completion: "98%", of: "forms filed on time, 2025-26" },
  year: 2025,
}));

test.each([
  ["", "All"],
  ["?category=FinTech", "FinTech"],
  ["?category=fintech", "All"],
  ["?category=Other", "All"],
] as const)("the query %j selects %s", (query, category) => {
  expect(categoryOf(query)).toBe(category);
  expect(categoryOf(addressOf(category).slice("/projects".length))).toBe(category);
});

test("only a description of more than 120 characters is shortened; its button is described by the title", () => {
  start(render(<Projects projects={projects} />).container);
  const [more, ...others] = screen.getAllByRole("button", { name: "Read More" });
  expect(others).toEqual([]);
  expect(document.getElementById(more!.getAttribute("aria-describedby")!)?.textContent).toContain("Project 0");
});
