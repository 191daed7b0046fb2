import { expect, test } from "vitest";
import { begun } from "./completion.ts";

test.each([
  ["See [our fees](", { kind: "destination", from: 15, query: "our fees", isPicture: false }],
  ["See [our fees](/ser", { kind: "destination", from: 15, query: "/ser", isPicture: false }],
  ["![A desk](", { kind: "destination", from: 10, query: "A desk", isPicture: true }],
  ["See [gst", { kind: "text", from: 4, query: "gst" }],
  ["See [g", null],
  ["See [gst] and", null],
  ["![gst", null],
  ["\\[gst", null],
  ["plain", null],
])("%s", (line, expected) => {
  expect(begun(line)).toEqual(expected);
});
