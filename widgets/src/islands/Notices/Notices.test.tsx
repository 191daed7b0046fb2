import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import Notices from "./Notices.tsx";

const notices = [
  { form: "DRC-01B", about: "tax in GSTR-1 is more than in GSTR-3B", time: "7 days", days: 7 },
  { form: "DRC-07", about: "an order", time: "three months", months: 3 },
];

const lastDays = () => screen.getAllByRole("row").slice(1).map((row) => row.lastElementChild?.textContent);

test("the date of service gives each notice its last day", () => {
  render(<Notices notices={notices} />);
  expect(lastDays()).toEqual(["–", "–"]);
  fireEvent.change(screen.getByLabelText("Served on"), { target: { value: "2026-11-26" } });
  expect(lastDays()).toEqual(["3 December 2026", "26 February 2027"]);
  expect(screen.getByRole("status").textContent).toBe("Last days for a notice of 26 November 2026");
  fireEvent.change(screen.getByLabelText("Served on"), { target: { value: "" } });
  expect(lastDays()).toEqual(["–", "–"]);
});
