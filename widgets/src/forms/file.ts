import type { Field } from "./definition.ts";

/** First bytes of a PDF, which white space and a byte order mark may precede, of a .docx, and of a .doc. */
const SIGNATURES = [/^(\xef\xbb\xbf)?[\0\t\n\f\r ]*%PDF-/, /^PK\x03\x04/, /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/];

/** Returns the error in a file's name or size, if any. The form function applies the same rules. */
export function checkFile({ required, accept, max_bytes, errors }: Field, file: File | undefined): string | undefined {
  if (!file) return required ? errors.required : undefined;
  const kind = extension(file.name);
  // Phones and browsers give names without an extension. The content decides then.
  if (kind && !accept.includes(kind)) return errors.invalid;
  if (file.size === 0) return errors.empty;
  return file.size > max_bytes ? errors.too_large : undefined;
}

/**
 * Returns the error in a file's content, if any: it must begin like a document. The form function knows better what to do about one
 * that is not what its name says, or opens only with a password. A file that was moved or deleted after it was chosen cannot be
 * read.
 */
export async function checkSignature({ errors }: Field, file: File): Promise<string | undefined> {
  const content = await file.slice(0, 1029).arrayBuffer().catch(() => undefined);
  const start = content && String.fromCharCode(...new Uint8Array(content));
  return start && SIGNATURES.some((signature) => signature.test(start)) ? undefined : errors.invalid;
}

/** Returns `.pdf` for `CV.PDF.`, or an empty text for `blob` and `cv.pdf (1)`. An extension has up to four characters, one a letter. */
function extension(name: string): string {
  const clean = name.replace(/^[\s.]+|[\s.]+$/g, "");
  return /.(\.(?!\d+$)[a-z\d]{1,4})$/is.exec(clean)?.[1]?.toLowerCase() ?? "";
}
