import { useEffect, useRef, useState, type RefObject } from "react";
import type { FormDefinition } from "../../forms/definition.ts";
import { send } from "../../forms/send.ts";
import { siteDay } from "../../site-day.ts";
import { checkField, isSame, readForm, type FieldErrors, type Submission } from "../../forms/submission.ts";
import { clearToasts, showToast } from "../../forms/toast.ts";

/** An attempt to send a submission. A retry with the same content has the same key, so that it is stored only once. */
interface Attempt {
  submission: Submission;
  key: string;
}

export interface FormState {
  status: "idle" | "loading" | "success" | "failure";
  /** Errors by field name. */
  errors: FieldErrors;
  /** Number of times that the form was refused; each time, the error summary is shown again. */
  refusals: number;
  /** Progress of a file's upload, 0 to 1. */
  progress: number;
  /** Reference of the last submission, from the server's reply. */
  reference: string | undefined;
  submit: () => void;
  /** Starts again after a success. */
  reset: () => void;
  /** Checks a field with an error again; once the field is valid, its error disappears. A file is checked as soon as it is chosen. */
  recheck: (name: string) => void;
}

/** Manages the state of a form: idle, loading, then success (which clears it) or failure (which keeps what was typed). */
export function useForm(definition: FormDefinition, action: string, form: HTMLFormElement | null): FormState {
  const attempt = useRef<Attempt | undefined>(undefined);
  const [status, setStatus] = useState<FormState["status"]>("idle");
  const [errors, setErrors] = useState<FieldErrors>({});
  const [progress, setProgress] = useState(0);
  const [refusals, setRefusals] = useState(0);
  const [reference, setReference] = useState<string>();
  const busy = useRef(false);
  const isLeaving = useRef(false);
  useUnsentWarning(form, isLeaving);

  const submit = async () => {
    if (!form || busy.current) return;
    busy.current = true;
    try {
      clearToasts();
      const read = await readForm(definition, new FormData(form), siteDay());
      if ("errors" in read) refuse(read.errors);
      else await deliver(form, read.submission);
    } catch (error) {
      // The visitor gets a message and can try again.
      console.error(`form ${definition.name}`, error);
      setErrors({});
      setRefusals((count) => count + 1);
      setStatus("failure");
      showToast(definition.failure, definition.words);
    } finally {
      busy.current = false;
    }
  };

  const refuse = (found: FieldErrors) => {
    setErrors(found);
    setRefusals((count) => count + 1);
    setStatus("failure");
    const missing = definition.fields.find(({ name, errors }) => errors.required_title && found[name] === errors.required);
    if (missing?.errors.required_title) {
      showToast({ title: missing.errors.required_title, message: missing.errors.required }, definition.words);
    }
  };

  const deliver = async (element: HTMLFormElement, submission: Submission) => {
    const retry = attempt.current && isSame(attempt.current.submission, submission);
    const key = retry && attempt.current ? attempt.current.key : newKey();
    attempt.current = { submission, key };
    setErrors({});
    setProgress(0);
    setStatus("loading");
    const outcome = await send(definition, action, submission, key, setProgress);
    if (outcome.success) {
      attempt.current = undefined;
      clear(element);
      setReference(outcome.id);
      setStatus("success");
      return;
    }
    const fieldOf = (name: string) => definition.fields.find((field) => field.name === name);
    if (Object.keys(outcome.errors).some((name) => !fieldOf(name)?.options.every(({ value }) => value !== submission.values[name]))) {
      // The page is older or newer than the form function, which does not have the same fields or options. It answers a plain form with
      // its own ones and what was typed.
      isLeaving.current = true;
      element.submit();
      return;
    }
    setErrors(outcome.errors);
    setRefusals((count) => count + 1);
    setStatus("failure");
    showToast({ title: definition.failure.title, message: outcome.message }, definition.words);
  };

  const recheck = (name: string) => {
    // The message is about what was sent, and would cover other fields.
    clearToasts();
    const field = definition.fields.find((each) => each.name === name);
    if (!field || !form || !(name in errors || field.type === "file")) return;
    const { [name]: known, ...rest } = errors;
    const error = checkField(field, new FormData(form), siteDay());
    if (error) {
      // What is wrong with a text may change with every letter, so its first error stays.
      if (field.type === "file") setErrors({ ...rest, [name]: error });
      return;
    }
    setErrors(rest);
    if (known && Object.keys(rest).length === 0) setStatus("idle");
  };

  return { status, errors, refusals, progress, reference, submit: () => void submit(), reset: () => setStatus("idle"), recheck };
}

/** Empties a form. What a link had filled in belongs to the submission that was sent. */
function clear(form: HTMLFormElement): void {
  form.reset();
  for (const control of form.elements) if (control instanceof HTMLElement) delete control.dataset.prefilled;
}

/** Returns a random UUID. `crypto.randomUUID` needs HTTPS, which a phone does not use with the development server. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  // Version 4, variant 10 (RFC 9562, section 5.4).
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Asks for confirmation before the page is left with unsent text, unless this hook has sent it. */
function useUnsentWarning(form: HTMLFormElement | null, isLeaving: RefObject<boolean>): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (form && !isLeaving.current && isChanged(form)) event.preventDefault();
    };
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [form]);
}

/** Returns whether a value differs from the original page and from what `enhance/prefill.ts` filled in. */
function isChanged(form: HTMLFormElement): boolean {
  return [...form.elements].some((control) => {
    if (control instanceof HTMLSelectElement) return control.value !== (control.dataset.prefilled ?? "");
    if (control instanceof HTMLTextAreaElement) return control.value !== (control.dataset.prefilled ?? control.defaultValue);
    if (!(control instanceof HTMLInputElement)) return false;
    return control.type === "radio" ? control.checked !== control.defaultChecked : control.value !== control.defaultValue;
  });
}
