import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { forms, htmlOf, markup } from "../../testing/forms.ts";
import Form from "./Form.tsx";

test.each(Object.entries(markup))("%s has the template's markup, with and without errors", async (name, { plain, errors }) => {
  const { container } = render(<Form form={forms[name]!} action={`/api/${name}`} html={htmlOf(name)} />);
  expect(outline(container).length).toBeGreaterThan(10);
  expect(outline(container.firstElementChild!)).toEqual(outline(parse(plain)));
  fireEvent.submit(container.querySelector("form")!);
  await screen.findAllByRole("alert");
  expect(outline(container.firstElementChild!)).toEqual(outline(parse(errors)));
});

function parse(html: string): Element {
  const template = document.createElement("div");
  template.innerHTML = html;
  return template;
}

/** Returns elements with their attributes, and texts, one per line, without the white space between elements. */
function outline(parent: Node, depth = 0): string[] {
  return [...parent.childNodes].flatMap((node) => {
    const indent = "  ".repeat(depth);
    if (node instanceof Element) {
      // `value=""` has no meaning, and only the script sets `data-status`.
      const attributes = [...node.attributes]
        .filter(({ name, value }) => !(name === "value" && !value && node.tagName === "INPUT") && name !== "data-status")
        .map(({ name, value }) => `${name}="${value}"`);
      return [`${indent}<${[node.tagName.toLowerCase(), ...attributes.sort()].join(" ")}>`, ...outline(node, depth + 1)];
    }
    const text = node.nodeType === Node.TEXT_NODE ? (node.textContent ?? "").replace(/\s+/g, " ").trim() : "";
    return text ? [indent + text] : [];
  });
}
