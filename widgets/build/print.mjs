import { writeSync } from "node:fs";

/** Writes a text to standard output synchronously, so that the process can end right afterwards. */
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
