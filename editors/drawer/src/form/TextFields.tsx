/** Fields for texts, numbers, dates, and times. */

import { useState } from "react";
import { FieldFrame, type ControlProps, type FieldProps } from "./FieldFrame.tsx";
import { changed, exactOf, lineOf, linesOf, numberOf } from "./typed.ts";

const asText = (value: FieldProps["value"]): string => (value === undefined || value === null ? "" : String(value));

/** Returns the value of a text: `undefined`, which removes the field, if an optional one was emptied. */
const orNothing = (text: string, { isRequired, value }: FieldProps) => (text === "" && !isRequired && value !== undefined ? undefined : text);

/** Removes the spaces around a text once it is written. */
const trim = (props: FieldProps) => () => {
  const text = asText(props.value);
  if (text !== text.trim()) props.onChange(orNothing(text.trim(), props));
};

/** Returns the function that cleans a line of text. A format or a pattern also forbids direction marks and no-break spaces. */
const cleaning = ({ format, pattern }: FieldProps["schema"]) => (format || pattern ? exactOf : lineOf);

const INPUT_TYPES: Record<string, string> = { email: "email", uri: "url" };

/** One line of text. */
export function TextField(props: FieldProps) {
  const { schema, value, onChange } = props;
  return (
    <FieldFrame {...props}>
      {(control) => (
        <input
          {...control}
          type={INPUT_TYPES[schema.format ?? ""] ?? "text"}
          value={asText(value)}
          onChange={({ target }) => onChange(orNothing(changed(asText(value), target.value, cleaning(schema)), props))}
          onBlur={trim(props)}
        />
      )}
    </FieldFrame>
  );
}

/** Several lines of text. The height follows the text. */
export function ParagraphField(props: FieldProps) {
  const { value, onChange } = props;
  const text = asText(value);
  // Browsers without `field-sizing` use the number of rows.
  const rows = Math.min(14, text.split("\n").reduce((rows, line) => rows + 1 + Math.floor(line.length / 52), 0));
  return (
    <FieldFrame {...props}>
      {(control) => (
        <textarea {...control} rows={Math.max(2, rows)} value={text} onChange={({ target }) => onChange(orNothing(changed(text, target.value, linesOf), props))} onBlur={trim(props)} />
      )}
    </FieldFrame>
  );
}

/** A number. Text that is no number stays, so that the finding can say so. */
export function NumberField(props: FieldProps) {
  const { schema, value, onChange } = props;
  const [written, setWritten] = useState<string>();
  const shown = written !== undefined && numberOf(written) === value ? written : asText(value);
  return (
    <FieldFrame {...props}>
      {(control) => (
        <input
          {...control}
          className="short"
          type="text"
          inputMode={schema.type === "integer" ? "numeric" : "decimal"}
          value={shown}
          onChange={({ target }) => {
            setWritten(target.value);
            onChange(numberOf(target.value));
          }}
        />
      )}
    </FieldFrame>
  );
}

/** Returns whether a text is a day as a date field has it. */
export const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);
const isTime = (text: string) => /^\d{2}:\d{2}(:\d{2})?$/.test(text);

/** The last day that a field accepts. Without it, browsers accept years of six digits. */
export const LAST_DAY = "9999-12-31";

/** The browser's field for a date or a time. A value that it cannot show is kept as text. */
function MomentInput(props: { control: ControlProps; type: "date" | "time"; field: FieldProps }) {
  const { control, type, field } = props;
  const text = asText(field.value);
  const isShown = text === "" || (type === "date" ? isDate(text) : isTime(text));
  // While something is being typed, the field stays of its kind: another one would lose what was typed so far.
  const [kept, setKept] = useState<"date" | "time" | "text" | null>(null);
  const kind = kept ?? (isShown ? type : "text");
  return (
    <input
      {...control}
      className="short"
      type={kind}
      {...(kind === "date" && { max: LAST_DAY })}
      value={text}
      onFocus={() => setKept(kind)}
      onBlur={() => setKept(null)}
      onChange={({ target }) => field.onChange(target.value === "" ? undefined : target.value)}
    />
  );
}

/** A day. */
export function DateField(props: FieldProps) {
  return <FieldFrame {...props}>{(control) => <MomentInput control={control} type="date" field={props} />}</FieldFrame>;
}

/** A time of day. */
export function TimeField(props: FieldProps) {
  return <FieldFrame {...props}>{(control) => <MomentInput control={control} type="time" field={props} />}</FieldFrame>;
}
