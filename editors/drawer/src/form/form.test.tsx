import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { useState } from "react";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../api/json.ts";
import type { Finding, Use } from "../api/types.ts";
import { fakeSite, schemaOf } from "../testing/fakeSite.ts";
import { Form, type FormContext } from "./context.ts";
import { Fields } from "./Field.tsx";
import { withValue } from "./pointer.ts";
import type { Schema } from "./schema.ts";

const user = userEvent.setup();

/** Shows a form, and returns its values at any time. */
function show(schema: Schema, initial: JsonObject, given: Partial<FormContext> = {}) {
  let values = initial;
  function Shown() {
    const [current, setCurrent] = useState(initial);
    const form: FormContext = {
      api: fakeSite().api,
      document: "a",
      root: schema,
      findings: [],
      uses: [],
      translations: [],
      before: null,
      focus: null,
      onFix: () => undefined,
      onOpen: () => undefined,
      ...given,
      onChange: (pointer, value) => {
        values = withValue(values, pointer, value);
        setCurrent(values);
      },
    };
    return (
      <Form value={form}>
        <Fields pointer="" schema={schema} values={current} level={3} />
      </Form>
    );
  }
  render(<Shown />);
  return { values: () => values };
}

const of = (properties: Record<string, Schema>, required: string[] = Object.keys(properties)): Schema => ({ type: "object", properties, required });
const openAll = async (name: string | RegExp) => user.click(screen.getByRole("button", { name }));

describe("each kind of field", () => {
  test("text has its label, hint, and length", async () => {
    const { values } = show(of({ meta_title: { type: "string", description: "The whole title.", maxLength: 10 } }), { meta_title: "abc" });
    const input = screen.getByLabelText("Meta title");
    expect(input).toHaveProperty("type", "text");
    expect(input.getAttribute("aria-describedby")).toBe("field/meta_title-hint");
    await user.type(input, "defghijkl");
    expect(values()).toEqual({ meta_title: "abcdefghijkl" });
    expect(screen.getByText("12 characters, at most 10").className).toContain("wrong");
  });

  test("a title of the schema is the label", () => {
    show(of({ noindex: { type: "boolean", title: "Hide from search engines" } }), { noindex: true });
    expect(screen.getByRole("checkbox", { name: "Hide from search engines" })).toHaveProperty("checked", true);
  });

  test("long text is a paragraph", async () => {
    const { values } = show(of({ text: { type: "string", maxLength: 400 } }), { text: "a" });
    await user.type(screen.getByRole("textbox", { name: "Text" }), "{enter}b");
    expect(values()).toEqual({ text: "a\nb" });
  });

  test("an optional text that is emptied is removed, a required one is empty", async () => {
    const { values } = show(of({ a: { type: "string" }, b: { type: "string" } }, ["a"]), { a: "x", b: "y" });
    await user.clear(screen.getByLabelText("A"));
    await user.clear(screen.getByLabelText(/^B/));
    expect(values()).toEqual({ a: "" });
    expect(screen.getByLabelText(/^B/)).toBeTruthy();
  });

  test("numbers", async () => {
    const { values } = show(of({ rating: { type: "integer", minimum: 1 } }), { rating: 4 });
    const input = screen.getByLabelText("Rating");
    await user.clear(input);
    expect(values()).toEqual({});
    await user.type(input, "1x");
    expect(values()).toEqual({ rating: "1x" });
    await user.clear(input);
    await user.type(input, "1.50");
    expect(values()).toEqual({ rating: 1.5 });
    expect(input).toHaveProperty("value", "1.50");
  });

  test("yes or no: what was not written is removed when it is turned off again", async () => {
    const { values } = show(of({ draft: { type: "boolean" }, old: { type: "boolean" } }, []), { old: true });
    await openAll("One more field");
    const [old, draft] = screen.getAllByRole("checkbox");
    for (const box of [old, draft, draft]) if (box) await user.click(box);
    expect(values()).toEqual({ old: false });
  });

  test("choices", async () => {
    const { values } = show(of({ owner: { type: "string", enum: ["tax desk", "audit desk"] } }, []), { owner: "tax desk" });
    const select = screen.getByLabelText(/Owner/);
    await user.selectOptions(select, "audit desk");
    expect(values()).toEqual({ owner: "audit desk" });
    await user.selectOptions(select, "None");
    expect(values()).toEqual({});
  });

  test("a choice that the schema does not list is kept", () => {
    show(of({ owner: { type: "string", enum: ["tax desk"] } }), { owner: "law desk" });
    expect(screen.getByRole("option", { name: "law desk" })).toHaveProperty("selected", true);
  });

  test("documents are chosen by their title", async () => {
    const choices = [
      { value: "member-4", title: "Imran Qureshi" },
      { value: "member-5", title: "Asha Mehta" },
    ];
    const { values } = show(of({ partner: { type: "string", choices } }), { partner: "member-4" });
    expect(screen.queryByText("member-4")).toBeNull();
    await user.selectOptions(screen.getByLabelText("Partner"), "Asha Mehta");
    expect(values()).toEqual({ partner: "member-5" });
  });

  test("one of many choices is searched for, and nothing else is taken", async () => {
    const choices = Array.from({ length: 20 }, (_, index) => ({ value: `m${index}`, title: `Member ${index}` }));
    const { values } = show(of({ partner: { type: "string", choices } }), { partner: "m1" });
    const field = screen.getByRole("combobox", { name: "Partner" });
    expect(field).toHaveProperty("value", "Member 1");
    await user.clear(field);
    await user.type(field, "ber 17");
    await user.click(await screen.findByRole("option", { name: "Member 17" }));
    expect(values()).toEqual({ partner: "m17" });
    await user.clear(field);
    await user.type(field, "Nobody");
    await user.tab();
    expect(values()).toEqual({ partner: "m17" });
    expect(field).toHaveProperty("value", "Member 17");
  });

  test("values of other entries are offered, and another one can be written", async () => {
    const choices = ["Pune", "Surat"].map((value) => ({ value, title: value }));
    const { values } = show(of({ office: { type: "string", choices, isOpen: true } }), { office: "Pune" });
    await user.selectOptions(screen.getByLabelText("Office"), "Another…");
    await user.type(screen.getByLabelText("Another: Office"), "Rajkot ");
    await user.tab();
    expect(values()).toEqual({ office: "Rajkot" });
    await user.selectOptions(screen.getByLabelText("Office"), "Surat");
    expect(values()).toEqual({ office: "Surat" });
  });

  test("spaces around a text, and what nobody sees in it, are not kept", async () => {
    const { values } = show(of({ phone: { type: "string", pattern: "^.91" } }), { phone: "" });
    await user.click(screen.getByLabelText("Phone"));
    await user.paste(" \u202A+91\u00A098765\u202C ");
    await user.tab();
    expect(values()).toEqual({ phone: "+91 98765" });
  });

  test("a translation shows the text of the main language", () => {
    show(of({ city: { type: "string", main: "Pune", maxLength: null } }, []), { city: "पुणे" });
    expect(screen.getByText("In the main language: “Pune”")).toBeTruthy();
  });

  test("several choices keep the order of the schema", async () => {
    const { values } = show(schemaOf("site").properties?.hours as Schema, { days: ["Monday", "Friday"] });
    await user.click(screen.getByLabelText("Saturday"));
    await user.click(screen.getByLabelText("Tuesday"));
    await user.click(screen.getByLabelText("Monday"));
    expect(values().days).toEqual(["Tuesday", "Friday", "Saturday"]);
  });

  test("dates and times have the browser's fields", () => {
    show(of({ on: { type: "string", format: "date" }, opens: { type: "string", pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$" } }), { on: "2026-11-30", opens: "10:00" });
    expect(screen.getByLabelText("On")).toHaveProperty("type", "date");
    expect(screen.getByLabelText("Opens")).toHaveProperty("type", "time");
  });

  test("a date keeps its kind of field while it has the focus", () => {
    const { values } = show(of({ on: { type: "string", format: "date" } }), { on: "2026-11-30" });
    const field = () => screen.getByLabelText<HTMLInputElement>("On");
    expect(field().max).toBe("9999-12-31");
    fireEvent.focus(field());
    // A year of five digits, on the way to another one.
    fireEvent.change(field(), { target: { value: "20261-11-30" } });
    expect(field().type).toBe("date");
    fireEvent.change(field(), { target: { value: "2027-11-30" } });
    fireEvent.blur(field());
    expect([field().type, values().on]).toEqual(["date", "2027-11-30"]);
  });

  test("so does one that is none, until it is left", () => {
    show(of({ on: { type: "string", format: "date" } }), { on: "30.11.2026" });
    const field = () => screen.getByLabelText<HTMLInputElement>("On");
    fireEvent.focus(field());
    fireEvent.change(field(), { target: { value: "2026-11-30" } });
    expect(field().type).toBe("text");
    fireEvent.blur(field());
    expect(field().type).toBe("date");
  });

  test("a value that the program writes has no field", () => {
    show(of({ title: { type: "string" }, translates: { type: "string", isHidden: true } }), { title: "A", translates: "JE66GIUA" });
    expect(screen.queryByText("Translates")).toBeNull();
    expect(screen.getByLabelText("Title")).toBeTruthy();
  });

  test("a date that is none is shown as text", () => {
    show(of({ on: { type: "string", format: "date" } }), { on: "30.11.2026" });
    expect(screen.getByLabelText("On")).toHaveProperty("value", "30.11.2026");
  });

  test("links are found by title", async () => {
    const { values } = show(of({ url: { type: "string", format: "link" } }), { url: "" });
    await user.type(screen.getByRole("combobox", { name: "URL" }), "regis");
    await user.click(await screen.findByRole("option", { name: /GST Registration/ }));
    expect(values()).toEqual({ url: "/services/gst" });
  });

  test("links are found with the keyboard alone", async () => {
    const { values } = show(of({ url: { type: "string", format: "link" } }), { url: "" });
    await user.type(screen.getByRole("combobox", { name: "URL" }), "c");
    await screen.findAllByRole("option");
    await user.keyboard("{ArrowDown}{Enter}");
    expect(values()).toEqual({ url: "/contact" });
    expect(screen.queryByRole("option")).toBeNull();
  });

  test("pictures are added from a file", async () => {
    const { values } = show(of({ image: { type: "string", format: "image" } }), {});
    expect(screen.getByRole("button", { name: /^Choose a picture… Image/ })).toBeTruthy();
    const input = document.querySelector("input[type=file]") as HTMLInputElement;
    await user.upload(input, new File(["x"], "desk.jpg", { type: "image/jpeg" }));
    expect(await screen.findByRole("img", { name: "Picture desk.jpg" })).toBeTruthy();
    expect(values()).toEqual({ image: "images/desk.jpg" });
  });

  test("a message about a picture goes with the picture, and those of the site are listed at once", async () => {
    const { values } = show(of({ image: { type: "string", format: "image" } }), {});
    const input = document.querySelector("input[type=file]") as HTMLInputElement;
    await userEvent.setup({ applyAccept: false }).upload(input, new File(["x"], "a.txt", { type: "text/plain" }));
    expect((await screen.findByText(/no picture that browsers show/)).role).toBe("alert");
    await user.click(screen.getByRole("button", { name: "Choose from this site" }));
    await user.click(await screen.findByRole("option", { name: /a\.jpg/ }));
    expect(values()).toEqual({ image: "images/team/a.jpg" });
    expect(screen.queryByText(/no picture that browsers show/)).toBeNull();
  });

  test("a point of a picture is set by numbers", async () => {
    const { values } = show(schemaOf("project"), { image: "images/a.jpg", image_focus: "top" });
    const top = screen.getByLabelText(/From the top/);
    expect(top).toHaveProperty("value", "0");
    await user.type(top, "3");
    expect(values().image_focus).toMatch(/^50% (3|30)%$/);
  });

  test("a group that is not set can be added and removed", async () => {
    const task = of({ task: { type: "object", properties: { heading: { type: "string" } }, required: ["heading"] } }, []);
    const { values } = show(task, {});
    await openAll("One more field");
    await openAll("Add: Task");
    await openAll("Task");
    expect(screen.getByRole("button", { name: "Fewer fields" })).toBeTruthy();
    await user.type(screen.getByLabelText("Heading"), "Call");
    expect(values()).toEqual({ task: { heading: "Call" } });
    await openAll("Remove Task");
    expect(values()).toEqual({});
  });

  test("entries with free names", async () => {
    const { values } = show(schemaOf("page"), { title: "a", description: "b", template: "c.html", blocks: { intro: { heading: "Hello" } } });
    await openAll(/^Blocks/);
    await user.type(screen.getByLabelText("Name of a new entry"), "Opening hours");
    await openAll("Add");
    expect(values().blocks).toEqual({ intro: { heading: "Hello" }, opening_hours: {} });
  });

  test("a value of another type, or an unknown key, can be removed", async () => {
    const { values } = show({ ...of({ a: { type: "string" } }, []), additionalProperties: false }, { a: { b: 1 }, typo: [{}] });
    expect(screen.getByText('{"b":1}')).toBeTruthy();
    await openAll("Remove");
    expect(values()).toEqual({ typo: [{}] });
  });

  test("what tools write is not shown", () => {
    show({ ...of({ $schema: { type: "string" }, a: { type: "string" } }, []) }, { $schema: "x", a: "y" });
    expect(screen.queryByDisplayValue("x")).toBeNull();
  });
});

describe("lists", () => {
  const dates = of({ dates: { type: "array", items: of({ title: { type: "string" }, date: { type: "string", format: "date" } }) } });
  const three = { dates: ["A", "B", "C"].map((title) => ({ title, date: "2026-11-10" })) };
  const titles = (values: JsonObject) => (values.dates as JsonObject[]).map(({ title }) => title);

  test("items are moved, removed, and added", async () => {
    const { values } = show(dates, three);
    await openAll("Move up: B");
    expect(titles(values())).toEqual(["B", "A", "C"]);
    await openAll("Move up: B");
    expect(titles(values())).toEqual(["B", "A", "C"]);
    await openAll("Remove: A");
    expect(titles(values())).toEqual(["B", "C"]);
    await openAll("Add: Dates");
    expect(values().dates).toEqual([...three.dates.filter(({ title }) => title !== "A"), {}]);
  });

  test("an open item stays open when it moves, and the first field of a new one has the focus", async () => {
    const schema = schemaOf("service");
    const faq = ["One", "Two"].map((question) => ({ question, answer: `answer ${question}` }));
    show(schema, { faq });
    await openAll("One");
    await openAll("Move down: One");
    expect(screen.getByDisplayValue("answer One")).toBeTruthy();
    expect(screen.queryByDisplayValue("answer Two")).toBeNull();
    await openAll("Add: Questions and answers");
    await waitFor(() => expect(document.activeElement?.id).toBe("field/faq/2/question"));
  });

  test("texts", async () => {
    const { values } = show(of({ qualifications: { type: "array", items: { type: "string" } } }), { qualifications: ["FCA"] });
    await openAll("Add: Qualifications");
    const inputs = screen.getAllByRole("textbox");
    if (inputs[1]) await user.type(inputs[1], "CS");
    expect(values()).toEqual({ qualifications: ["FCA", "CS"] });
  });

  test("an optional list that is emptied is removed", async () => {
    const { values } = show(of({ aliases: { type: "array", items: { type: "string" } } }, []), { aliases: ["/a"] });
    await openAll("Remove: /a");
    expect(values()).toEqual({});
  });

  test("a list that is full says so", () => {
    show(schemaOf("service"), { features: ["a", "b", "c", "d"] });
    expect(screen.getByRole("button", { name: "Add: Features" })).toHaveProperty("disabled", true);
    expect(screen.getByText("There can be at most 4.")).toBeTruthy();
  });

  test("items of several kinds", async () => {
    const options: Schema = { type: "array", items: { oneOf: [{ type: "string", description: "Text" }, { type: "object", description: "Text and value", properties: { label: { type: "string" } } }] } };
    const { values } = show(of({ options }), { options: ["a"] });
    await user.selectOptions(screen.getByLabelText("Kind of options"), "Text and value");
    expect(values()).toEqual({ options: [{}] });
  });
});

describe("findings and facts", () => {
  const finding: Finding = {
    id: "1",
    code: "x",
    parts: {},
    message: "the number `12` is too short",
    help: "write ten digits",
    stopsBuild: true,
    document: "a",
    title: "A",
    url: null,
    field: "/contact/mumbai/phone",
    body: null,
    fixes: [{ id: "f", label: "Use +91 12" }],
  };

  test("a finding opens the parts around its field, is tied to it, and offers its fixes", async () => {
    const fixed: string[] = [];
    const values = { contact: { mumbai: { phone: "12" } } };
    show(schemaOf("site"), values, { findings: [finding], onFix: ({ label }) => fixed.push(label) });
    const input = screen.getByLabelText("Phone");
    expect(input.getAttribute("aria-invalid")).toBe("true");
    const described = input.getAttribute("aria-describedby")?.split(" ").at(-1) ?? "";
    expect(document.getElementById(described)?.textContent).toContain("The number 12 is too short. Write ten digits.");
    await openAll("Use +91 12");
    expect(fixed).toEqual(["Use +91 12"]);
  });

  test("the field that was clicked is shown, even if it is not set", () => {
    show(of({ a: { type: "string" }, group: of({ b: { type: "string" } }, []) }, []), { group: {} }, { focus: "/group/b" });
    expect(screen.getByLabelText(/^B/)).toBeTruthy();
  });

  test("a fact says what it shows, and leads to its place", async () => {
    const opened: unknown[] = [];
    const use: Use = { text: "{{ site.name }}", value: "The firm", document: "d", field: "/name", title: "Site" };
    show(of({ text: { type: "string" } }), { text: "Welcome to {{ site.name }}" }, { uses: [use], onOpen: (target) => opened.push(target) });
    expect(screen.getByText(/shows “The firm”/)).toBeTruthy();
    await openAll("Change it in Site");
    expect(opened).toEqual([{ document: "d", field: "/name" }]);
  });

  test("a text that was changed says which languages have words of their own for it", async () => {
    const opened: unknown[] = [];
    const hindi = { language: "hi", name: "हिन्दी", document: "site.hi", texts: ["/hours/text"] };
    const schema = of({ hours: of({ text: { type: "string" }, opens: { type: "string" } }) });
    const shown = (before: string) =>
      show(schema, { hours: { text: "Monday to Saturday", opens: "9" } }, { focus: "/hours/text", translations: [hindi], before: { hours: { text: before, opens: "8" } }, onOpen: (target) => opened.push(target) });
    shown("Monday to Saturday");
    expect(screen.queryByText("हिन्दी")).toBeNull();
    cleanup();
    shown("Monday to Friday");
    await openAll("Change them as well");
    expect(opened).toEqual([{ document: "site.hi", field: "/hours/text" }]);
  });
});

describe("the schemas of the website", () => {
  const names = readdirSync(join(import.meta.dirname, "../../../../content/schemas")).map((file) => file.replace(".json", ""));

  test.each(names)("every field of %s has a control with a name", async (name) => {
    const schema = schemaOf(name);
    show(schema, schema.properties ? {} : { header: [] });
    const container = document.body;
    const more = screen.queryByRole("button", { name: /more field/ });
    if (more) await user.click(more);
    expect(container.querySelectorAll("input, select, textarea, button").length).toBeGreaterThan(0);
    expect(container.querySelector(".other")).toBeNull();
    for (const control of container.querySelectorAll("input:not([type=file]), select, textarea")) {
      const named = control.getAttribute("aria-label") ?? control.getAttribute("aria-labelledby") ?? (control as HTMLInputElement).labels?.[0]?.textContent;
      expect(named, control.outerHTML).toBeTruthy();
    }
  });
});
