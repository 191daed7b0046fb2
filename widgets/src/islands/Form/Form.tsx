import { useLayoutEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { createPortal, flushSync } from "react-dom";
import type { Html } from "../../assets.ts";
import type { FormDefinition } from "../../forms/definition.ts";
import { ErrorSummary } from "./ErrorSummary.tsx";
import { FieldError } from "./FieldError.tsx";
import { NotSent } from "./NotSent.tsx";
import { Sent } from "./Sent.tsx";
import { useForm } from "./useForm.ts";

export interface Props {
  form: FormDefinition;
  /** URL to which the form is sent, with or without a script. */
  action: string;
  /** The form as `themes/firm/templates/forms/form.html` renders it. */
  html: Html;
  /** Telephone to call when the form cannot be sent. */
  phone?: { label: string; url: string };
}

/**
 * A form of `content/forms`. Its HTML comes from the theme's template and is a plain form; this component checks and sends it, and
 * puts what it has to say into the template's slots. Once the form was sent, a confirmation replaces it.
 */
export default function Form({ form: definition, action, html, phone }: Props) {
  const { name, fields, words } = definition;
  const region = useRef<HTMLDivElement>(null);
  const [form, setForm] = useState<HTMLFormElement | null>(null);
  useLayoutEffect(() => setForm(region.current?.querySelector("form") ?? null), []);
  const { status, errors, refusals, progress, reference, submit, reset, recheck } = useForm(definition, action, form);
  const wrong = fields.filter(({ name }) => errors[name]);

  useLayoutEffect(() => {
    if (!form) return;
    form.hidden = status === "success";
    if (status === "idle") delete form.dataset.status;
    else form.dataset.status = status;
  }, [form, status]);
  useLayoutEffect(() => {
    for (const field of fields) describe(`${name}-${field.name}`, !!errors[field.name]);
  }, [errors]);
  useLoadingButton(form, status === "loading", definition.loading);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  // Check while the visitor types, not when the field loses focus, because the layout would then move under the pointer.
  const onInput = (event: FormEvent) => {
    if (event.target instanceof Element) recheck(event.target.getAttribute("name") ?? "");
  };
  /** Shows the empty form, and moves the focus from the confirmation to its first field. */
  const onAgain = () => {
    flushSync(reset);
    document.getElementById(`${name}-${fields[0]?.name}`)?.focus();
  };
  const inSlot = (slot: string, content: ReactNode) => {
    const element = form?.querySelector(`[data-slot="${slot}"]`);
    return element && createPortal(content, element, slot);
  };

  return (
    <>
      {status === "success" && <Sent form={name} {...definition.success} reference={reference} words={words} onAgain={onAgain} />}
      <div className="form-region" ref={region} onSubmit={onSubmit} onInput={onInput} {...html} />
      {status === "failure" &&
        (wrong.length > 0
          ? inSlot("problem", <ErrorSummary key={refusals} form={name} fields={wrong} errors={errors} title={words.problem} />)
          : inSlot("failure", <NotSent key={refusals} phone={phone} words={words} />))}
      {wrong.map((field) => inSlot(`${name}-${field.name}`, <FieldError form={name} field={field} error={errors[field.name] ?? ""} words={words} />))}
      {status === "loading" &&
        progress > 0 &&
        inSlot(
          "progress",
          <progress className="form-progress" value={progress} aria-label={words.upload}>
            {Math.round(progress * 100)}%
          </progress>,
        )}
    </>
  );
}

/** Tells assistive technology whether a control is wrong, and which elements describe it. */
function describe(id: string, isWrong: boolean): void {
  const control = document.getElementById(id);
  const notes = [`${id}-hint`, `${id}-error`].filter((note) => document.getElementById(note));
  setAttribute(control, "aria-describedby", notes.join(" "));
  if (!(control instanceof HTMLFieldSetElement)) setAttribute(control, "aria-invalid", isWrong ? "true" : "");
}

function setAttribute(element: Element | null, name: string, value: string): void {
  if (value) element?.setAttribute(name, value);
  else element?.removeAttribute(name);
}

/** Disables the submit button of a form while it is sent. A disabled button loses the focus, so it gets the focus back afterwards. */
function useLoadingButton(form: HTMLFormElement | null, isLoading: boolean, label: string): void {
  useLayoutEffect(() => {
    const button = isLoading && form?.querySelector<HTMLButtonElement>("[type=submit]");
    if (!button) return;
    const { textContent } = button;
    button.disabled = true;
    button.setAttribute("aria-busy", "true");
    button.textContent = label;
    return () => {
      button.disabled = false;
      button.removeAttribute("aria-busy");
      button.textContent = textContent;
      if (document.activeElement === document.body) button.focus({ preventScroll: true });
    };
  }, [form, isLoading]);
}
