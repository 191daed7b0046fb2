import { useEffect } from "react";
import type { Json } from "../api/json.ts";
import { useForm } from "../form/context.ts";
import { Fields } from "../form/Field.tsx";
import { moved, OrderedItems } from "../form/OrderedItems.tsx";
import { child, isObject, valueAt } from "../form/pointer.ts";
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
  const names = items.map((one, index) => summaryOf(one) || `${what} ${index + 1}`);
  const counts = new Map<number, number>();
  for (const { field } of findings) {
    const index = itemAt(field);
    if (index !== null) counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  return (
    <>
      <OrderedItems
        className="index"
        names={names}
        onMove={(from, to) => onChange(ITEMS, moved(items, from, to))}
        onRemove={(index) => onChange(ITEMS, items.filter((_, other) => other !== index))}
      >
        {(index, actions) => {
          const count = counts.get(index) ?? 0;
          return (
            <>
              <button type="button" className="entry" onClick={() => onSelect(index)}>
                <span>{names[index]}</span>
                {count > 0 && <span className="badge">{count}</span>}
              </button>
              {actions}
            </>
          );
        }}
      </OrderedItems>
      <button type="button" className="add" onClick={() => onSelect(items.length)}>
        <Icon name="add" /> New: {what}
      </button>
    </>
  );
}
