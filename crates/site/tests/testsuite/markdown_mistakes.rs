//! Mistakes in Markdown. A page's text begins on line 6 of its file.

use expect_test::expect;

use crate::bakery::Bakery;
use crate::findings::assert_pages;

#[test]
#[rustfmt::skip]
fn facts() {
    assert_pages([
        ("Since {{ site.stats.openned }}.\n\n## About {{ site.nam }}\n\n- {{ site.stats }}\n", expect![[r#"
            6:7 «{{ site.stats.openned }}» error[unknown-fact]: `site.stats` in site.toml has no key `openned`
              help: did you mean `opened`?
            8:10 «{{ site.nam }}» error[unknown-fact]: `site` in site.toml has no key `nam`
              help: did you mean `name`?
            10:3 «{{ site.stats }}» error[unknown-fact]: `site.stats` is a table, not a fact
              help: use one of its keys, for example `site.stats.ovens`
        "#]]),
        // Placeholders that are not facts.
        ("Since {{ stats.opened }} and {{ page.title }}.\n", expect![[r#"
            6:7 «{{ stats.opened }}» error[unknown-fact]: `stats.opened` is not a fact
              help: did you mean `{{ site.stats.opened }}`?
            6:30 «{{ page.title }}» error[unknown-fact]: `page.title` is not a fact
              help: write a fact, `{{ site.… }}`, or put the braces in `backticks` to show them
        "#]]),
        ("<Price of=\"{{ site.prise }}\"/> and [here]({{site.ulr}}).\n", expect![[r#"
            6:12 «{{ site.prise }}» error[unknown-fact]: `site` in site.toml has no key `prise`
              help: keys of `site` are `base_url`, `language`, `limits`, `name`, `stats`, `theme` and `utc_offset`
            6:43 «{{site.ulr}}» error[unknown-fact]: `site` in site.toml has no key `ulr`
              help: keys of `site` are `base_url`, `language`, `limits`, `name`, `stats`, `theme` and `utc_offset`
        "#]]),
    ]);
}

#[test]
#[rustfmt::skip]
fn images() {
    assert_pages([
        ("![A loaf](images/laof.svg)\n", expect![[r#"
            6:1 «![A loaf](images/laof.svg)» error[missing-image]: there is no image `images/laof.svg` (no such file below content/ or in the theme)
              help: did you mean `images/loaf.svg`?
        "#]]),
        ("The oven:\n\n![](images/loaf.svg)\n", expect![[r#"
            8:1 «![](images/loaf.svg)» error[image-without-alt]: the image `images/loaf.svg` has no alternative text
              help: describe the image between the square brackets: ![A ledger page](…)
        "#]]),
        ("## ![](images/oven.svg) Ovens\n", expect![[r#"
            6:4 «![](images/oven.svg)» error[image-without-alt]: the image `images/oven.svg` has no alternative text
              help: describe the image between the square brackets: ![A ledger page](…)
            6:4 «![](images/oven.svg)» error[missing-image]: there is no image `images/oven.svg` (no such file below content/ or in the theme)
              help: save the picture below content/images/ and refer to it there: images/name.jpg
        "#]]),
        ("<p><img src=\"/order.txt\"></p>\n", expect![[r#"
            6:14 «/order.txt» error[image-without-alt]: the image `/order.txt` on /row-04 has no alternative text
              help: add alt="…" that says what it shows, or alt="" for a decoration
        "#]]),
    ]);
}

#[test]
#[rustfmt::skip]
fn text_that_looks_like_markdown() {
    assert_pages([
        ("##Hours\n\nFrom six.\n###Sundays\n\n#bread is a word\n", expect![[r#"
            6:1 «##» error[unread-markdown]: not a heading: add a space after `##`
              help: write `## Hours`
            9:1 «###» error[unread-markdown]: not a heading: add a space after `###`
              help: write `### Sundays`
        "#]]),
        ("> [!NOTTE]\n> Closed.\n\n> [!tip]\n> Open.\n\n> ```\n> a\n> ```\n>\n> [!NOTTE]\n", expect![[r#"
            6:3 «[!NOTTE]» error[unread-markdown]: unknown alert `NOTTE`
              help: did you mean `NOTE`?
        "#]]),
        ("A word.[^1]\n\n[^1]: Shown.\n[^2]: Not shown.\n", expect![[r#"
            9:1 «[^2]:» error[unread-markdown]: the footnote `2` is not used, so it does not show
              help: write [^2] where it belongs, or remove the footnote
        "#]]),
        ("A[^A] and b.[^b]\n\n[^a]: The first.\n\n[^b]: Shown.\n\n[^B]: Not shown.\n", expect![[r#"
            12:1 «[^B]:» error[unread-markdown]: the footnote `B` is defined twice (the second does not show)
              help: give each footnote a label of its own
        "#]]),
        ("~~~\nfine\n~~~\n\n> ```\n> fine\n> ```\n\n```toml\na = 1\n", expect![[r#"
            14:1 «```» error[unread-markdown]: this code block is not closed
              help: add a line with ``` after it
        "#]]),
        ("![A loaf][images/loaf.svg]\n", expect![[r#"
            6:2 «[A loaf][images/loaf.svg]» error[broken-link]: there is no address for `[images/loaf.svg]`
              help: write the address in round brackets: ![A loaf](images/loaf.svg)
        "#]]),
        ("Telephone [[ site.name ]].\n", expect![[r#"
            6:11 «[[ site.name ]]» warning[shown-as-typed]: `[[ site.name ]]` is not a link, and appears exactly as typed
              help: write {{ site.name }}
        "#]]),
        ("See [the fees](/about#fees).\n", expect![[r#"
            6:16 «/about#fees» error[broken-anchor]: page /about has no anchor `#fees`
              help: write the id of a heading or element of that page, or remove the anchor
        "#]]),
        ("<note>small</note> <b>fine</b>\n", expect![[r#"
            6:1 «<note» error[unknown-component]: unknown element `<note>`
              help: write the component as <Note> … </Note>
        "#]]),
    ]);
}

#[test]
#[rustfmt::skip]
fn headings() {
    assert_pages([
        ("Text.\n\n# Visit\n\nMore.\n", expect![[r#"
            8:1 «# Visit» error[main-heading]: page /row-01 has 2 <h1> headings instead of one
              help: the template writes the title as <h1>; start headings in the text with ##
        "#]]),
        ("## Hours {#hours}\n\n## Other hours {#hours}\n", expect![[r#"
            8:1 «## Other hours {#hours}» error[duplicate-id]: two headings have the id `hours` (the second)
              help: give each its own id: ## Heading {#another}
        "#]]),
    ]);
}

/// A long table row is read to its end, so its last cell is not reported as missing.
#[test]
fn long_row_of_a_table() {
    let row = format!("| a | b |\n|---|---|\n| {} | d |\n", "c ".repeat(600));
    Bakery::new().page("visit", &row).success();
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
          |                    ^^^^^^^^
          |
          = help: write the URL of an existing page or file; `site list` lists the pages

        1 error; nothing was written
    "#]])
        .failure();
}
