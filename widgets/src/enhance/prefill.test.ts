import { beforeEach, expect, test } from "vitest";
import { prefillForm } from "./prefill.ts";

const PAGE = `
  <div id="services-menu"><a href="/services/vat">Gujarat VAT <span>GST returns</span></a></div>
  <main><form>
    <select name="service"><option value=""></option><option value="A (CA)">A</option></select>
    <textarea name="message"></textarea>
  </form></main>`;

beforeEach(() => {
  document.body.innerHTML = PAGE;
});

test.each([
  ["?about=vat&service=A+(CA)", "A (CA)", "Gujarat VAT: "],
  ["?service=B", "", ""],
  ["?about=nothing", "", ""],
  ["?about=%22%5D", "", ""],
  ["?message=Send+money", "", ""],
  ["", "", ""],
])("%j chooses %j and begins the message with %j", (query, service, message) => {
  history.replaceState(null, "", `/contact${query}`);
  prefillForm();
  expect(document.querySelector("select")!.value).toBe(service);
  expect(document.querySelector("textarea")!.value).toBe(message);
});

test("what was typed stays", () => {
  history.replaceState(null, "", "/contact?about=vat");
  document.querySelector("textarea")!.value = "Please call.";
  prefillForm();
  expect(document.querySelector("textarea")!.value).toBe("Please call.");
});
