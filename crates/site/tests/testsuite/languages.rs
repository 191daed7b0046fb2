//! A second language: `about.hi.md` belongs to `[languages.hi]` and has the URL `/hi/about`.

use expect_test::expect;

use crate::bakery::{Bakery, Built};
use crate::server::Server;

fn in_two_languages() -> Bakery {
    Bakery::new()
        .append("content/site.toml", "\n[languages.hi]\nname = \"हिन्दी\"\n")
        .write(
            "content/pages/about.hi.md",
            "+++\ntitle = \"हमारे बारे में\"\ndescription = \"कौन पकाता है, और दुकान कब खुलती है।\"\n+++\n## घंटे\n\nहम रात में पकाते हैं।\n",
        )
        .write("content/pages/index.hi.md", "+++\ntitle = \"रोटी\"\ndescription = \"एक छोटी बेकरी, दो भट्टियाँ।\"\n+++\nनमस्ते।\n")
}

/// Returns the lines of a page that name its translations.
fn alternates(built: &Built, page: &str) -> String {
    built.read(page).lines().filter(|line| line.contains("hreflang")).flat_map(|line| [line, "\n"]).collect()
}

#[test]
fn pages_are_below_their_language() {
    let built = in_two_languages().success();
    let hindi: Vec<String> = built.outputs().into_iter().filter(|path| path.starts_with("hi")).collect();
    assert_eq!(hindi, ["hi.html", "hi/about.html"]);
    assert!(built.read("dist/hi/about.html").contains("<html lang=\"hi\">"));
    expect![[r#"
        <h2 id="घंटे">घंटे</h2>
        <p>हम रात में पकाते हैं।</p>

        <ul>
        <li>Ulm</li>
        <li><a href="/about#hours">Graz</a></li>
        </ul>
    "#]]
    .assert_eq(&built.main_of("hi/about.html"));
}

/// Each translation links to all translations and to itself; a page without translations links to none.
#[test]
fn translations_name_each_other() {
    let built = in_two_languages().success();
    let both = alternates(&built, "dist/about.html");
    assert_eq!(both, alternates(&built, "dist/hi/about.html"));
    expect![[r#"
        <link rel="alternate" hreflang="en" href="https://millstone.example/about">
        <link rel="alternate" hreflang="hi" href="https://millstone.example/hi/about">
    "#]]
    .assert_eq(&both);
    assert_eq!(alternates(&built, "dist/journal.html"), "");
}

/// Texts of `structure.toml` in Hindi.
const STRUCTURE_IN_HINDI: &str = r#"
[taxonomy.topic]
title = "{term}: डायरी से"
description = "{term} पर डायरी में जो कुछ है।"
page_title = "{title}, पृष्ठ {number}"
page_description = "पृष्ठ {number}। {description}"

[taxonomy.topic.term.Baking]
title = "पकाना"

[pagination."/journal"]
title = "{title}, पृष्ठ {number}"
description = "{description} पृष्ठ {number}।"

[feed."/journal/feed.xml"]
title = "{{ site.name }}: डायरी"

[feed."/journal/topic/{slug}.xml"]
title = "डायरी: {term}"
"#;

const JOURNAL_IN_HINDI: &str =
    "+++\ntitle = \"डायरी\"\ndescription = \"बेकरी की डायरी से कुछ बातें।\"\ntemplate = \"journal.html\"\n+++\n";

/// Returns a bakery with `entries` entries of its journal in Hindi, a feed for each topic, and all texts of lists in Hindi.
fn with_entries_in_hindi(entries: usize) -> Bakery {
    let mut bakery = in_two_languages()
        .append(
            "content/structure.toml",
            "\n[[feed]]\nroute = \"/journal/topic/{slug}.xml\"\ntaxonomy = \"topic\"\ntitle = \"The journal: {term}\"\n",
        )
        .replace(
            "content/structure.toml",
            "parent = \"/journal\"\n",
            "parent = \"/journal\"\nper_page = 1\nterm = [{ name = \"Baking\", slug = \"baking\" }]\n",
        )
        .write("content/structure.hi.toml", STRUCTURE_IN_HINDI);
    for day in 1..=entries {
        bakery = bakery.write(
            &format!("content/journal/n{day}.hi.md"),
            format!("+++\ntitle = \"आटा {day}\"\ndescription = \"आटा कहाँ से आता है, कहानी {day}।\"\ndate = 2026-05-0{day}\ntopic = \"Baking\"\n+++\nघाटी से।\n"),
        );
    }
    bakery
}

/// Each list and feed contains the documents of its language only; the sitemap contains all pages.
#[test]
fn lists_keep_to_one_language() {
    let built = with_entries_in_hindi(1).success();
    assert!(!built.main_of("journal.html").contains("आटा"));
    for (feed, expected) in [("journal/feed.xml", false), ("hi/journal/feed.xml", true)] {
        assert_eq!(built.read(&format!("dist/{feed}")).contains("आटा"), expected, "{feed}");
    }
    assert!(built.read("dist/sitemap.xml").contains("<loc>https://millstone.example/hi/journal/n1</loc>"));
    let without = in_two_languages().success();
    assert!(!without.has("dist/hi/journal/feed.xml"));
}

/// The pages and the feeds of a term exist in each language that has documents with it, and speak that language.
#[test]
fn terms_follow_the_language() {
    let built = with_entries_in_hindi(2)
        .template("journal", "{% for term in taxonomy(name=\"topic\") %}{{ term.title }} {{ term.url }} {{ term.count }}, {% endfor %}{% for term in taxonomy(name=\"topic\", lang=\"hi\") %}{{ term.name }} {% endfor %}{% for feed in page.feeds %}{{ feed.type }} {{ feed.url }} {{ feed.title }} {% endfor %}{% for one in page.breadcrumbs %}/ {{ one.title }} {% endfor %}{{ page.description }}")
        .write("content/pages/journal.hi.md", JOURNAL_IN_HINDI)
        .success();
    let page = |path: &str| format!("{}\n{}", built.main_of(path).trim(), alternates(&built, &format!("dist/{path}")));
    expect![[r#"
        Baking /journal/topic/baking 3, Shops &amp; people /journal/topic/shops-people 1, Baking application/atom+xml /journal/topic/baking.xml The journal: Baking / Bread from Ulm / Journal / Baking: from the journal Everything in the bakery&#39;s journal on Baking.
        <link rel="alternate" hreflang="en" href="https://millstone.example/journal/topic/baking">
        <link rel="alternate" hreflang="hi" href="https://millstone.example/hi/journal/topic/baking">
    "#]].assert_eq(&page("journal/topic/baking.html"));
    expect![[r#"
        पकाना /hi/journal/topic/baking 2, Baking application/atom+xml /hi/journal/topic/baking.xml डायरी: पकाना / Bread from Ulm / रोटी / डायरी / पकाना: डायरी से पकाना पर डायरी में जो कुछ है।
        <link rel="alternate" hreflang="en" href="https://millstone.example/journal/topic/baking">
        <link rel="alternate" hreflang="hi" href="https://millstone.example/hi/journal/topic/baking">
    "#]].assert_eq(&page("hi/journal/topic/baking.html"));
    expect![[r#"
        पकाना /hi/journal/topic/baking 2, Baking application/atom+xml /hi/journal/topic/baking.xml डायरी: पकाना / Bread from Ulm / रोटी / डायरी / पकाना: डायरी से, पृष्ठ 2 पृष्ठ 2। पकाना पर डायरी में जो कुछ है।
        <link rel="alternate" hreflang="en" href="https://millstone.example/journal/topic/baking/page/2">
        <link rel="alternate" hreflang="hi" href="https://millstone.example/hi/journal/topic/baking/page/2">
    "#]].assert_eq(&page("hi/journal/topic/baking/page/2.html"));
    expect![[r#"
        <?xml version="1.0" encoding="utf-8"?>
        <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="hi">
          <title>डायरी: पकाना</title>
          <id>https://millstone.example/hi/journal/topic/baking.xml</id>
          <link rel="self" type="application/atom+xml" href="https://millstone.example/hi/journal/topic/baking.xml"/>
          <link rel="alternate" type="text/html" href="https://millstone.example/hi/journal/topic/baking"/>
          <updated>2026-05-02T00:00:00+01:00</updated>
          <author><name>Millstone Bakery</name></author>
          <entry>
            <title>आटा 2</title>
            <id>https://millstone.example/hi/journal/n2</id>
            <link rel="alternate" type="text/html" href="https://millstone.example/hi/journal/n2"/>
            <published>2026-05-02T00:00:00+01:00</published>
            <updated>2026-05-02T00:00:00+01:00</updated>
            <summary>आटा कहाँ से आता है, कहानी 2।</summary>
            <content type="html">&lt;p&gt;घाटी से।&lt;/p&gt;
        </content>
          </entry>
          <entry>
            <title>आटा 1</title>
            <id>https://millstone.example/hi/journal/n1</id>
            <link rel="alternate" type="text/html" href="https://millstone.example/hi/journal/n1"/>
            <published>2026-05-01T00:00:00+01:00</published>
            <updated>2026-05-01T00:00:00+01:00</updated>
            <summary>आटा कहाँ से आता है, कहानी 1।</summary>
            <content type="html">&lt;p&gt;घाटी से।&lt;/p&gt;
        </content>
          </entry>
        </feed>
    "#]]
    .assert_eq(&built.read("dist/hi/journal/topic/baking.xml"));
    assert!(!built.has("dist/hi/journal/topic/shops-people.html"));
}

#[test]
fn search_speaks_the_language() {
    let built = with_entries_in_hindi(1)
        .append("content/structure.toml", "\n[search]\n[[search.collection]]\nname = \"journal\"\nlabel = \"Entry\"\n")
        .append("content/structure.hi.toml", "\n[search]\nsuggestions = [\"आटा\"]\n[search.collection.journal]\nlabel = \"लेख\"\n")
        .replace("themes/bakery/templates/base.html", "<body>", "<body data-search>")
        .success();
    for (index, expected) in [
        ("search.json", "\"collections\":[[\"Entry\",1.0]],\"of\":\"\",\"suggestions\":[]"),
        ("hi/search.json", "\"collections\":[[\"लेख\",1.0]],\"of\":\"\",\"suggestions\":[\"आटा\"]"),
    ] {
        let json = built.read(&format!("dist/{index}"));
        assert!(json.contains(expected), "{index}: {json}");
    }
}

/// A term stays in its language while its only document there is a draft.
#[test]
fn term_of_a_draft() {
    let entry = |draft: &str| {
        format!(
            "+++\ntitle = \"आटा\"\ndescription = \"आटा कहाँ से आता है, एक कहानी।\"\ndate = 2026-05-01\ntopic = \"पकाना\"\n{draft}+++\n"
        )
    };
    for (draft, expected) in [("", true), ("draft = true\n", false)] {
        let built = with_entries_in_hindi(0)
            .replace("content/schemas/entry.json", "\"Baking\",", "\"Baking\", \"पकाना\",")
            .replace(
                "content/structure.toml",
                "slug = \"baking\" }",
                "slug = \"baking\" }, { name = \"पकाना\", slug = \"baking\" }",
            )
            .write("content/journal/flour.hi.md", entry(draft))
            .success();
        assert_eq!(built.has("dist/hi/journal/topic/baking.html"), expected, "{draft}");
    }
}

#[test]
fn texts_of_lists_that_are_not_translated() {
    with_entries_in_hindi(5)
        .write("content/pages/journal.hi.md", JOURNAL_IN_HINDI)
        .write(
            "content/structure.hi.toml",
            STRUCTURE_IN_HINDI.replace("page_title", "page_titel").replace("पर डायरी", "{trm} पर डायरी") + "route = \"/विषय/{slug}\"\n[taxonomy.topic.term.Bakery]\ntitle = \"पकाना\"\n[pagination.\"/news\"]\n[feed.\"/journal\"]\ntitle = 1\n[menu]\n[search]\n[taxonomy.tag]\n",
        )
        .findings(expect![[r#"
            content/structure.hi.toml:1:1 «» warning[missing-translation]: content/structure.hi.toml lacks a text of structure.toml
              help: translate `taxonomy.topic.page_title`: "{title}, page {number}"
            content/structure.hi.toml:4:23 «{trm}» error[unknown-placeholder]: unknown placeholder `{trm}`
              help: did you mean `{term}`?
            content/structure.hi.toml:5:1 «page_titel» warning[stale-translation]: `taxonomy` has no text `page_titel`
              help: did you mean `page_title`?
            content/structure.hi.toml:20:1 «route» warning[stale-translation]: `route` is the same in every language
              help: remove it; its texts are `title` and `description`
            content/structure.hi.toml:21:22 «Bakery» warning[stale-translation]: structure.toml has no [[taxonomy.term]] with the name `Bakery`
              help: remove it
            content/structure.hi.toml:23:13 «"/news"» warning[stale-translation]: structure.toml has no [[pagination]] with the page `/news`
              help: remove it
            content/structure.hi.toml:24:7 «"/journal"» warning[stale-translation]: structure.toml has no [[feed]] with the route `/journal`
              help: remove it
            content/structure.hi.toml:26:2 «menu» warning[stale-translation]: structure.toml has no texts in `menu`
              help: remove it
            content/structure.hi.toml:27:2 «search» warning[stale-translation]: structure.toml has no `search`
              help: remove it
            content/structure.hi.toml:28:11 «tag» warning[stale-translation]: structure.toml has no [[taxonomy]] with the name `tag`
              help: remove it
            1 error; nothing was written
        "#]]);
    with_entries_in_hindi(1)
        .write("content/structure.hi.toml", "feed = 1\n[[taxonomy]]\nname = \"topic\"\n")
        .findings(expect![[r#"
            content/structure.hi.toml:1:1 «feed = 1» warning[missing-translation]: content/structure.hi.toml lacks 4 texts of structure.toml
              help: translate `feed."/journal/feed.xml".title`: "The journal"
              help: translate `feed."/journal/topic/{slug}.xml".title`: "The journal: {term}"
              help: translate `taxonomy.topic.description`: "Everything in the bakery's journal on {term}."
              help: translate `taxonomy.topic.title`: "{term}: from the journal"
            content/structure.hi.toml:1:8 «1» error[wrong-type]: this is not a translation of a [[feed]]
              help: write [feed."…"] with its `route`, and the texts below
            content/structure.hi.toml:2:1 «[[taxonomy]]» error[wrong-type]: this is not a translation of a [[taxonomy]]
              help: write [taxonomy."…"] with its `name`, and the texts below
            2 errors; nothing was written
        "#]]);
    with_entries_in_hindi(1)
        .append("content/structure.toml", "\n[search]\n[[search.collection]]\nname = \"journal\"\n")
        .append(
            "content/structure.hi.toml",
            "\n[search]\nsuggestions = [1, 2]\nsynonyms = [\"a\"]\n[search.collection.journal]\nlabel = \"डायरी\"\n",
        )
        .findings(expect![[r#"
            content/structure.hi.toml:22:15 «[1, 2]» error[wrong-type]: `suggestions` must be a list of texts
              help: write it as in structure.toml
            content/structure.hi.toml:23:12 «["a"]» error[wrong-type]: `synonyms` must be a list of lists of texts
              help: write it as in structure.toml
        "#]]);
    with_entries_in_hindi(1).write("content/structure.hi.toml", "[taxonomy.topic\n").findings(expect![[r#"
        content/structure.hi.toml:1:16 «» error[bad-toml]: invalid TOML: the closing bracket is missing
          help: close it with a bracket: [taxonomy.topic]
    "#]]);
    with_entries_in_hindi(1)
        .remove("content/structure.hi.toml")
        .stderr(expect![[r#"
            warning[missing-translation]: content/structure.hi.toml lacks 4 texts of structure.toml
             --> content/structure.toml:1:1
              |
            1 | [[collection]]
              | ^^^^^^^^^^^^^^
              |
              = help: translate `feed."/journal/feed.xml".title`: "The journal"
              = help: translate `feed."/journal/topic/{slug}.xml".title`: "The journal: {term}"
              = help: translate `taxonomy.topic.description`: "Everything in the bakery's journal on {term}."
              = help: translate `taxonomy.topic.title`: "{term}: from the journal"

            1 warning
        "#]])
        .success();
}

/// A page of a list in another language lists the documents in that language.
#[test]
fn list_in_another_language() {
    let built = with_entries_in_hindi(4).write("content/pages/journal.hi.md", JOURNAL_IN_HINDI).success();
    expect![[r#"
        <p class="lead"><a href="/hi/journal/n4">आटा 4</a></p>
        <ul>
        <li><a href="/hi/journal/n3">आटा 3</a></li>
        <li><a href="/hi/journal/n2">आटा 2</a></li>
        </ul>
        <p>Page 1 of 2</p>
        <a rel="next" href="/hi/journal/page/2">Older</a>
    "#]]
    .assert_eq(&built.main_of("hi/journal.html"));
    for page in ["journal/page/2", "hi/journal/page/2"] {
        assert!(built.main_of(&format!("{page}.html")).contains("Page 2 of 2"));
        expect![[r#"
            <link rel="alternate" hreflang="en" href="https://millstone.example/journal/page/2">
            <link rel="alternate" hreflang="hi" href="https://millstone.example/hi/journal/page/2">
        "#]]
        .assert_eq(&alternates(&built, &format!("dist/{page}.html")));
    }
}

#[test]
fn language_that_is_not_declared() {
    Bakery::new()
        .page("about.fr", "Texte.\n")
        .page("version.x1", "Text.\n")
        .findings(expect![[r#"
            content/pages/about.fr.md:1:1 «+++» error[undeclared-language]: `about.fr.md` is in the language `fr`, which site.toml does not declare
              help: add [languages.fr] with a `name` to content/site.toml, or rename the file
        "#]]);
}

#[test]
fn page_that_claims_the_address_of_a_translation() {
    in_two_languages().page("hi/about", "Text.\n").findings(expect![[r#"
        content/pages/hi/about.md:1:1 «+++» error[duplicate-slug]: two documents of `pages` have the URL /hi/about (the second)
          help: rename one of them, or change its `slug`
          note: content/pages/about.hi.md:1:1 «+++» the first is here
    "#]]);
}

pub const ORDER: &str = r#"path = "/order"
page = "/about"
thanks = "/about"
title = "Order"
submit = "Order"
loading = "Ordering..."
success = { title = "Ordered", message = "We answer within {{ site.stats.opened }}." }
failure = { title = "Not ordered", message = "Please call." }
privacy = { version = "2026-11-21", purpose = "To bake for you.", links = [{ label = "Privacy", url = "/about" }] }

[[field]]
name = "email"
label = "Email"
type = "email"
required = true

[[field]]
name = "loaf"
label = "Loaf"
type = "select"
options = ["Rye", "Wheat / spelt", "7"]
errors.required = "Loaf: which one?"
"#;

pub const ORDER_IN_HINDI: &str = r#"translates = "QCJPHWFG"
submit = "मँगाएँ"
loading = "…भेजा जा रहा है"
success = { title = "मिल गया", message = "{{ site.stats.opened }} में उत्तर।" }
failure = { title = "नहीं मिला", message = "फ़ोन करें।" }
privacy = { purpose = "पकाने के लिए।", links = [{ label = "गोपनीयता", url = "/hi/about" }] }
field.email.label = "ईमेल"

[field.loaf]
label = "रोटी"
options = { Rye = "राई", "Wheat / spelt" = "गेहूँ" }
errors.required = "रोटी: कौन-सी?"
"#;

/// Returns a bakery with a form in two languages.
pub fn with_form(translation: &str) -> Bakery {
    in_two_languages()
        .write("content/site.hi.toml", "[stats]\nopened = \"सन् 1998\"\n")
        .write("content/words.hi.toml", "[form]\nrequired = \"{label}: भरें।\"\ncorrect = \"{count} सुधारें।\"\n")
        .write("content/forms/order.toml", ORDER)
        .write("content/forms/order.hi.toml", translation)
        .write("themes/bakery/templates/forms/form.html", "{{ form.submit }}")
        .write("themes/bakery/templates/forms/reply.html", "{{ lang }} {{ lead }} {{ action }} {{ back }}")
}

#[test]
fn a_form_answers_in_the_language_of_its_page() {
    let site = with_form(ORDER_IN_HINDI)
        .stderr(expect![[r#"
            warning[missing-purpose]: the form does not say what `email` is for
              --> content/forms/order.toml:12:8
               |
            12 | name = "email"
               |        ^^^^^^^
               |
               = help: say why you ask for it: purpose = "…"

            warning[missing-purpose]: the form does not say what `loaf` is for
              --> content/forms/order.toml:18:8
               |
            18 | name = "loaf"
               |        ^^^^^^
               |
               = help: say why you ask for it: purpose = "…"

            warning[missing-translation]: content/words.hi.toml lacks 36 words
             --> content/words.hi.toml:1:1
              |
            1 | [form]
              | ^^^^^^
              |
              = help: translate `form.again`: "Send another"
              = help: translate `form.back`: "Back to the website"
              = help: translate `form.bad_key`: "The Idempotency-Key header has to be 16 to 255 visible ASCII characters, for example a UUID."
              = help: translate `form.choose`: "{label}: choose one of the options."
              = help: translate `form.close`: "Close"
              = help: and 31 more

            3 warnings
        "#]])
        .success();
    let server = Server::start(site.root());
    let post = |target: &str, body: &str| {
        let answer = server.post(target, "application/json", body);
        (answer.status, answer.text())
    };
    for (target, body, status, text) in [
        ("/api/order?language=hi", r#"{"loaf":"Rye"}"#, 422, "\"email\":\"ईमेल: भरें।\""),
        ("/api/order?language=hi", r#"{"loaf":"oat"}"#, 422, "2 सुधारें।"),
        ("/api/order?language=HI", r#"{"loaf":"oat"}"#, 422, "2 सुधारें।"),
        ("/api/order?language=fr", r#"{"loaf":"Rye"}"#, 422, "Email: please fill in this field."),
        ("/api/order?language=%00", "{}", 422, "Email: please fill in this field."),
        ("/api/order?language=hi", r#"{"email":"a@example.com","loaf":"Wheat / spelt"}"#, 200, "सन् 1998 में उत्तर।"),
    ] {
        let (found, answer) = post(target, body);
        assert_eq!(found, status, "{target} {body}: {answer}");
        assert!(answer.contains(text), "{target} {body}: {answer}");
    }
    let records = crate::bakery::files_below(&site.root().join(".forms/submissions"));
    let record = std::fs::read_to_string(&records[0]).unwrap();
    assert!(record.contains("\"notice_language\": \"hi\"") && record.contains("Wheat / spelt"), "{record}");
}

/// The translation of a fact names the version of its original. Other facts do not matter.
#[test]
#[rustfmt::skip]
fn facts_that_have_changed_since_they_were_translated() {
    let translated = in_two_languages().write("content/site.hi.toml", "translates = \"ABCDEFGH\"\n[stats]\nopened = \"सन् 1998\"\n");
    let built = translated.stderr(expect![[r#"
        warning[stale-translation]: facts of site.toml have changed since content/site.hi.toml was translated
         --> content/site.hi.toml:1:14
          |
        1 | translates = "ABCDEFGH"
          |              ^^^^^^^^^^
          |
          = help: translate what has changed, then write `translates = "I7KOFVHG"`

        1 warning
    "#]]).success();
    let version = built.again().replace("content/site.hi.toml", "ABCDEFGH", "I7KOFVHG");
    let kept = version.replace("content/site.toml", "ovens = 2", "ovens = 3");
    kept.stderr(expect![""]).success().again().replace("content/site.toml", "1998", "1997").stderr(expect![[r#"
        warning[stale-translation]: facts of site.toml have changed since content/site.hi.toml was translated
         --> content/site.hi.toml:1:14
          |
        1 | translates = "I7KOFVHG"
          |              ^^^^^^^^^^
          |
          = help: translate what has changed, then write `translates = "Z7NITHTS"`

        1 warning
    "#]]).success();
}

#[test]
fn translations_that_are_missing_stale_or_too_much() {
    let translation = ORDER_IN_HINDI.replace("label = \"रोटी\"", "lable = \"रोटी\"").replace("Rye = ", "Oat = ");
    let translation = translation.replace("QCJPHWFG", "AAAAAAAA");
    with_form(&translation)
        .write("content/words.toml", "top = \"Top {count}\"\nunused = \"Unused\"\n")
        .append("content/words.hi.toml", "tel = \"{number}\"\n")
        .template("page.html", "{{ word(key=\"top\", values={\"count\": 1}) }}{{ word(key=\"tpo\") }}")
        .write("content/site.hi.toml", "theme = \"other\"\n[stats]\nopened = 1998\novens = \"दो\"\nclosed = \"कभी नहीं\"\n")
        .write("content/forms/order.fr.toml", "submit = \"Commander\"\n")
        .findings(expect![[r#"
            content/forms/order.fr.toml:1:1 «submit = "Commander"» error[undeclared-language]: `order.fr.toml` is in the language `fr`, which site.toml does not declare
              help: add [languages.fr] with a `name` to content/site.toml, or rename the file
            content/forms/order.hi.toml:10:1 «lable» warning[stale-translation]: the form has no text `lable`, but `label`
              help: write `label`, and check the translation
            content/forms/order.hi.toml:11:13 «Oat» warning[stale-translation]: the form has no option `Oat`, but `Rye`
              help: write `Rye`, and check the translation
              help: translate what has changed, then write `translates = "QCJPHWFG"`
            content/forms/order.toml:12:8 «"email"» warning[missing-purpose]: the form does not say what `email` is for
              help: say why you ask for it: purpose = "…"
            content/forms/order.toml:18:8 «"loaf"» warning[missing-purpose]: the form does not say what `loaf` is for
              help: say why you ask for it: purpose = "…"
            content/site.hi.toml:1:1 «theme» warning[stale-translation]: `theme` is the same in every language
              help: remove it
            content/site.hi.toml:3:10 «1998» error[wrong-type]: `stats.opened` of site.toml is not a text of the same kind
              help: translate texts and lists of texts only
            content/site.hi.toml:4:9 «"दो"» error[wrong-type]: `stats.ovens` of site.toml is not a text of the same kind
              help: translate texts and lists of texts only
            content/site.hi.toml:5:1 «closed» warning[stale-translation]: site.toml has no `stats.closed`
              help: remove it
            content/words.hi.toml:1:1 «[form]» warning[missing-translation]: content/words.hi.toml lacks 37 words
              help: translate `form.again`: "Send another"
              help: translate `form.back`: "Back to the website"
              help: translate `form.bad_key`: "The Idempotency-Key header has to be 16 to 255 visible ASCII characters, for example a UUID."
              help: translate `form.choose`: "{label}: choose one of the options."
              help: translate `form.close`: "Close"
              help: and 32 more
            content/words.hi.toml:4:7 «"{number}"» error[word-mismatch]: the word `form.tel` has no placeholder `{number}`
              help: its placeholders are {label}
            content/words.toml:2:1 «unused» warning[unused-word]: no template uses the word `unused`
              help: remove it here and in the other languages
            4 errors; nothing was written
        "#]]);
}
