// Opens every page of the site in a browser, activates its islands and presses its buttons: the console has no messages, and
// nothing violates the content security policy. Also tests what the policy must refuse. `site serve` serves the pages with their
// headers.
//
// Run: cargo xtask test edge, or node --test deploy/tests/*.test.mjs   (SITE names the program, target/debug/site by default)
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";

const root = new URL("../..", import.meta.url).pathname;
const dist = join(root, process.env.DIST ?? "dist");
const program = resolve(root, process.env.SITE ?? "target/debug/site");
const chromiumPath = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));
const { data } = JSON.parse(readFileSync(`${dist}-host/routes.json`, "utf8"));
const routes = data.filter(({ key, value }) => key !== "*" && value.startsWith("200 ") && value.endsWith(".html")).map(({ key }) => key);

let server;
let url;
let browser;
let context;

before(async () => {
  const { chromium } = createRequire(join(root, "widgets/package.json"))("playwright-core");
  server = spawn(program, ["--root", root, "serve", "--port", "4710"], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  url = await new Promise((resolve, reject) => {
    server.stderr.on("data", (chunk) => {
      said += chunk;
      const found = said.match(/Serving (http:\/\/localhost:\d+)/);
      if (found) resolve(found[1]);
    });
    server.on("exit", () => reject(new Error(`site serve ended: ${said}`)));
  });
  // With fewer processes, the site's scripts are compiled less often.
  const args = ["--no-sandbox", "--disable-gpu", "--renderer-process-limit=2"];
  browser = await chromium.launch({ args, ...(chromiumPath && { executablePath: chromiumPath }) });
  // The browser draws a smaller window faster.
  context = await browser.newContext({ viewport: { width: 640, height: 600 } });
});

after(async () => {
  await browser?.close();
  server?.kill();
});

/** Opens a page. Returns it with the violations of its policy and the console's warnings. Other hosts are replaced by a fake. */
async function visit(path) {
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const violations = [];
  const complaints = [];
  page.on("console", (message) => {
    if (/Content Security Policy|Permissions-Policy/i.test(message.text())) violations.push(message.text());
    if (["warning", "error"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.route((address) => address.origin !== url, (route) => route.fulfill({ contentType: "text/html", body: "outside" }));
  const response = await page.goto(url + path);
  return { page, violations, complaints, html: await response.text(), policy: response.headers()["content-security-policy"] };
}

/** Returns the hashes of the page's inline scripts and styles. Runs in the browser. */
const hashes = () => {
  const data = (element) => /json/.test(element.type ?? "");
  const inline = [...document.querySelectorAll("script:not([src]), style")].filter((element) => !data(element));
  return Promise.all(
    inline.map(async (element) => {
      const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(element.textContent));
      return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
    }),
  );
};

test("no page violates its policy when everything on it is used", { timeout: 600_000 }, async () => {
  assert.ok(routes.length > 50);
  const woken = new Set();
  const left = [...routes];
  const visitNext = async () => {
    for (let path; (path = left.shift()); ) for (const island of await useEverything(path)) woken.add(island);
  };
  // Several pages at a time, because the test mostly waits.
  await Promise.all([visitNext(), visitNext(), visitNext(), visitNext()]);
  assert.deepEqual([...woken].sort(), readdirSync(join(root, "widgets/src/islands")).sort());
});

/** Activates every island of a page and presses its buttons. Returns the names of the islands. */
async function useEverything(path) {
  const { page, violations, complaints, html, policy } = await visit(path);
  assert.ok(!policy.includes("unsafe"), path);
  for (const hash of await page.evaluate(hashes)) assert.ok(policy.includes(hash), `${path}: ${hash}`);
  // Activates islands that wait until they are visible.
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 500) {
      window.scrollTo(0, y);
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  });
  // Activates islands that wait for their first use.
  await page.evaluate(() => {
    for (const island of document.querySelectorAll("site-island:not([data-live])")) {
      island.firstElementChild.dispatchEvent(new Event("focusin", { bubbles: true }));
    }
  });
  await page.waitForFunction(() => !document.querySelector("site-island:not([data-live])"));
  const islands = await page.evaluate(() => [...document.querySelectorAll("site-island")].map((one) => one.dataset.island));
  assert.equal(islands.length, html.match(/<site-island /g)?.length ?? 0, path);
  assert.equal(await page.locator("h1:visible").count(), 1, path);
  // The error page for missing URLs logs a warning.
  assert.deepEqual(complaints, path === "/404" ? ["404: there is no page /404"] : [], path);
  // Presses the buttons, including those that are hidden or covered by a menu.
  await page.evaluate(async () => {
    for (let index = 0; index < Math.min(document.querySelectorAll("button").length, 25); index += 1) {
      document.querySelectorAll("button")[index].click();
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  });
  // The browser logs a violation some time after its cause.
  await page.waitForTimeout(100);
  assert.deepEqual(violations, [], path);
  await page.close();
  return islands;
}

test("no form violates its policy when it is accepted or refused", { timeout: 120_000 }, async () => {
  const sent = new Set();
  for (const path of ["/contact", "/query", "/careers"]) {
    for (const [status, reply] of [
      [422, { success: false, message: "No.", errors: { email: "This is refused." } }],
      [200, { success: true, message: "Thank you.", id: "1" }],
    ]) {
      const { page, violations } = await visit(path);
      await page.route(`${url}/api/**`, (route) => {
        sent.add(`${new URL(route.request().url()).pathname} ${status}`);
        return route.fulfill({ status, json: reply });
      });
      for (const form of await page.locator("form").all()) {
        await form.scrollIntoViewIfNeeded();
        for (const control of await form.locator("input, select, textarea").all()) await fill(control);
        const replied = page.waitForResponse((response) => response.url().includes("/api/"));
        await form.locator("[type=submit]").click();
        await replied;
        await page.waitForTimeout(100);
      }
      assert.deepEqual(violations, [], path);
      await page.close();
    }
  }
  const forms = ["career", "contact", "newsletter", "query"];
  assert.deepEqual([...sent].sort(), forms.flatMap((name) => [`/api/${name} 200`, `/api/${name} 422`]));
});

/** Fills in a form control with a valid value. */
async function fill(control) {
  const [tag, type, name] = await control.evaluate((one) => [one.localName, one.type, one.name]);
  if (name === "topic" || type === "hidden" || type === "submit") return;
  const values = { email: "asha@example.com", tel: "+91 79 4000 0000", url: "https://example.com/asha" };
  if (tag === "select") return control.selectOption({ index: 1 });
  if (type === "checkbox" || type === "radio") return control.check();
  if (type === "file") return control.setInputFiles({ name: "resume.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%%EOF\n") });
  if (/birth/i.test(name)) return control.fill("29/02/2000");
  if (/phone|mobile/i.test(name)) return control.fill(values.tel);
  return control.fill(values[type] ?? "Asha Rao of Ahmedabad");
}

/** Waits for a violation that matches. The browser logs it some time after its cause. */
async function refused(page, violations, expected) {
  while (!violations.some((violation) => expected.test(violation))) await page.waitForEvent("console");
}

test("the map's frame is allowed where it is declared, and nowhere else", async () => {
  // Resolves once the frame has loaded: the map, or the browser's error page for a refused frame.
  const frame = () =>
    new Promise((resolve) => {
      const element = document.createElement("iframe");
      element.src = "https://www.google.com/maps?output=embed";
      element.onload = resolve;
      document.body.append(element);
    });
  const contact = await visit("/contact");
  await contact.page.evaluate(frame);
  assert.deepEqual(contact.violations, []);
  const about = await visit("/about");
  await about.page.evaluate(frame);
  await refused(about.page, about.violations, /frame-src|default-src/);
  await contact.page.close();
  await about.page.close();
});

test("injected scripts, styles and requests are refused", async () => {
  for (const [injected, expected] of [
    ["const s = document.createElement('script'); s.textContent = 'window.owned = 1'; document.body.append(s);", /script-src/],
    ["document.body.insertAdjacentHTML('beforeend', '<p style=\"color:red\" onclick=\"1\">x</p>')", /style-src/],
    ["const s = document.createElement('script'); s.src = 'https://evil.example/x.js'; document.body.append(s);", /script-src/],
    ["const i = new Image(); i.src = 'https://evil.example/x.png'; document.body.append(i);", /img-src/],
    ["fetch('https://evil.example/').catch(() => {})", /connect-src/],
  ]) {
    const { page, violations } = await visit("/about");
    await page.evaluate(`{ ${injected} }`);
    await refused(page, violations, expected);
    assert.equal(await page.evaluate("window.owned"), undefined);
    await page.close();
  }
});
