import type { FormDefinition, Words } from "./definition.ts";
import type { FieldErrors, Submission } from "./submission.ts";

/** Timeout of a request in milliseconds. */
const TIMEOUT = 60_000;

/** Result of a submission. The message of a success is in the form's definition; `id` is the reference of the submission. */
export type Outcome = { success: true; id?: string } | { success: false; message: string; errors: FieldErrors };

/** Response of the form function, as far as it was received. */
interface Reply {
  success?: boolean;
  message?: string;
  id?: string;
  errors?: FieldErrors;
}

/**
 * Sends a submission: as JSON, or as multipart when the form takes files. `key` makes a retry safe. `onProgress` gets
 * the progress of the upload, 0 to 1. The console logs request and reply, without what was typed.
 */
export async function send(
  form: FormDefinition,
  action: string,
  submission: Submission,
  key: string,
  onProgress: (part: number) => void,
): Promise<Outcome> {
  console.info("POST", action, Object.keys(submission.values));
  try {
    const { status, text } = await post(action, bodyOf(form, submission), key, form.words, onProgress);
    const reply = parse(text);
    console.info(action, status, { success: reply.success ?? false });
    if (reply.success && status < 400) return { success: true, ...(reply.id && { id: reply.id }) };
    return { success: false, message: reply.message || form.failure.message, errors: reply.errors ?? {} };
  } catch (error) {
    const message = (error instanceof Error && error.message) || form.words.network;
    console.info(action, message);
    return { success: false, message, errors: {} };
  }
}

function bodyOf({ enctype }: FormDefinition, { values, files }: Submission): string | FormData {
  if (enctype !== "multipart/form-data") return JSON.stringify(values);
  const body = new FormData();
  for (const [name, value] of Object.entries(values)) body.append(name, value);
  for (const [name, file] of Object.entries(files)) body.append(name, file);
  return body;
}

/** Sends a request with XMLHttpRequest, because `fetch` does not report upload progress. Rejects if there is no response. */
function post(
  url: string,
  body: string | FormData,
  key: string,
  words: Words,
  onProgress: (part: number) => void,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const timer = setTimeout(() => {
      request.abort();
      reject(new Error(words.timeout));
    }, TIMEOUT);
    request.open("POST", url);
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("Idempotency-Key", key);
    if (typeof body === "string") request.setRequestHeader("Content-Type", "application/json");
    else request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onloadend = () => clearTimeout(timer);
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => reject(new Error(words.network));
    request.send(body);
  });
}

function parse(text: string): Reply {
  try {
    const reply: unknown = JSON.parse(text);
    return typeof reply === "object" && reply !== null ? reply : {};
  } catch {
    return {};
  }
}
