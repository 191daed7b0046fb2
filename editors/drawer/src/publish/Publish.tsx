import { useEffect, useRef, useState } from "react";
import { reasonOf, Refused, type Api, type Direction, type Target } from "../api/client.ts";
import type { Finding, Fix, Publication } from "../api/types.ts";
import { ProblemList } from "../start/Problems.tsx";
import { grouped, type Group } from "./grouped.ts";

/** Pause before the pages are compared again, in milliseconds. Comparing builds the site twice, and each draft is another revision. */
const PAUSE = 1500;

/** Time between two questions how far a publication is, in milliseconds. */
const STEP = 700;

const WORDS: Record<Direction, { title: string; wait: string }> = {
  on: { title: "What will change", wait: "Comparing with what is published…" },
  back: { title: "What will be as it was before", wait: "Comparing with the version before…" },
};

/** Why a request failed: in words, and for whoever looks after the site. */
interface Failure {
  reason: string;
  details: string | null;
}

const failureOf = (error: unknown): Failure => ({ reason: reasonOf(error), details: error instanceof Refused ? error.details : null });

/** Returns how far a publication is, while there is one. */
function useProgress(api: Api, isPublishing: boolean): string {
  const [doing, setDoing] = useState("");
  useEffect(() => {
    if (!isPublishing) return undefined;
    setDoing("Publishing…");
    const ask = () => void api.publishing().then(({ doing }) => doing !== null && setDoing(doing), () => undefined);
    const timer = setInterval(ask, STEP);
    return () => clearInterval(timer);
  }, [api, isPublishing]);
  return isPublishing ? doing : "";
}

/** What publishing will change, in words, and the button that does it. */
export function Publish({ api, revision, onOpen, onFix, onGo, onStatus }: {
  api: Api;
  /** The state of the site; another one may change other pages. */
  revision: number;
  onOpen: (target: Target, finding?: Finding) => void;
  onFix: (fix: Fix) => void;
  onGo: (path: string) => void;
  onStatus: (status: string) => void;
}) {
  const [publication, setPublication] = useState<Publication | null>(null);
  /** Why it is not known what will change. */
  const [unknown, setUnknown] = useState<Failure | null>(null);
  /** Why it could not be published. */
  const [error, setError] = useState<Failure | null>(null);
  const [direction, setDirection] = useState<Direction>("on");
  const [progress, setProgress] = useState<"asking" | "publishing" | "done">("asking");
  const [message, setMessage] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  const hasAsked = useRef(false);
  useEffect(() => {
    if (progress !== "asking") return undefined;
    let isLatest = true;
    const load = async () => {
      hasAsked.current = true;
      try {
        const answer = await api.publication(direction);
        if (!isLatest) return;
        setPublication(answer);
        setUnknown(null);
      } catch (error) {
        if (!isLatest) return;
        setPublication(null);
        setUnknown(failureOf(error));
      }
    };
    const timer = setTimeout(() => void load(), hasAsked.current ? PAUSE : 0);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [api, direction, progress, revision]);
  useEffect(() => heading.current?.focus(), []);

  const doing = useProgress(api, progress === "publishing");
  const turn = (direction: Direction) => {
    hasAsked.current = false;
    setDirection(direction);
    setPublication(null);
    setUnknown(null);
    setError(null);
    setProgress("asking");
    heading.current?.focus();
  };
  const publish = async ({ fingerprint }: Publication) => {
    setProgress("publishing");
    setError(null);
    onStatus("Publishing…");
    try {
      const { message } = await api.publish(direction, fingerprint);
      setMessage(message);
      setPublication(null);
      hasAsked.current = false;
      setProgress("done");
      onStatus(message);
    } catch (error) {
      onStatus("");
      setError(failureOf(error));
      setProgress("asking");
    }
  };
  const words = WORDS[direction];
  const failure = error ?? unknown;
  if (progress === "done") {
    return (
      <div className="view publish">
        <h1 ref={heading} tabIndex={-1}>
          Done
        </h1>
        <p className="lead">{message}</p>
        <div className="actions">
          <button type="button" onClick={() => turn("on")}>
            Check for more changes
          </button>
          {direction === "on" && (
            <button type="button" onClick={() => turn("back")}>
              Take it back…
            </button>
          )}
        </div>
      </div>
    );
  }
  return (
    <>
      <div className="view publish">
        <h1 ref={heading} tabIndex={-1}>
          {words.title}
        </h1>
        {!publication && !unknown && <p role="status">{words.wait}</p>}
        {publication && <Changes publication={publication} onOpen={onOpen} onFix={onFix} onGo={onGo} />}
        {failure && (
          <div role="alert">
            <p>{failure.reason}</p>
            {failure.details && (
              <details>
                <summary>For whoever looks after the site</summary>
                <pre>{failure.details}</pre>
              </details>
            )}
          </div>
        )}
        {progress === "asking" && (publication ?? unknown) && (
          <p className="other-direction">
            <button type="button" className="quiet" onClick={() => turn(direction === "on" ? "back" : "on")}>
              {direction === "on" ? "Take back what was published last…" : "Back to what will be published"}
            </button>
          </p>
        )}
      </div>
      {publication && (
        <footer className="view-foot">
          <button type="button" className="primary" disabled={publication.blocked !== null || progress === "publishing"} onClick={() => void publish(publication)}>
            {publication.label}
          </button>
          <p className="progress" role="status">
            {doing}
          </p>
        </footer>
      )}
    </>
  );
}

/** Returns a count with its word. */
const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;

function Changes(props: { publication: Publication; onOpen: (target: Target, finding?: Finding) => void; onFix: (fix: Fix) => void; onGo: (path: string) => void }) {
  const { publication, onOpen, onFix, onGo } = props;
  const { pages, others, unsaved, blocked } = publication;
  // The place of an error in a stored version is not the same in the draft, which is what is shown; a fix would change the draft.
  const ofStored = (error: Finding): Finding => {
    if (!unsaved.some(({ document }) => document === error.document)) return error;
    const help = [error.help, "You have changes of it that are not saved. Save them if they correct this."].filter(Boolean).join(" ");
    return { ...error, help, field: null, body: null, fixes: [] };
  };
  const errors = publication.errors.map(ofStored);
  const later = publication.later.map(ofStored);
  return (
    <>
      {blocked !== null && <p className="lead">{blocked}</p>}
      {errors.length > 0 && (
        <div className="problems">
          <ProblemList findings={errors} onOpen={onOpen} onFix={onFix} />
        </div>
      )}
      {later.length > 0 && (
        <details className="notice later">
          <summary>Before the site can be public, {counted(later.length, "more thing")} must be corrected</summary>
          <div className="problems">
            <ProblemList findings={later} onOpen={onOpen} onFix={onFix} />
          </div>
        </details>
      )}
      {unsaved.length > 0 && (
        <section className="notice">
          <p>This is not saved yet, so it will not be published:</p>
          <ul className="plain">
            {unsaved.map(({ document, title }) => (
              <li key={document}>
                <button type="button" className="quiet" onClick={() => onOpen({ document })}>
                  {title}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {pages.length > 0 && <p className="lead">{counted(pages.length, "page")}</p>}
      {grouped(pages).map((group) => (
        <PageChanges key={group.pages.map(({ url }) => url).join(" ") + group.changes[0]} group={group} onGo={onGo} />
      ))}
      {others.length > 0 && (
        <section className="page-change">
          {pages.length > 0 && <h2>Other changes</h2>}
          <ul>
            {others.map((other) => (
              <li key={other}>{other}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Changes, and the pages that they are on. */
function PageChanges({ group, onGo }: { group: Group; onGo: (path: string) => void }) {
  const { pages, changes } = group;
  const links = pages.map(({ url, title }) => (
    <button key={url} type="button" className="quiet" onClick={() => onGo(url)}>
      {title}
    </button>
  ));
  return (
    <section className="page-change">
      <h2>{pages.length === 1 ? links : `On ${pages.length} pages`}</h2>
      <ul>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      {pages.length > 1 && (
        <details>
          <summary>Which pages</summary>
          <ul className="plain">
            {links.map((link) => (
              <li key={link.key}>{link}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
