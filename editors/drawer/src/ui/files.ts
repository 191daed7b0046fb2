/** Files that are dropped, pasted, or chosen. */

import { reasonOf, Refused } from "../api/client.ts";

/** What is said where no file can be dropped. */
export const NO_PLACE = "A file cannot be dropped here. Drop a picture on its field, or into the text.";

/** Returns the files of a drop or a paste. */
export const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])];

/** Returns why a file was not added as a picture. Another file can be offered to visitors. */
export function refusalOf(file: File, error: unknown): string {
  const isOther = error instanceof Refused && error.status === 415 && /^(?!image\/)./.test(file.type);
  return isOther ? `${reasonOf(error)} Ask whoever looks after the site to add a file for visitors to download, such as a PDF.` : reasonOf(error);
}
