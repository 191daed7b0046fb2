import { fireEvent, render, screen } from "@testing-library/react";
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
  stats: { clients: "50+", completion: "98%" },
  year: 2025,
}));

function show(address = "/projects") {
  history.replaceState(null, "", address);
  start(render(<Projects projects={projects} />).container);
}

const titles = () => screen.getAllByRole("heading").map((heading) => heading.textContent?.slice(0, 9));
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test.each([
  ["", "All"],
  ["?category=FinTech", "FinTech"],
  ["?category=fintech", "All"],
  ["?category=Other", "All"],
] as const)("the query %j selects %s", (query, category) => {
  expect(categoryOf(query)).toBe(category);
  expect(categoryOf(addressOf(category).slice("/projects".length))).toBe(category);
});

test("a filter shows its projects, announces their number, and is part of the URL", () => {
  show();
  expect(titles()).toHaveLength(4);
  press("FinTech");
  expect(titles()).toEqual(["Project 0", "Project 3"]);
  expect(screen.getByRole("button", { name: "FinTech" }).getAttribute("aria-pressed")).toBe("true");
  expect(screen.getByRole("status").textContent).toBe("FinTech: 2 projects");
  expect(location.search).toBe("?category=FinTech");
  press("Enterprise");
  expect(screen.getByRole("status").textContent).toBe("Enterprise: 1 project");
  history.replaceState(null, "", "/projects?category=Technology");
  dispatchEvent(new PopStateEvent("popstate"));
  expect(titles()).toEqual(["Project 2"]);
});

test("only a description of more than 120 characters is shortened; its button is described by the title", () => {
  show();
  const [more, ...others] = screen.getAllByRole("button", { name: "Read More" });
  expect(others).toEqual([]);
  expect(document.getElementById(more!.getAttribute("aria-describedby")!)?.textContent).toContain("Project 0");
});
