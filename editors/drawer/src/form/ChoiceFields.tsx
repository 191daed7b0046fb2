/** Fields for values that the schema lists. */

import { useState } from "react";
import type { Json } from "../api/types.ts";
import { useForm } from "./context.ts";
import { FieldFrame, type FieldProps } from "./FieldFrame.tsx";
import { resolve, type Schema } from "./schema.ts";

interface Choice {
  value: Json;
  title: string;
}

/** Returns the values that a schema lists, with their titles. */
function choicesOf(schema: Schema): Choice[] {
  return schema.choices ?? (schema.enum ?? []).map((value) => ({ value, title: String(value) }));
}

/** One of several values. */
export function ChoiceField(props: FieldProps) {
  const { schema, value, isRequired, onChange } = props;
  const choices = choicesOf(schema);
  const isKnown = choices.some((choice) => choice.value === value);
  const isUnset = value === undefined;
  const change = (index: string) => onChange(index === "" ? undefined : choices[Number(index)]?.value);
  return (
    <FieldFrame {...props}>
      {(control) => (
        <select {...control} value={isKnown ? choices.findIndex((choice) => choice.value === value) : isUnset ? "" : "other"} onChange={({ target }) => change(target.value)}>
          {(isUnset || !isRequired) && <option value="">{isRequired ? "Choose…" : "None"}</option>}
          {!isUnset && !isKnown && <option value="other">{String(value)}</option>}
          {choices.map(({ title }, index) => (
            <option key={title} value={index}>
              {title}
            </option>
          ))}
        </select>
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
