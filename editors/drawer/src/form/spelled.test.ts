import { render, screen } from "@testing-library/react";
import { createElement } from "react";
import { expect, test } from "vitest";
import { FindingText, sentence, spelled } from "./FindingList.tsx";

test.each([
  ["it is published on 2026-11-30", "it is published on 30 November 2026"],
  ["from 2026-11-30, to 2026-12-01.", "from 30 November 2026, to 1 December 2026."],
  ["the link /blogs/2026-11-30 and 2026-11-30.md", "the link /blogs/2026-11-30 and 2026-11-30.md"],
  ["`2026-11-30` is a text, write 2026-11-30", "`2026-11-30` is a text, write 30 November 2026"],
  ["there is no 2026-13-45", "there is no 2026-13-45"],
])("the days of “%s” are spelled out", (text, expected) => {
  expect(spelled(text)).toBe(expected);
});

test("so are those of the help of a finding", () => {
  const finding = { id: "1", code: "", parts: {}, message: "it ends on 2026-12-01", help: "publish it by 2026-11-30", stopsBuild: false, document: null, title: null, url: null, field: null, body: null, fixes: [] };
  render(createElement(FindingText, { finding, onFix: () => undefined }));
  expect(screen.getByText(/It ends on/).textContent).toBe("Worth a look: It ends on 1 December 2026. Publish it by 30 November 2026.");
});

test("a sentence begins with a capital letter, but what it quotes is not changed", () => {
  expect(sentence("the link `later` does not exist")).toBe("The link later does not exist.");
  expect(sentence("`later` is not a URL of this site")).toBe("later is not a URL of this site.");
});
