import { useState } from "react";
import type { JsonObject } from "../api/json.ts";
import { useForm } from "./context.ts";
import { Field } from "./Field.tsx";
import { child } from "./pointer.ts";
import { emptyValue, labelOf, matches, schemaOfKey, valueSchemas, type Schema } from "./schema.ts";

/** Returns the name that a schema allows for some words: `Opening hours` is `opening_hours`. */
function keyFor(words: string, schema: Schema): string {
  const patterns = Object.keys(schema.patternProperties ?? {});
  const isAllowed = (key: string) => patterns.length === 0 || patterns.some((pattern) => matches(pattern, key));
  const text = words.trim();
  const plain = text.toLowerCase().replace(/[^a-z0-9]+/g, "_");
  return [text, plain, plain.replaceAll("_", "-")].find(isAllowed) ?? text;
}

/** The entries of an object whose keys are free, with a way to add one. */
export function MapFields(props: { pointer: string; schema: Schema; values: JsonObject; level: number }) {
  const { pointer, schema, values, level } = props;
  const { root, onChange } = useForm();
  const [name, setName] = useState("");
  const key = keyFor(name, schema);
  const isTaken = Object.hasOwn(values, key);
  const canAdd = name.trim() !== "" && !isTaken && schemaOfKey(schema, key) !== undefined;
  const add = () => {
    const of = schemaOfKey(schema, key) ?? valueSchemas(schema)[0] ?? {};
    onChange(child(pointer, key), emptyValue(of, root));
    setName("");
  };
  return (
    <>
      {Object.keys(values).map((key) => {
        const of = schemaOfKey(schema, key) ?? {};
        const place = child(pointer, key);
        return (
          <Field
            key={key}
            pointer={place}
            label={labelOf(key, {})}
            schema={of}
            value={values[key]}
            siblings={values}
            isRequired={false}
            level={level}
            onChange={(value) => onChange(place, value)}
          />
        );
      })}
      <div className="add-entry">
        <label>
          Name of a new entry{" "}
          <input
            type="text"
            value={name}
            onChange={({ target }) => setName(target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
              event.preventDefault();
              if (canAdd) add();
            }}
          />
        </label>
        <button type="button" disabled={!canAdd} onClick={add}>
          Add
        </button>
        {isTaken && name !== "" && <p role="alert">There is already an entry with this name.</p>}
      </div>
    </>
  );
}
