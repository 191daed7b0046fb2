/** Completion of links and pictures in the text. */

import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { Api } from "../api/client.ts";

/** What is being written before the cursor. */
export type Begun =
  | { kind: "destination"; from: number; query: string; isPicture: boolean }
  | { kind: "text"; from: number; query: string };

/** Returns what is being written at the end of a line up to the cursor, or `null` if it is nothing that can be completed. */
export function begun(line: string): Begun | null {
  const destination = /(!?)\[([^\]\n]*)\]\(([^()\s]*)$/.exec(line);
  if (destination) {
    const [, sign, text = "", written = ""] = destination;
    return { kind: "destination", from: line.length - written.length, query: written || text, isPicture: sign === "!" };
  }
  const text = /(?:^|[^!\]\\])\[([^[\]\n]{2,60})$/.exec(line)?.[1];
  return text === undefined ? null : { kind: "text", from: line.length - text.length - 1, query: text };
}

/** Returns a source of completions that asks the program. */
export function completions(api: Api, document: string) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const line = context.state.doc.lineAt(context.pos);
    const found = begun(context.state.sliceDoc(line.from, context.pos));
    if (!found) return null;
    const from = line.from + found.from;
    const options = await optionsFor(found, api, document).catch(() => []);
    return options.length === 0 ? null : { from, options, filter: false };
  };
}

async function optionsFor(found: Begun, api: Api, document: string): Promise<Completion[]> {
  if (found.kind === "destination" && found.isPicture) {
    const pictures = await api.pictures(document, found.query);
    return pictures.map(({ markdown }) => ({ label: markdown.slice(markdown.lastIndexOf("/") + 1), apply: markdown }));
  }
  const links = await api.links(document, found.query);
  return links.map(({ title, url, href }) => ({
    label: title,
    detail: url,
    apply: found.kind === "text" ? `[${title.replace(/[[\]]/g, "\\$&")}](${href})` : href,
  }));
}
