import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Api } from "./server.ts";
import { expectAccessible, useSite, waitUntilActive } from "./site.ts";

const site = useSite();

interface Post {
  url: string;
  key: string;
  type: string;
  body: string;
}

/** Sends these responses one after the other, and records the requests. */
function answers(...replies: { status?: number; body: unknown; after?: () => Promise<unknown> }[]): Post[] {
  const posts: Post[] = [];
  const api: Api = async (request, body, response) => {
    const reply = replies[Math.min(posts.length, replies.length - 1)]!;
    posts.push({
      url: request.url!,
      key: String(request.headers["idempotency-key"]),
      type: String(request.headers["content-type"]),
      body: body.toString("latin1"),
    });
    await reply.after?.();
    response.writeHead(reply.status ?? 200, { "Content-Type": "application/json" });
    response.end(typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body));
  };
  site.setApi(api);
  return posts;
}

const ok = { body: { success: true, message: "Stored.", id: "1" } };

async function open(path: string) {
  const visit = await site.visit(path, { reducedMotion: "reduce" });
  await visit.page.locator("main form input").first().focus();
  await waitUntilActive(visit.page, "Form");
  return visit;
}

async function fillContact(page: Page) {
  await page.getByLabel("Name").fill("Asha Rao");
  await page.locator("#contact-email").fill("asha@example.com");
  await page.getByLabel("Phone").fill("+91 79 4000 0000");
  await page.getByLabel("Message").fill("Please call me.");
}

async function fillCareer(page: Page) {
  await page.getByLabel("First name").fill("Asha");
  await page.getByLabel("Last name").fill("Rao");
  await page.locator("#career-email").fill("asha@example.com");
  await page.getByLabel("Mobile no.").fill("+91 79 4000 0000");
  await page.getByLabel("Gender").selectOption("female");
  await page.getByLabel("Date of birth").fill("29/02/2000");
}

const submit = (page: Page) => page.locator("main form button[type=submit]");
const resume = (name: string, size = 1000, start = "%PDF-1.7\n") => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.concat([Buffer.from(start, "latin1"), Buffer.alloc(size - start.length, 32)]),
});

test("contact: sends and clears the form, and shows what happens next in its place", async () => {
  let arrive = () => {};
  const posts = answers({ ...ok, after: () => new Promise<void>((resolve) => (arrive = resolve)) });
  const { page, messages } = await open("/contact");
  await fillContact(page);
  await submit(page).click();
  expect(await submit(page).isDisabled()).toBe(true);
  expect(await submit(page).textContent()).toBe("Sending...");
  arrive();
  await page.getByText("Message Sent!").waitFor();
  await page.getByText("Thank you for contacting us. We'll get back to you within 24 hours.").waitFor();
  expect(await page.locator("#form-contact").isVisible()).toBe(false);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Message Sent!");
  expect(await page.locator(".form-sent").innerText()).toMatch(/What happens now/);
  expect(await page.locator(".toast").count()).toBe(0);
  expect(await page.locator("#form-contact input[name=name]").inputValue()).toBe("");
  expect(posts).toHaveLength(1);
  expect(posts[0]).toMatchObject({ url: "/api/contact", type: "application/json" });
  expect(JSON.parse(posts[0]!.body)).toEqual({
    name: "Asha Rao",
    email: "asha@example.com",
    phone: "+91 79 4000 0000",
    company: "",
    service: "",
    message: "Please call me.",
    topic: "",
  });
  expect(posts[0]!.key).toMatch(/^[0-9a-f-]{36}$/);
  expect(messages).toEqual([]);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send another" }).click();
  expect(await submit(page).textContent()).toBe("Send Message");
  expect(await submit(page).isEnabled()).toBe(true);
});

test.each([
  ["gujarat-vat-service-tax", "Send us the notice", "contact-service", "Chartered Accountant Services (CA)", "GST notice. Form: \nDate: \nReply by: "],
  ["gujarat-vat-service-tax", "Contact Us", "contact-service", "Chartered Accountant Services (CA)", "Gujarat VAT and Service Tax: "],
  ["trademark", "Send us the mark to search", "contact-service", "Company Secretary Services (CS)", "Trademark Registration & Advisory: "],
  ["gujarat-vat-service-tax", "Submit a Query", "query-subject", "Sales Tax / Value Added Tax", "Gujarat VAT and Service Tax: "],
  ["fema-rbi-matters", "Submit a Query", "query-subject", "FEMA", "FEMA/RBI Matters: "],
])("from %s, the link %s opens a form with the service filled in, which can be left without a question", async (slug, label, field, option, text) => {
  const { page } = await site.visit(`/services/${slug}`);
  const asked: string[] = [];
  page.on("dialog", async (dialog) => {
    asked.push(dialog.type());
    await dialog.accept();
  });
  await page.locator("main").getByRole("link", { name: label, exact: true }).first().click();
  await page.waitForURL(/(contact|query)\b/);
  await page.locator("main form input").first().focus();
  await waitUntilActive(page, "Form");
  expect(await page.locator(`#${field}`).inputValue()).toBe(option);
  expect(await page.locator("main form textarea").inputValue()).toBe(text);
  await page.goto(site.url("/about"));
  expect(asked).toEqual([]);
});

test("missing and invalid values are listed with links to their fields, and can be corrected", async () => {
  const posts = answers(ok);
  const { page } = await open("/contact");
  await page.locator("#contact-email").fill("nobody");
  await submit(page).click();
  const summary = page.locator("#form-contact-errors");
  await summary.waitFor();
  expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await summary.getByRole("link").count()).toBe(4);
  await expectAccessible(page);
  const email = page.locator("#contact-email");
  expect(await email.getAttribute("aria-invalid")).toBe("true");
  expect(await email.getAttribute("aria-describedby")).toContain("contact-email-error");
  await summary.getByRole("link", { name: /Email/ }).click();
  expect(await email.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await email.inputValue()).toBe("nobody");
  await email.fill("asha@example.com");
  await expect.poll(() => page.locator("#contact-email-error").count()).toBe(0);
  expect(posts).toEqual([]);
  await submit(page).click();
  await expect.poll(() => summary.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("a failure keeps what was typed; a retry has the same key, a changed submission a new one", async () => {
  const posts = answers(
    { status: 503, body: { success: false, message: "Try again later." } },
    { status: 500, body: "<html>" },
    ok,
  );
  const { page } = await open("/contact");
  await fillContact(page);
  await submit(page).click();
  await page.getByText("Submission Failed").waitFor();
  await page.getByText("Try again later.").waitFor();
  expect(await page.getByLabel("Name").inputValue()).toBe("Asha Rao");
  await expectAccessible(page);
  await submit(page).click();
  await page.getByText("Contact submission failed").waitFor();
  await page.getByLabel("Name").fill("Asha R. Rao");
  await submit(page).click();
  await page.getByText("Message Sent!").waitFor();
  expect(posts[0]!.key).toBe(posts[1]!.key);
  expect(posts[2]!.key).not.toBe(posts[1]!.key);
});

test("an error that the function reports is shown at its field", async () => {
  answers({ status: 422, body: { success: false, message: "Please correct it.", errors: { phone: "No such number." } } });
  const { page } = await open("/contact");
  await fillContact(page);
  await submit(page).click();
  await page.locator("#contact-phone-error", { hasText: "No such number." }).waitFor();
  await expect.poll(() => page.locator("#form-contact-errors").evaluate((element) => element === document.activeElement)).toBe(true);
});

test("no response within 60 seconds is a failure, and so is a network error", async () => {
  answers({ ...ok, after: () => new Promise(() => {}) });
  const { page } = await open("/contact");
  await page.clock.install();
  await fillContact(page);
  await submit(page).click();
  await page.clock.fastForward(59_000);
  expect(await page.getByText("Submission Failed").count()).toBe(0);
  await page.clock.fastForward(2000);
  await page.getByText("Submission Failed").waitFor();
  expect(await submit(page).isEnabled()).toBe(true);
  await page.getByRole("button", { name: "Close" }).click();
  expect(await page.locator(".toast").count()).toBe(0);
  await page.route("**/api/contact", (route) => route.abort());
  await submit(page).click();
  await page.getByText("Network error occurred").waitFor();
});

test("query: can be filled in by keyboard alone, and sends its defaults", async () => {
  const posts = answers(ok);
  const { page } = await open("/query");
  await page.getByLabel("Name").focus();
  const type = async (text: string) => {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  };
  for (const text of ["Asha Rao", "", "", "", "Surat", "asha@example.com", "", "+91 79 4000 0000"]) await type(text);
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe("yes");
  await page.keyboard.press("Tab");
  await type("Inc");
  await type("When is it due?");
  await page.keyboard.press("Enter");
  await page.getByText("Query Submitted!").waitFor();
  await page.getByText("Thank you! Our team will reach out to you shortly.").waitFor();
  expect(JSON.parse(posts[0]!.body)).toEqual({
    name: "Asha Rao",
    designation: "",
    organization: "",
    officeAddress: "",
    city: "Surat",
    email: "asha@example.com",
    telephone: "",
    mobile: "+91 79 4000 0000",
    updates: "yes",
    subject: "Income Tax",
    query: "When is it due?",
    topic: "",
  });
});

test("career: refuses a missing or wrong resume, then sends a valid one as multipart and shows the progress", async () => {
  const posts = answers({ ...ok, after: () => new Promise((resolve) => setTimeout(resolve, 500)) });
  const { page } = await open("/careers");
  await fillCareer(page);
  await submit(page).click();
  await page.getByText("Resume required").waitFor();
  await page.locator(".toast").getByText("Please upload your resume (max 2 MB).").waitFor();
  const file = page.getByLabel("Resume");
  const wrong = async (chosen: ReturnType<typeof resume>, message: string) => {
    await file.setInputFiles(chosen);
    await submit(page).click();
    await page.locator("#career-resume-error", { hasText: message }).waitFor();
  };
  await wrong(resume("cv.exe"), "Please upload your resume as a PDF, DOC or DOCX file.");
  await wrong(resume("cv.pdf", 1000, "MZ"), "The content of this file is not what its name says. Please open it, save it as a PDF, and upload that.");
  await wrong(resume("cv.pdf", 2_097_153), "Please upload a resume of 2 MB or less.");
  expect(posts).toEqual([]);
  await file.setInputFiles(resume("cv.pdf", 2_000_000));
  await submit(page).click();
  await expect.poll(() => submit(page).textContent()).toBe("Sending...");
  await page.getByText("Application Submitted!").waitFor();
  expect(posts[0]!.type).toContain("multipart/form-data");
  expect(posts[0]!.body).toContain('name="resume"; filename="cv.pdf"');
  const names = [...posts[0]!.body.matchAll(/ name="(\w+)"/g)].map(([, name]) => name);
  expect(names.slice(0, 13)).toEqual([
    "firstName", "lastName", "email", "mobileNo", "gender", "position", "dateOfBirth", "qualification", "portfolio",
    "lastCompany", "experienceYear", "experienceMonth", "reference",
  ]);
  await page.waitForFunction(() => !(document.querySelector("#career-firstName") as HTMLInputElement).value);
});

test("career: the message at the top of the window covers no error", async () => {
  const { page } = await open("/careers");
  await page.setViewportSize({ width: 375, height: 667 });
  await submit(page).click();
  const toast = await page.locator(".toast").boundingBox();
  const errors = await page.locator(".form-errors, .field-error").all();
  expect(errors.length).toBeGreaterThan(1);
  for (const error of errors) {
    const box = await error.boundingBox();
    expect(box!.y + box!.height <= toast!.y || box!.y >= toast!.y + toast!.height).toBe(true);
  }
});

test("newsletter: is activated by its first use, refuses an invalid address, subscribes", async () => {
  const posts = answers(ok);
  const { page, requests } = await site.visit("/privacy");
  expect(requests.some((url) => url.includes("Form"))).toBe(false);
  const email = page.getByPlaceholder("Enter your email");
  await email.fill("nobody");
  await email.press("Enter");
  await page.locator("#newsletter-email-error").waitFor();
  expect(page.url()).toMatch(/\/privacy$/);
  await expectAccessible(page);
  await email.fill("asha@example.com");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await page.getByText("Please Confirm").waitFor();
  expect(JSON.parse(posts[0]!.body)).toEqual({ email: "asha@example.com", topic: "" });
  await page.getByRole("button", { name: "Send another" }).click();
  expect(await email.inputValue()).toBe("");
});

test("asks before leaving with unsent text, but not if nothing was typed", async () => {
  answers(ok);
  const { page } = await open("/contact");
  const asked: string[] = [];
  page.on("dialog", async (dialog) => {
    asked.push(dialog.type());
    await dialog.accept();
  });
  await page.goto(site.url("/about"));
  expect(asked).toEqual([]);
  await page.goto(site.url("/contact"));
  await page.locator("#contact-name").focus();
  await waitUntilActive(page, "Form");
  await page.locator("#contact-name").pressSequentially("A");
  await page.goto(site.url("/about"));
  expect(asked).toEqual(["beforeunload"]);
});

test("requests are logged without what was typed", async () => {
  answers(ok);
  const { page } = await open("/contact");
  const log: string[] = [];
  page.on("console", (message) => log.push(message.text()));
  await fillContact(page);
  await submit(page).click();
  await page.getByText("Message Sent!").waitFor();
  expect(log.join("\n")).toContain("/api/contact");
  expect(log.join("\n")).not.toMatch(/Asha|asha@|4000 0000|Please call/);
});

test("without a script, the form is a plain form", async () => {
  const { page } = await site.visit("/careers", { javaScriptEnabled: false });
  const form = page.locator("#form-career");
  expect(await form.getAttribute("action")).toBe("/api/career");
  expect(await form.getAttribute("method")).toBe("post");
  expect(await form.getAttribute("enctype")).toBe("multipart/form-data");
});

test("from the page on GST, a message, WhatsApp and an email begin with the notice", async () => {
  const { page } = await site.visit("/contact?about=gujarat-vat-service-tax");
  const links = page.locator(".message-links a");
  await expect.poll(() => links.first().getAttribute("href")).toBe("https://wa.me/919876543210?text=GST%20notice.%20Form%3A%20%0ADate%3A%20%0AReply%20by%3A%20");
  expect(await links.last().getAttribute("href")).toMatch(/^mailto:.+\?body=GST%20notice\./);
  expect(await page.locator("#contact-message").inputValue()).toMatch(/^GST notice\. Form:/);
});

test("the page on GST computes the last day to reply from the date of service", async () => {
  const { page } = await site.visit("/services/gujarat-vat-service-tax");
  await page.getByLabel("Served on").focus();
  await waitUntilActive(page, "Notices");
  await page.getByLabel("Served on").fill("2026-11-26");
  const day = (notice: string) => page.locator(".notices-table tr", { hasText: notice }).locator(".notices-day").textContent();
  await expect.poll(() => day("tax in GSTR")).toBe("3 December 2026");
  expect(await day("an order with a demand")).toBe("26 February 2027");
});
