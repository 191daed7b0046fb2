/** A small site in memory that answers as the program does, with the schemas of the website. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Refused, type Api, type Version } from "../api/client.ts";
import type { JsonObject } from "../api/json.ts";
import type { Finding, OpenDocument, SiteState } from "../api/types.ts";
import type { Schema } from "../form/schema.ts";

/** Returns a schema of the website. */
export function schemaOf(name: string): Schema {
  return JSON.parse(readFileSync(join(import.meta.dirname, "../../../../content/schemas", `${name}.json`), "utf8"));
}

/** A document with defaults for what a test does not say. */
export function documentOf(given: Partial<OpenDocument> & Pick<OpenDocument, "document" | "title" | "schema">): OpenDocument {
  return {
    revision: 1,
    collection: null,
    what: given.schema.title ?? "Document",
    url: null,
    status: null,
    kind: "entry",
    slug: null,
    isNew: false,
    hasDraft: false,
    fingerprint: "1",
    values: {},
    hasBody: false,
    body: "",
    source: null,
    focus: null,
    uses: [],
    translations: [],
    findings: [],
    ...given,
  };
}

const office = (city: string, phone: string): JsonObject => ({ city, state: "Gujarat", building: "402, Example Chambers", phone });

/** The documents of the site at the start of a test. */
export function documents(): OpenDocument[] {
  const due = (title: string, date: string): JsonObject => ({
    subject: "GST",
    title,
    summary: "Regular taxpayers",
    rule: "11th of the next month",
    source: "CGST Act, 2017",
    checked: "2026-11-22",
    dates: [
      { title: "October 2026", date },
      { title: "November 2026", date: "2026-12-11" },
    ],
  });
  return [
    documentOf({ document: "a", title: "Mumbai", schema: { ...schemaOf("site").$defs?.office, title: "Office" }, slug: "mumbai", url: "/location", values: office("Mumbai", "+91 91234 56789") }),
    documentOf({
      document: "b",
      title: "E-way bills from January",
      schema: schemaOf("article"),
      slug: "e-way",
      url: "/blogs/e-way",
      status: "Not public: date is 2026-12-01",
      hasBody: true,
      body: "## Who is affected\n\nEvery supplier that [files monthly](/contcat).\n\n- One\n- Two\n",
      values: {
        title: "E-way bills from January",
        description: "What changes for e-way bills in January, and what a supplier has to prepare before then.",
        date: "2026-12-01",
        category: "Taxation",
        author: "Asha Mehta",
        excerpt: "E-way bills change in January.",
        image: "images/covers/e-way.svg",
        image_alt: "",
        review_by: "2027-06-01",
        owner: "tax desk",
        partner: "member-4",
        source: [{ title: "Notification 12/2026", publisher: "CBIC", url: "https://cbic.example/12" }],
      },
    }),
    documentOf({
      document: "c",
      title: "Due dates",
      what: "Due date",
      kind: "list",
      schema: { type: "object", properties: { item: { type: "array", items: schemaOf("due-date") } } },
      values: { item: [due("GSTR-1, monthly", "2026-11-11"), due("GSTR-3B", "2026-11-20")] },
    }),
    documentOf({
      document: "d",
      title: "Site",
      kind: "settings",
      schema: schemaOf("site"),
      values: {
        name: "CA & CS Advisory Services",
        testimonials: true,
        hours: { days: ["Monday", "Tuesday"], opens: "10:00", closes: "19:00", closed: "Saturday and Sunday", text: "Monday to Friday, 10:00 AM to 7:00 PM" },
        contact: { mumbai: { city: "Mumbai", phone: "+91 91234 56789", building: "Office 7" } },
        form_series: ["GSTR", "ASMT"],
        languages: { hi: { name: "हिन्दी" } },
      },
    }),
  ];
}

/** Returns the findings of a fake document: a broken link, and a telephone number that is none. */
function findingsOf(document: OpenDocument): Finding[] {
  const finding = (given: Partial<Finding>): Finding => ({
    id: `${document.document}-${given.code}`,
    code: "",
    parts: {},
    message: "",
    help: null,
    stopsBuild: true,
    document: document.document,
    title: document.title,
    url: document.url,
    field: null,
    body: null,
    fixes: [],
    ...given,
  });
  const found: Finding[] = [];
  const place = document.body.indexOf("/contcat");
  if (place >= 0) {
    const fixes = [{ id: `${document.document}-fix`, label: "Change the link to /contact" }];
    const message = "the link `/contcat` does not exist";
    found.push(finding({ code: "broken-link", message, help: "did you mean `/contact`?", body: [place, place + 8], fixes }));
  }
  const phone = document.values?.phone;
  if (typeof phone === "string" && !/^\+91[ \d]{10,}$/.test(phone)) {
    found.push(finding({ code: "invalid-value", message: "the phone number needs +91 and ten digits", field: "/phone" }));
  }
  return found;
}

/** A picture of one pixel. */
const PIXEL = Uint8Array.from(atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC"), (sign) => sign.charCodeAt(0));

/** Returns a site, and what a test needs to look into it. */
export function fakeSite(stored = documents()) {
  const files = new Map(stored.map((document) => [document.document, document]));
  const drafts = new Map<string, OpenDocument>();
  const calls: { name: string; request: unknown }[] = [];
  const past: { label: string; document: OpenDocument }[] = [];
  let revision = 1;
  let waiting: (() => void)[] = [];
  const changed = () => {
    revision += 1;
    waiting.forEach((wake) => wake());
    waiting = [];
    return revision;
  };
  const current = (id: string): OpenDocument => {
    const document = drafts.get(id) ?? files.get(id);
    if (!document) throw new Refused(404, "There is no such document any more.", null);
    return { ...structuredClone(document), revision, hasDraft: drafts.has(id), findings: findingsOf(document) };
  };
  const withVersion = (version: Version): OpenDocument => {
    const { values, body, source } = version;
    return { ...current(version.document), values, body, source, title: String(values?.title ?? values?.city ?? current(version.document).title) };
  };
  const entries = (ids: string[]) =>
    ids.filter((id) => files.has(id)).map((id) => {
      const { document, title, url, status, hasDraft, findings } = current(id);
      return { document, title, url, status, hasDraft, errors: findings.length, findings: findings.length };
    });
  const items = (id: string) => {
    const list = current(id).values?.item;
    return (Array.isArray(list) ? list : []).map((item, index) => ({ document: id, field: `/item/${index}`, title: String((item as JsonObject).title ?? "") }));
  };
  const all = () => [...files.keys(), ...[...drafts.keys()].filter((id) => !files.has(id))].map(current);
  const state = (): SiteState => ({
    name: "CA & CS Advisory Services",
    revision,
    today: "2026-11-27",
    collections: [
      { collection: "articles", name: "Articles", title: "Article", isList: false, hasDate: true, entries: entries(["b", "new"]) },
      { collection: "offices", name: "Offices", title: "Office", isList: false, entries: entries(["a"]) },
      { collection: "due_dates", name: "Due dates", title: "Due date", isList: true, document: "c", entries: items("c") },
    ],
    settings: [{ document: "d", title: "Site", description: "The firm's facts.", parts: [{ key: "hours", title: null }, { key: "form_series", title: "Forms" }] }],
    unpublished: [],
    unsaved: [...drafts.values()].map(({ document, title }) => ({ document, title })),
    findings: all().flatMap(({ findings }) => findings),
    isChecking: false,
    undo: past.length > 0 ? { id: `${past.length}`, label: past.at(-1)?.label ?? "" } : null,
    publish: "commit",
  });
  const write = (document: OpenDocument, label: string) => {
    const before = files.get(document.document);
    if (before) past.push({ label, document: before });
    files.set(document.document, { ...document, isNew: false, fingerprint: `${Number(document.fingerprint) + 1}` });
    drafts.delete(document.document);
    changed();
  };
  const api: Api = {
    state: async () => state(),
    changes: async (known, signal) => {
      if (known === revision) {
        await new Promise<void>((wake) => {
          waiting.push(wake);
          signal.addEventListener("abort", () => wake());
        });
      }
      return { revision };
    },
    open: async (target) => {
      if ("document" in target) return { ...current(target.document), focus: target.field === undefined ? null : { field: target.field } };
      const text = target.trail?.[0]?.text ?? "";
      if (text.startsWith("+91")) return { ...current("a"), focus: { field: "/phone" } };
      const place = current("b").body.indexOf(text);
      if (place >= 0) return { ...current("b"), focus: { body: [place, place + text.length] } };
      return { document: null, reason: `“${text}” is part of the design.` };
    },
    shown: async () => ({ url: null }),
    draft: async (version) => {
      const document = withVersion(version);
      drafts.set(version.document, document);
      const { url, title, findings } = current(version.document);
      return { revision: changed(), findings, url, status: null, title, hasDraft: true, uses: [] };
    },
    discard: async (document) => {
      drafts.delete(document);
      return { revision: changed() };
    },
    save: async (version) => {
      const file = files.get(version.document);
      if (file && file.fingerprint !== version.fingerprint) {
        const { fingerprint, values, body } = file;
        const conflict = { yours: JSON.stringify(version.values), theirs: JSON.stringify(values), fingerprint, values, body };
        throw new Refused(409, "The document was changed elsewhere.", conflict);
      }
      const document = withVersion(version);
      write({ ...document, fingerprint: version.fingerprint || "0" }, `Saved “${document.title}”`);
      return { document: current(version.document) };
    },
    create: async ({ collection, title = "" }) => {
      if (collection === "due_dates") return { ...current("c"), focus: { field: "/item/2" } };
      const document = documentOf({ document: "new", title, schema: schemaOf("article"), isNew: true, fingerprint: "", hasBody: true, values: { title } });
      drafts.set("new", document);
      changed();
      return current("new");
    },
    rename: async ({ document, slug: words, confirm }) => {
      const slug = words.toLowerCase().replace(/[^a-z0-9]+/g, "-");
      const changes = [`The address becomes /blogs/${slug}`, "The old address redirects to the new one"];
      if (!confirm) return { slug, from: "/blogs/e-way", to: `/blogs/${slug}`, changes, done: false };
      write({ ...current(document), slug }, "Renamed");
      return { slug, from: "/blogs/e-way", to: `/blogs/${slug}`, changes, done: true, document: current(document) };
    },
    remove: async ({ document, confirm }) => {
      const reference = { document: "b", title: "E-way bills from January", url: "/blogs/e-way", text: "[files monthly](/contcat)", isRedirected: true, isReplaceable: true };
      const to = { title: "Contact", url: "/contact", href: "/contact" };
      if (!confirm) return { references: [reference], address: files.get(document)?.url ?? null, to, losesDraft: drafts.has(document), done: false };
      files.delete(document);
      changed();
      return { done: true };
    },
    undo: async (id) => {
      if (id !== `${past.length}`) throw new Refused(409, "Something else was changed meanwhile.", null);
      const last = past.pop();
      if (!last) throw new Refused(409, "There is nothing to undo.", null);
      files.set(last.document.document, last.document);
      return { label: last.label, undo: null, revision: changed() };
    },
    addPicture: async (_, field, file) => {
      if (!file.type.startsWith("image/")) throw new Refused(415, "This is no picture that browsers show.", null);
      return { value: `images/${file.name}`, markdown: field === "" ? `![](${file.name})` : file.name };
    },
    picture: async (_, value) => {
      if (!value.startsWith("images/")) throw new Refused(404, "There is no such picture.", null);
      return new Blob([PIXEL], { type: "image/png" });
    },
    links: async (_, query) => {
      const pages = [
        { title: "Contact", url: "/contact", href: "/contact" },
        { title: "GST Registration", url: "/services/gst", href: "../services/gst.md" },
      ];
      return pages.filter(({ title, url }) => `${title} ${url}`.toLowerCase().includes(query.toLowerCase()));
    },
    pictures: async () => [{ value: "images/team/a.jpg", markdown: "../images/team/a.jpg" }],
    find: async (query) =>
      all().flatMap(({ document, title, body }) => {
        const at = body.toLowerCase().indexOf(query.toLowerCase());
        return at < 0 ? [] : [{ document, title, excerpt: body.slice(at, at + 40), focus: { body: [at, at + query.length] as [number, number] } }];
      }),
    fix: async (id) => {
      const document = current(id.split("-")[0] ?? "");
      const fixed = { ...document, body: document.body.replace("/contcat", "/contact") };
      if (drafts.has(document.document)) drafts.set(document.document, fixed);
      else write(fixed, "Change the link to /contact");
      changed();
      return { label: "Change the link to /contact", document: current(document.document) };
    },
    publication: async () => ({
      how: "commit",
      label: "Publish",
      blocked: null,
      errors: [],
      later: [],
      pages: [{ url: "/contact", title: "Contact", changes: ["“+91 91234 56789” becomes “+91 91234 56780”"] }],
      others: ["A picture is new: a desk with a lamp"],
      unsaved: state().unsaved,
      fingerprint: "seen",
    }),
    publishing: async () => ({ doing: "Sending the changes…" }),
    publish: async () => ({ message: "The changes are on their way. They are public in about two minutes." }),
  };
  const recorded = Object.fromEntries(
    Object.entries(api).map(([name, method]) => [
      name,
      async (...given: unknown[]) => {
        calls.push({ name, request: given[0] });
        return (method as (...given: unknown[]) => unknown)(...given);
      },
    ]),
  ) as unknown as Api;
  /** Changes a file as another program would. */
  const changeElsewhere = (id: string, change: (document: OpenDocument) => OpenDocument) => {
    const file = files.get(id);
    if (file) files.set(id, { ...change(file), fingerprint: `${file.fingerprint}x` });
    return changed();
  };
  return { api: recorded, calls, files, drafts, changeElsewhere };
}
