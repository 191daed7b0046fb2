import { useCallback, useEffect, useRef, useState } from "react";
import { reasonOf, type Api, type Target } from "../api/client.ts";
import type { Publication } from "../api/types.ts";
import { grouped, type Group } from "./grouped.ts";

/** What publishing will change, in words, and the button that does it. */
export function Publish({ api, revision, onOpen, onGo, onStatus }: {
  api: Api;
  /** The state of the site; another one may change other pages. */
  revision: number;
  onOpen: (target: Target) => void;
  onGo: (path: string) => void;
  onStatus: (status: string) => void;
}) {
  const [publication, setPublication] = useState<Publication | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [progress, setProgress] = useState<"asking" | "publishing" | "done">("asking");
  const [message, setMessage] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  const load = useCallback(() => api.publication().then(setPublication, (error: unknown) => setError(reasonOf(error))), [api]);
  useEffect(() => void (progress === "asking" && load()), [load, progress, revision]);
  useEffect(() => heading.current?.focus(), []);

  const publish = async () => {
    setProgress("publishing");
    setError(null);
    onStatus("Publishing…");
    try {
      const { message } = await api.publish();
      setMessage(message);
      setProgress("done");
      onStatus(message);
    } catch (error) {
      setError(reasonOf(error));
      setProgress("asking");
    }
  };
  if (progress === "done") {
    return (
      <div className="view publish">
        <h1 ref={heading} tabIndex={-1}>
          Published
        </h1>
        <p className="lead">{message}</p>
        <button type="button" onClick={() => setProgress("asking")}>
          Look for further changes
        </button>
      </div>
    );
  }
  return (
    <>
      <div className="view publish">
        <h1 ref={heading} tabIndex={-1}>
          What will change
        </h1>
        {!publication && !error && <p role="status">Comparing with what is published…</p>}
        {publication && <Changes publication={publication} onOpen={onOpen} onGo={onGo} />}
        {error && <p role="alert">{error}</p>}
      </div>
      {publication && (
        <footer className="view-foot">
          <button type="button" className="primary" disabled={publication.blocked !== null || progress === "publishing" || isEmpty(publication)} onClick={() => void publish()}>
            {publication.label}
          </button>
          <p className="progress">{progress === "publishing" ? "Publishing… This can take a minute." : publication.blocked}</p>
        </footer>
      )}
    </>
  );
}

const isEmpty = ({ pages, others }: Publication) => pages.length === 0 && others.length === 0;

/** Returns a count with its word. */
const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;

function Changes({ publication, onOpen, onGo }: { publication: Publication; onOpen: (target: Target) => void; onGo: (path: string) => void }) {
  const { pages, others, unsaved } = publication;
  return (
    <>
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
      {isEmpty(publication) && <p className="lead">Everything that is saved is already published.</p>}
      {pages.length > 0 && <p className="lead">{counted(pages.length, "page")}</p>}
      {grouped(pages).map((group) => (
        <PageChanges key={group.pages.map(({ url }) => url).join(" ") + group.changes[0]} group={group} onGo={onGo} />
      ))}
      {others.length > 0 && (
        <section className="page-change">
          <h2>Besides</h2>
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
