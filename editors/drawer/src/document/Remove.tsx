import { useEffect, useId, useState } from "react";
import { reasonOf, type Api, type Target } from "../api/client.ts";
import type { LinkTarget, OpenDocument, Reference, Removal } from "../api/types.ts";
import { LinkOption } from "../form/LinkField.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Suggest } from "../ui/Suggest.tsx";

/** Returns whether no reference before this one has the same title: a document can refer to another one in several places. */
const isFirst = ({ title }: Reference, index: number, all: Reference[]) => all.findIndex((one) => one.title === title) === index;

/** What is to become of the address and of the links. */
interface Choice {
  /** Whether visitors are led to another page. */
  leads: boolean;
  /** That page; `null` while another one is being looked for. */
  to: LinkTarget | null;
  /** Whether links lead there as well. */
  mends: boolean;
}

/** Lists what refers to a document, asks what takes its place, and removes it. */
export function Remove(props: { api: Api; document: OpenDocument; onDone: (shown: string | null) => void; onOpen: (target: Target) => void; onClose: () => void }) {
  const { api, document, onDone, onOpen, onClose } = props;
  const [removal, setRemoval] = useState<Removal | null>(null);
  const [choice, setChoice] = useState<Choice>({ leads: false, to: null, mends: true });
  const [error, setError] = useState<string | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  const id = document.document;
  useEffect(() => {
    const onFound = (removal: Removal) => {
      setRemoval(removal);
      setChoice({ leads: !!removal.to, to: removal.to ?? null, mends: true });
    };
    api.remove({ document: id }).then(onFound, (error: unknown) => setError(reasonOf(error)));
  }, [api, id]);
  const { leads, to, mends } = choice;
  const references = removal?.references ?? [];
  const isMended = (reference: Reference) => leads && mends && reference.isReplaceable;
  const links = references.filter(({ isReplaceable }) => isReplaceable);
  const kept = links.filter(({ isRedirected }) => isRedirected);
  const others = references.filter((reference) => !isMended(reference) && !(leads && reference.isRedirected));
  const remove = async () => {
    if (isWorking) return;
    if (leads && !to) return setError("Choose a page from the list first.");
    setIsWorking(true);
    setError(null);
    const where: { to?: string; links?: boolean } = leads && to ? { to: to.url, links: mends } : {};
    try {
      await api.remove({ document: id, confirm: true, ...where });
      onDone(where.to ?? null);
    } catch (error) {
      setError(reasonOf(error));
      setIsWorking(false);
    }
  };
  return (
    <Dialog title={`Remove “${document.title}”?`} onClose={onClose}>
      {!removal && !error && <p role="status">Looking for what refers to it…</p>}
      {removal?.address && <Fate api={api} document={id} address={removal.address} choice={choice} onChoose={(change) => (setError(null), setChoice({ ...choice, ...change }))} />}
      {leads && links.length > 0 && (
        <>
          <label className="check">
            <input type="checkbox" checked={mends} onChange={({ target }) => setChoice({ ...choice, mends: target.checked })} />
            {links.length === 1 ? "Change the link to it as well, so that it leads there" : `Change the ${links.length} links to it as well, so that they lead there`}
          </label>
          {mends && <p className="hint indented">In {titles(links)}</p>}
          {!mends && kept.length > 0 && <p className="hint indented">Those in {titles(kept)} still work, because the old address leads there.</p>}
        </>
      )}
      {others.length > 0 && (
        <>
          <p>This still refers to it, and has to be changed by hand:</p>
          <ul className="plain">
            {others.filter(isFirst).map(({ document, title, field }, index) => (
              <li key={index}>
                {document ? (
                  <button type="button" className="quiet" onClick={() => onOpen({ document, ...(field && { field }) })}>
                    {title}
                  </button>
                ) : (
                  title
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {removal && (
        <p>
          {references.length === 0 && "Nothing else refers to it. "}
          You can take all of this back with Undo.
          {removal.losesDraft && " Only your changes of it that are not saved are lost."}
        </p>
      )}
      {error && <p role="alert">{error}</p>}
      <div className="actions">
        <button type="button" className="danger" disabled={!removal} aria-disabled={isWorking || undefined} onClick={() => void remove()}>
          Remove
        </button>
        <button type="button" autoFocus onClick={onClose}>
          Keep
        </button>
      </div>
    </Dialog>
  );
}

/** Returns the titles of documents, each once: “A”, “B” and “C”. */
function titles(references: Reference[]): string {
  const all = references.filter(isFirst).map(({ title }) => `“${title}”`);
  const last = all.pop() ?? "";
  return all.length === 0 ? last : `${all.join(", ")} and ${last}`;
}

/** What becomes of the address of a page that is removed. */
function Fate(props: { api: Api; document: string; address: string; choice: Choice; onChoose: (change: Partial<Choice>) => void }) {
  const { api, document, address, choice, onChoose } = props;
  const { leads, to } = choice;
  const [text, setText] = useState(to?.title ?? "");
  const page = useId();
  const name = useId();
  return (
    <fieldset className="fate">
      <legend>
        Whoever opens its address, <span className="address">{address}</span>
      </legend>
      <label className="check">
        <input type="radio" name={name} checked={leads} onChange={() => onChoose({ leads: true })} />
        is led to another page
      </label>
      {leads && (
        <div className="indented">
          <Suggest
            id={page}
            label="Page that takes its place"
            placeholder="Search for a page"
            isRequired
            value={text}
            find={(query) => api.links(document, query)}
            keyOf={({ url }) => url}
            onInput={(input) => (setText(input), onChoose({ to: null }))}
            onPick={(found) => (setText(found.title), onChoose({ to: found }))}
          >
            {LinkOption}
          </Suggest>
          {to && <p className="hint">{to.url}</p>}
        </div>
      )}
      <label className="check">
        <input type="radio" name={name} checked={!leads} onChange={() => onChoose({ leads: false })} />
        is told that there is no such page
      </label>
    </fieldset>
  );
}
