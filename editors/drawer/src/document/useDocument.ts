import { useMemo, useRef, useState } from "react";
import { reasonOf, Refused, type Api } from "../api/client.ts";
import type { Conflict, Contents, DraftResult, Finding, Fix, Json, OpenDocument, Use } from "../api/types.ts";
import { withValue } from "../form/pointer.ts";
import { draftSender } from "./drafts.ts";
import type { Fields } from "./differences.ts";

/** How far the contents are stored. */
export type Progress = "unchanged" | "draft" | "sending" | "saving" | "saved";

/** A document that is being edited. */
export interface Editing {
  document: OpenDocument;
  contents: Contents;
  findings: Finding[];
  uses: Use[];
  progress: Progress;
  /** Why the last request failed. */
  error: string | null;
  conflict: Conflict | null;
  changeValue(pointer: string, value: Json | undefined): void;
  changeBody(body: string): void;
  changeSource(source: string): void;
  /** Writes the contents to the site's files, unless they were changed elsewhere. */
  save(): Promise<void>;
  /** Writes a version that was made from mine and theirs. */
  settleConflict(fields: Fields | null): Promise<void>;
  closeConflict(): void;
  /** Forgets the changes. */
  discard(): Promise<void>;
  /** Applies a fix to the newest contents. */
  fix(fix: Fix): Promise<void>;
}

/** Returns whether a request can succeed later: the program does not answer, or failed. */
const isTemporary = ({ status }: Refused) => status === 0 || status >= 500;

const contentsOf = ({ values, body, source }: OpenDocument): Contents => ({ values, body, source });

/** Edits a document that the program has opened. What is typed is sent as a draft; nothing is written before `save`. */
export function useDocument(
  api: Api,
  opened: OpenDocument,
  events: {
    onSaved: (document: OpenDocument) => void;
    onDiscarded: () => void;
    onFixed: (label: string) => void;
    /** Opens the document again, because its contents were changed by the program. */
    onStale: () => void;
  },
): Editing {
  const [document, setDocument] = useState(opened);
  const [contents, setContents] = useState<Contents>(() => contentsOf(opened));
  const [result, setResult] = useState<Pick<DraftResult, "findings" | "uses">>(opened);
  const [progress, setProgress] = useState<Progress>(opened.hasDraft || opened.isNew ? "draft" : "unchanged");
  const [error, setError] = useState<string | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  // Requests are sent later, with what is newest then.
  const latest = useRef({ document, contents });

  const keep = (next: OpenDocument) => {
    latest.current = { document: next, contents: contentsOf(next) };
    setDocument(next);
    setContents(contentsOf(next));
    setResult(next);
    setError(null);
    setConflict(null);
  };
  const versionOf = (contents: Contents) => {
    const { document, fingerprint } = latest.current.document;
    return { document, fingerprint, ...contents };
  };
  const sender = useMemo(
    () =>
      draftSender<Contents, DraftResult>({
        send: (contents) => api.draft(versionOf(contents)),
        onResult: (answer, sent) => {
          setResult(answer);
          setError(null);
          setDocument((document) => ({ ...document, title: answer.title, url: answer.url }));
          if (sent === latest.current.contents) setProgress(answer.hasDraft ? "draft" : "unchanged");
        },
        onError: (error) => {
          setError(reasonOf(error));
          return error instanceof Refused && isTemporary(error);
        },
      }),
    [api],
  );
  const change = (next: Contents) => {
    latest.current.contents = next;
    setContents(next);
    setProgress("sending");
    sender.push(next);
  };
  const fail = (error: unknown) => {
    setProgress("draft");
    if (error instanceof Refused && error.conflict) setConflict(error.conflict);
    else setError(reasonOf(error));
  };
  const store = async (contents: Contents, fingerprint: string) => {
    setProgress("saving");
    await sender.settle();
    try {
      const { document: saved } = await api.save({ ...versionOf(contents), fingerprint });
      const typed = latest.current.contents;
      keep(saved);
      setProgress("saved");
      events.onSaved(saved);
      if (typed !== contents) change(typed);
    } catch (error) {
      fail(error);
    }
  };

  return {
    document,
    contents,
    findings: result.findings,
    uses: result.uses,
    progress,
    error,
    conflict,
    changeValue: (pointer, value) => {
      const { values } = latest.current.contents;
      if (values) change({ ...latest.current.contents, values: withValue(values, pointer, value) });
    },
    changeBody: (body) => change({ ...latest.current.contents, body }),
    changeSource: (source) => change({ ...latest.current.contents, source }),
    save: () => store(latest.current.contents, latest.current.document.fingerprint),
    settleConflict: async (fields) => {
      if (!conflict) return;
      const next: Contents = fields ? { ...latest.current.contents, ...fields } : latest.current.contents;
      latest.current.contents = next;
      setContents(next);
      await store(next, conflict.fingerprint);
    },
    closeConflict: () => setConflict(null),
    discard: async () => {
      await sender.settle();
      await api.discard(document.document).then(events.onDiscarded, fail);
    },
    fix: async (fix) => {
      try {
        // The program applies the fix to the draft that it has.
        const { contents } = latest.current;
        await sender.settle();
        if (progress === "sending") await api.draft(versionOf(contents));
        const { label, document: fixed } = await api.fix(fix.id);
        if (fixed && fixed.document === document.document) {
          keep(fixed);
          setProgress(fixed.hasDraft ? "draft" : "unchanged");
        } else events.onStale();
        events.onFixed(label);
      } catch (error) {
        fail(error);
      }
    },
  };
}
