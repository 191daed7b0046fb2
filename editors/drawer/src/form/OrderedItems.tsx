import { useRef, useState, type ReactNode } from "react";
import { Icon } from "../ui/Icon.tsx";
import { useDragging } from "./useDragging.ts";

/** Returns a list with the item at `from` moved to `to`. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}

/** Keys for the items of a list, which follow the items when they move, so that an open item stays open, and a button keeps the focus. */
function useItemKeys(length: number) {
  const next = useRef(0);
  const keys = useRef<number[]>([]);
  const fresh = () => (next.current += 1);
  while (keys.current.length < length) keys.current.push(fresh());
  keys.current.length = length;
  return {
    of: (index: number) => keys.current[index],
    move: (from: number, to: number) => (keys.current = moved(keys.current, from, to)),
    remove: (index: number) => void keys.current.splice(index, 1),
  };
}

/** Items whose order can be changed, by dragging or with buttons, and that can be removed. */
export function OrderedItems(props: {
  className: string;
  /** Names of the items. */
  names: string[];
  onMove: (from: number, to: number) => void;
  onRemove: (index: number) => void;
  /** Returns an item, with the buttons that it contains. */
  children: (index: number, actions: ReactNode) => ReactNode;
}) {
  const { className, names, onMove, onRemove, children } = props;
  const keys = useItemKeys(names.length);
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState("");
  const move = (from: number, to: number) => {
    keys.move(from, to);
    setSaid(`${names[from]} is now number ${to + 1} of ${names.length}.`);
    onMove(from, to);
  };
  const remove = (index: number) => {
    keys.remove(index);
    setSaid("");
    onRemove(index);
  };
  const { handle, style, dragged } = useDragging(list, move);
  const button = (name: string | undefined, label: string, icon: ReactNode, action: () => void, isDisabled = false) => (
    <button type="button" className="icon-button" aria-label={`${label}: ${name}`} title={label} aria-disabled={isDisabled || undefined} onClick={() => !isDisabled && action()}>
      {icon}
    </button>
  );
  const last = names.length - 1;
  const actions = (name: string, index: number) => (
    <span className="item-actions">
      {last > 0 && (
        <>
          <span className="grip" title="Drag to another place" {...handle(index)}>
            <Icon name="grip" />
          </span>
          {button(name, "Move up", <Icon name="up" />, () => move(index, index - 1), index === 0)}
          {button(name, "Move down", <Icon name="down" />, () => move(index, index + 1), index === last)}
        </>
      )}
      {button(name, "Remove", <Icon name="close" />, () => remove(index))}
    </span>
  );
  return (
    <>
      <ol ref={list} className={dragged === null ? className : `${className} sorting`}>
        {names.map((name, index) => (
          <li key={keys.of(index)} style={style(index)} className={index === dragged ? "dragged" : undefined}>
            {children(index, actions(name, index))}
          </li>
        ))}
      </ol>
      <p role="status" className="announcement">
        {said}
      </p>
    </>
  );
}
