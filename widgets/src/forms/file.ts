import type { Field } from "./definition.ts";

/** First bytes of each kind of file. A .docx is a ZIP archive, a .doc an OLE2 container. */
const SIGNATURES: Record<string, number[]> = {
  ".pdf": [0x25, 0x50, 0x44, 0x46, 0x2d],
  ".doc": [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
  ".docx": [0x50, 0x4b, 0x03, 0x04],
};

/** Returns the error in a file's name or size, if any. The form function applies the same rules. */
export function checkFile({ required, accept, max_bytes, errors }: Field, file: File | undefined): string | undefined {
  if (!file) return required ? errors.required : undefined;
  if (!accept.includes(extension(file.name)) || file.size === 0) return errors.invalid;
  return file.size > max_bytes ? errors.too_large : undefined;
}

/**
 * Returns the error in a file's content, if any: its first bytes must match its name. A file that was moved or deleted after it
 * was chosen cannot be read.
 */
export async function checkSignature({ errors }: Field, file: File): Promise<string | undefined> {
  const signature = SIGNATURES[extension(file.name)] ?? [];
  const content = await file.slice(0, signature.length).arrayBuffer().catch(() => undefined);
  if (!content) return errors.invalid;
  const start = new Uint8Array(content);
  return signature.every((byte, index) => start[index] === byte) ? undefined : errors.invalid;
}

/** Returns `.pdf` for `CV.PDF`, or an empty text if the name begins with the dot. */
function extension(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot).toLowerCase() : "";
}
