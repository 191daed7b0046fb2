import { useRef, useState } from "react";
import { filesOf, refusalOf } from "../ui/files.ts";
import { Suggest } from "../ui/Suggest.tsx";
import { useBlobUrl } from "../ui/useBlobUrl.ts";
import { useForm } from "./context.ts";
import { FieldFrame, type ControlProps, type FieldProps } from "./FieldFrame.tsx";
import { child, keysOf, valueAt } from "./pointer.ts";
import type { JsonObject } from "../api/json.ts";

/** Returns a picture's name for people: the last part of its path, in words. */
const nameOf = (value: string) => value.slice(value.lastIndexOf("/") + 1);

/** A picture of the content. */
export function StoredImage({ value, className }: { value: string; className?: string }) {
  const { api, document } = useForm();
  const url = useBlobUrl(`${document} ${value}`, () => api.picture(document, value));
  if (url === null) return <p className="hint">There is no such picture.</p>;
  return url ? <img className={className} src={url} alt={`Picture ${nameOf(value)}`} /> : <span className="loading">Loading…</span>;
}

/** Chooses one of the pictures that the site already has. */
function StoredPictures({ onPick }: { onPick: (value: string) => void }) {
  const { api, document } = useForm();
  const [query, setQuery] = useState("");
  return (
    <Suggest
      id="stored-pictures"
      label="Search the pictures of the site"
      placeholder="Search the pictures of the site"
      autoFocus
      isOpenAtFocus
      value={query}
      find={(text) => api.pictures(document, text)}
      keyOf={({ value }) => value}
      onInput={setQuery}
      onPick={({ value }) => onPick(value)}
    >
      {({ value }) => (
        <span className="stored-picture">
          <StoredImage value={value} />
          {nameOf(value)}
        </span>
      )}
    </Suggest>
  );
}

function PictureInput({ field, control }: { field: FieldProps; control: ControlProps }) {
  const { pointer, value, isRequired, onChange } = field;
  const { api, document } = useForm();
  // A message is about the picture that was there when it was said.
  const [message, setMessage] = useState({ text: "", picture: "", isError: false });
  const [isSearching, setIsSearching] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const picture = typeof value === "string" ? value : "";
  const add = async (file: File | undefined) => {
    if (!file) return;
    setMessage({ text: "Adding the picture…", picture, isError: false });
    try {
      const { value: added } = await api.addPicture(document, pointer, file);
      onChange(added);
      setMessage({ text: "The picture is added.", picture: added, isError: false });
    } catch (error) {
      setMessage({ text: refusalOf(file, error), picture, isError: true });
    }
  };
  return (
    <div
      className={isOver ? "picture over" : "picture"}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        void add(filesOf(event.dataTransfer)[0]);
      }}
      onPaste={(event) => {
        const [file] = filesOf(event.clipboardData);
        if (!file) return;
        event.preventDefault();
        void add(file);
      }}
    >
      {picture && <StoredImage value={picture} />}
      <div className="actions">
        <button
          type="button"
          {...control}
          aria-labelledby={`${control.id}-action ${control.id}-label`}
          aria-invalid={undefined}
          aria-required={undefined}
          onClick={() => input.current?.click()}
        >
          <span id={`${control.id}-action`}>{picture ? "Replace…" : "Choose a picture…"}</span>
        </button>
        <button type="button" aria-expanded={isSearching} onClick={() => setIsSearching(!isSearching)}>
          Choose from this site
        </button>
        {picture && !isRequired && (
          <button type="button" onClick={() => onChange(undefined)}>
            Take it out
          </button>
        )}
      </div>
      <input ref={input} type="file" hidden accept="image/*" onChange={({ target }) => void add(target.files?.[0])} />
      {isSearching && (
        <StoredPictures
          onPick={(stored) => {
            onChange(stored);
            setIsSearching(false);
          }}
        />
      )}
      <p className="hint">Or drop a picture here, or paste one.</p>
      <p role={message.isError ? "alert" : "status"}>{message.picture === picture && message.text}</p>
    </div>
  );
}

/** A picture, by drop, paste, or file. It is stored beside the document. */
export function PictureField(props: FieldProps) {
  return <FieldFrame {...props}>{(control) => <PictureInput field={props} control={control} />}</FieldFrame>;
}

/** Words of a focus point, in percent from the left and from the top. */
const WORDS: Record<string, [number, number]> = { center: [50, 50], top: [50, 0], bottom: [50, 100], left: [0, 50], right: [100, 50] };

/** Returns a focus point in percent from the left and from the top. */
export function pointOf(text: unknown): [number, number] {
  if (typeof text !== "string") return [50, 50];
  const numbers = /^(\d+(?:\.\d+)?)%\s+(\d+(?:\.\d+)?)%$/.exec(text.trim());
  if (numbers) return [Number(numbers[1]), Number(numbers[2])];
  const found = text.trim().split(/\s+/).flatMap((word) => (Object.hasOwn(WORDS, word) ? [WORDS[word] as [number, number]] : []));
  const apart = (axis: 0 | 1) => found.map((point) => point[axis]).find((part) => part !== 50) ?? 50;
  return [apart(0), apart(1)];
}

/** Returns the pointer of the picture that a focus point belongs to: `/image` for `/image_focus`. */
function pictureOf(pointer: string): string {
  const keys = keysOf(pointer);
  const last = keys.at(-1) ?? "";
  return keys.slice(0, -1).concat(last.replace(/_?focus$/, "") || "image").reduce(child, "");
}

/** The point of a picture that is never cut off: a press on the picture, or two numbers. */
export function FocusField(props: FieldProps & { values: JsonObject }) {
  const { value, values, pointer, isRequired, onChange } = props;
  const picture = valueAt(values, pictureOf(pointer));
  const [left, top] = pointOf(value);
  const set = (x: number, y: number) => {
    const within = (part: number) => Math.min(100, Math.max(0, Math.round(part)));
    onChange(`${within(x)}% ${within(y)}%`);
  };
  return (
    <FieldFrame {...props} labelFor="group">
      {({ id, "aria-describedby": described }) => (
        <div id={id} role="group" tabIndex={-1} aria-labelledby={`${id}-label`} aria-describedby={described} className="focus-point">
          {typeof picture === "string" && (
            <div
              className="focus-picture"
              onClick={({ currentTarget, clientX, clientY }) => {
                const box = currentTarget.getBoundingClientRect();
                set(((clientX - box.left) / box.width) * 100, ((clientY - box.top) / box.height) * 100);
              }}
            >
              <StoredImage value={picture} />
              <span className="cross" style={{ left: `${left}%`, top: `${top}%` }} />
            </div>
          )}
          <div className="actions">
            <label>
              From the left, % <input className="tiny" type="number" min={0} max={100} value={left} onChange={({ target }) => set(Number(target.value), top)} />
            </label>
            <label>
              From the top, % <input className="tiny" type="number" min={0} max={100} value={top} onChange={({ target }) => set(left, Number(target.value))} />
            </label>
            {value !== undefined && !isRequired && (
              <button type="button" onClick={() => onChange(undefined)}>
                Center it
              </button>
            )}
          </div>
        </div>
      )}
    </FieldFrame>
  );
}
