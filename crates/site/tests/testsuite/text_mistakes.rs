//! Titles, descriptions, headings and alternative texts of finished pages.

use expect_test::expect;

use crate::bakery::Bakery;

/// Each row replaces one text of a file.
#[test]
#[rustfmt::skip]
fn titles_and_descriptions() {
    let about = "content/pages/about.md";
    let description = "Who bakes here, and when the shop is open.";
    let long = "About the bakery, its ovens, its people and its four hundred years of bread";
    let meta_title = format!("meta_title = \"{long}\"\n+++\nWe");
    for (path, old, new, expected) in [
        (about, "description = \"Who bakes here, and when the shop is open.\"\n", "", expect![[r#"
            content/pages/about.md:1:1 «+++» error[missing-description]: page /about has no meta description
              help: add `description = "…"` to its front matter
        "#]]),
        (about, description, "", expect![[r#"
            content/pages/about.md:3:15 «""» error[missing-description]: page /about has no meta description
              help: add `description = "…"` to its front matter
        "#]]),
        (about, description, "Us.", expect![[r#"
            content/pages/about.md:3:15 «"Us."» error[description-length]: the description of /about has 3 characters; 20 to 100 are expected
        "#]]),
        (about, "Who bakes here", &"Who bakes here ".repeat(6), expect![[r#"
            content/pages/about.md:3:15 «"Who bakes here Who bakes here Who bakes here Who bakes here Who bakes here Who bakes here , and when the shop is open."» error[description-length]: the description of /about has 118 characters; 20 to 100 are expected
        "#]]),
        (about, description, "Notes from the bakehouse.", expect![[r#"
            content/pages/journal.md:3:15 «"Notes from the bakehouse."» error[duplicate-description]: pages /about and /journal have the same description
              help: say in each description what is specific to the page
              note: content/pages/about.md:3:15 «"Notes from the bakehouse."» the other description
        "#]]),
        ("content/structure.toml", "Everything in the bakery's journal on", "Everything and all that was ever written by anybody in the whole of the bakery's journal on", expect![[r#"
            content/structure.toml:37:15 «"Everything and all that was ever written by anybody in the whole of the bakery's journal on {term}."» error[description-length]: the description of /journal/topic/shops-people has 107 characters; 20 to 100 are expected
        "#]]),
        (about, "About the bakery", long, expect![[r#"
            content/pages/about.md:2:9 «"About the bakery, its ovens, its people and its four hundred years of bread"» error[title-too-long]: the <title> of /about has 75 characters; at most 60 are allowed
              help: shorten it, or set a shorter `meta_title` for search results
        "#]]),
        (about, "+++\nWe", &meta_title, expect![[r#"
            content/pages/about.md:4:14 «"About the bakery, its ovens, its people and its four hundred years of bread"» error[title-too-long]: the <title> of /about has 75 characters; at most 60 are allowed
              help: shorten it, or set a shorter `meta_title` for search results
        "#]]),
        (about, "About the bakery", "Journal", expect![[r#"
            content/pages/journal.md:2:9 «"Journal"» error[duplicate-title]: pages /about and /journal have the same title `Journal - Millstone Bakery`
              help: say in each title what is specific to the page
              note: content/pages/about.md:2:9 «"Journal"» the other title
        "#]]),
    ] {
        Bakery::new().replace(path, old, new).findings(expected);
    }
}

#[test]
#[rustfmt::skip]
fn templates() {
    let (base, loaf) = ("themes/bakery/templates/base.html", "themes/bakery/templates/loaf.html");
    let title = "<title>{{ page.meta.title }}</title>";
    let description = "<meta name=\"description\" content=\"{{ page.description }}\">";
    for (bakery, expected) in [
        (Bakery::new().replace(loaf, "{{ page.content }}", "{{ page.content }}\n<img src=\"{{ asset(path=\"images/loaf.svg\") }}\">"), expect![[r#"
            themes/bakery/templates/loaf.html:4:26 «images/loaf.svg» error[image-without-alt]: the image `/assets/images/loaf-CATOQRLN.svg` on /loaves/rye has no alternative text
              help: add alt="…" that says what it shows, or alt="" for a decoration
              help: the same on 1 more page
        "#]]),
        (Bakery::new().replace(loaf, "{{ page.content }}", "<p id=\"price\">4</p>\n<p id=\"price\">5</p>"), expect![[r#"
            themes/bakery/templates/loaf.html:3:8 «price» error[duplicate-id]: two elements on /loaves/rye have the id `price`
              help: change one of the ids
              help: the same on 1 more page
              note: themes/bakery/templates/loaf.html:4:8 «price» another element with this id
        "#]]),
        (Bakery::new().replace(base, title, &format!("{{% if page.slug != \"rye\" %}}{title}{{% endif %}}")), expect![[r#"
            themes/bakery/templates/base.html:3:1 «<head>» error[missing-title]: page /loaves/rye has no <title>
              help: write <title>{{ page.meta.title }}</title> into the <head> of the template
        "#]]),
        (Bakery::new().write(loaf, format!("<!doctype html>\n{title}\n{description}\n{{{{ page.content }}}}\n")), expect![[r#"
            themes/bakery/templates/loaf.html:1:1 «<!doctype html>» error[main-heading]: page /loaves/rye has no <h1> heading
              help: write <h1>{{ page.title }}</h1> in the template, or in the one it extends
              help: the same on 1 more page
        "#]]),
    ] {
        bakery.findings(expected);
    }
}

/// Code is highlighted only in a collection that asks for it, and only there, a misspelled language is reported.
#[test]
fn highlighted_code() {
    let text =
        "```toml\na = 1 # one\n```\n\n- In a list:\n\n  ```tmol\n  a = 1\n  ```\n\n```mermaid\ngraph\n```\n\n    indented = 1\n";
    let bakery = || Bakery::new().page("code", text);
    let plain = bakery().stderr(expect![[r#"
        warning[shown-as-typed]: this diagram in the language `mermaid` appears as text
          --> content/pages/code.md:16:4
           |
        16 | ```mermaid
           |    ^^^^^^^
           |
           = help: save it as SVG below content/images/, for example at https://mermaid.live, and write ![what it shows](images/name.svg)

        1 warning
    "#]]).success();
    assert!(!plain.read("dist/code.html").contains("hl-"));
    let highlighted = bakery()
        .replace(
            "content/structure.toml",
            "route = \"/{path}\"\ntemplate = \"page.html\"",
            "route = \"/{path}\"\ntemplate = \"page.html\"\nhighlight = true",
        )
        .stderr(expect![[r#"
            warning[unknown-code-language]: `tmol` is not a language that can be highlighted
              --> content/pages/code.md:12:6
               |
            12 |   ```tmol
               |      ^^^^
               |
               = help: did you mean `toml`?

            warning[shown-as-typed]: this diagram in the language `mermaid` appears as text
              --> content/pages/code.md:16:4
               |
            16 | ```mermaid
               |    ^^^^^^^
               |
               = help: save it as SVG below content/images/, for example at https://mermaid.live, and write ![what it shows](images/name.svg)

            2 warnings
        "#]])
        .success();
    let page = highlighted.read("dist/code.html");
    let code: Vec<&str> = page.lines().filter(|line| line.contains("<pre>")).collect();
    expect![[r#"
        <pre><code class="language-toml"><span class="hl-name">a </span>= <span class="hl-constant">1 </span><span class="hl-comment"># one
        <pre><code class="language-tmol">a = 1
        <pre><code class="language-mermaid">graph
        <pre><code>indented = 1"#]].assert_eq(&code.join("\n"));
}
