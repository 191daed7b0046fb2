import { useEffect, useState, type ReactNode } from "react";
import type { Api, Target } from "../api/client.ts";
import type { Collection, Entry, Focus, FoundText, OpenDocument, SiteState } from "../api/types.ts";
import { Icon } from "../ui/Icon.tsx";
import { child } from "../form/pointer.ts";
import { spelled } from "../form/FindingList.tsx";
import { labelOf } from "../form/schema.ts";
import { isFound } from "../ui/search.ts";
import { New } from "./New.tsx";

/** Everything that can be edited. */
export function Start(props: {
  api: Api;
  state: SiteState;
  /** The page that is shown. */
  page: { path: string; title: string } | null;
  onOpen: (target: Target, focus?: Focus | null) => void;
  onNew: (document: OpenDocument) => void;
  onStatus: (status: string) => void;
}) {
  const { api, state, page, onOpen, onNew } = props;
  const [query, setQuery] = useState("");
  const [creating, setCreating] = useState<Collection | null>(null);
  const begin = (collection: Collection) => {
    if (!collection.isList) setCreating(collection);
    else void api.create({ collection: collection.collection }).then(onNew, (error: Error) => props.onStatus(error.message));
  };
  return (
    <div className="view start">
      <h1>{state.name}</h1>
      <p className="lead">Click anything on the page to change it, or find it here.</p>
      {page && (
        <p className="this-page">
          <span>{page.title || page.path}</span>
          <button type="button" onClick={() => onOpen({ path: page.path })}>
            Edit this page
          </button>
        </p>
      )}
      {state.unsaved.length > 0 && (
        <section>
          <h2>Not saved yet</h2>
          <ul className="index">
            {state.unsaved.map((entry) => (
              <EntryItem key={entry.document} entry={entry} onOpen={onOpen} />
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>Contents</h2>
        <input
          type="search"
          className="find"
          aria-label="Find by title or text"
          placeholder="Find by title or text"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
        {query.trim() === "" ? (
          state.collections.map((collection) => (
            <Register key={collection.collection} collection={collection} onOpen={onOpen} onNew={() => begin(collection)} />
          ))
        ) : (
          <Found api={api} state={state} query={query} onOpen={onOpen} />
        )}
      </section>
      {state.settings.length > 0 && query.trim() === "" && (
        <section>
          <h2>For the whole site</h2>
          <ul className="index">
            {state.settings.map((settings) => (
              <EntryItem key={settings.document} entry={settings} onOpen={onOpen} />
            ))}
          </ul>
        </section>
      )}
      {creating && (
        <New
          api={api}
          collection={creating}
          onClose={() => setCreating(null)}
          onDone={(document) => {
            setCreating(null);
            onNew(document);
          }}
        />
      )}
    </div>
  );
}

/** The entries of a collection. */
function Register(props: { collection: Collection; onOpen: (target: Target) => void; onNew: () => void }) {
  const { collection, onOpen, onNew } = props;
  const { name, entries } = collection;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={isOpen ? "section open" : "section"}>
      <div className="section-head">
        <h3>
          <button type="button" className="disclosure" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            <Icon name="down" />
            <span>{name}</span>
            <span className="total">{entries.length}</span>
          </button>
        </h3>
        <button type="button" className="quiet" aria-label={`New: ${name}`} onClick={onNew}>
          New
        </button>
      </div>
      {isOpen && (
        <ul className="index">
          {entries.map((entry) => (
            <EntryItem key={entry.document + (entry.field ?? "")} entry={entry} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </div>
  );
}

function EntryItem({ entry, kind, onOpen }: { entry: Entry; kind?: string; onOpen: (target: Target) => void }) {
  const { document, field, title, status, hasDraft, errors = 0 } = entry;
  const notes: ReactNode[] = [];
  if (kind) notes.push(kind);
  if (hasDraft) notes.push("not saved");
  if (status) notes.push(spelled(status));
  return (
    <li>
      <button type="button" className="entry" onClick={() => onOpen({ document, ...(field !== undefined && { field }) })}>
        <span>
          {title}
          {notes.length > 0 && <small>{notes.join(" · ")}</small>}
        </span>
        {errors > 0 && <span className="badge" aria-label={`${errors} to correct`}>{errors}</span>}
      </button>
    </li>
  );
}

/** Maximum number of results. */
const MOST = 50;

/** Returns how late a result comes: an entry or a document before a part of one, and a title with the words before any other. */
const rank = ({ entry, isPart }: { entry: Entry; isPart?: boolean }, query: string) => (isPart ? 2 : 0) + (isFound(entry.title, query) ? 0 : 1);

/** Pause after the last letter before the texts are searched, in milliseconds. */
const PAUSE = 250;

/** Shortest query that texts are searched for: fewer letters are in every text. */
const SHORTEST = 3;

/** Returns the documents whose texts have the words of a query, or `null` while they are searched. */
function useTexts(api: Api, query: string): FoundText[] | null {
  const [texts, setTexts] = useState<{ query: string; found: FoundText[] } | null>(null);
  const words = query.trim();
  const isLongEnough = words.length >= SHORTEST;
  useEffect(() => {
    if (!isLongEnough) return undefined;
    let isLatest = true;
    const show = (found: FoundText[]) => isLatest && setTexts({ query: words, found });
    const timer = setTimeout(() => void api.find(words).then(show, () => show([])), PAUSE);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [api, words, isLongEnough]);
  if (!isLongEnough) return [];
  return texts?.query === words ? texts.found : null;
}

/** Lists what has the words that are looked for: in its title, then in its text. */
function Found({ api, state, query, onOpen }: { api: Api; state: SiteState; query: string; onOpen: (target: Target, focus?: Focus | null) => void }) {
  const texts = useTexts(api, query);
  const entries = state.collections.flatMap((collection) => collection.entries.map((entry) => ({ entry, kind: collection.title })));
  const settings = state.settings.flatMap(({ document, title, parts }): { entry: Entry; kind: string; isPart?: boolean }[] => [
    { entry: { document, title }, kind: "For the whole site" },
    ...parts.map((part) => ({ entry: { document, field: child("", part.key), title: labelOf(part.key, { ...(part.title && { title: part.title }) }) }, kind: title, isPart: true })),
  ]);
  const found = [...entries, ...settings]
    .filter(({ entry, kind }) => isFound(`${entry.title} ${kind}`, query))
    .sort((one, other) => rank(one, query) - rank(other, query));
  const others = (texts ?? []).filter(({ document }) => !found.some(({ entry }) => entry.document === document && entry.field === undefined));
  if (found.length === 0 && others.length === 0) {
    return <p role="status">{texts === null ? "Searching the texts…" : "Nothing has these words. What is on a page can be clicked there."}</p>;
  }
  return (
    <>
      {found.length > 0 && (
        <ul className="index" aria-label="Found">
          {found.slice(0, MOST).map(({ entry, kind }) => (
            <EntryItem key={entry.document + (entry.field ?? "")} entry={entry} kind={kind} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {found.length > MOST && <p className="hint">{found.length - MOST} more: write more of the title.</p>}
      {others.length > 0 && (
        <>
          <h3 className="found-texts">In the text</h3>
          <ul className="index" aria-label="Found in the text">
            {others.map(({ document, title, excerpt, focus }) => (
              <li key={document}>
                <button type="button" className="entry" onClick={() => onOpen({ document }, focus)}>
                  <span>
                    {title}
                    <small>{excerpt}</small>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
