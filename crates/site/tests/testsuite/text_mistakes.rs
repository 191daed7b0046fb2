//! Titles, descriptions, headings and alternative texts of finished pages.

use expect_test::expect;

use crate::bakery::Bakery;

#[test]
fn missing_description() {
    Bakery::new()
        .write(
            "content/pages/visit.md",
            "+++\ntitle = \"Visit\"\n+++\nText.\n",
        )
        .stderr(expect![[r#"
        error[missing-description]: the page /visit has no meta description
         --> content/pages/visit.md:1:1
          |
        1 | +++
          | ^^^
          |
          = help: add `description = "…"` to its front matter

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn description_too_short() {
    Bakery::new().replace("content/pages/about.md", "Who bakes here, and when the shop is open.", "Us.").stderr(expect![[r#"
        error[description-length]: the description of /about has 3 characters; 20 to 100 are expected
         --> content/pages/about.md:3:15
          |
        3 | description = "Us."
          |               ^^^^^

        1 error; nothing was written
    "#]]).failure();
}

#[test]
fn description_too_long() {
    Bakery::new().replace("content/pages/about.md", "Who bakes here", &"Who bakes here ".repeat(6)).stderr(expect![[r#"
        error[description-length]: the description of /about has 118 characters; 20 to 100 are expected
         --> content/pages/about.md:3:15
          |
        3 | description = "Who bakes here Who bakes here Who bakes here Who bakes here Who bakes here Who bakes here , and when the shop is open."
          |               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

        1 error; nothing was written
    "#]]).failure();
}

#[test]
fn description_twice() {
    Bakery::new()
        .replace(
            "content/pages/about.md",
            "Who bakes here, and when the shop is open.",
            "Notes from the bakehouse.",
        )
        .stderr(expect![[r#"
            error[duplicate-description]: the pages /about and /journal have the same description
             --> content/pages/journal.md:3:15
              |
            3 | description = "Notes from the bakehouse."
              |               ^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: say in each description what is particular to its page
            note: the other is here
             --> content/pages/about.md:3:15
              |
            3 | description = "Notes from the bakehouse."
              |               ^^^^^^^^^^^^^^^^^^^^^^^^^^^

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn description_of_a_taxonomy_too_long() {
    Bakery::new()
        .replace("content/structure.toml", "Everything in the bakery's journal on", "Everything and all that was ever written by anybody in the whole of the bakery's journal on")
        .stderr(expect![[r#"
            error[description-length]: the description of /journal/topic/shops-people has 107 characters; 20 to 100 are expected
              --> content/structure.toml:37:15
               |
            37 | description = "Everything and all that was ever written by anybody in the whole of the bakery's journal on {term}."
               |               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn title_too_long() {
    Bakery::new()
        .replace("content/pages/about.md", "About the bakery", "About the bakery, its ovens, its people and its four hundred years of bread")
        .stderr(expect![[r#"
            error[title-too-long]: the <title> of /about has 75 characters; at most 60 are allowed
             --> content/pages/about.md:2:9
              |
            2 | title = "About the bakery, its ovens, its people and its four hundred years of bread"
              |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: shorten it, or give a shorter one for search results as `meta_title`

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn meta_title_too_long() {
    Bakery::new()
        .replace("content/pages/about.md", "+++\nWe", "meta_title = \"About the bakery, its ovens, its people and its four hundred years of bread\"\n+++\nWe")
        .stderr(expect![[r#"
            error[title-too-long]: the <title> of /about has 75 characters; at most 60 are allowed
             --> content/pages/about.md:4:14
              |
            4 | meta_title = "About the bakery, its ovens, its people and its four hundred years of bread"
              |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: shorten it, or give a shorter one for search results as `meta_title`

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn title_twice() {
    Bakery::new().replace("content/pages/about.md", "About the bakery", "Journal").stderr(expect![[r#"
        error[duplicate-title]: the pages /about and /journal have the same title `Journal - Millstone Bakery`
         --> content/pages/journal.md:2:9
          |
        2 | title = "Journal"
          |         ^^^^^^^^^
          |
          = help: say in each title what is particular to its page
        note: the other is here
         --> content/pages/about.md:2:9
          |
        2 | title = "Journal"
          |         ^^^^^^^^^

        1 error; nothing was written
    "#]]).failure();
}

#[test]
fn template_without_title() {
    Bakery::new()
        .replace(
            "themes/bakery/templates/base.html",
            "<title>{{ page.meta.title }}</title>\n",
            "{% if page.slug != \"rye\" %}<title>{{ page.meta.title }}</title>{% endif %}\n",
        )
        .stderr(expect![[r#"
            error[missing-title]: the page /loaves/rye has no <title>
             --> themes/bakery/templates/loaf.html:1:1
              |
            1 | {% extends "base.html" %}
              | ^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: write it in the template, or in the one it extends: <title>{{ page.meta.title }}</title>

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn template_without_main_heading() {
    Bakery::new()
        .write("themes/bakery/templates/loaf.html", "<!doctype html>\n<title>{{ page.title }}</title>\n<meta name=\"description\" content=\"{{ page.description }}\">\n{{ page.content }}\n")
        .stderr(expect![[r#"
            error[main-heading]: the page /loaves/rye has 0 <h1> headings; it needs one
             --> themes/bakery/templates/loaf.html:1:1
              |
            1 | <!doctype html>
              | ^^^^^^^^^^^^^^^
              |
              = help: the template writes the title as <h1>; headings in the text begin with ##
              = help: the same on 1 more page

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn image_of_a_template_without_alternative_text() {
    Bakery::new()
        .replace("themes/bakery/templates/loaf.html", "{{ page.content }}", "{{ page.content }}\n<img src=\"{{ asset(path=\"images/loaf.svg\") }}\">")
        .stderr(expect![[r#"
            error[image-without-alt]: an image of /loaves/rye has no alternative text: /assets/images/loaf-YJQ6GPY5.svg
             --> themes/bakery/templates/loaf.html:4:26
              |
            4 | <img src="{{ asset(path="images/loaf.svg") }}">
              |                          ^^^^^^^^^^^^^^^ this image
              |
              = help: add alt="…" that says what it shows, or alt="" for a decoration
              = help: the same on 1 more page

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn id_twice_in_a_template() {
    Bakery::new()
        .replace(
            "themes/bakery/templates/loaf.html",
            "{{ page.content }}",
            "<p id=\"price\">4</p>\n<p id=\"price\">5</p>",
        )
        .stderr(expect![[r#"
            error[duplicate-id]: the page /loaves/rye has two elements with the id `price`
             --> themes/bakery/templates/loaf.html:3:8
              |
            3 | <p id="price">4</p>
              |        ^^^^^ written here
              |
              = help: give one of the two another id
              = help: the same on 1 more page
            note: and here
             --> themes/bakery/templates/loaf.html:4:8
              |
            4 | <p id="price">5</p>
              |        ^^^^^

            1 error; nothing was written
        "#]])
        .failure();
}
