//! Checks that each mistake is reported once, at the line that caused it.
//!
//! Each row makes one mistake in the site that `site init` creates, and lists the findings that `site check` must report, as
//! file, line, column, and code. The test prints a score. It fails if fewer than 95 % of the rows match exactly, or if a row has
//! more findings than expected and more than two.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::bakery::{Bakery, command};

/// Name of a row, text of its page below four lines of front matter, and the expected findings.
type Page = (&'static str, &'static str, &'static [&'static str]);

#[rustfmt::skip]
const PAGES: &[Page] = &[
    // Links.
    ("link-after-words", "The page /fees and [fees](/fees) differ.\n", &["5:27 broken-link"]),
    ("link-in-list", "- One\n- [Two](/tow)\n", &["6:9 broken-link"]),
    ("link-in-quote", "> Text\n> [quoted](/tow)\n", &["6:12 broken-link"]),
    ("link-in-table", "| a | b |\n|---|---|\n| [x](/tow) | c |\n", &["7:7 broken-link"]),
    ("link-in-heading", "## See [this](/tow)\n", &["5:15 broken-link"]),
    ("link-in-bold", "Now **[this](/tow)** too.\n", &["5:14 broken-link"]),
    ("link-in-footnote", "Text.[^1]\n\n[^1]: See [it](/tow).\n", &["7:16 broken-link"]),
    ("link-in-component", "<Tip>\n\nSee [it](/tow).\n\n</Tip>\n", &["7:10 broken-link"]),
    ("link-in-component-line", "<Tip>See [it](/tow).</Tip>\n", &["5:15 broken-link"]),
    ("link-in-nested", "<Tip>\n\n- [a](/visit)\n- [it](/tow)\n\n</Tip>\n", &["8:8 broken-link"]),
    ("link-html-inline", "See <a href='/tow'>it</a>.\n", &["5:14 broken-link"]),
    ("link-title", "See [it](/tow \"A title\").\n", &["5:10 broken-link"]),
    ("link-angle", "See [it](</tow>).\n", &["5:11 broken-link"]),
    ("link-after-entity", "Tom & Jerry's \"shop\" -- [it](/tow).\n", &["5:30 broken-link"]),
    ("link-after-hindi", "सुबह की रोटी, [यहाँ](/tow).\n", &["5:22 broken-link"]),
    ("link-file", "See [it](abuot.md).\n", &["5:5 broken-link"]),
    ("link-anchor", "See [it](/visit#parking).\n", &["5:10 broken-anchor"]),
    ("link-relative", "See [it](visit/us).\n", &["5:10 broken-link"]),
    ("link-space", "See [it](/visit us).\n", &["5:10 broken-link"]),
    ("link-localhost", "See [it](http://localhost:1111/visit).\n", &["5:10 bad-address"]),
    ("link-local-address", "See [it](http://127.0.0.1:3000).\n", &["5:10 bad-address"]),
    ("link-local-six", "See [it](http://[::1]/visit).\n", &["5:10 bad-address"]),
    ("link-file-scheme", "See [it](file:///home/a/b.pdf).\n", &["5:10 bad-address"]),
    ("link-without-text", "See [](/visit) now.\n", &["5:8 empty-link"]),
    // Pictures.
    ("picture", "![A wheel](images/weel.svg)\n", &["5:1 missing-image"]),
    ("picture-no-text", "Text.\n\n![](images/chain.svg)\n", &["7:1 image-without-alt"]),
    ("picture-capitals", "![A chain](images/chain.SVG)\n", &["5:1 missing-image"]),
    ("picture-outside", "![A chain](https://example.com/a.svg)\n", &["5:12 outside-resource"]),
    ("picture-space", "![A chain](my chain.svg)\n", &["5:12 broken-link"]),
    ("picture-html", "<p><img src=\"/chain.svg\" width=\"1\" height=\"1\"></p>\n", &["5:14 broken-link", "5:14 image-without-alt"]),
    // HTML.
    ("comment", "One.\n\n<!-- to do\n\nTwo.\n\n## Three\n", &["7:1 unclosed-comment"]),
    ("closed-comment-then-comment", "<!-- a --> <!-- to do\n\nTwo.\n", &["5:12 unclosed-comment"]),
    ("comment-then-comment", "<!-- to do\n\nTwo.\n\n<!-- more -->\n\nThree.\n", &["5:1 unclosed-comment"]),
    ("html-unclosed", "One.\n\n<div>\n\nTwo.\n", &["7:1 html-nesting"]),
    ("html-unclosed-inline", "One <b>two.\n", &["5:5 html-nesting"]),
    ("html-closed-twice", "One.\n\n</div>\n", &["7:1 html-nesting"]),
    ("html-obsolete", "One <center>two</center>.\n", &["5:5 obsolete-element"]),
    ("html-id-twice", "<p id=\"x\">One</p>\n\n<p id=\"x\">Two</p>\n", &["5:8 duplicate-id"]),
    ("html-id-of-heading", "## Fees\n\n<p id=\"fees\">Two</p>\n", &["5:1 duplicate-id"]),
    ("html-script", "One.\n\n<script>alert(1)</script>\n", &["7:1 unsafe-html"]),
    ("html-list", "<ul>\n<div>x</div>\n</ul>\n", &["6:1 html-placement"]),
    ("word", "<p class=\"MsoNormal\"><span style=\"font-size:11pt\">Text<o:p></o:p></span></p>\n\n<p class=\"MsoNormal\"><b>More</b></p>\n", &["5:1 pasted-html"]),
    ("youtube", "<iframe width=\"560\" height=\"315\" src=\"https://www.youtube.com/embed/x\" title=\"A film\"></iframe>\n", &["5:39 outside-resource"]),
    ("placeholder", "Valid until <date>.\n", &["5:13 placeholder-tag"]),
    ("placeholder-words", "Dear <your name>,\n", &["5:6 placeholder-tag"]),
    ("placeholder-line", "<address1>\n", &["5:1 placeholder-tag"]),
    // Components.
    ("component-unknown", "<Tipp>\n\nText.\n\n</Tipp>\n", &["5:1 unknown-component"]),
    ("component-unknown-inline", "Text <Tipp>word</Tipp> more.\n", &["5:6 unknown-component"]),
    ("component-argument", "<Tip titel=\"x\">\n\nText.\n\n</Tip>\n", &["5:1 unknown-argument"]),
    ("component-open", "<Tip>\n\nText.\n", &["5:1 unclosed-component"]),
    ("component-closed", "Text.\n\n</Tip>\n", &["7:1 unclosed-component"]),
    ("component-quotes", "<Tip title=x>\n\nText.\n\n</Tip>\n", &["5:1 bad-component"]),
    ("component-case", "<tip>Text</tip>\n", &["5:1 unknown-component"]),
    // Facts and shortcodes.
    ("fact", "Since {{ site.facts.sinse }}.\n", &["5:7 unknown-fact"]),
    ("fact-open", "Since {{ site.facts.since }.\n", &["5:7 unknown-fact"]),
    ("shortcode-hugo", "Text.\n\n{{< figure src=\"a.jpg\" >}}\n", &["7:1 foreign-shortcode"]),
    ("shortcode-hugo-markdown", "{{% note %}}\nText.\n{{% /note %}}\n", &["5:1 foreign-shortcode", "7:1 foreign-shortcode"]),
    ("shortcode-jekyll", "Text {% include a.html %} more.\n", &["5:6 left-over"]),
    // Headings.
    ("heading-first", "Text.\n\n# Title\n", &["7:1 main-heading"]),
    ("heading-level", "## Two\n\n#### Four\n", &["7:1 heading-order"]),
    ("heading-space", "##Two\n", &["5:1 unread-markdown"]),
    ("heading-no-break-space", "##\u{a0}Two\n", &["5:1 unread-markdown"]),
    ("heading-id", "## One {#a}\n\n## Two {#a}\n", &["7:1 duplicate-id"]),
    ("heading-bold", "**Opening hours**\n\nFrom six to noon.\n", &["5:1 bold-heading"]),
    ("heading-hyphens", "We mend bicycles all day.\n---\n\nText.\n", &["6:1 underlined-text"]),
    // Text that Markdown renders as something other than its author meant.
    ("indented", "Text.\n\n    We mend bicycles every day.\n", &["7:5 indented-text"]),
    ("indented-tab", "Text.\n\n\tWe mend bicycles every day.\n", &["7:2 indented-text"]),
    ("typed-link", "See [us(/visit) now.\n", &["5:5 shown-as-typed"]),
    ("typed-link-swapped", "See (us)[/visit] now.\n", &["5:5 shown-as-typed"]),
    ("typed-link-wiki", "See [[visit]] now.\n", &["5:5 shown-as-typed"]),
    ("table-no-separator", "| a | b |\n| c | d |\n", &["5:1 shown-as-typed"]),
    ("table-short-separator", "| a | b |\n|---|\n| c | d |\n", &["5:1 shown-as-typed"]),
    ("table-extra", "| a | b |\n|---|---|\n| c | d | e |\n", &["7:11 table-cells"]),
    ("table-missing", "| a | b |\n|---|---|\n| c |\n", &["7:1 table-cells"]),
    ("table-swallowed", "| a | b |\n|---|---|\n| c | d |\nText below.\n", &["8:1 table-cells"]),
    ("year", "2025. The year of the new stand.\n", &["5:1 accidental-list"]),
    ("bullets", "• One\n• Two\n", &["5:1 shown-as-typed"]),
    ("bullets-after-text", "We have:\n• One\n• Two\n", &["6:1 shown-as-typed"]),
    ("letters", "a) One\nb) Two\n", &["5:1 shown-as-typed"]),
    ("bold-open", "This is **bold and more.\n", &["5:9 shown-as-typed"]),
    ("bold-spaces", "This is ** bold ** and more.\n", &["5:9 shown-as-typed"]),
    ("alert-kind", "> [!NOTTE]\n> Text.\n", &["5:3 unread-markdown"]),
    ("alert-line", "> [!Note] Text.\n", &["5:3 shown-as-typed"]),
    ("fence", "Text.\n\n```toml\na = 1\n", &["7:1 unread-markdown"]),
    ("footnote", "Text.\n\n[^1]: Not used.\n", &["7:1 unread-markdown"]),
    ("lorem", "Lorem ipsum and so on.\n", &["5:1 unfinished-text"]),
    ("todo", "Text.\n\nTODO ask the boss\n", &["7:1 unfinished-text"]),
    ("xxxx", "Call XXXX now.\n", &["5:6 unfinished-text"]),
    ("term", "We mend an ebike.\n", &["5:12 spelling"]),
    // Correct text has no findings.
    ("good", "An [example](/visit) with `a[0](x)`, rows[0][1], 2\\*\\*3, and (a) b) c.\n\nOverview\n--------\n\n    npm install --save left\n\n1) One\n2) Two\n\nText.\n\n2. Two\n3. Three\n\n| a | b |\n|---|---|\n| c \\| d | |\n\n**Note:** text.\n\n**A whole bold sentence.**\n\nText after it.\n\n> [!NOTE]\n> Text.\n\nText with <kbd>Ctrl</kbd>, <!-- a comment --> and {{ site.facts.since }}.\n\nA [note (see /visit) here] and words · with · dots.\n\nWritten a\\*\\*b, \\<date>, `<date>`, `{{< figure >}}`, TODOs and XXX.\n", &[]),
];

/// Name of a row, its file, the text to replace, the new text, and the expected findings. If the text to replace is empty, the
/// whole file is replaced; if it is `$`, the new text is appended.
type Spoiled = (&'static str, &'static str, &'static str, &'static str, &'static [&'static str]);

const ABOUT: &str = "content/pages/about.md";
const RIDING: &str = "content/notes/riding-in-salt.md";
const PUNCTURES: &str = "content/repairs/punctures.md";
const STRUCTURE: &str = "content/structure.toml";
const NOTE: &str = "themes/workshop/templates/note.html";

#[rustfmt::skip]
const FILES: &[Spoiled] = &[
    // Front matter.
    ("title-blank", ABOUT, "title = \"About the workshop\"", "title = \"   \"", &["content/pages/about.md:2:9 too-short"]),
    ("title-empty", ABOUT, "title = \"About the workshop\"", "title = \"\"", &["content/pages/about.md:2:9 too-short"]),
    ("title-missing", ABOUT, "title = \"About the workshop\"\n", "", &["content/pages/about.md:1:1 missing-key"]),
    ("key-misspelled", ABOUT, "lead =", "laed =", &["content/pages/about.md:4:1 unknown-key"]),
    ("key-without-quotes", ABOUT, "title = \"About the workshop\"", "title = About the workshop", &["content/pages/about.md:2:9 bad-toml"]),
    ("key-with-colon", ABOUT, "title = \"About", "title: \"About", &["content/pages/about.md:2:6 bad-toml"]),
    ("string-open", ABOUT, "workshop\"\ndescription", "workshop\ndescription", &["content/pages/about.md:2:28 bad-toml"]),
    ("curly-quotes", ABOUT, "\"About the workshop\"", "“About the workshop”", &["content/pages/about.md:2:9 bad-toml"]),
    ("front-matter-open", ABOUT, "\n+++\n## How", "\n## How", &["content/pages/about.md:1:1 unclosed-front-matter"]),
    ("front-matter-missing", ABOUT, "+++\ntitle", "title", &["content/pages/about.md:1:1 missing-front-matter"]),
    ("front-matter-yaml", ABOUT, "+++\ntitle", "---\ntitle", &["content/pages/about.md:1:1 missing-front-matter"]),
    ("date", RIDING, "2026-01-20", "20.1.2026", &["content/notes/riding-in-salt.md:4:8 bad-toml"]),
    ("date-impossible", RIDING, "2026-01-20", "2026-02-30", &["content/notes/riding-in-salt.md:4:8 bad-toml"]),
    ("description-short", ABOUT, "Four mechanics, one stove and every tool we ever bought: who mends your bicycle at the harbour, and how we decide what is worth mending.", "Short.", &["content/pages/about.md:3:15 description-length"]),
    ("wrong-type", PUNCTURES, "price = 15", "price = \"15\"", &["content/repairs/punctures.md:5:9 wrong-type"]),
    ("comma", PUNCTURES, "\"New tube\", ", "\"New tube\" ", &["content/repairs/punctures.md:7:23 bad-toml"]),
    ("comma-lines", PUNCTURES, "includes = [\"New tube\", \"Cause found and taken out\", \"Tyre checked inside and out\",", "includes = [\n  \"New tube\"\n  \"Cause found and taken out\",\n  \"Tyre checked inside and out\",", &["content/repairs/punctures.md:8:13 bad-toml"]),
    ("list-open", PUNCTURES, "\"Pumped to the right pressure\"]", "\"Pumped to the right pressure\"", &["content/repairs/punctures.md:7:12 bad-toml"]),
    ("question-key", PUNCTURES, "ask = \"Do you", "aks = \"Do you", &["content/repairs/punctures.md:12:1 unknown-key"]),
    ("link-in-value", PUNCTURES, "Bring it back:", "[Bring it back](/bring):", &["content/repairs/punctures.md:17:85 broken-link"]),
    ("same-title", ABOUT, "\"About the workshop\"", "\"Repairs\"", &["content/pages/repairs.md:2:9 duplicate-title"]),
    ("template-unknown", ABOUT, "lead =", "template = \"pgae.html\"\nlead =", &["content/pages/about.md:4:12 missing-template"]),
    ("image-missing", RIDING, "topic =", "image = \"images/chian.svg\"\ntopic =", &["content/notes/riding-in-salt.md:5:9 missing-image"]),
    // Files.
    ("language", "content/pages/about.hi.md", "", "+++\ntitle = \"About the workshop\"\ndescription = \"Four mechanics, one stove and every tool we ever bought: the same in another language.\"\n+++\nText.\n", &["content/pages/about.hi.md:1:1 undeclared-language"]),
    ("empty", ABOUT, "", "", &["content/pages/about.md:1:1 empty-file"]),
    ("conflict", ABOUT, "## How we work", "<<<<<<< HEAD\n## How we work\n=======\n## How we mend\n>>>>>>> other", &["content/pages/about.md:6:1 merge-conflict"]),
    ("file-name", "content/pages/two words.md", "", "+++\ntitle = \"Two words\"\ndescription = \"A page in a file whose name has a space, which a URL cannot have without an escape.\"\n+++\nText.\n", &["content/pages/two words.md:1:1 bad-slug"]),
    ("slug", ABOUT, "lead =", "slug = \"About Us\"\nlead =", &["content/pages/about.md:4:8 wrong-form"]),
    // Lists.
    ("list-link", "content/lists/prices.toml", "repair = \"/repairs/punctures\"\n\n[[item]]\nwork = \"Tyre", "repair = \"/repairs/puncture\"\n\n[[item]]\nwork = \"Tyre", &["content/lists/prices.toml:8:11 broken-link"]),
    ("list-key", "content/lists/prices.toml", "price = 15", "prise = 15", &["content/lists/prices.toml:7:1 unknown-key"]),
    ("list-single", "content/lists/prices.toml", "[[item]]\nwork = \"Puncture", "[item]\nwork = \"Puncture", &["content/lists/prices.toml:5:1 bad-toml"]),
    // Settings.
    ("menu-link", "content/menus.toml", "url = \"/prices\"", "url = \"/price\"", &["content/menus.toml:11:8 broken-link"]),
    ("menu-key", "content/menus.toml", "label = \"Prices\"", "lable = \"Prices\"", &["content/menus.toml:10:1 unknown-key"]),
    ("collection-single", STRUCTURE, "[[collection]]\nname = \"pages\"", "[collection]\nname = \"pages\"", &["content/structure.toml:12:1 bad-toml"]),
    ("collection-single-later", STRUCTURE, "[[collection]]\nname = \"repairs\"", "[collection]\nname = \"repairs\"", &["content/structure.toml:19:2 bad-toml"]),
    ("collection-key", STRUCTURE, "route = \"/{path}\"", "rout = \"/{path}\"", &["content/structure.toml:16:1 unknown-key"]),
    ("collection-folder", STRUCTURE, "dir = \"repairs\"", "dir = \"repair\"", &["content/structure.toml:21:7 missing-file"]),
    ("collection-schema", STRUCTURE, "schemas/repair.json", "schemas/repairs.json", &["content/structure.toml:22:10 missing-file"]),
    ("collection-template", STRUCTURE, "template = \"repair.html\"", "template = \"repiar.html\"", &["content/structure.toml:24:12 missing-template"]),
    ("collection-unknown", STRUCTURE, "[[taxonomy]]\nname = \"topic\"\ncollection = \"notes\"", "[[taxonomy]]\nname = \"topic\"\ncollection = \"note\"", &["content/structure.toml:43:14 unknown-collection"]),
    ("placeholder-unknown", STRUCTURE, "route = \"/notes/{slug}\"", "route = \"/notes/{slgu}\"", &["content/structure.toml:31:17 unknown-placeholder"]),
    ("redirect", STRUCTURE, "to = \"/visit\"", "to = \"/visits\"", &["content/structure.toml:73:6 broken-link"]),
    ("site-fact", "content/site.toml", "since = \"2011\"", "sinse = \"2011\"", &["content/pages/index.md:8:45 unknown-fact"]),
    ("site-base", "content/site.toml", "https://www.third-gear.example", "www.third-gear.example", &["content/site.toml:9:12 wrong-form"]),
    ("schema-json", "content/schemas/page.json", "\"type\": \"object\",", "\"type\": \"object\"", &["content/schemas/page.json:6:3 bad-schema"]),
    ("check-rule", "content/checks.toml", "duplicate-title =", "duplicate-titel =", &["content/checks.toml:12:1 unknown-rule"]),
    // Pages that nothing links to.
    ("orphan", "content/pages/alone.md", "", "+++\ntitle = \"Alone\"\ndescription = \"A page that no menu, no list and no text of the site links to, so nobody finds it.\"\n+++\nText.\n", &["content/pages/alone.md:1:1 orphan-page"]),
    // Templates.
    ("template-tag", NOTE, "{%- if page?.image %}", "{%- if page?.image }", &["themes/workshop/templates/note.html:7:24 template-syntax"]),
    ("template-end", NOTE, "    {%- endif %}\n    {{ page.content }}", "    {{ page.content }}", &["themes/workshop/templates/note.html:7:5 template-syntax"]),
    ("template-filter", NOTE, "page.date | date(", "page.date | dat(", &["themes/workshop/templates/note.html:3:27 template-error"]),
    ("template-key", NOTE, "{{ page.content }}", "{{ page.contnet }}", &["themes/workshop/templates/note.html:10:13 template-error"]),
    ("template-link", NOTE, "href=\"/notes\"", "href=\"/note\"", &["themes/workshop/templates/note.html:15:15 broken-link"]),
    ("template-component", "themes/workshop/templates/home.html", "<NoteList", "<NotList", &["themes/workshop/templates/home.html:41:6 unknown-component"]),
    ("template-include", "themes/workshop/templates/base.html", "components/header.html", "components/heading.html", &["themes/workshop/templates/base.html:31:12 missing-template"]),
    ("template-asset", "themes/workshop/templates/base.html", "styles/main.css", "styles/mian.css", &["themes/workshop/templates/base.html:27:33 missing-asset"]),
    ("template-picture", NOTE, "{{ image(path=page.image, alt=page?.image_alt | default(value=\"\"), class=\"note-image\") }}", "<img src=\"{{ page.image }}\" alt=\"\" width=\"1\" height=\"1\">", &["themes/workshop/templates/note.html:8:15 broken-link"]),
    ("template-id", NOTE, "<article class=\"prose\">", "<article class=\"prose\" id=\"main\">", &["themes/workshop/templates/note.html:6:30 duplicate-id"]),
    ("style", "themes/workshop/styles/main.css", "$", "\n.a { color: red\n", &["themes/workshop/styles/main.css:601:4 style-error"]),
];

#[test]
fn every_mistake_is_reported_at_its_line() {
    let (of_pages, of_files) = (pages(), files());
    let pages = PAGES.iter().map(|(name, _, expected)| (*name, *expected, &of_pages[name]));
    let files = FILES.iter().map(|(name, .., expected)| (*name, *expected, &of_files[name]));
    let (mut count, mut wrong, mut noisy) = (0, Vec::new(), Vec::new());
    for (name, expected, found) in pages.chain(files) {
        count += 1;
        if expected != found {
            wrong.push(format!("{name}: expected {expected:?}, found {found:?}"));
        }
        if found.len() > expected.len().max(2) {
            noisy.push(name);
        }
    }
    let exact = count - wrong.len();
    println!("{exact} of {count} mistakes are reported exactly at their places");
    let wrong = wrong.join("\n");
    assert!(count >= 120 && exact * 100 >= count * 95, "{exact} of {count}:\n{wrong}");
    assert!(noisy.is_empty(), "too many findings for {noisy:?}:\n{wrong}");
}

/// Returns the findings of `site check` as `file:line:column code`.
fn findings(bakery: &Bakery) -> Vec<String> {
    let arguments = ["check", "--date", "2026-06-01", "--format", "json"];
    let output = command(bakery.root()).args(arguments).output().unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    let findings = stdout.lines().map(|line| {
        let one: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| one[key].as_str().unwrap_or_default().to_owned();
        format!("{}:{}:{} {}", text("file"), one["line"], one["column"], text("code"))
    });
    findings.collect()
}

/// Returns the findings of each row of [`PAGES`]. The pages are part of one site.
fn pages() -> BTreeMap<&'static str, Vec<String>> {
    let mut bakery = Bakery::starter().append("content/checks.toml", "\n[orphans]\nexcept = [\"/row-*\"]\n");
    for (name, text, _) in PAGES {
        let page = format!(
            "+++\ntitle = \"Row {name}\"\ndescription = \"What goes wrong in the row with the name {name}, and where it is found.\"\n+++\n{text}"
        );
        bakery = bakery.write(&format!("content/pages/row-{name}.md"), page);
    }
    let mut found: BTreeMap<&str, Vec<String>> = PAGES.iter().map(|(name, ..)| (*name, Vec::new())).collect();
    for finding in findings(&bakery) {
        let inner = finding.strip_prefix("content/pages/row-").and_then(|rest| rest.split_once(".md:"));
        let (name, at) = inner.unwrap_or_else(|| panic!("a finding elsewhere: {finding}"));
        found.get_mut(name).unwrap().push(at.to_owned());
    }
    found
}

/// Returns the findings of each row of [`FILES`]. Each is a site of its own.
fn files() -> BTreeMap<&'static str, Vec<String>> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(BTreeMap::new());
    let run = || {
        while let Some((name, file, old, new, _)) = FILES.get(next.fetch_add(1, Ordering::Relaxed)) {
            let bakery = match *old {
                "" => Bakery::starter().write(file, new),
                "$" => Bakery::starter().append(file, new),
                old => Bakery::starter().replace(file, old, new),
            };
            found.lock().unwrap().insert(*name, findings(&bakery));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(run);
        }
    });
    found.into_inner().unwrap()
}
