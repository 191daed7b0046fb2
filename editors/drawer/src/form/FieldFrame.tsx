import type { ReactNode } from "react";
import type { Json } from "../api/json.ts";
import { idOf, useFindings, useForm } from "./context.ts";
import { FindingList, isWrong as mustBeCorrected } from "./FindingList.tsx";
import { languageOf, nameOf } from "./languages.ts";
import { valueAt } from "./pointer.ts";
import { hintOf, type Schema } from "./schema.ts";

/** What a field shows. */
export interface FieldProps {
  pointer: string;
  label: string;
  /** Schema of the value, without `$ref`. */
  schema: Schema;
  value: Json | undefined;
  isRequired: boolean;
  /** Changes the value; `undefined` removes it. */
  onChange: (value: Json | undefined) => void;
}

/** Attributes that tie a control to its label, hint, and findings. */
export interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
}

/** The length of a text, where the schema limits it. */
function Count({ schema, value }: Pick<FieldProps, "schema" | "value">) {
  const { minLength = 0, maxLength } = schema;
  if (maxLength == null || typeof value !== "string") return null;
  const { length } = [...value];
  // A short text needs no count until it is nearly too long.
  if (length < maxLength * 0.7 && length >= minLength) return null;
  const isWrong = length > maxLength || length < minLength;
  const range = minLength > 1 ? `${minLength} to ${maxLength}` : `at most ${maxLength}`;
  return <span className={isWrong ? "count wrong" : "count"}>{`${length} characters, ${range}`}</span>;
}

/** What the references to facts in a text show, and where to change them. */
function Facts({ value }: { value: Json | undefined }) {
  const { uses, onOpen } = useForm();
  if (typeof value !== "string") return null;
  const used = uses.filter(({ text }) => value.includes(text));
  return used.map(({ text, value: shown, document, field, title }) => (
    <p key={text} className="fact">
      <code>{text}</code> shows “{shown}”.{" "}
      <button type="button" className="quiet" onClick={() => onOpen({ document, field })}>
        Change it in {title}
      </button>
    </p>
  ));
}

/** In which languages a text that was changed has words of its own, and where to change them. */
function Translated({ pointer, value }: Pick<FieldProps, "pointer" | "value">) {
  const { translations, before, onOpen } = useForm();
  const old = valueAt(before, pointer);
  if (typeof old !== "string" || old === value) return null;
  const translated = translations.filter(({ texts }) => texts.includes(pointer));
  return translated.map((translation) => (
    <p key={translation.document} className="fact">
      <span lang={languageOf(translation)}>{nameOf(translation)}</span> has its own words for this.{" "}
      <button type="button" className="quiet" onClick={() => onOpen({ document: translation.document, field: pointer })}>
        Change them as well
      </button>
    </p>
  ));
}

/** Returns whether a hint only repeats the label. */
const saysTheSame = (hint: string, label: string): boolean => hint.replace(/\.$/, "").toLowerCase() === label.toLowerCase();

/** Label, hint, control, and findings of a field. */
export function FieldFrame(props: FieldProps & { children: (control: ControlProps) => ReactNode; labelFor?: "control" | "group" }) {
  const { pointer, label, schema, value, isRequired, labelFor = "control" } = props;
  const { onFix } = useForm();
  const findings = useFindings(pointer, true);
  const id = idOf(pointer);
  const hint = schema.description && !saysTheSame(schema.description, label) ? `${id}-hint` : undefined;
  const described = [hint, findings.length > 0 && `${id}-findings`].filter(Boolean).join(" ");
  const isWrong = findings.some((finding) => mustBeCorrected(finding) && !finding.isMissing);
  const control: ControlProps = {
    id,
    "aria-describedby": described || undefined,
    "aria-invalid": isWrong || undefined,
    "aria-required": isRequired || undefined,
  };
  const text = (
    <>
      {label}
      {!isRequired && <span className="optional"> (optional)</span>}
    </>
  );
  return (
    <div className={isWrong ? "field wrong" : "field"} data-field={pointer}>
      <div className="field-head">
        {labelFor === "control" ? <label id={`${id}-label`} htmlFor={id}>{text}</label> : <span id={`${id}-label`}>{text}</span>}
        <Count schema={schema} value={value} />
      </div>
      {hint && (
        <p id={hint} className="hint">
          {hintOf(schema)}
        </p>
      )}
      {schema.main && <p className="hint">In the main language: “{schema.main}”</p>}
      {props.children(control)}
      <Facts value={value} />
      <Translated pointer={pointer} value={value} />
      <FindingList id={`${id}-findings`} findings={findings} onFix={onFix} />
    </div>
  );
}
