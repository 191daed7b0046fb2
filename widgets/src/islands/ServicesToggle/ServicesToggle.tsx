import { useLayoutEffect, useRef, useSyncExternalStore, type KeyboardEvent } from "react";
import { useLive } from "../../hooks/useLive.ts";
import { showPanel } from "./panels.ts";

export interface Props {
  /** The registers to choose from; the first is the default. Each `id` is that of a section further down the page. */
  tabs: Tab[];
}

interface Tab {
  id: string;
  label: string;
  /** How many services the register has. */
  count: number;
}

/** Tabs after the ARIA pattern for sections of the page. Without a script they are links to these sections. */
export default function ServicesToggle({ tabs }: Props) {
  const live = useLive();
  const list = useRef<HTMLDivElement>(null);
  const ids = tabs.map(({ id }) => id);
  const hash = useSyncExternalStore(onHashChange, () => location.hash.slice(1), () => "");
  const active = ids.includes(hash) ? hash : (ids[0] ?? "");

  useLayoutEffect(() => {
    // The first render is the server's, whose address is unknown.
    if (!live) return;
    for (const id of ids) showPanel(id, id === active);
  });

  const choose = (id: string) => {
    // Not `location.hash = id`: that would scroll to the section.
    history.pushState(null, "", location.pathname + location.search + (id === ids[0] ? "" : `#${id}`));
    dispatchEvent(new HashChangeEvent("hashchange"));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key];
    if (!to) return;
    event.preventDefault();
    const last = ids.length - 1;
    const at = ids.indexOf(active) + to;
    const next = Number.isFinite(at) ? (at + ids.length) % ids.length : at < 0 ? 0 : last;
    choose(ids[next] ?? active);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };

  const content = ({ label, count }: Tab) => (
    <>
      {label} <span className="toggle-count">{count}</span>
    </>
  );
  if (!live) {
    return (
      <div className="toggle" role="group" aria-label="Choose a register">
        {tabs.map((tab) => (
          <a key={tab.id} className="toggle-option" href={`#${tab.id}`} aria-current={tab.id === active || undefined}>
            {content(tab)}
          </a>
        ))}
      </div>
    );
  }
  return (
    <div className="toggle" role="tablist" aria-label="Choose a register" ref={list} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          className="toggle-option"
          type="button"
          role="tab"
          id={`${tab.id}-tab`}
          aria-selected={tab.id === active}
          aria-controls={tab.id}
          tabIndex={tab.id === active ? 0 : -1}
          onClick={() => choose(tab.id)}
        >
          {content(tab)}
        </button>
      ))}
    </div>
  );
}

function onHashChange(changed: () => void): () => void {
  const events = ["hashchange", "popstate"];
  for (const event of events) addEventListener(event, changed);
  return () => {
    for (const event of events) removeEventListener(event, changed);
  };
}
