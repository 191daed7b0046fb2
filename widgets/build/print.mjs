import { writeSync } from "node:fs";

/** Writes a text to standard output, completely before it returns, so that the process can end right after. */
export function print(text) {
  let bytes = Buffer.from(text);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(1, bytes));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}
