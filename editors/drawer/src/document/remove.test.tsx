import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Refused } from "../api/client.ts";
import type { OpenDocument, Reference, Removal } from "../api/types.ts";
import { fakeSite } from "../testing/fakeSite.ts";
import { Remove } from "./Remove.tsx";

const user = userEvent.setup();

/** Shows the dialog of a document, to which the program answers this. */
async function show(answer: Partial<Removal> = {}) {
  const { api, calls } = fakeSite();
  const { remove } = api;
  api.remove = async (request) => ({ ...(await remove(request)), ...(!request.confirm && answer) });
  const told: string[] = [];
  const document = (await api.open({ document: "a" })) as OpenDocument;
  render(<Remove api={api} document={document} onDone={(shown) => told.push(`removed: ${shown}`)} onOpen={() => told.push("open")} onClose={() => told.push("close")} />);
  await screen.findByText(/take all of this back/);
  const press = () => user.click(screen.getByRole("button", { name: "Remove" }));
  const last = () => calls.findLast(({ name }) => name === "remove")?.request;
  return { api, told, press, last };
}

const reference = (title: string, given: Partial<Reference> = {}): Reference => ({ document: title, title, url: null, text: "x", isRedirected: false, isReplaceable: false, ...given });
const items = () => screen.queryAllByRole("listitem").map(({ textContent }) => textContent);

test("visitors, and the links, are led to the page above it", async () => {
  const { told, press, last } = await show();
  expect(screen.getByText("/location")).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("combobox").value).toBe("Contact");
  expect(screen.getByText("In “E-way bills from January”")).toBeTruthy();
  await press();
  await waitFor(() => expect(told).toEqual(["removed: /contact"]));
  expect(last()).toEqual({ document: "a", confirm: true, to: "/contact", links: true });
});

test("another page can take its place, and links can stay as they are", async () => {
  const { told, press, last } = await show();
  const field = screen.getByRole("combobox");
  await user.clear(field);
  await press();
  expect(screen.getByRole("alert").textContent).toBe("Choose a page from the list first.");
  await user.type(field, "gst");
  await user.click(await screen.findByRole("option", { name: /GST Registration/ }));
  expect(screen.queryByRole("alert")).toBeNull();
  await user.click(screen.getByRole("checkbox"));
  expect(screen.queryByText(/changed by hand/)).toBeNull();
  expect(screen.getByText("Those in “E-way bills from January” still work, because the old address leads there.")).toBeTruthy();
  await press();
  await waitFor(() => expect(told).toEqual(["removed: /services/gst"]));
  expect(last()).toEqual({ document: "a", confirm: true, to: "/services/gst", links: false });
});

test("if nothing takes its place, what refers to it has to be changed by hand", async () => {
  const { told, press, last } = await show();
  await user.click(screen.getByRole("radio", { name: /no such page/ }));
  expect(screen.queryByRole("checkbox")).toBeNull();
  await user.click(screen.getByRole("button", { name: "E-way bills from January" }));
  await press();
  await waitFor(() => expect(told).toEqual(["open", "removed: null"]));
  expect(last()).toEqual({ document: "a", confirm: true });
});

test("what a redirect does not help is listed, each document once, by what is chosen", async () => {
  const references = [
    reference("Menus", { isRedirected: true, isReplaceable: true }),
    reference("GST", { isReplaceable: true }),
    reference("the design", { document: null, isRedirected: true }),
    reference("E-way bills"),
    reference("E-way bills"),
  ];
  await show({ references });
  expect(screen.getByText("In “Menus” and “GST”")).toBeTruthy();
  expect(items()).toEqual(["E-way bills"]);
  await user.click(screen.getByRole("checkbox", { name: /Change the 2 links/ }));
  expect(items()).toEqual(["GST", "E-way bills"]);
  await user.click(screen.getByRole("radio", { name: /no such page/ }));
  expect(items()).toEqual(["Menus", "GST", "the design", "E-way bills"]);
});

test("what nobody can know, and nothing refers to, is removed without a question; changes that are not saved are lost", async () => {
  const { press, last } = await show({ references: [], address: null, to: null, losesDraft: true });
  expect(screen.queryByRole("radio")).toBeNull();
  expect(screen.getByText(/^Nothing else refers to it\. .* Only your changes of it that are not saved are lost\.$/)).toBeTruthy();
  await press();
  await waitFor(() => expect(last()).toEqual({ document: "a", confirm: true }));
});

test("why it cannot be removed is said, and another attempt is possible", async () => {
  const { api, told, press } = await show();
  const { remove } = api;
  api.remove = async () => {
    throw new Refused(409, "“Contact” has changes that are not saved.", null);
  };
  await press();
  expect((await screen.findByRole("alert")).textContent).toBe("“Contact” has changes that are not saved.");
  api.remove = remove;
  await press();
  await waitFor(() => expect(told).toEqual(["removed: /contact"]));
});
