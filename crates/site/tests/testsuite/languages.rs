//! A second language: `about.hi.md` belongs to `[languages.hi]` and has the URL `/hi/about`.

use expect_test::expect;

use crate::bakery::{Bakery, Built};

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
