import { useState, type ReactNode } from "react";
import type { Json, JsonObject } from "../api/json.ts";
import { ChoiceField, ChoicesField, ToggleField } from "./ChoiceFields.tsx";
import { useFindings, useForm } from "./context.ts";
import type { FieldProps } from "./FieldFrame.tsx";
import { FieldFrame } from "./FieldFrame.tsx";
import { FindingList } from "./FindingList.tsx";
import { LinkField } from "./LinkField.tsx";
import { ListField } from "./ListField.tsx";
import { MapFields } from "./MapFields.tsx";
import { FocusField, PictureField } from "./PictureField.tsx";
import { child, isObject, isWithin } from "./pointer.ts";
import { emptyValue, hintOf, isFor, kindOf, labelOf, resolve, schemaOfKey, summaryOf, type Kind, type Schema } from "./schema.ts";
import { Section } from "./Section.tsx";
import { DateField, NumberField, ParagraphField, TextField, TimeField } from "./TextFields.tsx";

/** What a part of the form needs to show a value. */
export interface PartProps extends Omit<FieldProps, "schema"> {
  schema: Schema;
  /** The object that contains the value. */
  siblings: JsonObject;
  /** Level of its heading. */
  level: number;
}

const SIMPLE: Partial<Record<Kind, (props: FieldProps) => ReactNode>> = {
  text: TextField,
  paragraph: ParagraphField,
  number: NumberField,
  toggle: ToggleField,
  choice: ChoiceField,
  choices: ChoicesField,
  date: DateField,
  time: TimeField,
  picture: PictureField,
  link: LinkField,
};

/** The control for a value, by its schema. */
export function Field(props: PartProps) {
  const { root } = useForm();
  const { value } = props;
  const schema = resolve(props.schema, root);
  const alternatives = schema.oneOf ?? schema.anyOf;
  // The kind stays the same while a text grows, so that its control is not replaced during typing.
  const [firstText] = useState(value);
  const kind = kindOf(schema, root, typeof value === "string" ? (firstText ?? value) : value);
  if (alternatives) return <Alternatives {...props} schema={schema} alternatives={alternatives} />;
  if (!isFor(schema, value) && kind !== "number") return <OtherValue {...props} schema={schema} />;
  const Simple = SIMPLE[kind];
  if (Simple) return <Simple {...props} schema={schema} />;
  switch (kind) {
    case "focus":
      return <FocusField {...props} schema={schema} values={nestedIn(props)} />;
    case "list":
      return <ListField {...props} schema={schema} />;
    case "group":
    case "map":
      return <Group {...props} schema={schema} />;
    default:
      return <OtherValue {...props} schema={schema} />;
  }
}

/** Returns values in which the pointer of a field leads to it, and to the fields beside it. */
function nestedIn({ pointer, siblings }: PartProps): JsonObject {
  const keys = pointer.split("/").slice(1, -1);
  return keys.reduceRight<JsonObject>((inner, key) => ({ [key]: inner }), siblings);
}

/** One of several kinds of value, by the value that is there. */
function Alternatives(props: PartProps & { alternatives: Schema[] }) {
  const { alternatives, value, onChange, label } = props;
  const { root } = useForm();
  const resolved = alternatives.map((one) => resolve(one, root));
  const index = Math.max(0, resolved.findIndex((one) => isFor(one, value)));
  const schema = resolved[index] ?? {};
  const words = (one: Schema, place: number) => one.title ?? one.description ?? `Kind ${place + 1}`;
  return (
    <div className="alternatives">
      {resolved.length > 1 && (
        <label className="inline">
          Kind of {label.toLowerCase()}{" "}
          <select value={index} onChange={({ target }) => onChange(emptyValue(resolved[Number(target.value)] ?? {}, root))}>
            {resolved.map((one, place) => (
              <option key={words(one, place)} value={place}>
                {words(one, place)}
              </option>
            ))}
          </select>
        </label>
      )}
      <Field {...props} key={index} schema={schema} />
    </div>
  );
}

/** A value that the schema does not describe, or that is of another type. It can be kept or removed. */
function OtherValue(props: PartProps) {
  const { value, isRequired, schema, onChange } = props;
  const { root } = useForm();
  const isKnown = Object.keys(schema).length > 0;
  return (
    <FieldFrame {...props} labelFor="group">
      {({ id }) => (
        <div id={id} tabIndex={-1} role="group" aria-labelledby={`${id}-label`} className="other">
          <code>{JSON.stringify(value)}</code>
          <div className="actions">
            {isKnown && (
              <button type="button" onClick={() => onChange(emptyValue(schema, root))}>
                Enter it again
              </button>
            )}
            {!isRequired && (
              <button type="button" onClick={() => onChange(undefined)}>
                Remove
              </button>
            )}
          </div>
        </div>
      )}
    </FieldFrame>
  );
}

/** An object within the form: a section with its fields. */
function Group(props: PartProps) {
  const { pointer, label, schema, value, level, isRequired, onChange } = props;
  const { root } = useForm();
  const object = isObject(value) ? value : undefined;
  if (!object) {
    return (
      <div className="field" data-field={pointer}>
        <button type="button" className="add" onClick={() => onChange(emptyValue(schema, root))}>
          Add: {label}
        </button>
        {schema.description && <p className="hint">{hintOf(schema)}</p>}
      </div>
    );
  }
  return (
    <Section pointer={pointer} label={label} summary={summaryOf(object)} level={level}>
      {schema.description && <p className="hint">{hintOf(schema)}</p>}
      <Fields pointer={pointer} schema={schema} values={object} level={level + 1} />
      {!isRequired && (
        <div className="actions">
          <button type="button" onClick={() => onChange(undefined)}>
            Remove {label}
          </button>
        </div>
      )}
    </Section>
  );
}

/** Keys that tools write, and nobody edits. */
const HIDDEN = new Set(["$schema"]);

/** Returns the keys of an object's fields: those of the schema in its order, then others that the object has. */
function keysOfFields(schema: Schema, values: JsonObject): string[] {
  const known = Object.keys(schema.properties ?? {});
  const others = Object.keys(values).filter((key) => !known.includes(key));
  return [...known, ...others].filter((key) => !HIDDEN.has(key) && !schema.properties?.[key]?.isHidden);
}

/** The fields of an object. Optional ones that are not set are behind a button. */
export function Fields(props: { pointer: string; schema: Schema; values: JsonObject; level: number }) {
  const { pointer, schema, values, level } = props;
  const { root, focus, findings, onChange, onFix } = useForm();
  const own = useFindings(pointer);
  const required = schema.required ?? [];
  // A field that was shown stays, so that it does not disappear when it is emptied.
  const [kept, setKept] = useState<ReadonlySet<string>>(() => new Set(Object.keys(values)));
  const [showsAll, setShowsAll] = useState(false);
  const isSought = (key: string) => {
    const place = child(pointer, key);
    return (focus !== null && isWithin(focus, place)) || findings.some(({ field }) => field !== null && isWithin(field, place));
  };
  const keys = keysOfFields(schema, values);
  // While all are shown, none moves: it would lose the focus.
  const added = showsAll ? [] : keys.filter((key) => !kept.has(key) && (Object.hasOwn(values, key) || isSought(key)));
  if (added.length > 0) setKept(new Set([...kept, ...added]));
  const isShown = (key: string) => required.includes(key) || kept.has(key);
  const hidden = keys.filter((key) => !isShown(key) && !schema.properties?.[key]?.deprecated);
  const part = (key: string) => {
    const place = child(pointer, key);
    const of = resolve(schemaOfKey(schema, key) ?? {}, root);
    return (
      <Field
        key={key}
        pointer={place}
        label={labelOf(key, of)}
        schema={of}
        value={Object.hasOwn(values, key) ? values[key] : undefined}
        siblings={values}
        isRequired={required.includes(key)}
        level={level}
        onChange={(value: Json | undefined) => onChange(place, value)}
      />
    );
  };
  const isMap = kindOf(schema, root) === "map";
  return (
    <>
      {pointer !== "" && <FindingList findings={own} onFix={onFix} />}
      {!isMap && keys.filter(isShown).map(part)}
      {isMap && <MapFields pointer={pointer} schema={schema} values={values} level={level} />}
      {hidden.length > 0 && !isMap && (
        <div className="more">
          <button type="button" className="disclosure" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            <span>{showsAll ? "Fewer fields" : hidden.length === 1 ? "One more field" : `${hidden.length} more fields`}</span>
          </button>
          {showsAll && hidden.map(part)}
        </div>
      )}
    </>
  );
}
