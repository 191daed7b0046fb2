import { useEffect, useState } from "react";
import { reasonOf, type Api, type Target } from "../api/client.ts";
import type { OpenDocument, Removal } from "../api/types.ts";
import { Dialog } from "../ui/Dialog.tsx";

type Reference = NonNullable<Removal["references"]>[number];

/** Returns whether no reference before this one has the same title: a document can refer to another one in several places. */
const isFirst = ({ title }: Reference, index: number, all: Reference[]) => all.findIndex((one) => one.title === title) === index;

/** Lists what refers to a document, and removes it. */
export function Remove(props: { api: Api; document: OpenDocument; onDone: () => void; onOpen: (target: Target) => void; onClose: () => void }) {
  const { api, document, onDone, onOpen, onClose } = props;
  const [removal, setRemoval] = useState<Removal | null>(null);
  const [error, setError] = useState<string | null>(null);
  const id = document.document;
  useEffect(() => {
    api.remove({ document: id }).then(setRemoval, (error: unknown) => setError(reasonOf(error)));
  }, [api, id]);
  const remove = () => api.remove({ document: id, confirm: true }).then(onDone, (error: unknown) => setError(reasonOf(error)));
  const references = (removal?.references ?? []).filter(isFirst);
  return (
    <Dialog title={`Remove “${document.title}”?`} onClose={onClose}>
      {!removal && !error && <p role="status">Looking for what refers to it…</p>}
      {removal && references.length === 0 && <p>Nothing else refers to it. You can take this back with Undo.</p>}
      {references.length > 0 && (
        <>
          <p>This still refers to it, and has to be changed as well. You can take the removal back with Undo.</p>
          <ul className="plain">
            {references.map(({ document, title, field }, index) => (
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
      {error && <p role="alert">{error}</p>}
      <div className="actions">
        <button type="button" className="danger" disabled={!removal} onClick={() => void remove()}>
          Remove
        </button>
        <button type="button" autoFocus onClick={onClose}>
          Keep
        </button>
      </div>
    </Dialog>
  );
}
