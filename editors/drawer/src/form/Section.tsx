import { useState, type ReactNode } from "react";
import { idOf, useFindings, useForm } from "./context.ts";
import { isWithin } from "./pointer.ts";
import { Icon } from "../ui/Icon.tsx";

/** A part of the form that can be closed. It opens when the focus moves to a field in it, or when a finding is in it. */
export function Section(props: {
  pointer: string;
  label: string;
  /** What the part contains, shown while it is closed. */
  summary?: string;
  isOpen?: boolean;
  level: number;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { pointer, label, summary, level, actions, children } = props;
  const { focus } = useForm();
  const findings = useFindings(pointer, true);
  const leadsHere = focus !== null && isWithin(focus, pointer);
  const [open, setOpen] = useState(leadsHere || (props.isOpen ?? false) || findings.length > 0);
  const [last, setLast] = useState(focus);
  if (focus !== last) {
    setLast(focus);
    if (leadsHere) setOpen(true);
  }
  const Heading = `h${Math.min(level, 6)}` as "h3";
  const id = idOf(pointer);
  return (
    <section className={open ? "section open" : "section"} data-field={pointer}>
      <div className="section-head">
        <Heading>
          <button id={id} type="button" className="disclosure" aria-expanded={open} onClick={() => setOpen(!open)}>
            <Icon name="down" />
            <span>{label}</span>
            {!open && summary && summary !== label && <span className="summary">{summary}</span>}
            {findings.length > 0 && <span className="badge">{findings.length}</span>}
          </button>
        </Heading>
        {actions}
      </div>
      {open && <div className="section-body">{children}</div>}
    </section>
  );
}
