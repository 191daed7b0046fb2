import { useState } from "react";
import { reasonOf, type Api } from "../api/client.ts";
import type { Collection, OpenDocument } from "../api/types.ts";
import { Dialog } from "../ui/Dialog.tsx";

/** Asks for the title of a new entry, and for the day of its publication if its collection has one. */
export function New(props: { api: Api; collection: Collection; onDone: (document: OpenDocument) => void; onClose: () => void }) {
  const { api, collection, onDone, onClose } = props;
  const [title, setTitle] = useState("");
  const [date, setDate] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [isCreating, setIsCreating] = useState(false);
  const create = async () => {
    if (title.trim() === "") {
      setError("Enter a title first.");
      return;
    }
    if (isCreating) return;
    setIsCreating(true);
    setError(null);
    const request = { collection: collection.collection, title: title.trim(), ...(date && { date }) };
    await api.create(request).then(onDone, (error: unknown) => setError(reasonOf(error)));
    setIsCreating(false);
  };
  return (
    <Dialog title={`New: ${collection.title}`} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <div className="field">
          <label htmlFor="new-title">Title or name</label>
          <input
            id="new-title"
            type="text"
            autoFocus
            aria-required
            aria-invalid={error !== null || undefined}
            aria-describedby={error ? "new-error" : undefined}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
          {error && (
            <p id="new-error" role="alert">
              {error}
            </p>
          )}
        </div>
        {collection.hasDate && (
          <div className="field">
            <label htmlFor="new-date">
              Day of publication<span className="optional"> (optional)</span>
            </label>
            <p id="new-date-hint" className="hint">
              Until then, only you see it.
            </p>
            <input id="new-date" type="date" className="short" aria-describedby="new-date-hint" value={date} onChange={({ target }) => setDate(target.value)} />
          </div>
        )}
        <div className="actions">
          <button className="primary" aria-disabled={isCreating || undefined}>
            Create
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
