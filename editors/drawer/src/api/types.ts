/** What the program answers. All ids are opaque and never shown. */

import type { Schema } from "../form/schema.ts";
import type { JsonObject } from "./json.ts";

/** A change that corrects a finding. */
export interface Fix {
  id: string;
  /** What the fix does: "Change the link to /contact". */
  label: string;
}

/** Something wrong, or worth a look, in a document or in the whole site. */
export interface Finding {
  id: string;
  code: string;
  /** Parts of the message by name, such as the keys that are missing. */
  parts: { [name: string]: string[] };
  message: string;
  help: string | null;
  /** Whether it must be corrected. */
  isError?: boolean;
  /** Whether the site cannot be published until it is corrected. */
  stopsBuild: boolean;
  /** Whether it is in the stored version of a document whose unsaved changes hide it. */
  isStored?: boolean;
  document: string | null;
  /** Title of the document. */
  title: string | null;
  url: string | null;
  /** JSON pointer of the field. */
  field: string | null;
  /** Start and end in the body, in UTF-16 code units. */
  body: [number, number] | null;
  fixes: Fix[];
  /** Whether it is about a field that is still empty. */
  isMissing?: boolean;
}

/** A fact that a text refers to. */
export interface Use {
  /** The reference as written: `{{ site.contact.mumbai.phone }}`. */
  text: string;
  /** What the page shows for it. */
  value: string;
  document: string;
  field: string;
  /** Title of the document that holds the fact. */
  title: string;
}

/** A document in another language of the site. */
export interface Translation {
  language: string;
  /** Name of the language in itself, or its tag. */
  name: string;
  document: string;
  /** Pointers of its texts, if it translates a document in the main language. */
  texts: string[];
}

/** Place in a document: of what was clicked on the page, or of a finding, whose words are selected. */
export type Focus = { field: string } | { body: [number, number]; isFinding?: boolean };

/** The contents of a document: its fields and its text, or its whole source if the fields cannot be read. */
export interface Contents {
  values: JsonObject | null;
  body: string;
  source: string | null;
}

/** A document that is open in the drawer. */
export interface OpenDocument extends Contents {
  document: string;
  /** Number of the build that the findings are from. */
  revision: number;
  collection: string | null;
  /** Kind of the document in words: "Office". */
  what: string;
  title: string;
  url: string | null;
  /** Why its page is not public. */
  status: string | null;
  kind: "entry" | "list" | "settings";
  /** Last part of the address, if it can be renamed. */
  slug?: string | null;
  isNew: boolean;
  hasDraft: boolean;
  fingerprint: string;
  /** Identifies the text that the contents are from, which another tab can change. */
  text?: string;
  schema: Schema;
  hasBody: boolean;
  focus: Focus | null;
  uses: Use[];
  translations: Translation[];
  findings: Finding[];
  /** Contents on disk, if a draft is open. */
  saved?: { values: JsonObject | null; body: string } | null;
}

/** Answer to a click on something that no document contains. */
export interface Nothing {
  document: null;
  reason: string;
  /** Whether the reason is among what must be corrected. */
  isToCorrect?: boolean;
}

/** A document whose text has the words that are looked for. */
export interface FoundText {
  document: string;
  title: string;
  /** The text around the first word. */
  excerpt: string;
  focus: Focus | null;
}

/** An entry of a collection, or an item of a list. */
export interface Entry {
  document: string;
  field?: string;
  title: string;
  url?: string | null;
  status?: string | null;
  hasDraft?: boolean;
  errors?: number;
  findings?: number;
}

/** Documents of one kind. */
export interface Collection {
  collection: string;
  /** What its entries are called together: "Articles". */
  name: string;
  /** What one of them is called: "Article". */
  title: string;
  description?: string | null;
  isList: boolean;
  /** Whether its entries have a day of publication. */
  hasDate?: boolean;
  document?: string;
  entries: Entry[];
}

/** A settings document. */
export interface Settings {
  document: string;
  title: string;
  description?: string | null;
  /** Its first level: the keys, and the titles that its schema gives them. */
  parts: { key: string; title: string | null }[];
}

/** The site as the start page shows it. */
export interface SiteState {
  name: string;
  revision: number;
  today: string;
  collections: Collection[];
  settings: Settings[];
  unpublished: { document: string; title: string; url: string | null; status: string }[];
  unsaved: { document: string; title: string }[];
  findings: Finding[];
  /** Whether more findings can follow, because the site is still being checked. */
  isChecking: boolean;
  undo: { id: string; label: string } | null;
  publish: string | null;
}

/** Answer to a draft. */
export interface DraftResult {
  revision: number;
  findings: Finding[];
  url: string | null;
  /** Why its page is not public. */
  status: string | null;
  title: string;
  hasDraft: boolean;
  /** Identifies the text that is stored now. */
  text?: string;
  uses: Use[];
}

/** The version on disk that differs from the one that was opened. */
export interface Conflict {
  yours: string;
  theirs: string;
  fingerprint: string;
  values: JsonObject | null;
  body: string;
  /** Whether the other version is not saved either: another tab is changing it. */
  isDraft?: boolean;
  /** Identifies the other version, if it is not saved. */
  text?: string;
}

/** A rename that will be, or was, done. */
export interface Renaming {
  slug: string;
  from: string | null;
  to: string | null;
  changes: string[];
  done: boolean;
  document?: OpenDocument;
}

/** A place that refers to a document. */
export interface Reference {
  document: string | null;
  title: string;
  url: string | null;
  text: string;
  field?: string | null;
  body?: [number, number] | null;
  /** Whether it still works if the address is redirected. */
  isRedirected: boolean;
  /** Whether it is a link that can lead to another page instead. */
  isReplaceable: boolean;
}

/** A removal that will be, or was, done. */
export interface Removal {
  references?: Reference[];
  /** The address, if visitors can know it. */
  address?: string | null;
  /** The page that would take its place. */
  to?: LinkTarget | null;
  /** Whether there are changes that are not saved. */
  losesDraft?: boolean;
  done: boolean;
}

/** What publishing will change. */
export interface Publication {
  how: string;
  label: string;
  /** Why the site cannot be published now. */
  blocked: string | null;
  /** What must be corrected first, in the versions that would be published. */
  errors: Finding[];
  /** What must be corrected before the site can be public, although a version of it can be stored. */
  later: Finding[];
  pages: { url: string; title: string; changes: string[] }[];
  others: string[];
  unsaved: { document: string; title: string }[];
  /** Identifies what is shown, so that nothing else is published. */
  fingerprint: string;
}

/** A page that a link can lead to. */
export interface LinkTarget {
  title: string;
  url: string;
  /** The link as Markdown of the document writes it. */
  href: string;
}

/** A stored picture. */
export interface StoredPicture {
  value: string;
  markdown: string;
}
