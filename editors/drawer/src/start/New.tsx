import { useRef, useState } from "react";
import { reasonOf, Refused, type Api } from "../api/client.ts";
import type { Collection, OpenDocument } from "../api/types.ts";
import { isDate, LAST_DAY } from "../form/TextFields.tsx";
import { Dialog } from "../ui/Dialog.tsx";

/** What is wrong with what was entered. */
interface Mistake {
  field: "title" | "date";
  reason: string;
}

function Reason({ reason }: { reason: string }) {
  return (
    <p id="new-error" role="alert">
      {reason}
    </p>
  );
}

/** Asks for the title of a new entry, and for the day of its publication if its collection has one. */
export function New(props: { api: Api; collection: Collection; onDone: (document: OpenDocument) => void; onClose: () => void }) {
  const { api, collection, onDone, onClose } = props;
  const [title, setTitle] = useState("");
  const [date, setDate] = useState("");
  const [error, setError] = useState<Mistake | null>(null);
  const day = useRef<HTMLInputElement>(null);
  const [isCreating, setIsCreating] = useState(false);
  const create = async () => {
    if (title.trim() === "") {
      setError({ field: "title", reason: "Enter a title first." });
      return;
    }
    const { badInput, rangeOverflow } = day.current?.validity ?? {};
    if (badInput || rangeOverflow || (date && !isDate(date))) {
      setError({ field: "date", reason: "Enter a whole day with a year of four digits, or none." });
      day.current?.focus();
      return;
    }
    if (isCreating) return;
    setIsCreating(true);
    setError(null);
    const request = { collection: collection.collection, title: title.trim(), ...(date && { date }) };
    await api.create(request).then(onDone, (error: unknown) =>
      setError({ field: error instanceof Refused && error.field === "date" ? "date" : "title", reason: reasonOf(error) }),
    );
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
            aria-invalid={error?.field === "title" || undefined}
            aria-describedby={error?.field === "title" ? "new-error" : undefined}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
          {error?.field === "title" && <Reason reason={error.reason} />}
        </div>
        {collection.hasDate && (
          <div className="field">
            <label htmlFor="new-date">
              Day of publication<span className="optional"> (optional)</span>
            </label>
            <p id="new-date-hint" className="hint">
              Until then, only you see it.
            </p>
            <input
              ref={day}
              id="new-date"
              type="date"
              max={LAST_DAY}
              className="short"
              aria-invalid={error?.field === "date" || undefined}
              aria-describedby={error?.field === "date" ? "new-date-hint new-error" : "new-date-hint"}
              value={date}
              onChange={({ target }) => setDate(target.value)}
            />
            {error?.field === "date" && <Reason reason={error.reason} />}
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
