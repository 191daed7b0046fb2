import { useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { goTo, useAddress } from "../../page/address.ts";
import { InPlaceLink } from "../../page/InPlaceLink.tsx";

export interface Props {
  /** Registers to choose from; the first one is the default. Each `id` is that of a section further down the page. */
  tabs: Tab[];
}

interface Tab {
  id: string;
  label: string;
  /** Number of services in the register. */
  count: number;
}

/**
 * Links to sections of the page, which become tabs that follow the ARIA pattern. The URL's fragment selects one: `#cs`, or nothing
 * for the first. The sections are not rendered by React, because their 26 entries would be sent again as props.
 */
export default function ServicesToggle({ tabs }: Props) {
  const address = useAddress();
  const named = tabs.findIndex(({ id }) => `#${id}` === address?.hash);
  const [last, setLast] = useState(0);
  // Another fragment, such as that of the link to the content, keeps the tab.
  const active = named >= 0 ? named : address?.hash ? last : 0;
  if (active !== last) setLast(active);
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (address) showPanel(tabs, active);
  }, [!address, active]);

  const choose = (index: number) => {
    const fragment = index === 0 ? "" : `#${tabs[index]?.id}`;
    goTo(location.pathname + location.search + fragment);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = tabs.length - 1;
    const next = {
      ArrowRight: active === last ? 0 : active + 1,
      ArrowLeft: active === 0 ? last : active - 1,
      Home: 0,
      End: last,
      " ": active,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
    list.current?.querySelectorAll("a")[next]?.focus();
  };
  const tabProps = (id: string, isActive: boolean) =>
    address
      ? { role: "tab", id: tabId(id), "aria-controls": id, "aria-selected": isActive, tabIndex: isActive ? 0 : -1 }
      : { "data-aria-selected": isActive, "aria-current": isActive || undefined };

  return (
    <div
      className="toggle"
      role={address ? "tablist" : "group"}
      data-role="tablist"
      aria-label="Choose a register"
      onKeyDown={onKeyDown}
      ref={list}
    >
      {tabs.map(({ id, label, count }, index) => (
        <InPlaceLink
          key={id}
          className="toggle-option"
          href={`#${id}`}
          data-role="tab"
          onFollow={() => choose(index)}
          {...tabProps(id, index === active)}
        >
          {label} <span className="toggle-count">{count}</span>
        </InPlaceLink>
      ))}
    </div>
  );
}

/** Shows the section of a tab and hides the others. */
function showPanel(tabs: Tab[], active: number): void {
  tabs.forEach(({ id }, index) => {
    const panel = document.getElementById(id);
    // The site generator has checked that each link of the page has a target.
    if (!panel) return;
    panel.hidden = index !== active;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tabId(id));
  });
}

const tabId = (id: string) => `${id}-tab`;
