import type { Field, Words } from "../../forms/definition.ts";

interface Props {
  form: string;
  field: Field;
  error: string | undefined;
  words: Words;
}

/** A field: label, hint, error and control, in this order. The markup equals that of themes/firm/templates/forms/form.html. */
export function FormField({ form, field, error, words }: Props) {
  const id = `${form}-${field.name}`;
  const described = [field.hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
  const label = (
    <>
      {field.label}
      {!field.required && (
        <>
          {" "}
          <span className="field-optional">{words.optional}</span>
        </>
      )}
    </>
  );
  const notes = (
    <>
      {field.hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {field.hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <span className="visually-hidden">{words.error} </span>
          {withoutLabel(error, field.label)}
        </p>
      )}
    </>
  );
  if (field.type === "radio") {
    return (
      <fieldset className="field" id={id} tabIndex={-1} aria-describedby={described}>
        <legend className="field-label">{label}</legend>
        {notes}
        <div className="field-options">
          {field.options.map(({ value, label }) => (
            <label key={value} className="field-option">
              <input
                type="radio"
                name={field.name}
                value={value}
                required={field.required}
                defaultChecked={value === field.default}
              />
              <span>{label}</span>
            </label>
          ))}
        </div>
      </fieldset>
    );
  }
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {notes}
      <Control id={id} field={field} described={described} invalid={!!error} />
    </div>
  );
}

/** Returns an error for the place below the label, which it does not repeat. */
function withoutLabel(error: string, label: string): string {
  return error.startsWith(`${label}: `) ? error.slice(label.length + 2) : error;
}

interface ControlProps {
  id: string;
  field: Field;
  described: string | undefined;
  invalid: boolean;
}

function Control({ id, field, described, invalid }: ControlProps) {
  const common = {
    className: "field-input",
    id,
    name: field.name,
    required: field.required,
    "aria-describedby": described,
    "aria-invalid": invalid || undefined,
  };
  switch (field.type) {
    case "select":
      return (
        <select {...common} autoComplete={field.autocomplete} defaultValue={field.default}>
          <option value="">{field.placeholder}</option>
          {field.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      );
    case "file":
      return <input {...common} type="file" accept={field.accept.join(",")} />;
    case "textarea":
      return <textarea {...common} {...typed(field)} rows={6} defaultValue={field.default} />;
    default:
      return (
        <input {...common} {...typed(field)} type={field.type === "date" ? "text" : field.type} defaultValue={field.default} />
      );
  }
}

/** Attributes of a text field. */
function typed({ autocomplete, inputmode, placeholder, max_length }: Field) {
  return {
    autoComplete: autocomplete,
    inputMode: inputmode as "numeric" | undefined,
    placeholder,
    maxLength: max_length,
  };
}
