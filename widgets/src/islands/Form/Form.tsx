import { Fragment, useEffect, useRef, type FormEvent } from "react";
import type { FormDefinition } from "../../forms/definition.ts";
import { ErrorSummary } from "./ErrorSummary.tsx";
import { FormField } from "./FormField.tsx";
import { NotSent } from "./NotSent.tsx";
import { Sent } from "./Sent.tsx";
import { useForm } from "./useForm.ts";

export interface Props {
  form: FormDefinition;
  /** URL to which the form is sent, with or without a script. */
  action: string;
  /** Telephone to call when the form cannot be sent. */
  phone?: { label: string; url: string };
}

/**
 * Attributes that tell password managers to leave a field alone: 1Password, LastPass, Bitwarden, Proton Pass and Dashlane,
 * in this order, each as its maker documents it.
 */
const UNFILLED = {
  "data-1p-ignore": "",
  "data-lpignore": "true",
  "data-bwignore": "",
  "data-protonpass-ignore": "true",
  "data-form-type": "other",
};

/**
 * A form of `content/forms`. It is a plain form until it is hydrated, and has validation afterwards. Once it was sent, a
 * confirmation replaces it.
 */
export default function Form({ form: definition, action, phone }: Props) {
  const { name, fields, trap, privacy, words } = definition;
  const { form, status, errors, refusals, progress, reference, submit, reset, recheck } = useForm(definition, action);
  const button = useRef<HTMLButtonElement>(null);
  const loading = status === "loading";
  const wrong = Object.keys(errors).length > 0;

  // A disabled button loses the focus, so it gets the focus back afterwards.
  const wasLoading = useRef(false);
  useEffect(() => {
    if (wasLoading.current && !loading && document.activeElement === document.body) button.current?.focus();
    wasLoading.current = loading;
  }, [loading]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  // Check while the visitor types, not when the field loses focus, because the layout would then move under the pointer.
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    if (event.target instanceof Element) recheck(event.target.getAttribute("name") ?? "");
  };

  return (
    <>
      {status === "success" && <Sent form={name} {...definition.success} reference={reference} words={words} onAgain={reset} />}
      <form
        className="form"
        hidden={status === "success"}
        id={`form-${name}`}
        action={action}
        method="post"
        encType={definition.enctype}
        noValidate
        ref={form}
        onSubmit={onSubmit}
        onInput={onInput}
        data-status={status === "idle" ? undefined : status}
      >
        {wrong && status === "failure" && <ErrorSummary key={refusals} form={name} fields={fields} errors={errors} title={words.problem} />}
        {fields.map((field) => (
          <FormField key={field.name} form={name} field={field} error={errors[field.name]} words={words} />
        ))}
        <div className="field-trap" aria-hidden="true">
          <label htmlFor={`${name}-${trap}`}>Topic</label>
          <input
            id={`${name}-${trap}`}
            name={trap}
            type="text"
            tabIndex={-1}
            autoComplete="off"
            {...UNFILLED}
          />
        </div>
        {status === "failure" && !wrong && <NotSent key={refusals} phone={phone} words={words} />}
        <div className="form-actions">
          <button className="button" type="submit" disabled={loading} aria-busy={loading || undefined} ref={button}>
            {loading ? definition.loading : definition.submit}
          </button>
          {loading && progress > 0 && (
            <progress className="form-progress" value={progress} aria-label={words.upload}>
              {Math.round(progress * 100)}%
            </progress>
          )}
        </div>
        {privacy.items && (
          <details className="form-notice">
            <summary>{privacy.items}</summary>
            <dl>
              {fields.map(({ name: field, label, purpose }) => (
                <Fragment key={field}>
                  <dt>{label}</dt>
                  <dd>{purpose}</dd>
                </Fragment>
              ))}
            </dl>
          </details>
        )}
        <p className="form-privacy">
          {privacy.purpose}{" "}
          {privacy.links.map(({ label, url }, index) => (
            <Fragment key={url}>
              <a href={url}>{label}</a>
              {index < privacy.links.length - 1 ? ", " : words.stop}
            </Fragment>
          ))}
        </p>
      </form>
    </>
  );
}
