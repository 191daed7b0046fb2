import { useEffect } from "react";
import type { Json } from "../api/json.ts";
import { useForm } from "../form/context.ts";
import { Fields } from "../form/Field.tsx";
import { ItemActions, moved } from "../form/ListField.tsx";
import { child, isObject, isWithin, valueAt } from "../form/pointer.ts";
import { emptyValue, resolve, summaryOf } from "../form/schema.ts";
import { Icon } from "../ui/Icon.tsx";

/** Pointer of the items of a list. */
const ITEMS = "/item";

/** Returns the place of the item that a pointer leads to. */
export function itemAt(pointer: string | null): number | null {
  const number = /^\/item\/(\d+)/.exec(pointer ?? "")?.[1];
  return number === undefined ? null : Number(number);
}

/** A list of the site: its items, or one of them. */
export function ListItems(props: { what: string; values: { [key: string]: Json }; selected: number | null; onSelect: (index: number | null) => void }) {
  const { what, values, selected, onSelect } = props;
  const { root, findings, onChange } = useForm();
  const list = valueAt(values, ITEMS);
  const items = Array.isArray(list) ? list : [];
  const schema = resolve(resolve(root.properties?.item ?? {}, root).items ?? {}, root);
  // A new item is one past the last.
  const isNew = selected === items.length;
  useEffect(() => {
    if (isNew) onChange(ITEMS, [...items, emptyValue(schema, root)]);
    // The item is then there.
  }, [isNew]);
  const item = selected === null ? undefined : items[selected];
  if (selected !== null && isObject(item)) {
    return (
      <>
        <button type="button" className="quiet back" onClick={() => onSelect(null)}>
          <Icon name="back" /> All {items.length}
        </button>
        <h2>{summaryOf(item) || `New: ${what}`}</h2>
        <Fields key={selected} pointer={child(ITEMS, selected)} schema={schema} values={item} level={3} />
      </>
    );
  }
  return (
    <>
      <ol className="index">
        {items.map((one, index) => {
          const name = summaryOf(one) || `${what} ${index + 1}`;
          const place = child(ITEMS, index);
          const count = findings.filter(({ field }) => field !== null && isWithin(field, place)).length;
          return (
            <li key={index}>
              <button type="button" className="entry" onClick={() => onSelect(index)}>
                <span>{name}</span>
                {count > 0 && <span className="badge">{count}</span>}
              </button>
              <ItemActions
                name={name}
                index={index}
                count={items.length}
                onMove={(to) => onChange(ITEMS, moved(items, index, to))}
                onRemove={() => onChange(ITEMS, items.filter((_, other) => other !== index))}
              />
            </li>
          );
        })}
      </ol>
      <button type="button" className="add" onClick={() => onSelect(items.length)}>
        <Icon name="add" /> New: {what}
      </button>
    </>
  );
}
