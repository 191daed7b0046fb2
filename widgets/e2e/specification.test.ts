// Tests that each page has the names, texts and URLs of the specification, as a visitor sees them, at the widths of a desktop and
// of a phone. The other files test behavior.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { DESKTOP, dist, PHONE, useSite } from "./site.ts";

const site = useSite();
const LINKS = ["/", "/about", "/services", "/clients", "/location", "/careers", "/blogs", "/contact"];
const CITIES = ["Mumbai", "Pune", "Bangalore", "Hyderabad", "Kolkata", "Noida", "Chandigarh", "Jaipur", "Surat", "Indore"];
const HOME_INDUSTRIES =
  "Information Technology, Manufacturing, Healthcare, Real Estate, Financial Services, Education, Retail & E-commerce, " +
  "Import & Export, Construction, Hospitality, Pharmaceuticals, Textiles";
const CA = {
  "corporate-law": "Corporate Law",
  "gujarat-vat-service-tax": "Gujarat VAT and Service Tax",
  "direct-taxation": "Direct Taxation",
  "corporate-financial": "Corporate Financial Services and Investment",
  bpo: "BPO",
  "auditing-assurance": "Auditing and Assurance",
  advisory: "Business Advisory with NRI Services",
  "accounting-services": "Accounting Services",
};
const CS = {
  "bsfi-franchise": "BFSI Franchise Services",
  "company-registration-consultants": "Company Registration Consultants",
  "company-law-secretarial-compliance": "Company Law & Secretarial Compliance",
  "corporate-restructuring": "Corporate Restructuring (merger/amalgamation)",
  "securities-laws-compliances": "Securities Laws & Compliances",
  "business-registration-license": "Business Registration & License Services",
  "company-formation": "Private Limited, OPC, Section 8 & Limited Company Formation",
  "corporate-compliance-audits": "Corporate Compliance, Audits & Certifications",
  "depository-participant-audit": "Depository Participant Audit",
  "fema-rbi-matters": "FEMA/RBI Matters",
  "general-corporate-advisory": "General Corporate Advisory",
  "ipo-listing-delisting": "IPO, Listing & Delisting",
  "legal-documents-due-diligence": "Legal Documents and Due Diligence",
  "llp-registration-compliance": "LLP Registration & Compliance",
  "nbfc-nidhi-company-formation": "NBFC Compliance & Advisory",
  "hr-payroll-labour-laws": "Payroll Compliance",
  "practising-company-secretary": "Practising Company Secretary",
  trademark: "Trademark Registration & Advisory",
};
const STATS = [
  ["7+", "Years experience"],
  ["500+", "Happy clients"],
  ["100+", "Projects completed"],
  ["98%", "Compliance rate"],
] as const;

const texts = async (found: Locator) => (await found.allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());
const hrefs = (found: Locator) => found.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
/** Returns the whole text of a page on one line. Texts of neighboring elements are separated by a space. */
const body = async (page: Page) => (await page.locator("body").innerText()).replace(/\s+/g, " ");

describe.each([
  ["desktop", DESKTOP],
  ["phone", PHONE],
])("%s", (width, viewport) => {
  const visit = async (path: string) => (await site.visit(path, { viewport, reducedMotion: "reduce" })).page;
  const heading = async (page: Page) => (await page.locator("h1:visible").innerText()).trim();

  test("header: fixed, all links, the current one highlighted, services in two groups", async () => {
    for (const path of ["/", "/clients"]) {
      const page = await visit(path);
      const header = page.locator("header").first();
      expect(await header.evaluate((element) => getComputedStyle(element).position)).toBe("fixed");
      if (width === "phone") await page.getByRole("button", { name: "Menu" }).click();
      const menu = page.locator("#site-menu");
      expect(await hrefs(menu.locator("a.nav-link:visible"))).toEqual(LINKS);
      expect(await hrefs(menu.locator("a.nav-link[aria-current=page]"))).toEqual([path]);
      const color = (found: Locator) => found.evaluate((link) => getComputedStyle(link).color);
      expect(await color(menu.locator("[aria-current=page]"))).not.toBe(await color(menu.locator("a[href='/about']").first()));
      await page.locator("[popovertarget=services-menu]:visible").first().click();
      const services = page.locator("#services-menu");
      expect(await texts(services.locator("h2, h3, .services-menu-title"))).toEqual(expect.arrayContaining(["CA Services", "CS Services"]));
      const all = await hrefs(services.locator("a[href^='/services/']"));
      expect(all.sort()).toEqual([...Object.keys(CA), ...Object.keys(CS)].map((slug) => `/services/${slug}`).sort());
    }
  });

  test("footer: links, five services, social profiles, newsletter, experience and year", async () => {
    const page = await visit("/");
    const footer = page.locator("footer");
    const links = await hrefs(footer.getByRole("link"));
    for (const path of [...LINKS.slice(1), "/privacy", "/TermsAndConditions", "/sitemap.xml"]) expect(links).toContain(path);
    expect(links.filter((link) => link?.startsWith("/services/"))).toHaveLength(5);
    expect(await hrefs(footer.getByRole("link", { name: "Find Us" }))).toEqual(["/location"]);
    for (const name of ["Facebook", "LinkedIn"]) {
      const profile = footer.getByRole("link", { name });
      expect(await profile.getAttribute("href")).toMatch(/^https:\/\//);
      expect(await profile.getAttribute("target")).toBe("_blank");
      expect(await profile.getAttribute("rel")).toContain("noopener");
    }
    for (const name of ["Twitter", "Instagram"]) {
      expect(await footer.getByRole("link", { name }).count()).toBe(0);
      expect(await footer.getByRole("img", { name }).count()).toBe(1);
    }
    const email = footer.getByPlaceholder("Enter your email");
    expect(await email.getAttribute("type")).toBe("email");
    expect(await footer.getByRole("button", { name: "Subscribe" }).isVisible()).toBe(true);
    expect(await footer.innerText()).toContain("over 7 years of experience");
    expect(await footer.innerText()).toContain(String(new Date().getFullYear()));
  });

  test("home: its sections in order, with their links and counts", async () => {
    const page = await visit("/");
    expect(await page.locator(".slide").count()).toBe(3);
    const slides = page.locator(".slide");
    const calls = ["/services", "/services/gujarat-vat-service-tax", "/services/corporate-financial"];
    for (const [at, call] of calls.entries()) {
      expect(await hrefs(slides.nth(at).locator("a"))).toEqual([call, "/contact"]);
      for (const part of ["h2", "img", ".slide-subtitle", ".slide-description"]) {
        expect(await slides.nth(at).locator(part).count(), part).toBe(1);
      }
    }
    const link = (name: string) => hrefs(page.locator("main").getByRole("link", { name, exact: true }));
    expect(await link("Learn More About Us")).toEqual(["/about"]);
    expect(await link("View All Services")).toEqual(["/services"]);
    expect(await link("View All Projects")).toEqual(["/projects"]);
    expect(await page.locator(".featured-service").count()).toBe(3);
    expect(await page.locator(".client-logo img").count()).toBe(8);
    expect(await page.locator(".testimonial").count()).toBe(3);
    expect(await page.locator(".project").count()).toBe(3);
    expect(await page.locator("a[download]").getAttribute("href")).toMatch(/^\/docs\/[\w-]+\.pdf$/);
    const text = await body(page);
    expect(text).toContain("PDF, 2.5 MB");
    for (const industry of HOME_INDUSTRIES.split(", ")) expect(text).toContain(industry);
    for (const [value, label] of STATS) expect(text).toMatch(new RegExp(`${value.replace("+", "\\+")} ${label}`, "i"));
    const sections = await texts(page.locator("main section > .wrap h2, main section h2:not(.slide-title)"));
    expect(sections).toEqual([
      expect.stringMatching(/^Welcome/),
      "What we are asked for most",
      "Why choose us",
      "Company profile",
      "Clients",
      "Industries we serve",
      "What clients say",
      "Featured projects",
    ]);
  });

  test("about: story, stats, mission, vision, culture, five people, projects", async () => {
    const page = await visit("/about");
    const text = await body(page);
    for (const title of ["story", "mission", "vision", "Work culture", "Teamwork", "Professionalism", "Personalized service", "Specialization"]) {
      expect(text.toLowerCase()).toContain(title.toLowerCase());
    }
    expect(text).not.toMatch(/two decades/i);
    for (const [value] of STATS) expect(text).toContain(value);
    expect(await page.locator(".member").count()).toBe(5);
    for (const member of await page.locator(".member").all()) {
      expect(await member.innerText()).toMatch(/Co-Founder|Partner/);
      expect(await member.locator("img").count()).toBe(1);
      expect(await member.innerText()).toMatch(/Qualifications/);
    }
    expect(await page.locator(".project").count()).toBe(3);
  });

  test("services: two registers, the strip, the call to action", async () => {
    const page = await visit("/services");
    expect(await page.getByRole("tab", { name: /CA Services/ }).getAttribute("aria-selected")).toBe("true");
    for (const [name, titles] of [["CA Services", CA], ["CS Services", CS]] as const) {
      await page.getByRole("tab", { name: new RegExp(name) }).click();
      const entries = page.locator(".entry:visible");
      expect(await entries.count()).toBe(Object.keys(titles).length);
      expect((await texts(entries.locator("h3, h2"))).sort()).toEqual(Object.values(titles).sort());
      for (const entry of await entries.all()) {
        expect(await entry.locator("svg").count()).toBeGreaterThan(0);
        expect(await entry.locator("li").count()).toBe(4);
        expect(await entry.getByRole("link", { name: /Learn More/ }).getAttribute("href")).toMatch(/^\/services\/[a-z-]+$/);
      }
    }
    const text = await body(page);
    expect(text).toMatch(/7\+ Years experience 500\+ Happy clients 98% Compliance rate 24\/7 Support/i);
    const links = await hrefs(page.locator("main .button"));
    expect(links).toEqual(expect.arrayContaining(["/contact", "/careers"]));
  });

  test("clients: 30 industries, why no names, two buttons", async () => {
    const page = await visit("/clients");
    expect(await page.locator(".industries li, .industry").count()).toBe(30);
    const text = await body(page);
    for (const industry of HOME_INDUSTRIES.split(", ")) expect(text).toContain(industry);
    expect(text).toMatch(/withh[eo]ld.*confidential/i);
    expect(await hrefs(page.locator("main").getByRole("link", { name: "Contact Us" }))).toEqual(["/contact"]);
    expect((await hrefs(page.locator("main").getByRole("link", { name: "Call Us" })))[0]).toMatch(/^tel:\+91\d{10}$/);
  });

  test("contact: form, two offices, phones, emails, hours, emergency line, map", async () => {
    const page = await visit("/contact");
    expect(await page.title()).toMatch(/Contact/);
    const main = page.locator("main");
    const text = await main.innerText();
    for (const part of ["Ahmedabad", "Mumbai", "Monday to Friday", "10:00 AM to 7:00 PM", "Saturday and Sunday", "Closed", "24/7"]) {
      expect(text).toContain(part);
    }
    const links = (await hrefs(main.locator("a"))) as string[];
    expect(new Set(links.filter((link) => link.startsWith("mailto:"))).size).toBe(2);
    expect(new Set(links.filter((link) => link.startsWith("tel:"))).size).toBe(3);
    expect(await main.getByRole("link", { name: "Call Emergency Line" }).getAttribute("href")).toMatch(/^tel:/);
    expect(await page.locator("iframe").count()).toBe(0);
    expect(await main.getByRole("button", { name: /map/i }).isVisible()).toBe(true);
    expect(await texts(main.locator("select option"))).toEqual([
      expect.anything(),
      "Chartered Accountant Services (CA)",
      "Company Secretary Services (CS)",
      "Other Services",
    ]);
    const required = await main.locator("form").first().locator("[required]").evaluateAll((all) => all.map((field) => field.getAttribute("name")));
    expect(required).toEqual(["name", "email", "phone", "message"]);
  });

  test("query: heading, fields, subjects, Back", async () => {
    const page = await visit("/query");
    expect(await heading(page)).toBe("We're Here to Help");
    expect(await page.getByRole("link", { name: "Back", exact: true }).isVisible()).toBe(true);
    const form = page.locator("main form");
    const names = await form.locator("input:visible, select, textarea").evaluateAll((all) => [...new Set(all.map((field) => field.getAttribute("name")))]);
    // The hidden field for spam bots is outside of the window.
    expect(names.filter((name) => name !== "topic")).toEqual(
      "name designation organization officeAddress city email telephone mobile updates subject query".split(" "),
    );
    const subjects =
      "Income Tax, Audit, Service Tax, Company Law, Excise Duty, Customs, Wealth Tax, Sales Tax / Value Added Tax, FEMA, RBI, " +
      "Labour Law, Other";
    expect((await texts(form.locator("select option"))).slice(1)).toEqual(subjects.split(", "));
    expect(await form.getByLabel("Yes").isChecked()).toBe(true);
  });

  test("careers: heading, fields and choices", async () => {
    const page = await visit("/careers");
    expect(await heading(page)).toBe("Apply here");
    const form = page.locator("main form");
    const required = await form.locator("[required]").evaluateAll((all) => all.map((field) => field.getAttribute("name")));
    expect(required.sort()).toEqual("dateOfBirth email firstName gender lastName mobileNo resume".split(" "));
    const options = async (name: string) => (await texts(form.locator(`select[name=${name}] option`))).slice(1);
    expect((await options("gender")).map((option) => option.toLowerCase())).toEqual(["male", "female", "other"]);
    expect(await options("experienceYear")).toEqual([..."0123456789".split(""), "10+"]);
    expect(await options("experienceMonth")).toEqual(Array.from({ length: 12 }, (_, month) => String(month)));
    expect(await form.locator("[name=dateOfBirth]").getAttribute("placeholder")).toBe("DD/MM/YYYY");
    expect(await form.locator("[name=portfolio]").getAttribute("type")).toBe("url");
    expect((await form.locator("[name=resume]").getAttribute("accept"))?.split(",").slice(0, 3)).toEqual([".pdf", ".doc", ".docx"]);
    expect(await form.innerText()).toMatch(/2 MB/);
  });

  test("blogs: hero, categories, cards with all their parts, the closing banner", async () => {
    const page = await visit("/blogs");
    expect(await heading(page)).toBe("Latest Insights & Articles");
    const text = await body(page);
    expect(text).toContain("Browse by Category");
    expect(text).toContain("More Articles");
    const categories = page.locator(".blog-categories").getByRole("button").or(page.locator(".blog-categories").getByRole("link"));
    expect(await texts(categories)).toEqual(["All", "Taxation", "Corporate Law", "Auditing", "CS Services", "Corporate Finance"]);
    for (const card of await page.locator(".article-card:visible").all()) {
      expect(await card.locator("img").count()).toBe(1);
      expect(await card.innerText()).toMatch(/(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}, 2025/);
    }
    const columns = await page.locator(".blog-grid").evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(" ").length);
    expect(columns).toBe(width === "phone" ? 1 : 3);
    expect(text).toMatch(/[\u0900-\u097f]/);
    expect(await hrefs(page.locator("main").getByRole("link", { name: "Contact Us Today" }))).toEqual(["/contact"]);
  });

  test("location: heading, ten offices with their maps, the closing block", async () => {
    const page = await visit("/location");
    expect(await heading(page)).toBe("Find Us Across India");
    const maps = page.getByRole("link", { name: /View on Map/ });
    expect(await maps.count()).toBe(10);
    for (const map of await maps.all()) {
      expect(await map.getAttribute("href")).toMatch(/^https:\/\/.*map/);
      expect(await map.getAttribute("target")).toBe("_blank");
    }
    const text = await body(page);
    expect(CITIES.filter((city) => !text.includes(city))).toEqual([]);
    expect(text).toContain("Can't Visit Us?");
    // The head office comes first, with its telephone.
    const office = page.locator(".head-office");
    expect(await texts(page.locator("main h2"))).toEqual(["Ahmedabad", "Offices in other cities", "Can't Visit Us?"]);
    expect(await hrefs(office.locator("a[href^='tel:']"))).toEqual(["tel:+919876543210"]);
    expect(await page.locator("iframe").count()).toBe(0);
    expect(await office.getByRole("button", { name: /map/i }).isVisible()).toBe(true);
    expect((await hrefs(page.locator("main").getByRole("link", { name: "Call Us" })))[0]).toMatch(/^tel:/);
  });

  test("projects: heading, Back to About, nine cards with all their parts", async () => {
    const page = await visit("/projects");
    expect(await heading(page)).toBe("Our Projects Portfolio");
    expect(await hrefs(page.getByRole("link", { name: "Back to About" }))).toEqual(["/about"]);
    const cards = page.locator(".project:visible");
    expect(await cards.count()).toBe(9);
    await page.locator(".filter").getByRole("button").first().waitFor();
    expect(await texts(page.locator(".filter").getByRole("button"))).toEqual(["All", "FinTech", "Enterprise", "Technology"]);
    for (const card of await cards.all()) {
      expect(await card.innerText()).toMatch(/202[345][\s\S]*(FinTech|Enterprise|Technology)[\s\S]*Clients\s+\d+\+[\s\S]*Success\s+\d+%/);
    }
  });

  test("terms: title, twelve numbered sections, the promises", async () => {
    const page = await visit("/TermsAndConditions");
    expect(await page.title()).toBe("Terms and Conditions - CA & CS Advisory Services");
    const titles =
      "Introduction, Scope of Services, Engagement and Acceptance, Fees and Payment Terms, Client Responsibilities, Confidentiality, " +
      "Intellectual Property, Limitation of Liability, Indemnity, Term and Termination, Governing Law and Dispute Resolution, Amendments";
    expect(await texts(page.locator(".legal-section h2"))).toEqual(titles.split(", ").map((title, index) => `${index + 1} ${title}`));
    const text = await body(page);
    for (const promise of [/within 30 days/, /30 days’ notice|30 days' notice/, /limited to the fees paid/, /Ahmedabad only/, /law of India/]) {
      expect(text).toMatch(promise);
    }
    expect(text).toMatch(/Last Updated:? \d{1,2} [A-Z][a-z]+ \d{4}/);
  });

  test.each(["/articles", "/knowledge", "/admin"])("%s is coming soon", async (path) => {
    const page = await visit(path);
    expect(await heading(page)).toBe("Coming Soon");
  });

  test("a missing page says so and links to the home page", async () => {
    const page = await visit("/nowhere");
    const text = await body(page);
    expect(text).toContain("404");
    expect(text).toContain("Oops! Page not found");
    expect(await hrefs(page.locator("main").getByRole("link", { name: /home/i }))).toContain("/");
  });
});

test.each(Object.entries({ ...CA, ...CS }))("/services/%s is %s", (slug, title) => {
  const html = readFileSync(join(dist, `services/${slug}.html`), "utf8").replaceAll("&#x2F;", "/").replaceAll("<wbr>", "");
  const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  const escaped = title.replaceAll("&", "&amp;");
  expect(main).toMatch(new RegExp(`<h1[^>]*>${escaped.replace(/[()/.]/g, "\\$&")}</h1>`));
  expect(main).toContain('href="/services"');
  expect(main).toContain('href="/contact"');
  expect(main.match(/<ul/g)!.length).toBeGreaterThanOrEqual(3);
  if (!(slug in CS)) return;
  const sections = [...main.matchAll(/<h2[^>]*>(.*?)<\/h2>/gs)].map(([, text]) => text!.replace(/<[^>]+>/g, " ").trim());
  expect(sections.some((section) => section.endsWith("Our Services Include")), sections.join()).toBe(true);
  expect(sections.some((section) => /Why Choose /.test(section)), sections.join()).toBe(true);
  expect(sections.some((section) => /How We Work|How the Process Works/.test(section)), sections.join()).toBe(true);
});

test("the articles are in the order of the specification, newest first, with their categories", () => {
  const articles = [
    ["gst-compliance-changes-2025", "Taxation"],
    ["choosing-right-business-structure", "Corporate Law"],
    ["importance-of-internal-audit", "Auditing"],
    ["fema-guidelines-for-startups", "CS Services"],
    ["ipo-listing-process-demystified", "Corporate Finance"],
    ["hr-payroll-compliance", "CS Services"],
    ["working-capital-management", "Corporate Finance"],
    ["understanding-due-diligence", "Corporate Finance"],
  ] as const;
  const dates = articles.map(([slug, category]) => {
    const html = readFileSync(join(dist, `blogs/${slug}.html`), "utf8");
    expect(html).toMatch(new RegExp(`class="article-category"[^>]*>${category}<`));
    return /"datePublished": ?"([\d-]+)"/.exec(html)![1]!;
  });
  expect(dates).toEqual([...dates].sort().reverse());
});
