import { mkdirSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { DESKTOP, launch, overflows, PHONE, violations } from "./browser.ts";
import { serveShell } from "./shell.ts";

let browser: Browser;
let shell: Awaited<ReturnType<typeof serveShell>>;
let messages: string[];

beforeAll(async () => void (browser = await launch()));
afterAll(() => browser?.close());
beforeEach(async () => {
  shell = await serveShell();
  messages = [];
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
  shell.close();
  expect(messages).toEqual([]);
});

/** Opens the drawer. Every warning and error of the console fails the test. */
async function open(options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  page.on("console", (message) => ["warning", "error"].includes(message.type()) && messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(String(error)));
  await page.goto(shell.url);
  await page.getByText("Click anything on the page").waitFor();
  return page;
}

const clickInPage = (page: Page, text: string) => page.frameLocator("iframe").getByText(text).click();

test("a telephone number is clicked, changed, seen on the page, and saved", async () => {
  const page = await open();
  expect(page.url()).toBe(`${shell.origin}/`);
  await clickInPage(page, "+91 91234 56789");
  const phone = page.getByLabel(/^Phone/);
  await phone.waitFor();
  expect(await phone.evaluate((field) => field === document.activeElement)).toBe(true);
  await phone.fill("+91 91234 56780");
  await page.frameLocator("iframe").getByText("+91 91234 56780").waitFor();
  expect(shell.files.get("a")?.values?.phone).toBe("+91 91234 56789");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved “Mumbai”.").waitFor();
  expect(shell.files.get("a")?.values?.phone).toBe("+91 91234 56780");
  await page.getByRole("button", { name: /^Undo/ }).click();
  await page.frameLocator("iframe").getByText("+91 91234 56789").waitFor();
});

test("a script of the page neither takes the keyboard from who types nor closes what is open", async () => {
  const page = await open();
  await clickInPage(page, "+91 91234 56789");
  const phone = page.getByLabel(/^Phone/);
  // The page is loaded again after each change, with the script in it.
  await page.addInitScript(() => {
    if (window === window.parent) return;
    setInterval(() => {
      window.focus();
      document.querySelector("a")?.focus();
      window.parent.postMessage({ site: "click", path: "/", trail: [{ tag: "p", text: "- One", nth: 0 }] }, "*");
      window.parent.postMessage({ site: "key", key: "Escape" }, "*");
    }, 200);
  });
  const attacked = page.evaluate(
    () => new Promise((resolve) => addEventListener("message", ({ data }) => data.site === "key" && resolve(true))),
  );
  await phone.fill("");
  await phone.hover();
  await attacked;
  await phone.pressSequentially("+91 91234 56780", { delay: 40 });
  await page.waitForTimeout(1000);
  // A key that is pressed in the moment of the theft is lost, but not those after it.
  expect((await phone.inputValue()).length).toBeGreaterThan(8);
  expect(await page.getByRole("heading", { level: 1, name: "Mumbai" }).count()).toBe(1);
});

test("what was typed when the program was started again is kept until the tab has the new URL", async () => {
  const page = await open();
  await clickInPage(page, "+91 91234 56789");
  const phone = page.getByLabel(/^Phone/);
  await phone.waitFor();
  const url = shell.restart();
  await phone.fill("+91 91234 56780");
  const dialog = page.getByRole("dialog", { name: "Connect to the program" });
  await dialog.waitFor();
  expect(await violations(page)).toEqual([]);
  for (let times = 0; times < 3; times += 1) await page.keyboard.press("Escape");
  expect(await dialog.isVisible()).toBe(true);
  await page.goto(url);
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => shell.drafts.get("a")?.values?.phone).toBe("+91 91234 56780");
  expect(await phone.inputValue()).toBe("+91 91234 56780");
  // The browser reports the answers 401.
  messages = messages.filter((message) => !message.includes("401"));
});

test("the text is edited with toolbar, completion, and paste from Word", async () => {
  const page = await open();
  await clickInPage(page, "Who is affected");
  const text = page.locator(".cm-content");
  await text.waitFor();
  expect(await page.locator(".cm-shown").innerText()).toBe("## Who is affected");
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("See [GST Reg");
  await page.getByRole("option", { name: /GST Registration/ }).click();
  await page.keyboard.press("Enter");
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/html", "<p class=MsoNormal>A <b>bold</b> word</p><ul><li>One</li></ul>");
    data.setData("text/plain", "A bold word One");
    document.querySelector(".cm-content")?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect.poll(() => shell.drafts.get("b")?.body).toContain("See [GST Registration](../services/gst.md)");
  await expect.poll(() => shell.drafts.get("b")?.body).toContain("A **bold** word\n\n- One");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Heading", exact: true }).click();
  await page.keyboard.type("More");
  await expect.poll(() => shell.drafts.get("b")?.body).toContain("## More");
});

test("pictures are pasted into the text, and dropped on a field", async () => {
  const page = await open();
  await clickInPage(page, "Who is affected");
  await page.locator(".cm-content").waitFor();
  await page.keyboard.press("Control+End");
  const give = (selector: string, type: "paste" | "drop", name: string, kind = "image/png") =>
    page.evaluate(
      ([selector, type, name, kind]) => {
        const target = document.querySelector(selector);
        const data = new DataTransfer();
        data.items.add(new File(["x"], name, { type: kind }));
        const { left = 0, top = 0 } = target?.getBoundingClientRect() ?? {};
        const options = { bubbles: true, cancelable: true, clientX: left + 30, clientY: top + 5 };
        const event = type === "paste" ? new ClipboardEvent(type, { clipboardData: data, ...options }) : new DragEvent(type, { dataTransfer: data, ...options });
        target?.dispatchEvent(event);
        return event.defaultPrevented;
      },
      [selector, type, name, kind] as const,
    );
  await give(".cm-content", "paste", "yard.png");
  await page.getByText("Write what it shows between the brackets").waitFor();
  await page.keyboard.type("The yard");
  await expect.poll(() => shell.drafts.get("b")?.body).toContain("![The yard](yard.png)");
  await give(".picture", "drop", "cover.png");
  await expect.poll(() => shell.drafts.get("b")?.values?.image).toBe("images/cover.png");
  await page.getByRole("img", { name: "Picture cover.png" }).waitFor();
  await give(".cm-line", "drop", "desk.png");
  await expect.poll(() => shell.drafts.get("b")?.body).toContain("## Who is affected\n\n![](desk.png)\n\nEvery supplier");
  expect(await give(".view-head", "drop", "prices.pdf", "application/pdf")).toBe(true);
  await page.getByText("A file cannot be dropped here.").waitFor();
});

test("a page can be edited with the keyboard alone", async () => {
  const page = await open();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Contents");
  await page.getByRole("button", { name: /^Office/ }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Mumbai" }).waitFor();
  const phone = page.getByLabel(/^Phone/);
  for (let steps = 0; steps < 40 && !(await phone.evaluate((field) => field === document.activeElement)); steps += 1) await page.keyboard.press("Tab");
  await page.keyboard.press("End");
  await page.keyboard.type("0");
  await page.keyboard.press("Control+s");
  await page.getByText(/^Saved “Mumbai”/).waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("Click anything on the page").waitFor();
});

test("items are dragged to another place, and moved with buttons that keep the focus", async () => {
  const page = await open();
  await page.getByRole("button", { name: /^Due date/ }).click();
  await page.getByRole("button", { name: "GSTR-1, monthly" }).click();
  await page.getByRole("button", { name: /^All/ }).click();
  const titles = () => {
    const items = shell.drafts.get("c")?.values?.item;
    return Array.isArray(items) ? items.map((item) => (item as { title: string }).title) : [];
  };
  const drag = async (from: number, to: number, end: () => Promise<void>) => {
    const [grip, target] = await Promise.all([page.locator(".grip").nth(from).boundingBox(), page.locator(".index > li").nth(to).boundingBox()]);
    if (!grip || !target) throw new Error("there is no such item");
    await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
    await page.mouse.down();
    await page.mouse.move(grip.x, target.y + target.height * (to > from ? 0.9 : 0.1), { steps: 5 });
    await end();
  };
  await drag(0, 1, () => page.mouse.up());
  await expect.poll(titles).toEqual(["GSTR-3B", "GSTR-1, monthly"]);
  await page.getByText("GSTR-1, monthly is now number 2 of 2.").waitFor({ state: "attached" });
  await drag(0, 1, () => page.keyboard.press("Escape").then(() => page.mouse.up()));
  await page.getByRole("button", { name: "Move down: GSTR-3B" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(titles).toEqual(["GSTR-1, monthly", "GSTR-3B"]);
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Move down: GSTR-3B");
});

test("after a dialog, the focus is where it was", async () => {
  const page = await open();
  await page.getByRole("button", { name: "New: Articles" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("New: Articles");
});

test("the buttons of the drawer fit a small window", async () => {
  const page = await open();
  await page.getByRole("button", { name: /^To correct/ }).click();
  await page.getByRole("button", { name: "Change the link to /contact" }).click();
  await page.getByRole("button", { name: /^Undo/ }).waitFor();
  await page.setViewportSize({ width: 320, height: 512 });
  const boxes = await page.locator(".site-bar button").evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().right));
  expect(boxes.filter((right) => right > 320)).toEqual([]);
});

/** The views, and how each is reached. */
const VIEWS: [string, (page: Page) => Promise<unknown>][] = [
  ["start", async (page) => page.getByRole("button", { name: /^Article/ }).click()],
  ["text", async (page) => clickInPage(page, "Who is affected")],
  ["list", async (page) => openItem(page, "Due dates", "GSTR-1, monthly")],
  ["settings", async (page) => (await page.getByRole("button", { name: "Site", exact: true }).click(), page.getByRole("button", { name: /^Hours/ }).click())],
  ["finding", async (page) => (await clickInPage(page, "+91 91234 56789"), page.getByLabel(/^Phone/).fill("12"), page.getByRole("group", { name: /must be corrected/ }).waitFor())],
  [
    "conflict",
    async (page) => {
      await clickInPage(page, "Who is affected");
      await page.getByLabel("Author").fill("Imran Qureshi");
      await expect.poll(() => shell.drafts.size).toBe(1);
      shell.changeElsewhere("b", (file) => ({ ...file, body: file.body.replace("- Two", "- Two\n- Three"), values: { ...file.values, category: "Auditing" } }));
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByRole("dialog").waitFor();
      // The browser reports the answer 409.
      messages = messages.filter((message) => !message.includes("409"));
    },
  ],
  ["problems", async (page) => page.getByRole("button", { name: /^To correct/ }).click()],
  ["publish", async (page) => (await page.getByRole("button", { name: "Publish" }).click(), page.getByRole("heading", { name: "What will change" }).waitFor())],
  ["remove", async (page) => (await clickInPage(page, "+91 91234 56789"), page.getByRole("button", { name: "Remove…" }).click(), page.getByRole("dialog").getByText("/location").waitFor())],
  ["new", async (page) => page.getByRole("button", { name: "New: Articles" }).click()],
];

async function openItem(page: Page, collection: string, title: string) {
  await page.getByRole("button", { name: new RegExp(`^${collection}`) }).click();
  await page.getByRole("button", { name: title }).click();
  await page.getByRole("heading", { name: title }).waitFor();
}

const shots = process.env.SCREENSHOTS;
if (shots) mkdirSync(shots, { recursive: true });

test.each(VIEWS)("%s is accessible in both color schemes, and fits a phone", async (name, reach) => {
  const page = await open();
  await reach(page);
  for (const [width, viewport] of [["1280", DESKTOP], ["375", PHONE]] as const) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      if (shots) await page.screenshot({ path: `${shots}/${name}-${width}-${colorScheme}.png` });
      if (colorScheme === "dark") expect(await violations(page, ["color-contrast"])).toEqual([]);
      else expect(await violations(page)).toEqual([]);
    }
    expect(await overflows(page)).toBe(false);
  }
});
