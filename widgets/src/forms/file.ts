import type { Field, Words } from "./definition.ts";

/** First bytes of a PDF, which white space and a byte order mark may precede, of a .docx, and of a .doc. */
const SIGNATURE = /^((\xef\xbb\xbf)?[\0\t\n\f\r ]*%PDF-|PK\x03\x04|\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1)/;

/**
 * Returns the error in a file's name or size, if any. The form function also reads the content, and says what to do about a name
 * without an extension.
 */
export function checkFile({ required, accept, max_bytes, errors }: Field, file: File | undefined): string | undefined {
  if (!file) return required ? errors.required : undefined;
  const type = extension(file.name);
  // A word with a capital letter is a part of the name: `Asha.Rao`.
  const isExtension = /^\.(?=\d*[a-z])[a-z\d]{1,4}$/.test(type) && !/\.[A-Z][a-z]+$/.test(file.name);
  if (!accept.includes(type) && isExtension) return errors.invalid;
  if (file.size === 0) return errors.empty;
  return file.size > max_bytes ? errors.too_large : undefined;
}

/**
 * Returns the error in a file's content, if any: it must begin like a document. The form function says the same about one that does
 * not, and knows better what to do about one of another kind, or with a password. A file that was moved or deleted after it was chosen
 * cannot be read.
 */
export async function checkSignature({ accept, errors }: Field, words: Words, file: File): Promise<string | undefined> {
  const content = await file.slice(0, 1029).arrayBuffer().catch(() => undefined);
  const start = content && String.fromCharCode(...new Uint8Array(content));
  if (start && SIGNATURE.test(start)) return undefined;
  return start && accept.includes(extension(file.name)) ? words.other_content : errors.invalid;
}

/** Returns `.pdf` for `CV.PDF.`, or an empty text if the name begins with the dot. */
function extension(name: string): string {
  const clean = name.replace(/^[\s.]+|[\s.]+$/g, "");
  const dot = clean.lastIndexOf(".");
  return dot > 0 ? clean.slice(dot).toLowerCase() : "";
}
