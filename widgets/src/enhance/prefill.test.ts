import { beforeEach, expect, test, vi } from "vitest";
import { prefillForm } from "./prefill.ts";

const PAGE = `
  <div id="services-menu">
    <section><h2>CA Services</h2><ul><li><a href="/services/vat">Gujarat VAT <span>GST returns</span></a></li></ul></section>
    <section><h2>CS Services</h2><ul><li><a href="/services/trademark">Trademark</a></li></ul></section>
  </div>
  <main><form>
    <select name="service"><option value=""></option><option value="A (CA)">A</option><option value="B (CS)">B</option></select>
    <select name="subject"><option value=""></option><option value="FEMA">FEMA</option></select>
    <textarea name="message"></textarea>
  </form>
  <template data-about="notice">Notice.
Form: </template>
  <template data-about="vat-notice">VAT notice.</template>
  <a data-message="text" href="https://wa.me/91?text=Hello">WhatsApp</a>
  <a data-message="body" href="mailto:a@example.com?body=Hello">Email</a></main>`;

beforeEach(() => {
  document.body.innerHTML = PAGE;
});

/** Returns the form's values after arriving with a query string from a page. */
function arrive(query: string, from = "") {
  history.replaceState(null, "", `/contact${query}`);
  vi.spyOn(document, "referrer", "get").mockReturnValue(from && location.origin + from);
  prefillForm();
  return [...document.querySelectorAll<HTMLSelectElement | HTMLTextAreaElement>("select, textarea")].map(({ value }) => value);
}

test.each([
  ["?about=vat", "", ["A (CA)", "", "Gujarat VAT: "]],
  ["?about=trademark&subject=FEMA", "", ["B (CS)", "FEMA", "Trademark: "]],
  ["", "/services/trademark", ["B (CS)", "", "Trademark: "]],
  ["", "/about", ["", "", ""]],
  ["?subject=Other", "", ["", "", ""]],
  ["?about=nothing", "", ["", "", ""]],
  ["?about=notice", "", ["", "", "Notice.\nForm: "]],
  ["?about=notice", "/services/trademark", ["", "", "Notice.\nForm: "]],
  ["?message=Send+money", "", ["", "", ""]],
  ["", "", ["", "", ""]],
])("the query %j and the referrer %j fill in %j", (query, from, values) => {
  expect(arrive(query, from)).toEqual(values);
});

test("text that the visitor has typed is kept", () => {
  document.querySelector("textarea")!.value = "Please call.";
  expect(arrive("?about=vat")[2]).toBe("Please call.");
});

test.each([
  ["?about=notice", ["https://wa.me/91?text=Notice.%0AForm%3A%20", "mailto:a@example.com?body=Notice.%0AForm%3A%20"]],
  ["?about=vat", ["https://wa.me/91?text=Gujarat%20VAT%3A%20", "mailto:a@example.com?body=Gujarat%20VAT%3A%20"]],
  ["", ["https://wa.me/91?text=Hello", "mailto:a@example.com?body=Hello"]],
])("the query %j begins messages sent another way with the same text", (query, urls) => {
  arrive(query);
  expect([...document.querySelectorAll("a[data-message]")].map((link) => link.getAttribute("href"))).toEqual(urls);
});
