import { createContext, useContext } from "react";
import type { Api, Target } from "../api/client.ts";
import type { Json, JsonObject } from "../api/json.ts";
import type { Finding, Fix, Translation, Use } from "../api/types.ts";
import { isWithin } from "./pointer.ts";
import type { Schema } from "./schema.ts";

/** What all fields of a form share. */
export interface FormContext {
  api: Api;
  document: string;
  /** Schema of the whole document, which `$ref` refers to. */
  root: Schema;
  findings: Finding[];
  uses: Use[];
  translations: Translation[];
  /** The values before they were changed. */
  before: JsonObject | null;
  /** Pointer of the field that was clicked on the page. */
  focus: string | null;
  onChange(pointer: string, value: Json | undefined): void;
  onFix(fix: Fix): void;
  onOpen(target: Target): void;
}

export const Form = createContext<FormContext | null>(null);

/** Returns what all fields of the form share. */
export function useForm(): FormContext {
  const form = useContext(Form);
  if (!form) throw new Error("a field is outside a form");
  return form;
}

/** Returns the findings of the field at a pointer; with `all`, also those within it. */
export function useFindings(pointer: string, all = false): Finding[] {
  const { findings } = useForm();
  return findings.filter(({ field }) => field !== null && (field === pointer || (all && isWithin(field, pointer))));
}

/** Returns the id of the control of a field. */
export const idOf = (pointer: string): string => `field${pointer.replace(/[^A-Za-z0-9/_-]/g, (sign) => `.${sign.codePointAt(0)}`)}`;
