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

/** Links to sections of the page, which a script turns into tabs that follow the ARIA pattern. */
export default function ServicesToggle({ tabs }: Props) {
  return (
    <div className="toggle" role="group" aria-label="Choose a register">
      {tabs.map(({ id, label, count }, index) => (
        <a key={id} className="toggle-option" href={`#${id}`} aria-current={index === 0 || undefined}>
          {label} <span className="toggle-count">{count}</span>
        </a>
      ))}
    </div>
  );
}
