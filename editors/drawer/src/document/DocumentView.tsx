import { useEffect, useMemo, useRef, useState } from "react";
import type { Api, Target } from "../api/client.ts";
import type { Finding, Focus, OpenDocument, SiteState } from "../api/types.ts";
import { BodyEditor } from "../body/BodyEditor.tsx";
import { SourceEditor } from "../body/SourceEditor.tsx";
import { Form, type FormContext } from "../form/context.ts";
import { Fields } from "../form/Field.tsx";
import { FindingList, focusOf, spelled, words } from "../form/FindingList.tsx";
import { languageOf, nameOf } from "../form/languages.ts";
import { isHidden } from "../form/schema.ts";
import { Conflict, isRemoval, Removed } from "./Conflict.tsx";
import { Elsewhere } from "./Elsewhere.tsx";
import { ErrorSummary, focusField } from "./ErrorSummary.tsx";
import { itemAt, ListItems } from "./ListItems.tsx";
import { Remove } from "./Remove.tsx";
import { Rename } from "./Rename.tsx";
import { Stored } from "./Stored.tsx";
import { useDocument, type Editing } from "./useDocument.ts";
import { worded } from "./worded.ts";

/** What happens outside the document. */
export interface DocumentEvents {
  onOpen: (target: Target) => void;
  onClose: () => void;
  /** Leaves the document, which was removed. `shown` is the page that takes the place of its own. */
  onRemoved: (shown: string | null) => void;
  /** Path of the page that is shown. */
  page: string | null;
  onGo: (path: string) => void;
  /** Announces what was done. */
  onStatus: (status: string) => void;
  /** Opens the document again, at a field, or leaves it if it does not exist any more. */
  onReopen: (field: string | null) => void;
  /** Shows a finding in another document. */
  onFinding?: (finding: Finding) => void;
  /** Tells what is stored now. */
  onSaved: (document: OpenDocument) => void;
  /** Shows a document that the program has returned. */
  onReplaced: (document: OpenDocument) => void;
  /** Tells whether there are changes that are not sent yet. */
  onBusy: (isBusy: boolean) => void;
}

const PROGRESS: Record<Editing["progress"], string> = {
  unchanged: "No changes",
  draft: "Not saved yet; kept as a draft",
  sending: "Not saved yet",
  saving: "Saving…",
  saved: "Saved",
};

/** A document: its form, its text, and what can be done with it. */
export function DocumentView({ api, opened, site, events }: {
  api: Api;
  opened: OpenDocument;
  /** Findings of the whole site, and the number of the build that they are from. */
  site?: Pick<SiteState, "findings" | "revision">;
  events: DocumentEvents;
}) {
  const { onOpen, onStatus } = events;
  const editing = useDocument(api, opened, {
    onTyped: () => {
      events.onBusy(true);
      onStatus("");
    },
    onSaved: (saved) => {
      const { title, findings } = saved;
      events.onSaved(saved);
      const stops = findings.filter(({ stopsBuild }) => stopsBuild).length;
      onStatus(stops === 0 ? `Saved “${title}”.` : `Saved “${title}”. It must still be corrected before it can be published.`);
    },
    onDiscarded: () => {
      onStatus("Your changes are discarded.");
      if (opened.isNew) events.onClose();
      else events.onReopen(place());
    },
    onFixed: (label) => onStatus(`Done: ${words(label)}.`),
    onStale: () => events.onReopen(place()),
  });
  const { document, contents, uses, progress } = editing;
  const isChanged = progress === "sending" || progress === "saving" || progress === "draft";
  const findings = useMemo(() => {
    // What only a check of the whole site finds is known some seconds after the answer to a draft.
    const isBehind = site !== undefined && site.revision > editing.revision;
    const newest = isBehind ? site.findings.filter((finding) => finding.document === document.document && !finding.isStored) : editing.findings;
    return worded(newest, document.schema, contents.values);
  }, [site, editing.findings, editing.revision, document, contents.values]);
  const [before] = useState((opened.saved ?? opened).values);
  const [focus, setFocus] = useState<Focus | null>(opened.focus);
  const [selected, setSelected] = useState(() => itemAt(opened.focus && "field" in opened.focus ? opened.focus.field : null));
  /** The field that is shown after the document was opened again. */
  const place = () => (selected !== null ? `/item/${selected}` : null);
  const [dialog, setDialog] = useState<"rename" | "remove" | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const field = focus && "field" in focus ? focus.field : null;

  useEffect(() => {
    if (focus && "body" in focus) return;
    if (field === null || !focusField(field)) heading.current?.focus();
  }, [focus, field]);
  useEffect(() => void events.onBusy(isChanged), [isChanged]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
      event.preventDefault();
      void editing.save();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  });

  const show = (place: Focus | null) => {
    if (!place) return;
    if ("field" in place && document.kind === "list") setSelected(itemAt(place.field));
    setFocus(place);
  };
  // Another place of the document was clicked on the page.
  useEffect(() => show(opened.focus), [opened.focus]);
  const form: FormContext = {
    api,
    document: document.document,
    root: document.schema,
    findings,
    uses,
    translations: document.translations,
    before,
    focus: field,
    onChange: editing.changeValue,
    onFix: (fix) => void editing.fix(fix),
    onOpen,
  };
  // What is about a value that has no field is said above all fields.
  const whole = findings.filter(({ field, body }) => body === null && (field === null || isHidden(field, document.schema)));
  return (
    <>
      <div className="view document" inert={editing.isDiscarding}>
        <header className="view-head">
          <p className="kind">{document.what}</p>
          <h1 ref={heading} tabIndex={-1}>
            {document.title}
          </h1>
          {document.status && <p className="status">{spelled(document.status)}</p>}
          <DocumentActions editing={editing} events={events} onDialog={setDialog} />
        </header>
        <Stored document={document} findings={site?.findings ?? []} isChanged={isChanged} />
        <Elsewhere
          document={document}
          body={contents.body}
          before={document.saved?.body ?? opened.body}
          findings={site?.findings ?? []}
          isChanged={isChanged}
          onOpen={(finding) => events.onFinding?.(finding)}
          onKeep={({ anchor, offset }) => editing.changeBody(`${contents.body.slice(0, offset)} {#${anchor}}${contents.body.slice(offset)}`)}
        />
        <ErrorSummary findings={findings} onShow={(finding) => show(focusOf(finding))} />
        <Form value={form}>
          <FindingList findings={whole} onFix={form.onFix} />
          {document.hasBody && contents.source === null && <Body editing={editing} findings={findings} focus={focus} form={form} onStatus={onStatus} />}
          {contents.values && document.kind === "list" && (
            <ListItems what={document.what} values={contents.values} selected={selected} onSelect={setSelected} />
          )}
          {contents.values && document.kind !== "list" && <Fields pointer="" schema={document.schema} values={contents.values} level={2} />}
          {contents.source !== null && (
            <>
              <p className="hint">The fields cannot be shown until this is corrected.</p>
              <SourceEditor text={contents.source} onChange={editing.changeSource} onStatus={onStatus} />
            </>
          )}
        </Form>
      </div>
      <Footer editing={editing} />
      {editing.conflict && isRemoval(editing.conflict) && (
        <Removed
          opened={opened}
          onStore={() => void editing.settleConflict(null)}
          onDrop={() => void editing.discard()}
          onClose={editing.closeConflict}
        />
      )}
      {editing.conflict && !isRemoval(editing.conflict) && (
        <Conflict
          conflict={editing.conflict}
          opened={opened}
          contents={contents}
          onSettle={(fields) => void editing.settleConflict(fields)}
          onTakeTheirs={() => (editing.conflict?.isDraft ? events.onReopen(place()) : void editing.discard())}
          onClose={editing.closeConflict}
        />
      )}
      {dialog === "rename" && (
        <Rename
          api={api}
          document={document}
          onClose={() => setDialog(null)}
          onDone={(renamed) => {
            onStatus("Renamed.");
            events.onReplaced(renamed);
          }}
        />
      )}
      {dialog === "remove" && (
        <Remove
          api={api}
          document={document}
          onClose={() => setDialog(null)}
          onOpen={onOpen}
          onDone={(shown) => {
            onStatus(`Removed “${document.title}”.`);
            events.onRemoved(shown);
          }}
        />
      )}
    </>
  );
}

/** What can be done with the whole document. */
function DocumentActions(props: { editing: Editing; events: DocumentEvents; onDialog: (dialog: "rename" | "remove") => void }) {
  const { editing, events, onDialog } = props;
  const { url, translations, kind, isNew, slug } = editing.document;
  return (
    <div className="actions">
      {url && url !== events.page && (
        <button type="button" onClick={() => events.onGo(url)}>
          Show its page
        </button>
      )}
      {translations.map((translation) => (
        <button key={translation.document} type="button" lang={languageOf(translation)} onClick={() => events.onOpen({ document: translation.document })}>
          {nameOf(translation)}
        </button>
      ))}
      {kind === "entry" && !isNew && (
        <>
          {slug != null && (
            <button type="button" onClick={() => onDialog("rename")}>
              Rename…
            </button>
          )}
          <button type="button" onClick={() => onDialog("remove")}>
            Remove…
          </button>
        </>
      )}
    </div>
  );
}

/** The text, with the findings in it. */
function Body(props: { editing: Editing; findings: Finding[]; focus: Focus | null; form: FormContext; onStatus: (status: string) => void }) {
  const { editing, findings, focus, form, onStatus } = props;
  const { document, contents, uses } = editing;
  const own = useMemo(() => findings.filter(({ body }) => body !== null), [findings]);
  const facts = uses.filter(({ text }) => contents.body.includes(text));
  return (
    <section className="body">
      <h2>Text</h2>
      <FindingList findings={own} onFix={form.onFix} />
      <BodyEditor
        api={form.api}
        document={document.document}
        text={contents.body}
        findings={own}
        focus={focus && "body" in focus ? focus : null}
        onChange={editing.changeBody}
        onStatus={onStatus}
      />
      {facts.map(({ text, value, document, field, title }) => (
        <p key={text} className="fact">
          <code>{text}</code> shows “{value}”.{" "}
          <button type="button" className="quiet" onClick={() => form.onOpen({ document, field })}>
            Change it in {title}
          </button>
        </p>
      ))}
    </section>
  );
}

/** Save, and how far the changes are stored. It stays in view. */
function Footer({ editing }: { editing: Editing }) {
  const { progress, error, document, overtaken } = editing;
  const isChanged = progress === "draft" || progress === "sending";
  return (
    <footer className="view-foot">
      <button type="button" className="primary" aria-disabled={!isChanged || undefined} onClick={() => isChanged && void editing.save()}>
        Save
      </button>
      {isChanged && (
        <button type="button" onClick={() => void editing.discard()}>
          {document.isNew ? "Discard" : "Discard my changes"}
        </button>
      )}
      <p className={error ? "progress wrong" : "progress"} role={error ? "alert" : undefined}>
        {error ?? PROGRESS[progress]}
      </p>
      {overtaken && (
        <p role="status" className="progress wrong">
          This is being changed in another tab as well.{" "}
          <button type="button" onClick={editing.showConflict}>
            Compare both versions
          </button>
        </p>
      )}
    </footer>
  );
}
