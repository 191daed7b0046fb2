import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { cases, formOf, htmlOf } from "../../testing/forms.ts";
import type { FormDefinition } from "../../forms/definition.ts";
import { send as realSend } from "../../forms/send.ts";
import Form from "./Form.tsx";

vi.mock("../../forms/send.ts", () => ({ send: vi.fn() }));
const send = vi.mocked(realSend);
const done = { success: true as const, id: "7d1f" };

beforeEach(() => {
  vi.spyOn(console, "info").mockImplementation(() => {});
  send.mockReset();
});

function show(name: string): { form: FormDefinition; element: HTMLFormElement } {
  const form = formOf(name);
  const { container } = render(<Form form={form} action={`/api/${name}`} html={htmlOf(name)} phone={{ label: "+91 98765 43210", url: "tel:+919876543210" }} />);
  return { form, element: container.querySelector("form")! };
}

/** Types the values of `cases.json` that a test does not override. */
function fill(element: HTMLFormElement, name: string) {
  for (const [field, value] of Object.entries(cases.valid[name] ?? {})) {
    const control = element.elements.namedItem(field);
    if (control instanceof HTMLElement) fireEvent.input(control, { target: { value } });
  }
}

const submit = (element: HTMLFormElement) => fireEvent.submit(element);
const toast = () => within(screen.getByRole("region", { name: "Notifications" }));

/** Waits for the confirmation that replaces the form. */
const sent = async (form: FormDefinition) => (await screen.findByRole("heading", { name: form.success.title })).closest<HTMLElement>(".form-sent")!;

test.each(["contact", "query", "newsletter"])("%s sends every field, is cleared, and is replaced by the confirmation", async (name) => {
  send.mockResolvedValue(done);
  const { form, element } = show(name);
  fill(element, name);
  submit(element);
  const words = await sent(form);
  await waitFor(() => expect(document.activeElement?.textContent).toBe(form.success.title));
  expect(within(words).getByText(form.success.message)).toBeTruthy();
  expect(words.querySelector(".form-sent-reference")?.textContent).toBe("Reference 7d1f");
  expect(element.hidden).toBe(true);
  const [, action, submission] = send.mock.calls[0]!;
  expect(action).toBe(`/api/${name}`);
  expect(Object.keys(submission.values)).toEqual([...form.fields.map((field) => field.name), "topic"]);
  expect((element.elements.namedItem("email") as HTMLInputElement).value).toBe("");
  fireEvent.click(within(words).getByRole("button", { name: "Send another" }));
  expect(element.hidden).toBe(false);
  expect(document.activeElement).toBe(element.elements.namedItem(form.fields[0]!.name));
  expect(element.dataset.status).toBeUndefined();
  expect(document.querySelector(".form-sent")).toBeNull();
});

test("the confirmation contains the next steps from the page", async () => {
  send.mockResolvedValue(done);
  const page = document.createElement("template");
  page.dataset.sent = "contact";
  page.innerHTML = "<h3>What happens now</h3>";
  document.body.append(page);
  const { form, element } = show("contact");
  fill(element, "contact");
  submit(element);
  expect(within(await sent(form)).getByRole("heading", { name: "What happens now" })).toBeTruthy();
  page.remove();
});

test("a form that could not be sent says so above its button, with the telephone, until it is sent", async () => {
  send.mockResolvedValueOnce({ success: false, message: "Network error occurred", errors: {} }).mockResolvedValue(done);
  const { form, element } = show("contact");
  fill(element, "contact");
  submit(element);
  const alert = (await screen.findByText("Not sent.")).closest<HTMLElement>(".form-not-sent")!;
  expect(alert.textContent).toBe("Not sent. Your text is still here. Try again, or call +91 98765 43210.");
  expect(alert.getAttribute("role")).toBe("alert");
  expect(alert.parentElement?.nextElementSibling?.querySelector("button")).toBeTruthy();
  expect(toast().getByText("Network error occurred")).toBeTruthy();
  dispatchEvent(new Event("touchmove"));
  expect(document.querySelector(".toast")).toBeNull();
  submit(element);
  await sent(form);
  expect(element.querySelector(".form-not-sent")).toBeNull();
});

test("a refused form does not say that it was not sent, and no longer once its errors are corrected", async () => {
  send.mockResolvedValue({ success: false, message: "Please check the fields.", errors: { email: "Email: unknown domain." } });
  const { element } = show("contact");
  fill(element, "contact");
  submit(element);
  await waitFor(() => expect(element.querySelector(".form-errors")).toBeTruthy());
  expect(element.querySelector(".form-not-sent")).toBeNull();
  fireEvent.input(element.elements.namedItem("email") as HTMLElement, { target: { value: "a@example.com" } });
  expect(element.querySelector(".form-errors")).toBeNull();
  expect(element.querySelector(".form-not-sent")).toBeNull();
});

test.each([
  ["a field that the page does not have", { gstin: "GSTIN: please fill in this field." }],
  ["an option that only the page has", { service: "Service: choose one of the options." }],
])("a refusal because of %s leads to the form function's own page", async (_, errors) => {
  send.mockResolvedValue({ success: false, message: "Please correct one field.", errors });
  const { element } = show("contact");
  const leave = vi.spyOn(element, "submit").mockImplementation(() => {});
  fill(element, "contact");
  submit(element);
  await waitFor(() => expect(leave).toHaveBeenCalledOnce());
  expect(element.querySelector("[role=alert]")).toBeNull();
  // The browser would ask whether to leave.
  const unload = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(unload);
  expect(unload.defaultPrevented).toBe(false);
});

test("a file that is too large is refused as soon as it is chosen, beside its field alone", () => {
  const { form, element } = show("career");
  const large = new File(["x"], "cv.pdf");
  Object.defineProperty(large, "size", { value: 3_000_000, configurable: true });
  const { get } = FormData.prototype;
  vi.spyOn(FormData.prototype, "get").mockImplementation(function (this: FormData, name) {
    return name === "resume" ? large : get.call(this, name);
  });
  fireEvent.input(element.elements.namedItem("resume") as HTMLElement);
  const { errors } = form.fields.find(({ name }) => name === "resume")!;
  expect(element.querySelector("#career-resume-error")?.textContent).toBe(`Error: ${errors.too_large}`);
  expect(element.querySelector(".form-errors")).toBeNull();
  Object.defineProperty(large, "size", { value: 3000 });
  fireEvent.input(element.elements.namedItem("resume") as HTMLElement);
  expect(element.querySelector("#career-resume-error")).toBeNull();
});

test("a value that a link filled in is not unsent text, a changed one is", () => {
  const { element } = show("contact");
  const asked = () => {
    const event = new Event("beforeunload", { cancelable: true });
    dispatchEvent(event);
    return event.defaultPrevented;
  };
  const [service, message] = ["service", "message"].map((name) => element.elements.namedItem(name) as HTMLSelectElement);
  service!.selectedIndex = 1;
  service!.dataset.prefilled = service!.value;
  message!.value = message!.dataset.prefilled = "Trademark: ";
  expect(asked()).toBe(false);
  service!.selectedIndex = 2;
  expect(asked()).toBe(true);
});

test("while sending, the button is disabled and has another label, and a second submission does nothing", async () => {
  let arrive = (_: typeof done) => {};
  send.mockImplementation(() => new Promise((resolve) => (arrive = resolve)));
  const { form, element } = show("contact");
  fill(element, "contact");
  submit(element);
  submit(element);
  const button = await screen.findByRole<HTMLButtonElement>("button", { name: form.loading });
  expect(button.disabled).toBe(true);
  expect(element.dataset.status).toBe("loading");
  arrive(done);
  await sent(form);
  expect(element.dataset.status).toBe("success");
  expect(send).toHaveBeenCalledTimes(1);
});

test("shows the progress of a file's upload", async () => {
  let arrive = (_: typeof done) => {};
  let advance = (_: number) => {};
  send.mockImplementation((_form, _action, _submission, _key, onProgress) => {
    advance = onProgress;
    return new Promise((resolve) => (arrive = resolve));
  });
  const { form, element } = show("career");
  fill(element, "career");
  const resume = new File(["%PDF-1.7 …"], "cv.pdf", { type: "application/pdf" });
  // happy-dom omits files from a form's data.
  const { get } = FormData.prototype;
  vi.spyOn(FormData.prototype, "get").mockImplementation(function (this: FormData, name) {
    return name === "resume" ? resume : get.call(this, name);
  });
  submit(element);
  await screen.findByRole("button", { name: form.loading });
  expect(screen.queryByRole("progressbar")).toBeNull();
  act(() => advance(0.4));
  expect(screen.getByRole<HTMLProgressElement>("progressbar", { name: "Upload" }).value).toBe(0.4);
  arrive(done);
  await sent(form);
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(send.mock.calls[0]![2].files.resume?.name).toBe("cv.pdf");
});

test("a submission has a key over plain HTTP as well", async () => {
  vi.spyOn(crypto, "randomUUID").mockImplementation(() => {
    throw new TypeError("crypto.randomUUID is not a function");
  });
  send.mockResolvedValue(done);
  const { form, element } = show("contact");
  fill(element, "contact");
  submit(element);
  await sent(form);
  expect(send.mock.calls[0]![3]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("an unexpected error shows a message, and the form can be sent again", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  send.mockRejectedValueOnce(new Error("unforeseen")).mockResolvedValue(done);
  const { form, element } = show("contact");
  fill(element, "contact");
  submit(element);
  await waitFor(() => expect(toast().getByText(form.failure.message)).toBeTruthy());
  expect(said).toHaveBeenCalled();
  // The form shows the failure after its message.
  await waitFor(() => expect(element.dataset.status).toBe("failure"));
  submit(element);
  await sent(form);
});

test("a file that was deleted after it was chosen is invalid", async () => {
  const gone = new File(["%PDF-1.7"], "cv.pdf", { type: "application/pdf" });
  vi.spyOn(gone, "slice").mockReturnValue({ arrayBuffer: () => Promise.reject(new DOMException("gone", "NotFoundError")) } as unknown as Blob);
  const { form, element } = show("career");
  fill(element, "career");
  const { get } = FormData.prototype;
  vi.spyOn(FormData.prototype, "get").mockImplementation(function (this: FormData, name) {
    return name === "resume" ? gone : get.call(this, name);
  });
  submit(element);
  const summary = await screen.findByRole("alert");
  const resume = form.fields.find(({ name }) => name === "resume")!;
  expect(within(summary).getAllByRole("link").map((link) => link.textContent)).toEqual([resume.errors.invalid]);
  expect(send).not.toHaveBeenCalled();
});

test("asks before leaving only while there is unsent text", () => {
  const { element } = show("query");
  const asks = () => {
    const event = new Event("beforeunload", { cancelable: true });
    dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(asks()).toBe(false);
  fireEvent.input(element.elements.namedItem("name") as HTMLElement, { target: { value: "A" } });
  expect(asks()).toBe(true);
  element.reset();
  expect(asks()).toBe(false);
});
