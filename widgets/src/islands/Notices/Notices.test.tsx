import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import Notices from "./Notices.tsx";

const notices = [
  { form: "DRC-01B", about: "tax in GSTR-1 is more than in GSTR-3B", time: "7 days", days: 7 },
  { form: "DRC-07", about: "an order", time: "three months", months: 3 },
];

beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-11-29T06:00:00Z"), toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

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

test("a last day that has passed says so, from the next day on", () => {
  render(<Notices notices={notices} />);
  fireEvent.change(screen.getByLabelText("Served on"), { target: { value: "2026-11-21" } });
  expect(lastDays()).toEqual(["28 November 2026, a\u00a0SaturdayThis day has passed", "21 February 2027, a\u00a0Sunday"]);
  fireEvent.change(screen.getByLabelText("Served on"), { target: { value: "2026-11-22" } });
  expect(lastDays()).toEqual(["29 November 2026, a\u00a0Sunday", "22 February 2027"]);
});

test("a date of service in the future gives no last day", () => {
  render(<Notices notices={notices} />);
  fireEvent.change(screen.getByLabelText("Served on"), { target: { value: "2026-11-30" } });
  expect(lastDays()).toEqual(["–", "–"]);
  expect(screen.getByRole("status").textContent).toMatch(/^30 November 2026 is still to come/);
});
