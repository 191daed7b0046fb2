import { useCallback, useEffect, useRef, useState } from "react";
import { reasonOf, Refused, type Api, type Target } from "../api/client.ts";
import type { Nothing, OpenDocument } from "../api/types.ts";
import { focusOf, words } from "../form/FindingList.tsx";
import { DocumentView } from "../document/DocumentView.tsx";
import { attempts, pathWithin, type PageMessage } from "../page/messages.ts";
import { Preview, type PreviewHandle } from "../page/Preview.tsx";
import { Publish } from "../publish/Publish.tsx";
import { Problems } from "../start/Problems.tsx";
import { Start } from "../start/Start.tsx";
import { Boundary } from "../ui/Boundary.tsx";
import { NO_PLACE } from "../ui/files.ts";
import { PageBar, SiteBar, type Place } from "./Bars.tsx";
import { useSite } from "./useSite.ts";

/** What the drawer shows. Another key makes another view. */
type View =
  | { name: "start" | "problems" | "publish" }
  | { name: "document"; document: OpenDocument; key: number }
  | { name: "nothing"; reason: string; isToCorrect: boolean };

/** Time after which waiting is announced, in milliseconds. */
const PATIENCE = 400;

const LOOKING = "Looking for what this is made from…";

/** Time for which a report is shown, in milliseconds. */
const SHOWN = 10_000;

/** How much of a small screen the drawer takes. */
const SIZES = ["closed", "half", "full"] as const;

/** The page and the drawer beside it. */
export function Editor({ api, preview, start }: { api: Api; preview: string; start: string }) {
  const { state, error, isBehind, refresh } = useSite(api);
  const [view, setView] = useState<View>({ name: "start" });
  const [page, setPage] = useState<{ path: string; title: string } | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const [picks, setPicks] = useState(true);
  const [status, setStatus] = useState("");
  const [size, setSize] = useState<(typeof SIZES)[number]>("half");
  const isBusy = useRef(false);
  /** Paths of the document that was renamed last. */
  const renamed = useRef<{ from: string; to: string } | null>(null);
  const shown = useRef(view);
  shown.current = view;
  const frame = useRef<PreviewHandle>(null);
  const next = useRef(0);
  const latest = useRef(0);
  const drawer = useRef<HTMLElement>(null);

  /** Takes the message away when something else is shown or changed: it would seem to be about that. */
  const hush = () => setStatus("");
  const show = useCallback((document: OpenDocument) => {
    isBusy.current = false;
    next.current += 1;
    setView({ name: "document", document, key: next.current });
    setSize((size) => (size === "closed" ? "half" : size));
  }, []);
  const open = useCallback(
    async (target: Target, focus?: OpenDocument["focus"], onGone?: () => void) => {
      const slow = setTimeout(() => setStatus(LOOKING), PATIENCE);
      // A click on something else meanwhile counts instead.
      const request = (latest.current += 1);
      const before = document.activeElement;
      try {
        const answer = await find(api, target);
        if (request !== latest.current) return null;
        if (answer.document === null) {
          setView({ name: "nothing", reason: answer.reason, isToCorrect: answer.isToCorrect ?? false });
          return null;
        }
        const opened = focus ? { ...answer, focus } : answer;
        const { current } = shown;
        // What was typed in it since the click may not have reached the program: only another place is shown. Who has gone on to a field
        // meanwhile is not called away from it.
        const isSame = current.name === "document" && current.document.document === opened.document;
        const isElsewhere = document.activeElement !== before && document.activeElement?.matches("input, textarea, select, [contenteditable]");
        if (isSame && isElsewhere) return answer;
        if (isSame && isBusy.current) setView({ ...current, document: { ...current.document, focus: opened.focus } });
        else show(opened);
        return answer;
      } catch (error) {
        if (onGone && error instanceof Refused && error.status === 404) onGone();
        else setStatus(reasonOf(error));
        return null;
      } finally {
        clearTimeout(slow);
        // What was done before is still true.
        if (request === latest.current) setStatus((status) => (status === LOOKING ? "" : status));
      }
    },
    [api, show],
  );
  /** Shows the page of a document behind the drawer, or the one that shows it. */
  const follow = async ({ document, url, focus }: OpenDocument) => {
    const field = focus && "field" in focus ? focus.field : null;
    const path = url ?? (await api.shown(document, field)).url;
    if (path !== null && path !== page?.path) go(path);
  };
  /** Opens a document, and shows its page behind the drawer. */
  const visit = async (target: Target, focus?: OpenDocument["focus"]) => {
    hush();
    const opened = await open(target, focus);
    if (opened) await follow(focus ? { ...opened, focus } : opened);
  };
  const begin = (document: OpenDocument) => {
    show(document);
    void follow(document);
  };
  const goTo = (name: "start" | "problems" | "publish") => {
    frame.current?.mark(null);
    latest.current += 1;
    setLink(null);
    setView({ name });
  };
  const leaveView = () => {
    goTo("start");
    frame.current?.focus();
  };
  const close = () => {
    hush();
    leaveView();
  };
  /** Leaves a page that does not exist any more. */
  const leave = (path: string | null, to = "/") => path !== null && page?.path === path && go(to);
  const go = (path: string) => {
    setLink(null);
    frame.current?.go(path);
  };
  const onMessage = (message: PageMessage) => {
    if (message.site === "shown") setPage(message);
    else if (message.site === "key") close();
    else {
      const { path, trail, href } = message;
      setLink(href === null ? null : pathWithin(preview + path, href));
      frame.current?.mark({ path, trail });
      hush();
      void open({ path, trail });
    }
  };
  const leaveDocument = (url: string | null, to?: string) => (void refresh(), leave(url, to), leaveView());
  /** Leaves a document that does not exist any more. If its renaming was undone, the one with the old name takes its place. */
  const gone = async (document: string, url: string | null) => {
    const { current } = renamed;
    if (current?.to !== document) return leaveDocument(url);
    renamed.current = null;
    const before = await open({ document: current.from }, null, () => leaveDocument(url));
    if (before?.url && page?.path === url) go(before.url);
  };
  /** Opens the document again, or leaves it if it does not exist any more. */
  const reopen = (field: string | null = null) => {
    if (view.name !== "document") return;
    const { document, url } = view.document;
    // What is shown is to be replaced, unless something more is typed.
    isBusy.current = false;
    void open({ document, ...(field !== null && { field }) }, null, () => void gone(document, url));
  };
  const undo = async () => {
    try {
      // The id is that of the change whose label was shown, so that nobody undoes what somebody else has done since.
      const { label } = await api.undo(state?.undo?.id ?? "");
      setStatus(`Undone: ${label}.`);
      await refresh();
    } catch (error) {
      setStatus(reasonOf(error));
    }
  };
  const fix = async (finding: { id: string }) => {
    await api.fix(finding.id).then(({ label }) => setStatus(`Done: ${words(label)}.`), (error: unknown) => setStatus(reasonOf(error)));
    await refresh();
  };
  const revision = state?.revision ?? 0;
  // What was undone, or changed by someone else, is shown, unless something is being edited here.
  useEffect(() => {
    if (view.name !== "document" || isBusy.current) return;
    const { document, fingerprint, title, url } = view.document;
    const isOutdated = () => shown.current.name !== "document" || shown.current.key !== view.key || isBusy.current;
    api.open({ document }).then(
      (answer) => {
        if (answer.document !== null && answer.fingerprint !== fingerprint && !isOutdated()) show({ ...answer, focus: null });
      },
      (error: unknown) => {
        if (!(error instanceof Refused) || error.status !== 404 || isOutdated()) return;
        if (renamed.current?.to !== document) setStatus((status) => status || `“${title}” was removed.`);
        void gone(document, url);
      },
    );
    // Only another revision is a reason to look.
  }, [revision]);
  // A report is read once, and would be wrong later.
  useEffect(() => {
    // What is being done is said until it is done.
    if (status.endsWith("…")) return undefined;
    const timer = setTimeout(() => setStatus(""), SHOWN);
    return () => clearTimeout(timer);
  }, [status]);
  useEffect(() => {
    if (state) document.title = `Edit: ${state.name}`;
  }, [state]);

  const place: Place | null = view.name === "document" || view.name === "nothing" ? null : view.name;
  const step = (by: number) => setSize(SIZES[Math.max(0, Math.min(SIZES.length - 1, SIZES.indexOf(size) + by))] ?? "half");
  return (
    <div className={`shell ${size}`} onDragOver={refuseFiles} onDrop={(event) => refuseFiles(event) && setStatus(NO_PLACE)}>
      <a className="skip" href="#drawer" onClick={(event) => (event.preventDefault(), drawer.current?.focus())}>
        Skip the page, go to the drawer
      </a>
      <section className="page" aria-label="The page">
        <PageBar page={page} picks={picks} onPicks={setPicks} />
        <Preview ref={frame} origin={preview} start={start} picks={picks} onMessage={onMessage} />
      </section>
      <main
        ref={drawer}
        id="drawer"
        className="drawer"
        tabIndex={-1}
        aria-label="Drawer"
        onKeyDown={(event) => {
          if (event.key === "Escape" && !isTaken(event) && view.name !== "start") close();
        }}
      >
        <SiteBar state={state} place={place} size={size} onPlace={(name) => (hush(), goTo(name))} onUndo={() => void undo()} onSize={step} />
        {link && (
          <p className="notice link-notice">
            <span>You clicked a link.</span>
            <button type="button" onClick={() => go(link)}>
              Go to its page
            </button>
          </p>
        )}
        {error && <p role="alert" className="notice">{error}</p>}
        {!state && !error && <p className="view" role="status">Reading the site…</p>}
        {state && view.name === "start" && (
          <Start api={api} state={state} page={page} onOpen={(target, focus) => void visit(target, focus)} onNew={(document) => (hush(), begin(document))} onStatus={setStatus} />
        )}
        {state && view.name === "problems" && (
          <Problems findings={state.findings} isChecking={isBehind || state.isChecking} onOpen={(target, finding) => void visit(target, focusOf(finding))} onFix={(one) => void fix(one)} />
        )}
        {view.name === "publish" && (
          <Publish api={api} revision={revision} onOpen={(target, finding) => void visit(target, finding && focusOf(finding))} onFix={(one) => void fix(one)} onGo={go} onStatus={setStatus} />
        )}
        {view.name === "nothing" && (
          <div className="view">
            <p className="lead">{view.reason}</p>
            <div className="actions">
              {view.isToCorrect && (
                <button type="button" className="primary" onClick={() => (hush(), goTo("problems"))}>
                  Show what must be corrected
                </button>
              )}
              <button type="button" onClick={close}>
                Back to the contents
              </button>
            </div>
          </div>
        )}
        {view.name === "document" && (
          <Boundary key={view.key} onRetry={() => reopen()}>
            <DocumentView
              api={api}
              opened={view.document}
              {...(state && { site: state })}
              events={{
                onOpen: (target) => void visit(target),
                onClose: () => leaveDocument(view.document.url),
                onRemoved: (shown) => leaveDocument(view.document.url, shown ?? undefined),
                page: page?.path ?? null,
                onGo: go,
                onStatus: setStatus,
                onReopen: reopen,
                onFinding: (finding) => void visit({ document: finding.document ?? "" }, focusOf(finding)),
                onSaved: (document) => setView((now) => (now.name === "document" && now.key === view.key ? { ...now, document } : now)),
                onReplaced: (document) => {
                  renamed.current = { from: view.document.document, to: document.document };
                  begin(document);
                },
                onBusy: (busy) => (isBusy.current = busy),
              }}
            />
          </Boundary>
        )}
        <p role="status" className="announcement">
          {status}
        </p>
      </main>
    </div>
  );
}

/** Opens a document. If a click was on a mere part of a text, the text around it counts. */
async function find(api: Api, target: Target): Promise<OpenDocument | Nothing> {
  const trails = "path" in target && target.trail ? attempts(target.trail) : [];
  const [first = target, ...others] = trails.map((trail) => ({ ...target, trail }));
  const answer = await api.open(first);
  for (const other of others) {
    const found = answer.document === null ? await api.open(other) : answer;
    if (found.document !== null) return found;
  }
  return answer;
}

/** Keeps the browser from opening a file that nothing has taken; returns whether there is one. */
function refuseFiles(event: React.DragEvent): boolean {
  if (event.defaultPrevented || !event.dataTransfer.types.includes("Files")) return false;
  event.preventDefault();
  return true;
}

/** Returns whether a key belongs to what has the focus: an input method, a list of choices, or a calendar. */
function isTaken({ nativeEvent, target, defaultPrevented }: React.KeyboardEvent): boolean {
  const hasPopup = target instanceof Element && target.matches("select, [type=date], [type=time]");
  return defaultPrevented || nativeEvent.isComposing || hasPopup;
}
