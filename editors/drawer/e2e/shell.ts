/** Serves the drawer with a site in memory, as the program does: the shell and its requests on one port, the page on another. */

import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Refused, type Api } from "../src/api/client.ts";
import { fakeSite } from "../src/testing/fakeSite.ts";

const dist = join(import.meta.dirname, "../dist");

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const listen = (server: Server) =>
  new Promise<string>((resolve) => server.listen(0, "127.0.0.1", () => resolve(`http://localhost:${(server.address() as AddressInfo).port}`)));

/** What the page does: it reports clicks, and reloads when the site changes. */
const script = (editor: string, revision: string) => `
const post = (message) => parent.postMessage({ site: "", ...message }, ${JSON.stringify(editor)});
let picks = true;
addEventListener("message", ({ origin, data }) => {
  if (origin !== ${JSON.stringify(editor)}) return;
  if (data.site === "pick") picks = data.on;
  if (data.site === "mark") for (const p of document.querySelectorAll("p")) p.style.outline = data.trail?.[0]?.text === p.textContent ? "2px solid" : "";
});
addEventListener("click", (event) => {
  if (!picks) return;
  event.preventDefault();
  const { tagName, textContent } = event.target;
  const href = event.target.closest("a")?.getAttribute("href");
  post({ site: "click", path: location.pathname, trail: [{ tag: tagName.toLowerCase(), text: textContent.trim(), nth: 0 }], href });
});
addEventListener("keydown", ({ key }) => key === "Escape" && post({ site: "key", key }));
post({ site: "shown", path: location.pathname, title: document.title });
setInterval(async () => (await (await fetch("/revision")).text()) !== ${JSON.stringify(revision)} && location.reload(), 100);`;

/** Starts the two servers. */
export async function serveShell() {
  const site = fakeSite();
  const { api } = site;
  const escaped = (text: unknown) => String(text).replace(/[&<]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  let editor = "";
  let token = "first";
  const revision = async () => String((await api.state()).revision);
  const page = async () => {
    const document = (id: string) => site.drafts.get(id) ?? site.files.get(id);
    const phone = escaped(document("a")?.values?.phone);
    const paragraphs = (document("b")?.body ?? "").split("\n").filter(Boolean).map((line) => `<p>${escaped(line)}</p>`);
    return `<!doctype html><html lang="en"><title>Offices</title><style>body { font: 18px Georgia, serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem }</style>
<body><h1>Offices</h1><h2>Mumbai</h2><p>${phone}</p><p><a href="/contact">Write to us</a></p>${paragraphs.join("")}
<script>${script(editor, await revision())}</script></body></html>`;
  };
  const preview = createServer((request, response) => {
    const send = request.url === "/revision" ? revision() : page();
    void send.then((text) => response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(text));
  });
  const origin = await listen(preview);

  const answer = async (request: IncomingMessage, url: URL): Promise<unknown> => {
    if (request.headers.authorization !== `Bearer ${token}`) throw new Refused(401, "Open the address that the terminal shows.", null);
    const bytes = await bytesOf(request);
    const name = url.pathname.slice("/api/".length);
    if (name === "picture") {
      const [document, field, title] = ["document", "field", "name"].map((key) => url.searchParams.get(key) ?? "") as [string, string, string];
      return api.addPicture(document, field, new File([new Uint8Array(bytes)], title, { type: "image/png" }));
    }
    const given = JSON.parse(bytes.toString());
    switch (name) {
      case "changes":
        return api.changes(given.revision, AbortSignal.timeout(25_000));
      case "new":
        return api.create(given);
      case "publish":
        if (given.progress) return api.publishing();
        return given.confirm ? api.publish(given.back ? "back" : "on", given.seen) : api.publication(given.back ? "back" : "on");
      case "links":
        return { links: await api.links(given.document, given.query) };
      case "pictures":
        return { pictures: await api.pictures(given.document, given.query) };
      case "picture-bytes":
        return api.picture(given.document, given.value);
      case "fix":
        return api.fix(given.id);
      case "undo":
        return api.undo(given.id);
      case "discard":
        return api.discard(given.document);
    }
    return (api[name as keyof Api] as (given: unknown) => unknown)(given);
  };
  const send = async (response: ServerResponse, result: Promise<unknown>) => {
    try {
      const value = await result;
      if (value instanceof Blob) response.writeHead(200, { "Content-Type": value.type }).end(Buffer.from(await value.arrayBuffer()));
      else response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(value));
    } catch (error) {
      const { status, message, conflict } = error instanceof Refused ? error : { status: 500, message: String(error), conflict: null };
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify({ error: message, ...(conflict && { conflict }) }));
    }
  };
  const policy = `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-n'; connect-src 'self'; img-src 'self' blob: data:; frame-src ${origin}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;
  const shell = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Edit</title><link rel="stylesheet" href="/drawer.css"></head>
<body><div id="root" data-preview="${origin}" data-start="/" data-nonce="n"></div><script type="module" src="/drawer.js"></script></body></html>`;
  const types: Record<string, string> = { js: "text/javascript", css: "text/css" };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", editor);
    const file = /^\/(drawer\.(js|css))$/.exec(url.pathname);
    if (url.pathname.startsWith("/api/")) void send(response, answer(request, url));
    else if (file) response.writeHead(200, { "Content-Type": types[file[2] ?? ""] }).end(readFileSync(join(dist, file[1] ?? "")));
    else response.writeHead(200, { "Content-Type": "text/html", "Content-Security-Policy": policy }).end(shell);
  });
  editor = await listen(server);
  return {
    ...site,
    url: `${editor}/#t=${token}`,
    /** Accepts another token from now on, as the program does after a restart. Returns the URL with it. */
    restart: () => {
      token = "second";
      return `${editor}/#t=${token}`;
    },
    origin: editor,
    close: () => [server, preview].forEach((one) => (one.closeAllConnections(), one.close())),
  };
}
