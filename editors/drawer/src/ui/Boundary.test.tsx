import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Boundary } from "./Boundary.tsx";

function Broken(): never {
  throw new URIError("URI malformed");
}

test("a fault in what is shown is said, and leaves the rest of the page", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const retry = vi.fn();
  render(
    <>
      <p>Page</p>
      <Boundary onRetry={retry}>
        <Broken />
      </Boundary>
    </>,
  );
  expect(screen.getByText("Page")).toBeTruthy();
  expect(screen.getByRole("alert").textContent).toContain("kept as a draft");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(retry).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});
