import { expect, test } from "vitest";
import { unbroken } from "./unbroken.ts";

test.each([
  ["Rules for e-invoices and E-way bills", "Rules for e-\u2060invoices and E-\u2060way bills"],
  ["Guidelines for Start-ups", "Guidelines for Start-\u2060ups"],
  ["₹15 lakh, or 2 crores of them", "₹15\u00a0lakh, or 2\u00a0crores of them"],
  ["A one-line price-sensitive note - e", "A one-line price-sensitive note - e"],
])("%j", (text, expected) => {
  expect(unbroken(text)).toBe(expected);
});
