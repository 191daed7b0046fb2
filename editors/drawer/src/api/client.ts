/** Requests to the program. */

import type {
  Conflict,
  Contents,
  DraftResult,
  FoundText,
  LinkTarget,
  Nothing,
  OpenDocument,
  Publication,
  Removal,
  Renaming,
  SiteState,
  StoredPicture,
} from "./types.ts";
import type { Trail } from "../page/messages.ts";
import type { Session } from "./session.ts";

/** An answer that refuses a request, with the reason in words. */
export class Refused extends Error {
  readonly status: number;
  readonly conflict: Conflict | null;
  /** The reason for whoever looks after the site. */
  readonly details: string | null;
  /** The field of a dialog that the reason is about. */
  readonly field: string | null;

  constructor(status: number, message: string, conflict: Conflict | null, details: string | null = null, field: string | null = null) {
    super(message);
    this.status = status;
    this.conflict = conflict;
    this.details = details;
    this.field = field;
  }
}

/** Contents to store, and the version that they were made from. */
export type Version = { document: string; fingerprint: string; over?: string | undefined } & Contents;

/** Where to open a document. */
export type Target = { document: string; field?: string } | { path: string; trail?: Trail };

/** Whether changes are published, or the last ones taken back. */
export type Direction = "on" | "back";

/** What will happen, and whether to do it. */
interface Confirmable {
  confirm?: boolean;
}

/** The requests. Each rejects with `Refused`. */
export interface Api {
  state(): Promise<SiteState>;
  changes(revision: number, signal: AbortSignal): Promise<{ revision: number }>;
  open(target: Target): Promise<OpenDocument | Nothing>;
  /** Returns the page that shows an entry without a page of its own. */
  shown(document: string, field: string | null): Promise<{ url: string | null }>;
  draft(version: Version): Promise<DraftResult>;
  discard(document: string): Promise<{ revision: number }>;
  save(version: Version): Promise<{ document: OpenDocument }>;
  create(request: { collection: string; title?: string; date?: string }): Promise<OpenDocument>;
  rename(request: { document: string; slug: string } & Confirmable): Promise<Renaming>;
  /** Lists what refers to a document, or removes it: its visitors are led `to` another page and, with `links`, the links to it as well. */
  remove(request: { document: string; to?: string; links?: boolean } & Confirmable): Promise<Removal>;
  undo(id: string): Promise<Pick<SiteState, "undo" | "revision"> & { label: string }>;
  addPicture(document: string, field: string, file: File): Promise<StoredPicture>;
  picture(document: string, value: string): Promise<Blob>;
  links(document: string, query: string): Promise<LinkTarget[]>;
  pictures(document: string, query: string): Promise<StoredPicture[]>;
  /** Returns the documents whose texts have all words. */
  find(query: string): Promise<FoundText[]>;
  fix(id: string): Promise<{ label: string; document: OpenDocument | null }>;
  /** Returns what publishing will change, or taking the last publication back. */
  publication(direction: Direction): Promise<Publication>;
  /** Publishes what was seen, by the fingerprint of the publication. */
  publish(direction: Direction, seen: string): Promise<{ message: string }>;
  /** Returns how far a publication is. */
  publishing(): Promise<{ doing: string | null }>;
}

const UNREACHABLE = "The program does not answer. Is it still running? What you wrote last is kept here until it answers.";

async function refusal(response: Response): Promise<Refused> {
  const answer = await response.json().catch(() => ({}));
  const message = typeof answer.error === "string" ? answer.error : `The program could not do this (${response.status}).`;
  return new Refused(response.status, message, answer.conflict ?? null, answer.details || null, answer.field ?? null);
}

/** Sends a request with the token. If it is not accepted, the request waits for another one, and is sent again. */
async function send(path: string, session: Session, init: RequestInit): Promise<Response> {
  const token = await session.token();
  const headers = { ...init.headers, Authorization: `Bearer ${token}` };
  // All ports of a computer share their cookies, and scripts of the page could set more of them than a request may have.
  const response = await fetch(`/api/${path}`, { method: "POST", credentials: "omit", ...init, headers }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refused(0, UNREACHABLE, null);
  });
  if (response.ok) return response;
  if (response.status !== 401) throw await refusal(response);
  session.refuse(token);
  return send(path, session, init);
}

/** Returns the requests of a session. */
export function connect(session: Session): Api {
  const ask = async (name: string, request: object, signal?: AbortSignal) => {
    const body = JSON.stringify(request);
    const init = { body, headers: { "Content-Type": "application/json" }, ...(signal && { signal }) };
    return send(name, session, init);
  };
  const call = async (name: string, request: object = {}, signal?: AbortSignal) => (await ask(name, request, signal)).json();
  return {
    state: () => call("state"),
    changes: (revision, signal) => call("changes", { revision }, signal),
    open: (target) => call("open", target),
    shown: (document, field) => call("shown", { document, field }),
    draft: (version) => call("draft", version),
    discard: (document) => call("discard", { document }),
    save: (version) => call("save", version),
    create: (request) => call("new", request),
    rename: (request) => call("rename", request),
    remove: (request) => call("remove", request),
    undo: (id) => call("undo", { id }),
    addPicture: async (document, field, file) => {
      const query = new URLSearchParams({ document, name: file.name || "picture.png", field });
      const headers = { "Content-Type": "application/octet-stream" };
      return (await send(`picture?${query}`, session, { body: file, headers })).json();
    },
    picture: async (document, value) => (await ask("picture-bytes", { document, value })).blob(),
    links: async (document, query) => (await call("links", { document, query })).links,
    pictures: async (document, query) => (await call("pictures", { document, query })).pictures,
    find: async (query) => (await call("find", { query })).found,
    fix: (id) => call("fix", { id }),
    publication: (direction) => call("publish", { back: direction === "back" }),
    publish: (direction, seen) => call("publish", { back: direction === "back", confirm: true, seen }),
    publishing: () => call("publish", { progress: true }),
  };
}

/** Returns a token for the PIN that the terminal shows, or for the code with which the program has opened this tab. */
export async function pair(proof: { pin: string } | { code: string }): Promise<string> {
  const init: RequestInit = { method: "POST", credentials: "omit", body: JSON.stringify(proof), headers: { "Content-Type": "application/json" } };
  const response = await fetch("/api/pair", init).catch(() => {
    throw new Refused(0, UNREACHABLE, null);
  });
  if (!response.ok) throw await refusal(response);
  return (await response.json()).token;
}

/** Returns what went wrong, in words. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
