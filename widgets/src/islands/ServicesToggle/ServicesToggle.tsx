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

/** Links to sections of the page, which a script turns into tabs after the ARIA pattern. */
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
