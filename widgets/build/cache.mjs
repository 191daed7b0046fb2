// Files that are cached between runs. Each begins with a digest of the rest, so that damaged files are ignored.
import { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";

/** Length of a digest in bytes. */
const SEAL = 32;

/** Returns the content of a cached file, or undefined if it is missing or damaged. */
export function kept(file) {
  try {
    const bytes = readFileSync(file);
    const rest = bytes.subarray(SEAL);
    return sealOf(rest).equals(bytes.subarray(0, SEAL)) ? rest : undefined;
  } catch {
    return undefined;
  }
}

/** Caches bytes or a text in a file, which is written completely or not at all. */
export function keep(file, content) {
  const rest = Buffer.from(content);
  const whole = `${file}.new-${process.pid}`;
  writeFileSync(whole, Buffer.concat([sealOf(rest), rest]));
  renameSync(whole, file);
}

function sealOf(bytes) {
  return createHash("sha256").update(bytes).digest();
}
