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

/// Lists and feeds contain the main language only, the sitemap contains all pages.
#[test]
fn lists_keep_to_one_language() {
    let built = in_two_languages()
        .write("content/journal/flour.hi.md", "+++\ntitle = \"आटा\"\ndescription = \"आटा कहाँ से आता है, एक कहानी।\"\ndate = 2026-05-01\ntopic = \"Baking\"\n+++\nघाटी से।\n")
        .success();
    assert!(!built.main_of("journal.html").contains("आटा"));
    assert!(!built.read("dist/journal/feed.xml").contains("आटा"));
    assert!(built.read("dist/sitemap.xml").contains("<loc>https://millstone.example/hi/journal/flour</loc>"));
}

/// A page of a list in another language lists the documents in that language.
#[test]
fn list_in_another_language() {
    let mut bakery = in_two_languages().write(
        "content/pages/journal.hi.md",
        "+++\ntitle = \"डायरी\"\ndescription = \"बेकरी की डायरी से कुछ बातें।\"\ntemplate = \"journal.html\"\n+++\n",
    );
    for day in 1..=4 {
        bakery = bakery.write(
            &format!("content/journal/n{day}.hi.md"),
            format!("+++\ntitle = \"आटा {day}\"\ndescription = \"आटा कहाँ से आता है, कहानी {day}।\"\ndate = 2026-05-0{day}\ntopic = \"Baking\"\n+++\nघाटी से।\n"),
        );
    }
    let built = bakery.success();
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

const ORDER: &str = r#"path = "/order"
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

const ORDER_IN_HINDI: &str = r#"translates = "QCJPHWFG"
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
fn with_form(translation: &str) -> Bakery {
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
            warning[missing-translation]: content/words.hi.toml lacks 31 words
             --> content/words.hi.toml:1:1
              |
            1 | [form]
              | ^^^^^^
              |
              = help: translate `form.again`: "Send another"
              = help: translate `form.back`: "Back to the website"
              = help: translate `form.choose`: "{label}: choose one of the options."
              = help: translate `form.close`: "Close"
              = help: translate `form.date`: "{label}: enter a real date as DD/MM/YYYY, for example 31/12/1990."
              = help: and 26 more

            1 warning
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
            content/forms/order.hi.toml:1:1 «translates = "AAAAAAAA"» warning[missing-translation]: content/forms/order.hi.toml lacks 2 texts of order.toml
              help: translate `field.loaf.label`: "Loaf"
              help: translate `field.loaf.options.Rye`: "Rye"
            content/forms/order.hi.toml:1:14 «"AAAAAAAA"» warning[stale-translation]: the texts of order.toml have changed since content/forms/order.hi.toml was translated
              help: translate what has changed, then write `translates = "QCJPHWFG"`
            content/forms/order.hi.toml:10:9 «"रोटी"» warning[stale-translation]: order.toml has no text `field.loaf.lable`
              help: did you mean `field.loaf.label`?
            content/forms/order.hi.toml:11:19 «"राई"» warning[stale-translation]: order.toml has no text `field.loaf.options.Oat`
              help: did you mean `field.loaf.options.Rye`?
            content/site.hi.toml:1:1 «theme» warning[stale-translation]: `theme` is the same in every language
              help: remove it
            content/site.hi.toml:3:10 «1998» error[wrong-type]: `stats.opened` of site.toml is not a text of the same kind
              help: translate texts and lists of texts only
            content/site.hi.toml:4:9 «"दो"» error[wrong-type]: `stats.ovens` of site.toml is not a text of the same kind
              help: translate texts and lists of texts only
            content/site.hi.toml:5:1 «closed» warning[stale-translation]: site.toml has no `stats.closed`
              help: remove it
            content/words.hi.toml:1:1 «[form]» warning[missing-translation]: content/words.hi.toml lacks 32 words
              help: translate `form.again`: "Send another"
              help: translate `form.back`: "Back to the website"
              help: translate `form.choose`: "{label}: choose one of the options."
              help: translate `form.close`: "Close"
              help: translate `form.date`: "{label}: enter a real date as DD/MM/YYYY, for example 31/12/1990."
              help: and 27 more
            content/words.hi.toml:4:7 «"{number}"» error[word-mismatch]: the word `form.tel` has no placeholder `{number}`
              help: its placeholders are {label}
            content/words.toml:2:1 «unused» warning[unused-word]: no template uses the word `unused`
              help: remove it here and in the other languages
            4 errors; nothing was written
        "#]]);
}
