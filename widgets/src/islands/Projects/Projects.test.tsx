import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { addressOf, categoryOf } from "./filter.ts";
import { goBackTo } from "../../testing/history.ts";
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
  const categories = ["All", "FinTech"];
  expect(categoryOf(query, categories)).toBe(category);
  expect(categoryOf(addressOf(category).slice(location.pathname.length), categories)).toBe(category);
});

const titles = () => screen.getAllByRole("heading").map((heading) => heading.textContent?.slice(0, "Project 0".length));
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("a category shows its projects and announces their number; Back shows the previous category", async () => {
  render(<Projects projects={projects} />);
  expect(titles()).toHaveLength(4);
  expect(screen.getByRole("status").textContent).toBe("");
  press("FinTech");
  expect(titles()).toEqual(["Project 0", "Project 3"]);
  expect(screen.getByRole("button", { name: "FinTech", pressed: true })).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe("FinTech: 2 projects");
  expect(location.search).toBe("?category=FinTech");
  press("Technology");
  expect(titles()).toEqual(["Project 2"]);
  goBackTo("/projects");
  expect(titles()).toHaveLength(4);
});

test("the category of the URL is shown", () => {
  history.replaceState(null, "", "/projects?category=Enterprise");
  render(<Projects projects={projects} />);
  expect(titles()).toEqual(["Project 1"]);
});

test("only a description of more than 120 characters is shortened; its button is described by the title", () => {
  render(<Projects projects={projects} />);
  const [more, ...others] = screen.getAllByRole("button", { name: "Read More" });
  expect(others).toEqual([]);
  expect(document.getElementById(more!.getAttribute("aria-describedby")!)?.textContent).toContain("Project 0");
});
