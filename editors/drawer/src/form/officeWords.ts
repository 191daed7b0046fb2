/** Help for findings whose own help is for people who write files: what an office does instead. */

import type { Finding } from "../api/types.ts";

/** Help by the code of the finding and what its message says. */
const HELP: { code: string; message: RegExp; words?: string; help: string }[] = [
  { code: "missing-image", message: /^there is no image/, help: "Drop the picture into the text, or paste it" },
  { code: "missing-image", message: /./, help: "Drop a picture here, or choose another one" },
  { code: "bad-address", message: /file on your computer/, help: "Ask whoever looks after the site to store the file, and link to it then" },
  { code: "broken-anchor", message: /./, words: "a link leads to a heading that is not on its page", help: "Choose the page again, or remove what follows the sign #" },
  { code: "broken-link", message: /^there is no page/, help: "Choose the page with the button for links, or remove the link" },
  { code: "unsafe-html", message: /./, help: "Remove it: this is part of the design, not of the text" },
  { code: "unknown-fact", message: /./, words: "there is no such fact", help: "Type {{ to choose one" },
  { code: "duplicate-slug", message: /./, words: "another page has this address already", help: "Choose another address" },
  { code: "main-heading", message: /./, words: "the text has a heading of the first level, which only the title is", help: "Choose a smaller heading" },
];

/** Returns a finding with words for an office. A fix says what to do better than any help. */
export function forOffice(finding: Finding): Finding {
  const { code, message, help, fixes } = finding;
  const words = HELP.find((one) => one.code === code && one.message.test(message));
  if (!words) return finding;
  return { ...finding, message: words.words ?? message, help: fixes.length > 0 || /did you mean/i.test(help ?? "") ? help : words.help };
}
