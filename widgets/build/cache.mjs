// Files kept between runs. Each begins with a digest of the rest: one that is not as it was written is passed over.
import { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";

/** Bytes of a digest. */
const SEAL = 32;

/** What an earlier run kept in a file; nothing where it is not there, or not as it was written. */
export function kept(file) {
  try {
    const bytes = readFileSync(file);
    const rest = bytes.subarray(SEAL);
    return sealOf(rest).equals(bytes.subarray(0, SEAL)) ? rest : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps bytes or a text in a file, whole or not at all. */
export function keep(file, content) {
  const rest = Buffer.from(content);
  const whole = `${file}.new-${process.pid}`;
  writeFileSync(whole, Buffer.concat([sealOf(rest), rest]));
  renameSync(whole, file);
}

function sealOf(bytes) {
  return createHash("sha256").update(bytes).digest();
}
