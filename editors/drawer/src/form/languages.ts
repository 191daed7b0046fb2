/** Names of the languages of translations. */

import type { Translation } from "../api/types.ts";

/** Returns the name of a language in itself, or its English name, such as “Indian English”, if the site does not name it. */
export function nameOf({ name, language }: Translation): string {
  return name === language ? (new Intl.DisplayNames(["en"], { type: "language" }).of(language) ?? language) : name;
}

/** Returns the language of that name, unless it is English. */
export const languageOf = ({ name, language }: Translation): string | undefined => (name === language ? undefined : language);
