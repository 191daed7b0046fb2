import { expect, test } from "vitest";
import { changed, exactOf, lineOf, linesOf, numberOf } from "./typed.ts";

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
  ["\u202A+91\u00A098765 43210\u202C\u200E", "+91 98765 43210"],
  ["Office 7,\u200B Sample\tHouse\r\n", "Office 7, Sample House  "],
  ["क्\u200Dष", "क्\u200Dष"],
])("the exact line %j", (text, expected) => expect(exactOf(text)).toBe(expected));

test("a line keeps the signs that texts need", () => expect(lineOf("«\u00A0prix\u00A0» שלום\u200F!\u200B")).toBe("«\u00A0prix\u00A0» שלום\u200F!"));

test("lines stay lines", () => expect(linesOf("a\r\nb\rc\u00A0d\ufeff")).toBe("a\nb\nc\u00A0d"));

test.each([
  ["typed in the middle", "a\u202Ab\u202Cd", "a\u202Ab\u202Ccd", "a\u202Ab\u202Ccd"],
  ["pasted", "ab", "a\u200Bx\u200Bb", "axb"],
  ["removed", "a\u200Bb", "a\u200B", "a\u200B"],
  ["the same letter again", "aa", "aaa", "aaa"],
  ["all of it", "", "\ufeffa", "a"],
])("what is cleaned of a change: %s", (_, before, after, expected) => expect(changed(before, after, lineOf)).toBe(expected));
