import { expect, test } from "vitest";
import { lineOf, linesOf, numberOf } from "./typed.ts";

test.each([
  ["12", 12],
  ["-2.5", -2.5],
  ["1,000", 1000],
  ["1,00,000", 100_000],
  ["₹ 1,00,000.50", 100_000.5],
  ["Rs. 500", 500],
  ["98%", 98],
  ["४२", 42],
  ["٣", 3],
  ["1,0", "1,0"],
  ["five", "five"],
  ["12 to 15", "12 to 15"],
  ["₹", "₹"],
  ["  ", undefined],
])("the number %s", (text, expected) => expect(numberOf(text)).toBe(expected));

test.each([
  ["\u202A+91 98765 43210\u202C", "+91 98765 43210"],
  ["Office\u00A07,\u200B Sample\tHouse\r\n", "Office 7, Sample House  "],
  ["क्\u200Dष", "क्\u200Dष"],
])("the line %j", (text, expected) => expect(lineOf(text)).toBe(expected));

test("lines stay lines", () => expect(linesOf("a\r\nb\rc\u00A0d\ufeff")).toBe("a\nb\nc d"));
