//! Mistakes in Markdown. A page's text begins at line 6 of its file.

use expect_test::expect;

use crate::bakery::Bakery;

#[test]
fn unknown_fact() {
    Bakery::new()
        .page(
            "visit",
            "Since {{ site.stats.openned }}.\n\n## About {{ site.nam }}\n\n- {{ site.stats }}\n",
        )
        .stderr(expect![[r#"
            error[unknown-fact]: `site.stats` in site.toml has no `openned`
             --> content/pages/visit.md:6:7
              |
            6 | Since {{ site.stats.openned }}.
              |       ^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: did you mean `opened`?

            error[unknown-fact]: `site` in site.toml has no `nam`
             --> content/pages/visit.md:8:10
              |
            8 | ## About {{ site.nam }}
              |          ^^^^^^^^^^^^^^
              |
              = help: did you mean `name`?

            error[unknown-fact]: `site.stats` is a table, not a fact
              --> content/pages/visit.md:10:3
               |
            10 | - {{ site.stats }}
               |   ^^^^^^^^^^^^^^^^
               |
               = help: name one of its keys, for example `site.stats.ovens`

            3 errors; nothing was written
        "#]])
        .failure();
}

/// Only facts are filled in; anything else between braces is a slip too.
#[test]
fn braces_that_are_no_fact() {
    Bakery::new()
        .page("visit", "Since {{ stats.opened }} and {{ page.title }}.\n")
        .stderr(expect![[r#"
            error[unknown-fact]: `stats.opened` is not a fact
             --> content/pages/visit.md:6:7
              |
            6 | Since {{ stats.opened }} and {{ page.title }}.
              |       ^^^^^^^^^^^^^^^^^^
              |
              = help: did you mean `{{ site.stats.opened }}`?

            error[unknown-fact]: `page.title` is not a fact
             --> content/pages/visit.md:6:30
              |
            6 | Since {{ stats.opened }} and {{ page.title }}.
              |                              ^^^^^^^^^^^^^^^^
              |
              = help: text can refer to facts only: `{{ site.… }}`; in code, `between backticks`, braces are text

            2 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn fact_in_an_argument_and_an_address() {
    Bakery::new()
        .page(
            "visit",
            "<Price of=\"{{ site.prise }}\"/> and [here]({{site.ulr}}).\n",
        )
        .stderr(expect![[r#"
            error[unknown-fact]: `site` in site.toml has no `prise`
             --> content/pages/visit.md:6:12
              |
            6 | <Price of="{{ site.prise }}"/> and [here]({{site.ulr}}).
              |            ^^^^^^^^^^^^^^^^
              |
              = help: facts are the keys of content/site.toml

            error[unknown-fact]: `site` in site.toml has no `ulr`
             --> content/pages/visit.md:6:43
              |
            6 | <Price of="{{ site.prise }}"/> and [here]({{site.ulr}}).
              |                                           ^^^^^^^^^^^^
              |
              = help: facts are the keys of content/site.toml

            2 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn missing_image() {
    Bakery::new()
        .page("visit", "![A loaf](images/laof.svg)\n")
        .stderr(expect![[r#"
        error[missing-image]: there is no image `images/laof.svg`
         --> content/pages/visit.md:6:1
          |
        6 | ![A loaf](images/laof.svg)
          | ^^^^^^^^^^^^^^^^^^^^^^^^^^ no such file below content/ or in the theme
          |
          = help: did you mean `images/loaf.svg`?

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn image_without_alternative_text() {
    Bakery::new()
        .page("visit", "The oven:\n\n![](images/loaf.svg)\n")
        .stderr(expect![[r#"
        error[image-without-alt]: the image `images/loaf.svg` has no alternative text
         --> content/pages/visit.md:8:1
          |
        8 | ![](images/loaf.svg)
          | ^^^^^^^^^^^^^^^^^^^^
          |
          = help: say between the square brackets what the image shows: ![A ledger page](…)

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn image_in_a_heading() {
    Bakery::new()
        .page("visit", "## ![](images/oven.svg) Ovens\n")
        .stderr(expect![[r#"
            error[image-without-alt]: the image `images/oven.svg` has no alternative text
             --> content/pages/visit.md:6:4
              |
            6 | ## ![](images/oven.svg) Ovens
              |    ^^^^^^^^^^^^^^^^^^^^
              |
              = help: say between the square brackets what the image shows: ![A ledger page](…)

            error[missing-image]: there is no image `images/oven.svg`
             --> content/pages/visit.md:6:4
              |
            6 | ## ![](images/oven.svg) Ovens
              |    ^^^^^^^^^^^^^^^^^^^^ no such file below content/ or in the theme
              |
              = help: save the picture below content/images/ and name it from there: images/name.jpg

            2 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn raw_image_without_alternative_text() {
    Bakery::new()
        .page("visit", "<p><img src=\"/order.txt\"></p>\n")
        .stderr(expect![[r#"
        error[image-without-alt]: an image of /visit has no alternative text: /order.txt
         --> content/pages/visit.md:6:14
          |
        6 | <p><img src="/order.txt"></p>
          |              ^^^^^^^^^^ this image
          |
          = help: add alt="…" that says what it shows, or alt="" for a decoration

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn what_looks_like_markdown() {
    Bakery::new()
        .page("visit", "##Hours\n\nFrom six.\n###Sundays\n\n#bread is a word\n\n> [!NOTTE]\n> Closed.\n\n> [!tip]\n> Open.\n\nA word.[^1]\n\n[^1]: Shown.\n[^2]: Not shown.\n\n~~~\nfine\n~~~\n\n> ```\n> fine\n> ```\n\n<note>small</note> <b>fine</b>\n\n```toml\na = 1\n")
        .stderr(expect![[r#"
            error[unread-markdown]: this is no heading: a blank is missing after the hashes
             --> content/pages/visit.md:6:1
              |
            6 | ##Hours
              | ^^
              |
              = help: write `## Hours`

            error[unread-markdown]: this is no heading: a blank is missing after the hashes
             --> content/pages/visit.md:9:1
              |
            9 | ###Sundays
              | ^^^
              |
              = help: write `### Sundays`

            error[unread-markdown]: there is no alert of the kind `NOTTE`
              --> content/pages/visit.md:13:3
               |
            13 | > [!NOTTE]
               |   ^^^^^^^^
               |
               = help: did you mean `NOTE`?

            error[unread-markdown]: nothing refers to the footnote `2`, so it does not show
              --> content/pages/visit.md:22:1
               |
            22 | [^2]: Not shown.
               | ^^^^^
               |
               = help: put [^2] where it belongs, or remove the note

            error[unknown-component]: there is no element `<note>`
              --> content/pages/visit.md:32:1
               |
            32 | <note>small</note> <b>fine</b>
               | ^^^^^
               |
               = help: components are written as they are named: <Note> … </Note>

            error[unread-markdown]: the code that begins here does not end
              --> content/pages/visit.md:34:1
               |
            34 | ```toml
               | ^^^
               |
               = help: put ``` on a line of its own after it

            6 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn main_heading_in_the_text() {
    Bakery::new()
        .page("visit", "Text.\n\n# Visit\n\nMore.\n")
        .stderr(expect![[r#"
        error[main-heading]: the page /visit has 2 <h1> headings; it needs one
         --> content/pages/visit.md:8:1
          |
        8 | # Visit
          | ^^^^^^^ a second main heading
          |
          = help: the template writes the title as <h1>; headings in the text begin with ##

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn heading_ids_that_collide() {
    Bakery::new()
        .page("visit", "## Hours {#hours}\n\n## Other hours {#hours}\n")
        .stderr(expect![[r#"
            error[duplicate-id]: two headings have the id `hours`
             --> content/pages/visit.md:8:1
              |
            8 | ## Other hours {#hours}
              | ^^^^^^^^^^^^^^^^^^^^^^^ the second
              |
              = help: give each an id of its own: ## Heading {#another}

            1 error; nothing was written
        "#]])
        .failure();
}

/// Columns count characters, not bytes.
#[test]
fn place_after_letters_of_several_bytes() {
    Bakery::new()
        .page("visit", "सुबह की रोटी, [यहाँ](/nowhere).\n")
        .stderr(expect![[r#"
        error[broken-link]: there is no page or file /nowhere
         --> content/pages/visit.md:6:22
          |
        6 | सुबह की रोटी, [यहाँ](/nowhere).
          |                    ^^^^^^^^ leads nowhere

        1 error; nothing was written
    "#]])
        .failure();
}
