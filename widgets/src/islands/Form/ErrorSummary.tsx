import { useEffect, useRef, type MouseEvent } from "react";
import type { Field } from "../../forms/definition.ts";
import type { FieldErrors } from "../../forms/submission.ts";

interface Props {
  form: string;
  /** Fields with an error, in order. */
  fields: Field[];
  errors: FieldErrors;
  /** Heading. */
  title: string;
}

/** The errors of a form, each with a link to its field. Takes the focus when it appears. */
export function ErrorSummary({ form, fields, errors, title }: Props) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => summary.current?.focus(), []);

  // A fragment link alone would scroll past the field's label.
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    const control = document.getElementById(event.currentTarget.hash.slice(1));
    if (!control) return;
    event.preventDefault();
    control.closest(".field")?.scrollIntoView({ block: "center" });
    control.focus({ preventScroll: true });
  };
  return (
    <div className="form-errors" id={`form-${form}-errors`} role="alert" tabIndex={-1} ref={summary}>
      <h2>{title}</h2>
      <ul>
        {fields.map(({ name }) => (
          <li key={name}>
            <a href={`#${form}-${name}`} onClick={onClick}>
              {errors[name]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
