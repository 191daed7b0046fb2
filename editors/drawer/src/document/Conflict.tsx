import { useId, useState } from "react";
import type { Json } from "../api/json.ts";
import type { Conflict as Versions, Contents, OpenDocument } from "../api/types.ts";
import { spelled } from "../form/FindingList.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { differences, lines, merged, nameOf, type Difference, type Fields, type Side } from "./differences.ts";

const SIDES: Record<Side, string> = { mine: "Yours", theirs: "Theirs" };

function words(value: Json | undefined): string {
  if (value === undefined || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.map((one) => spelled(String(one))).join(", ");
  return typeof value === "object" ? JSON.stringify(value, null, 1) : spelled(String(value));
}

/** The lines in which two texts differ, with a line before and after. */
function Lines({ mine, theirs }: { mine: string; theirs: string }) {
  const all = lines(mine, theirs);
  const isNear = (index: number) => all.slice(Math.max(0, index - 1), index + 2).some(({ side }) => side !== "both");
  return (
    <div className="lines" tabIndex={0} role="region" aria-label="Lines that differ">
      {all.map(({ text, side }, index) =>
        isNear(index) ? (
          <p key={index} className={side}>
            {side !== "both" && <span className="side">{SIDES[side]}: </span>}
            {text || "(empty line)"}
          </p>
        ) : null,
      )}
    </div>
  );
}

/** One difference with its two versions to choose from. */
function Choice(props: { difference: Difference; name: string; side: Side; onChange: (side: Side) => void }) {
  const { difference, name, side, onChange } = props;
  const { mine, theirs, pointer } = difference;
  const group = useId();
  return (
    <fieldset className="difference">
      <legend>{name}</legend>
      {pointer === null && <Lines mine={String(mine)} theirs={String(theirs)} />}
      {(["mine", "theirs"] as const).map((one) => (
        <label key={one} className="check">
          <input type="radio" name={group} checked={side === one} onChange={() => onChange(one)} />
          <span>
            <b>{SIDES[one]}</b>
            {pointer !== null && <>: {words(one === "mine" ? mine : theirs)}</>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Returns whether the file was removed. */
export const isRemoval = ({ isDraft, fingerprint }: Versions): boolean => !isDraft && fingerprint === "";

/** Says that the file was removed: my version can be stored again, as a whole, or dropped. */
export function Removed(props: { opened: OpenDocument; onStore: () => void; onDrop: () => void; onClose: () => void }) {
  const { opened, onStore, onDrop, onClose } = props;
  return (
    <Dialog title={`“${opened.title}” was removed meanwhile`} onClose={onClose}>
      <p>Someone else, another program, or Undo has removed it. You can store it again with everything that you see here, or drop it.</p>
      <div className="actions">
        <button type="button" className="primary" onClick={onStore}>
          Store mine again
        </button>
        <button type="button" className="danger" onClick={onDrop}>
          Drop mine
        </button>
        <button type="button" onClick={onClose}>
          Decide later
        </button>
      </div>
    </Dialog>
  );
}

/** Shows my version and the one that was stored meanwhile, and lets the person choose. */
export function Conflict(props: {
  conflict: Versions;
  opened: OpenDocument;
  contents: Contents;
  /** Stores the chosen fields; `null` stores my source as it is. */
  onSettle: (fields: Fields | null) => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}) {
  const { conflict, opened, contents, onSettle, onTakeTheirs, onClose } = props;
  const { values, body } = contents;
  const mine = values && conflict.values ? { values, body } : null;
  const theirs = { values: conflict.values ?? {}, body: conflict.body };
  const saved = opened.hasDraft ? opened.saved : opened;
  const base = saved?.values ? { values: saved.values, body: saved.body } : null;
  const found = mine ? differences(mine, theirs, base) : [];
  const [sides, setSides] = useState<Side[]>(() => found.map(({ suggested }) => suggested));
  const settle = () => onSettle(mine && merged(mine, found.map((difference, index) => ({ difference, side: sides[index] ?? "mine" }))));
  return (
    <Dialog title={`“${opened.title}” ${conflict.isDraft ? "is being changed elsewhere" : "was changed meanwhile"}`} onClose={onClose}>
      <p>
        {conflict.isDraft
          ? "Another tab has changes that are not saved yet."
          : "Someone else, another program, or Undo has stored another version."}{" "}
        Nothing of theirs is overwritten until you choose.{conflict.isDraft && " What you choose is kept as a draft."}
      </p>
      {mine ? (
        found.map((difference, index) => (
          <Choice
            key={difference.pointer ?? "text"}
            difference={difference}
            name={nameOf(difference.pointer, opened.schema, mine.values)}
            side={sides[index] ?? "mine"}
            onChange={(side) => setSides(found.map((_, other) => (other === index ? side : (sides[other] ?? "mine"))))}
          />
        ))
      ) : (
        <Lines mine={conflict.yours} theirs={conflict.theirs} />
      )}
      <div className="actions">
        <button type="button" className="primary" onClick={settle}>
          {`${conflict.isDraft ? "Keep" : "Save"} ${mine ? "what is chosen" : "yours"}`}
        </button>
        <button type="button" onClick={onTakeTheirs}>
          Take theirs, discard mine
        </button>
        <button type="button" onClick={onClose}>
          Decide later
        </button>
      </div>
    </Dialog>
  );
}
