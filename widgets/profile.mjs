// Prints the page /company-profile of the built site into the PDF that visitors download.
//
//   npm run profile       in `widgets`, after `cargo site build`; `cargo xtask profile` does both
//
// The dates in the file are the profile's edition, so that the same page and the same browser produce the same bytes. The file ends with
// the page's URL and fingerprint, by which `site check` reports a file that is older than its page. If it is not, the file stays.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

const root = join(import.meta.dirname, "..");
const dist = process.env.SITE_DIST ?? join(root, "dist");
/** Dots per inch of drawings: twice the halftone screen of an office printer, about 100 lines per inch. */
const DPI = 206;

const html = readFileSync(join(dist, "company-profile.html"), "utf8");
const of = (pattern) => pattern.exec(html)?.[1] ?? fail(`the page has no ${pattern}`);
const said = of(/data-size="([^"]+)"/);
const name = of(/href="([^"]+\.pdf)"/);
const address = of(/<link rel="canonical" href="([^"]+)"/);
const mark = `% page ${new URL(address).pathname} ${createHash("sha256").update(html).digest("hex")}\n`;
const file = join(root, "public", name);
if (existsSync(file) && readFileSync(file, "latin1").endsWith(mark)) {
  console.log(`public${name} is that of this page already`);
  process.exit();
}

const executablePath = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--force-color-profile=srgb"] });
try {
  const page = await browser.newPage({ viewport: { width: 794, height: 1123 }, colorScheme: "light" });
  // The page is opened at its own address, so that links lead there, but every file comes from the folder.
  await page.route("**/*", (route) => {
    const { pathname } = new URL(route.request().url());
    return pathname.endsWith("/company-profile") ? route.fulfill({ body: html, contentType: "text/html" }) : route.fulfill({ path: join(dist, pathname) });
  });
  await page.emulateMedia({ media: "print" });
  await page.goto(address, { waitUntil: "networkidle" });
  await page.evaluate(rasterize, DPI);
  const sheets = await page.locator(".sheet").count();
  const printed = await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true });
  const pdf = printed.toString("latin1");
  // Skia writes page objects uncompressed.
  const pages = pdf.match(/\/Type \/Page\b/g).length;
  if (pages !== sheets) fail(`${pages} pages instead of ${sheets}: a section has too much text for its sheet`);
  const edition = of(/data-edition="([^"]+)"/).replaceAll("-", "");
  writeFileSync(file, stamp(pdf, of(/<meta name="author" content="([^"]+)"/), edition) + mark, "latin1");
  const size = `${((pdf.length + mark.length) / 1e6).toFixed(1)} MB`;
  console.log(`public${name}: ${pages} pages, ${size}`);
  if (said !== size) console.error(`note: content/site.toml says profile.size = "${said}"`);
} finally {
  await browser.close();
}

/** Replaces the large drawings by pixels, which every PDF reader shows quickly. */
async function rasterize(dpi) {
  await document.fonts.ready;
  for (const image of document.querySelectorAll(".plate img")) {
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.round((image.clientWidth * dpi) / 96);
    canvas.height = Math.round((image.clientHeight * dpi) / 96);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    image.src = canvas.toDataURL();
    await image.decode();
  }
}

/**
 * Replaces the browser's name and the current time in the document information by author and date. The length stays the same, so that
 * the offsets in the file stay valid (ISO 32000-1, section 14.3.3).
 */
function stamp(pdf, author, day) {
  const text = author.replaceAll("&amp;", "&");
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le").swap16().toString("hex");
  return pdf.replace(/\/Creator \([\s\S]*?(\/Producer .*\n)\/CreationDate [\s\S]*?(?=>>)/, (all, producer) => {
    const dates = `/CreationDate (D:${day}000000Z)\n/ModDate (D:${day}000000Z)`;
    const entries = `/Author <${bytes}>\n${producer}${dates}`;
    return entries.length > all.length ? fail(`the name \`${text}\` is too long for the PDF's document information`) : entries.padEnd(all.length);
  });
}

function fail(message) {
  throw new Error(message);
}
