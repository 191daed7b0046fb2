import { useMemo, useRef, useState } from "react";
import { reasonOf, Refused, type Api, type Version } from "../api/client.ts";
import type { Json } from "../api/json.ts";
import type { Conflict, Contents, DraftResult, Finding, Fix, OpenDocument, Use } from "../api/types.ts";
import { withValue } from "../form/pointer.ts";
import { askBeforeClosing } from "./beforeClosing.ts";
import { differences, merged, type Fields } from "./differences.ts";
import { draftSender } from "./drafts.ts";

/** How far the contents are stored. */
export type Progress = "unchanged" | "draft" | "sending" | "saving" | "saved";

/** A document that is being edited. */
export interface Editing {
  document: OpenDocument;
  contents: Contents;
  findings: Finding[];
  /** Number of the build that the findings are from. */
  revision: number;
  uses: Use[];
  progress: Progress;
  /** Why the last request failed. */
  error: string | null;
  conflict: Conflict | null;
  /** Another version that a draft met. It is not shown before the person asks for it, who may be typing. */
  overtaken: Conflict | null;
  /** Whether the changes are being forgotten: what is typed meanwhile would be forgotten with them. */
  isDiscarding: boolean;
  changeValue(pointer: string, value: Json | undefined): void;
  changeBody(body: string): void;
  changeSource(source: string): void;
  /** Writes the contents to the site's files, unless they were changed elsewhere. */
  save(): Promise<void>;
  /** Stores a version that was made from mine and theirs: in the file, or as a draft if theirs is one. */
  settleConflict(fields: Fields | null): Promise<void>;
  showConflict(): void;
  closeConflict(): void;
  /** Forgets the changes. */
  discard(): Promise<void>;
  /** Applies a fix to the newest contents. */
  fix(fix: Fix): Promise<void>;
}

/** Why a request failed, and whether it can succeed later: the program does not answer, or failed. */
interface Failure {
  reason: string;
  isTemporary: boolean;
}

const failureOf = (error: unknown): Failure => ({
  reason: reasonOf(error),
  isTemporary: error instanceof Refused && (error.status === 0 || error.status >= 500),
});

const contentsOf = ({ values, body, source }: OpenDocument): Contents => ({ values, body, source });

/** Returns the contents that were typed while the program changed them from `base`: with its changes, but nothing typed is lost. */
function rebased(typed: Contents, base: Contents, changed: Contents): Contents {
  if (!typed.values || !base.values || !changed.values) return typed;
  const mine = { values: typed.values, body: typed.body };
  const theirs = { values: changed.values, body: changed.body };
  const found = differences(mine, theirs, { values: base.values, body: base.body });
  return { ...typed, ...merged(mine, found.map((difference) => ({ difference, side: difference.suggested }))) };
}

/** Returns a body without the line breaks at its ends, which depend on the file. */
const inner = (body: string) => body.replace(/^\n+|\n+$/g, "");

/** Returns whether a version that the program has is one that was sent to it. */
function isOf(conflict: Conflict, { values, body, source }: Contents): boolean {
  if (!values || !conflict.values) return source !== null && source === conflict.theirs;
  return differences({ values, body: inner(body) }, { values: conflict.values, body: inner(conflict.body) }, null).length === 0;
}

/** Edits a document that the program has opened. What is typed is sent as a draft; nothing is written before `save`. */
export function useDocument(
  api: Api,
  opened: OpenDocument,
  events: {
    /** Tells at once that something is typed: before anything is rendered, another version may arrive. */
    onTyped: () => void;
    onSaved: (document: OpenDocument) => void;
    onDiscarded: () => void;
    onFixed: (label: string) => void;
    /** Opens the document again, because its contents were changed by the program. */
    onStale: () => void;
  },
): Editing {
  const [document, setDocument] = useState(opened);
  const [contents, setContents] = useState<Contents>(() => contentsOf(opened));
  const [result, setResult] = useState<Pick<DraftResult, "findings" | "uses" | "revision">>(opened);
  const [progress, setProgress] = useState<Progress>(opened.hasDraft || opened.isNew ? "draft" : "unchanged");
  const [error, setError] = useState<Failure | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [overtaken, setOvertaken] = useState<Conflict | null>(null);
  const [isDiscarding, setIsDiscarding] = useState(false);
  // Requests are sent later, with what is newest then.
  const latest = useRef({ document, contents, received: contents, text: opened.text });
  /** What was sent without an answer, as a draft or to be saved. The program may have received it. */
  const unanswered = useRef<Record<"drafts" | "saves", Contents[]>>({ drafts: [], saves: [] });
  /** The save without an answer, and whether another one is to follow it. */
  const storing = useRef<{ isRepeated: boolean } | null>(null);

  const keep = (next: OpenDocument) => {
    unanswered.current = { drafts: [], saves: [] };
    const contents = contentsOf(next);
    latest.current = { document: next, contents, received: contents, text: next.text };
    setDocument(next);
    setContents(contents);
    setResult(next);
    setError(null);
    setConflict(null);
    setOvertaken(null);
  };
  const versionOf = (contents: Contents) => {
    const { document, fingerprint } = latest.current.document;
    return { document, fingerprint, over: latest.current.text, ...contents };
  };
  /** Lets the next request replace the version that is in conflict with the contents. */
  const replace = ({ isDraft, text, fingerprint }: Conflict) => {
    if (isDraft) latest.current.text = text;
    else latest.current.document = { ...latest.current.document, fingerprint };
  };
  /** Sends contents, and again if only what was sent without an answer is in their way. */
  const send = async <Answer>(as: "drafts" | "saves", contents: Contents, request: (version: Version) => Promise<Answer>): Promise<Answer> => {
    try {
      return await request(versionOf(contents));
    } catch (error) {
      if (failureOf(error).isTemporary && !unanswered.current[as].includes(contents)) unanswered.current[as].push(contents);
      const conflict = error instanceof Refused ? error.conflict : null;
      const own = unanswered.current[conflict?.isDraft ? "drafts" : "saves"];
      if (!conflict || !own.some((sent) => isOf(conflict, sent))) throw error;
      replace(conflict);
      return request(versionOf(contents));
    }
  };
  const sendDraft = async (contents: Contents): Promise<DraftResult> => {
    const answer = await send("drafts", contents, api.draft);
    unanswered.current.drafts = [];
    latest.current.received = contents;
    latest.current.text = answer.text;
    return answer;
  };
  const sender = useMemo(
    () =>
      draftSender<Contents, DraftResult>({
        send: sendDraft,
        onResult: (answer, sent) => {
          setResult(answer);
          setOvertaken(null);
          // That it could not be saved is still true.
          setError((error) => (error?.isTemporary ? null : error));
          setDocument((document) => ({ ...document, title: answer.title, url: answer.url, status: answer.status }));
          if (sent === latest.current.contents) setProgress(answer.hasDraft ? "draft" : "unchanged");
        },
        onError: (error) => {
          if (error instanceof Refused && error.conflict) {
            setOvertaken(error.conflict);
            return false;
          }
          const failure = failureOf(error);
          setError(failure);
          return failure.isTemporary;
        },
      }),
    [api],
  );
  const change = (next: Contents) => {
    events.onTyped();
    latest.current.contents = next;
    setContents(next);
    setProgress("sending");
    setError((error) => (error?.isTemporary ? error : null));
    sender.push(next);
  };
  // What the sender dropped before the request is still to be kept as a draft.
  const fail = (error: unknown) => {
    if (error instanceof Refused && error.conflict) setConflict(error.conflict);
    else setError(failureOf(error));
    setProgress("sending");
    sender.push(latest.current.contents);
  };
  const store = async (contents: Contents): Promise<void> => {
    setProgress("saving");
    // Only the answer names the version that the next save replaces.
    if (storing.current) {
      storing.current.isRepeated = true;
      return;
    }
    const current = { isRepeated: false };
    storing.current = current;
    let isNext = false;
    setError(null);
    const release = askBeforeClosing();
    await sender.settle();
    const { text } = latest.current;
    try {
      const { document: saved } = await send("saves", contents, api.save);
      const typed = latest.current;
      keep(saved);
      // The program may have answered a draft of it before this.
      if (typed.text !== text) latest.current.text = typed.text;
      setProgress("saved");
      events.onSaved(saved);
      if (typed.contents !== contents) {
        change(typed.contents);
        isNext = current.isRepeated;
      }
    } catch (error) {
      fail(error);
    } finally {
      storing.current = null;
      release();
    }
    if (isNext) await store(latest.current.contents);
  };

  return {
    document,
    contents,
    findings: result.findings,
    revision: result.revision,
    uses: result.uses,
    progress,
    error: error?.reason ?? null,
    conflict,
    overtaken,
    changeValue: (pointer, value) => {
      const { values } = latest.current.contents;
      if (values) change({ ...latest.current.contents, values: withValue(values, pointer, value) });
    },
    changeBody: (body) => {
      if (body !== latest.current.contents.body) change({ ...latest.current.contents, body });
    },
    changeSource: (source) => change({ ...latest.current.contents, source }),
    save: () => store(latest.current.contents),
    settleConflict: async (fields) => {
      if (!conflict) return;
      const next: Contents = fields ? { ...latest.current.contents, ...fields } : latest.current.contents;
      replace(conflict);
      if (conflict.isDraft) {
        setConflict(null);
        setOvertaken(null);
        change(next);
        return;
      }
      latest.current.contents = next;
      setContents(next);
      await store(next);
    },
    showConflict: () => setConflict(overtaken),
    closeConflict: () => setConflict(null),
    isDiscarding,
    discard: async () => {
      setIsDiscarding(true);
      if (storing.current) storing.current.isRepeated = false;
      await sender.settle();
      await api.discard(document.document).then(events.onDiscarded, (error: unknown) => {
        setIsDiscarding(false);
        fail(error);
      });
    },
    fix: async (fix) => {
      try {
        await sender.settle();
        // The program applies the fix to the draft that it has.
        const { contents, received } = latest.current;
        const newer = contents === received ? null : await sendDraft(contents);
        // In a newer text, the finding has another place, and so another id.
        const fixes = newer?.findings.flatMap((finding) => finding.fixes);
        const found = fixes?.find((one) => one.id === fix.id) ?? fixes?.find((one) => one.label === fix.label);
        const { label, document: fixed } = await api.fix((found ?? fix).id);
        const typed = latest.current.contents;
        if (fixed && fixed.document === document.document) {
          keep(fixed);
          setProgress(fixed.hasDraft ? "draft" : "unchanged");
          if (typed !== contents) change(rebased(typed, contents, contentsOf(fixed)));
        } else if (typed === contents) events.onStale();
        events.onFixed(label);
      } catch (error) {
        fail(error);
      }
    },
  };
}
