import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

/** A fake form function, which gets the request with its body and writes the response. */
export type Api = (request: IncomingMessage, body: Buffer, response: ServerResponse) => void;

export interface SiteServer {
  url: string;
  /** Sets the fake that answers POST requests to /api. By default, every request succeeds. */
  setApi: (api: Api) => void;
  close: () => Promise<void>;
}

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".woff2": "font/woff2",
  ".pdf": "application/pdf",
  ".xml": "application/xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".ics": "text/calendar; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};

/** The part of the published content security policy that concerns scripts and styles. */
const POLICY = "script-src 'self' 'inline-speculation-rules'; style-src 'self'; object-src 'none'; base-uri 'none'";

/** Path of the script that `serveSite` adds to pages. */
const SCRIPT = "/test-script.js";

export const succeed: Api = (_request, _body, response) => {
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify({ success: true, message: "", id: "1" }));
};

interface Options {
  /** Returns the headers of a path, instead of the part of the policy above. */
  headersOf?: (path: string) => Record<string, string>;
  /** A script that runs in every page before its own scripts. */
  script?: string;
}

/**
 * Serves a built site from its folder, such as `/about` from `about.html`, and answers POST requests below /api with a fake.
 */
export async function serveSite(dist: string, { headersOf, script }: Options = {}): Promise<SiteServer> {
  let api = succeed;
  const server: Server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://site").pathname);
    if (path.startsWith("/api/")) {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      return api(request, Buffer.concat(parts), response);
    }
    const headers = headersOf?.(path) ?? { "Content-Security-Policy": POLICY };
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (script && path === SCRIPT) {
      response.setHeader("Content-Type", TYPES[".js"]!);
      response.end(script);
      return;
    }
    const file = path === "/" ? "/index.html" : extname(path) ? path : `${path}.html`;
    try {
      let bytes = await readFile(join(dist, normalize(file)));
      if (script && file.endsWith(".html")) bytes = Buffer.from(`${bytes}`.replace("<head>", `<head><script src="${SCRIPT}"></script>`));
      response.setHeader("Content-Type", TYPES[extname(file)] ?? "application/octet-stream");
      response.end(bytes);
    } catch {
      response.statusCode = 404;
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.end(await readFile(join(dist, "404.html")));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    setApi: (next) => {
      api = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
