import { useEffect, useId, useRef, useState, type ReactNode } from "react";

/** Pause after the last key before suggestions are requested, in milliseconds. */
const PAUSE = 120;

/** An input with suggestions (the combobox pattern of the ARIA Authoring Practices Guide). Any text may be entered. */
export function Suggest<Option>(props: {
  id: string;
  value: string;
  /** Returns the suggestions for a text. */
  find: (text: string) => Promise<Option[]>;
  /** Returns the text that identifies a suggestion. */
  keyOf: (option: Option) => string;
  children: (option: Option) => ReactNode;
  onInput: (text: string) => void;
  onPick: (option: Option) => void;
  label?: string;
  describedBy?: string | undefined;
  isInvalid?: boolean;
  isRequired?: boolean;
  placeholder?: string;
  autoFocus?: boolean;
  /** Whether suggestions are shown before anything is typed. */
  isOpenAtFocus?: boolean;
}) {
  const { id, value, find, keyOf, onInput, onPick } = props;
  const [options, setOptions] = useState<Option[]>([]);
  const [active, setActive] = useState(-1);
  const [query, setQuery] = useState<string | null>(null);
  const list = useId();
  const latest = useRef(0);

  useEffect(() => {
    if (query === null) return undefined;
    const request = (latest.current += 1);
    const timer = setTimeout(() => {
      find(query).then(
        (found) => latest.current === request && setOptions(found),
        () => latest.current === request && setOptions([]),
      );
    }, PAUSE);
    return () => clearTimeout(timer);
    // `find` is another function in each render, but the same request.
  }, [query]);

  const close = () => {
    latest.current += 1;
    setQuery(null);
    setOptions([]);
    setActive(-1);
  };
  const pick = (option: Option) => {
    onPick(option);
    close();
  };
  const isOpen = options.length > 0;
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (isOpen) setActive((active + step + options.length) % options.length);
      else setQuery(value);
    } else if (event.key === "Enter" && isOpen) {
      event.preventDefault();
      const option = options[Math.max(active, 0)];
      if (option !== undefined) pick(option);
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };

  return (
    <div className="suggest">
      <input
        id={id}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-label={props.label}
        aria-expanded={isOpen}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${list}-${active}` : undefined}
        aria-describedby={props.describedBy}
        aria-invalid={props.isInvalid || undefined}
        aria-required={props.isRequired || undefined}
        placeholder={props.placeholder}
        autoFocus={props.autoFocus}
        value={value}
        onChange={({ target }) => {
          onInput(target.value);
          setQuery(target.value);
          setActive(-1);
        }}
        onFocus={() => props.isOpenAtFocus && setQuery(value)}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <ul id={list} role="listbox" aria-label="Suggestions" hidden={!isOpen}>
        {options.map((option, index) => (
          <li
            key={keyOf(option)}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === active}
            // A press would move the focus out of the input, which closes the list before the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(option)}
          >
            {props.children(option)}
          </li>
        ))}
      </ul>
    </div>
  );
}
