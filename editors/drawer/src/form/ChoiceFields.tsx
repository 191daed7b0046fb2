/** Fields for values that the schema lists. */

import { useState } from "react";
import type { Json } from "../api/json.ts";
import { isFound } from "../ui/search.ts";
import { Suggest } from "../ui/Suggest.tsx";
import { useForm } from "./context.ts";
import { FieldFrame, type FieldProps } from "./FieldFrame.tsx";
import { resolve, type Schema } from "./schema.ts";
import { lineOf } from "./typed.ts";

interface Choice {
  value: Json;
  title: string;
}

/** Returns the values that a schema lists, with their titles. */
function choicesOf(schema: Schema): Choice[] {
  return schema.choices ?? (schema.enum ?? []).map((value) => ({ value, title: String(value) }));
}

/** Number of choices above which one is searched for. */
const MANY = 15;

/** One of several values. */
export function ChoiceField(props: FieldProps) {
  const choices = choicesOf(props.schema);
  if (choices.length > MANY) return <SearchField {...props} choices={choices} />;
  return <SelectField {...props} choices={choices} />;
}

/** A few choices in a list; others can be written if the schema allows them. */
function SelectField(props: FieldProps & { choices: Choice[] }) {
  const { schema, value, isRequired, choices, onChange } = props;
  const [writes, setWrites] = useState(false);
  const isKnown = choices.some((choice) => choice.value === value);
  const isUnset = value === undefined;
  const isWritten = schema.isOpen && (writes || (!isUnset && !isKnown));
  const change = (chosen: string) => {
    setWrites(chosen === "new");
    if (chosen !== "new") onChange(chosen === "" ? undefined : choices[Number(chosen)]?.value);
  };
  const shown = isWritten ? "new" : isKnown ? choices.findIndex((choice) => choice.value === value) : isUnset ? "" : "other";
  return (
    <FieldFrame {...props}>
      {(control) => (
        <>
          <select {...control} value={shown} onChange={({ target }) => change(target.value)}>
            {(isUnset || !isRequired) && <option value="">{isRequired ? "Choose…" : "None"}</option>}
            {!isUnset && !isKnown && !isWritten && <option value="other">{String(value)}</option>}
            {choices.map(({ title }, index) => (
              <option key={title} value={index}>
                {title}
              </option>
            ))}
            {schema.isOpen && <option value="new">Another…</option>}
          </select>
          {isWritten && (
            <input
              type="text"
              aria-label={`Another: ${props.label}`}
              autoFocus={writes}
              value={typeof value === "string" && !isKnown ? value : ""}
              onChange={({ target }) => onChange(target.value === "" && !isRequired ? undefined : lineOf(target.value))}
              onBlur={({ target }) => target.value !== target.value.trim() && onChange(target.value.trim())}
            />
          )}
        </>
      )}
    </FieldFrame>
  );
}

/** One of many choices, searched by words of its title. */
function SearchField(props: FieldProps & { choices: Choice[] }) {
  const { schema, value, isRequired, choices, onChange } = props;
  const title = choices.find((choice) => choice.value === value)?.title ?? (value === undefined ? "" : String(value));
  const [text, setText] = useState<string | null>(null);
  const find = async (words: string) => choices.filter((choice) => words.trim() === "" || isFound(choice.title, words));
  const pick = (choice: Choice) => {
    setText(null);
    onChange(choice.value);
  };
  // What was written and not chosen counts if it is a choice, or if any text is allowed.
  const settle = () => {
    if (text === null) return;
    const written = lineOf(text).trim();
    const meant = choices.find((choice) => choice.title.toLowerCase() === written.toLowerCase());
    setText(null);
    if (meant) onChange(meant.value);
    else if (written === "" && !isRequired) onChange(undefined);
    else if (schema.isOpen && written !== "") onChange(written);
  };
  return (
    <FieldFrame {...props}>
      {(control) => (
        <div onBlur={settle}>
          <Suggest
            id={control.id}
            describedBy={control["aria-describedby"]}
            isInvalid={control["aria-invalid"] ?? false}
            isRequired={isRequired}
            placeholder="Search"
            value={text ?? title}
            find={find}
            keyOf={(choice) => String(choice.value)}
            onInput={setText}
            onPick={pick}
          >
            {(choice) => choice.title}
          </Suggest>
        </div>
      )}
    </FieldFrame>
  );
}

/** Several of several values, in the order of the schema. */
export function ChoicesField(props: FieldProps) {
  const { schema, value, isRequired, onChange } = props;
  const { root } = useForm();
  const choices = choicesOf(resolve(schema.items ?? {}, root));
  const chosen = Array.isArray(value) ? value : [];
  const others = chosen.filter((one) => !choices.some((choice) => choice.value === one));
  const toggle = (toggled: Json) => {
    const isOn = (one: Json) => chosen.includes(one) !== (one === toggled);
    const next = [...choices.map((choice) => choice.value), ...others].filter(isOn);
    onChange(next.length === 0 && !isRequired ? undefined : next);
  };
  const all = [...choices, ...others.map((one) => ({ value: one, title: String(one) }))];
  return (
    <FieldFrame {...props} labelFor="group">
      {({ id, "aria-describedby": described }) => (
        <div id={id} role="group" tabIndex={-1} aria-labelledby={`${id}-label`} aria-describedby={described} className="choices">
          {all.map((choice) => (
            <label key={choice.title} className="check">
              <input type="checkbox" checked={chosen.includes(choice.value)} onChange={() => toggle(choice.value)} />
              {choice.title}
            </label>
          ))}
        </div>
      )}
    </FieldFrame>
  );
}

/** Yes or no. A value that was not written is removed again when it is turned off. */
export function ToggleField(props: FieldProps) {
  const { value, isRequired, schema, onChange } = props;
  const [wasWritten] = useState(value !== undefined);
  const off = isRequired || wasWritten || schema.default === true ? false : undefined;
  const isOn = value === undefined ? schema.default === true : value === true;
  return (
    <FieldFrame {...props} labelFor="group">
      {(control) => (
        <label className="check">
          <input {...control} type="checkbox" aria-labelledby={`${control.id}-label`} checked={isOn} onChange={({ target }) => onChange(target.checked ? true : off)} />
          {isOn ? "Yes" : "No"}
        </label>
      )}
    </FieldFrame>
  );
}
