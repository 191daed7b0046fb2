import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
  ".xml": "application/xml",
  ".txt": "text/plain",
  ".png": "image/png",
  ".webp": "image/webp",
  ".avif": "image/avif",
};
/** Extensions of the files that a CDN compresses. */
const TEXTS = [".html", ".js", ".css", ".svg", ".json", ".webmanifest", ".xml", ".txt"];

/**
 * Serves a built site as the CDN does: `/about` from `about.html`, compressed with Brotli, fingerprinted files cached forever.
 */
export async function serve(dist) {
  const files = new Map();
  const load = async (path) => {
    if (!files.has(path)) {
      const bytes = await readFile(join(dist, path));
      // CDNs use quality 5 when they compress on the fly.
      const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
      files.set(path, TEXTS.includes(extname(path)) ? brotliCompressSync(bytes, brotli) : bytes);
    }
    return files.get(path);
  };
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://site").pathname);
    const file = path === "/" ? "/index.html" : extname(path) ? path : `${path}.html`;
    const found = await load(file).catch(() => undefined);
    const sent = found ? file : "/404.html";
    response.writeHead(found ? 200 : 404, {
      "Content-Type": TYPES[extname(sent)] ?? "application/octet-stream",
      "Cache-Control": sent.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=60",
      ...(TEXTS.includes(extname(sent)) && { "Content-Encoding": "br" }),
    });
    response.end(found ?? (await load(sent)));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
