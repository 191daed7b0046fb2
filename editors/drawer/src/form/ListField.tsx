import { useRef, type ReactNode } from "react";
import type { Json } from "../api/json.ts";
import { idOf, useFindings, useForm } from "./context.ts";
import { Field, Fields, type PartProps } from "./Field.tsx";
import { FindingList } from "./FindingList.tsx";
import { child, isObject } from "./pointer.ts";
import { emptyValue, hintOf, isRow, kindOf, labelOf, resolve, summaryOf, type Schema } from "./schema.ts";
import { moved, OrderedItems } from "./OrderedItems.tsx";
import { Section } from "./Section.tsx";
import { Icon } from "../ui/Icon.tsx";

/** A list of values or of objects. */
export function ListField(props: PartProps) {
  const { pointer, label, schema, value, level, isRequired, onChange } = props;
  const { root, onFix } = useForm();
  const own = useFindings(pointer);
  const items = Array.isArray(value) ? value : [];
  const itemSchema = resolve(schema.items ?? {}, root);
  const word = itemSchema.title ?? label;
  const place = useRef<HTMLElement>(null);
  const change = (next: Json[]) => onChange(next.length === 0 && !isRequired ? undefined : next);
  const remove = (index: number) => {
    change(items.filter((_, other) => other !== index));
    // The button that had the focus is gone.
    document.getElementById(`${idOf(pointer)}-add`)?.focus();
  };
  const add = () => {
    change([...items, emptyValue(itemSchema, root) ?? itemSchema.minimum ?? 0]);
    requestAnimationFrame(() => {
      const added = [...(place.current?.querySelectorAll<HTMLElement>(":scope > .section > .section-body > ol > li") ?? [])].at(-1);
      const closed = added?.querySelector<HTMLElement>("button.disclosure[aria-expanded=false]");
      closed?.click();
      requestAnimationFrame(() => {
        const field = added?.querySelector<HTMLElement>("input, textarea, select") ?? added?.querySelector<HTMLElement>("button.disclosure");
        field?.focus();
      });
    });
  };
  const names = items.map((item, index) => summaryOf(item) || `${word} ${index + 1}`);
  const isFull = schema.maxItems !== undefined && items.length >= schema.maxItems;
  const list = (
    <>
      {schema.description && <p className="hint">{hintOf(schema)}</p>}
      <FindingList findings={own} onFix={onFix} />
      <OrderedItems className="items" names={names} onMove={(from, to) => change(moved(items, from, to))} onRemove={remove}>
        {(index, actions) => (
          <Item
            pointer={child(pointer, index)}
            name={names[index] ?? word}
            word={word}
            schema={itemSchema}
            value={items[index] ?? null}
            level={level + 1}
            actions={actions}
          />
        )}
      </OrderedItems>
      <button id={`${idOf(pointer)}-add`} type="button" className="add" disabled={isFull} aria-label={`Add: ${word}`} onClick={add}>
        <Icon name="add" /> Add
      </button>
      {isFull && <p className="hint">There can be at most {schema.maxItems}.</p>}
    </>
  );
  const count = items.length === 1 ? "1 entry" : `${items.length} entries`;
  const isSimple = kindOf(itemSchema, root) !== "group";
  return (
    <div ref={place as React.RefObject<HTMLDivElement>} className="list">
      <Section pointer={pointer} label={label} summary={summaryOf(items) || count} level={level} isOpen={isSimple ? items.length <= 6 : items.length <= 4}>
        {list}
      </Section>
    </div>
  );
}

interface ItemProps {
  pointer: string;
  name: string;
  word: string;
  schema: Schema;
  value: Json;
  level: number;
  actions: ReactNode;
}

/** One item: its fields in one row, a section, or its one field. */
function Item({ pointer, name, word, schema, value, level, actions }: ItemProps) {
  const { root, onChange } = useForm();
  if (isObject(value) && isRow(schema, root)) return <Row pointer={pointer} schema={schema} value={value} actions={actions} />;
  if (isObject(value) && kindOf(schema, root) === "group") {
    return (
      <Section pointer={pointer} label={name} level={level} actions={actions}>
        <Fields pointer={pointer} schema={schema} values={value} level={level + 1} />
      </Section>
    );
  }
  const { description, ...rest } = schema;
  return (
    <div className="one-item">
      <Field pointer={pointer} label={word} schema={rest} value={value} siblings={{}} isRequired level={level} onChange={(next) => onChange(pointer, next ?? "")} />
      {actions}
    </div>
  );
}

/** The few fields of an item beside each other. */
function Row({ pointer, schema, value, actions }: Pick<ItemProps, "pointer" | "schema" | "actions"> & { value: { [key: string]: Json } }) {
  const { root, onChange } = useForm();
  return (
    <div className="row" data-field={pointer}>
      {Object.entries(schema.properties ?? {}).map(([key, property]) => {
        const { description, ...of } = resolve(property, root);
        const place = child(pointer, key);
        return (
          <Field
            key={key}
            pointer={place}
            label={labelOf(key, of)}
            schema={of}
            value={value[key]}
            siblings={value}
            isRequired
            level={6}
            onChange={(next) => onChange(place, next)}
          />
        );
      })}
      {actions}
    </div>
  );
}
