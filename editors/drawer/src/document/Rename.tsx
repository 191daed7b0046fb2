import { useState } from "react";
import { reasonOf, type Api } from "../api/client.ts";
import type { OpenDocument, Renaming } from "../api/types.ts";
import { Dialog } from "../ui/Dialog.tsx";

/** Returns the slug of a text: "GST in 2027" becomes `gst-in-2027`. */
export function slugOf(words: string): string {
  const plain = words.normalize("NFKD").replace(/\p{Diacritic}/gu, "");
  return plain.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}

/** Asks for the new address, says what changes with it, and renames. */
export function Rename(props: { api: Api; document: OpenDocument; onDone: (renamed: OpenDocument) => void; onClose: () => void }) {
  const { api, document, onDone, onClose } = props;
  const [slug, setSlug] = useState(document.slug ?? slugOf(document.title));
  const [plan, setPlan] = useState<Renaming | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  const request = async (confirm: boolean) => {
    if (isWorking) return;
    setIsWorking(true);
    setError(null);
    try {
      const answer = await api.rename({ document: document.document, slug, confirm });
      if (answer.document) onDone(answer.document);
      else setPlan(answer);
    } catch (error) {
      setError(reasonOf(error));
    } finally {
      setIsWorking(false);
    }
  };
  return (
    <Dialog title={`Rename “${document.title}”`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void request(plan !== null);
        }}
      >
        <div className="field">
          <label htmlFor="new-name">{document.url ? "Last part of the address" : "Name"}</label>
          <p id="new-name-hint" className="hint">
            The title on the page is a field of its own.
          </p>
          <input
            id="new-name"
            type="text"
            aria-describedby="new-name-hint"
            autoFocus
            value={slug}
            readOnly={isWorking}
            onChange={({ target }) => {
              setSlug(target.value);
              setPlan(null);
            }}
          />
        </div>
        {plan && (
          <>
            <h3>What will change</h3>
            <p>
              The name becomes <b>{plan.slug}</b>.
            </p>
            <ul>
              {plan.changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          </>
        )}
        {isWorking && <p role="status">{plan ? "Renaming…" : "Looking for what will change…"}</p>}
        {error && <p role="alert">{error}</p>}
        <div className="actions">
          <button className="primary" aria-disabled={isWorking || undefined}>
            {plan ? "Rename" : "Show what will change"}
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
