//! What templates call: components, islands, functions and filters that are not there or are called wrongly.

use expect_test::expect;

use crate::bakery::Bakery;

const LOAF: &str = "themes/bakery/templates/loaf.html";

/// A theme in which a loaf's template holds this in its main part, from line 3 on.
fn loaf_template(main: &str) -> Bakery {
    Bakery::new().write(
        LOAF,
        format!("{{% extends \"base.html\" %}}\n{{% block main %}}\n{main}\n{{% endblock %}}\n"),
    )
}

#[test]
fn unknown_filter_function_and_test() {
    loaf_template("{{ page.title | uper }}\n{{ colection(name=\"loaves\") }}\n{% if page is defind %}{% endif %}")
        .stderr(expect![[r#"
            error[template-error]: there is no filter `uper`
             --> themes/bakery/templates/loaf.html:3:17
              |
            3 | {{ page.title | uper }}
              |                 ^^^^
              |
              = help: did you mean `upper`?

            error[template-error]: there is no function `colection`
             --> themes/bakery/templates/loaf.html:4:4
              |
            4 | {{ colection(name="loaves") }}
              |    ^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: did you mean `collection`?

            error[template-error]: unknown test `defind`
             --> themes/bakery/templates/loaf.html:5:15
              |
            5 | {% if page is defind %}{% endif %}
              |               ^^^^^^
              |
              = help: did you mean `defined`?

            3 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn unknown_component() {
    loaf_template("{{ <Nota kind=\"tip\" /> }}")
        .stderr(expect![[r#"
            error[unknown-component]: there is no component `Nota`
             --> themes/bakery/templates/loaf.html:3:4
              |
            3 | {{ <Nota kind="tip" /> }}
              |    ^^^^^^^^^^^^^^^^^^^
              |
              = help: did you mean `Note`?

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn component_with_a_wrong_argument() {
    loaf_template("{{ <Price off=\"4.20\" /> }}")
        .stderr(expect![[r#"
        error[unknown-argument]: this component has no argument `off`
         --> themes/bakery/templates/loaf.html:3:4
          |
        3 | {{ <Price off="4.20" /> }}
          |    ^^^^^^^^^^^^^^^^^^^^
          |
          = help: did you mean `of`?
          = help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn component_with_an_argument_of_the_wrong_type() {
    loaf_template("{{ <Price of={4} /> }}").stderr(expect![[r#"
        error[template-error]: component argument `of` (type: `i64`) does not match expected type: `string`
         --> themes/bakery/templates/loaf.html:3:4
          |
        3 | {{ <Price of={4} /> }}
          |    ^^^^^^^^^^^^^^^^
          |
          = help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page

        1 error; nothing was written
    "#]]).failure();
}

#[test]
fn component_twice() {
    Bakery::new()
        .write(
            "themes/bakery/templates/components/price.html",
            "{% component Price(of: string) %}{{ of }}{% endcomponent Price %}\n",
        )
        .stderr(expect![[r#"
            error[duplicate-component]: two components are named `Price`
             --> themes/bakery/templates/components/price.html:1:14
              |
            1 | {% component Price(of: string) %}{{ of }}{% endcomponent Price %}
              |              ^^^^^ the second
              |
              = help: rename one of the two
            note: the first is here
             --> themes/bakery/templates/components/note.html:4:14
              |
            4 | {% component Price(of: string) -%}
              |              ^^^^^

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn unknown_island() {
    loaf_template("{{ island(name=\"Slider\", when=\"visible\") }}")
        .stderr(expect![[r#"
            error[unknown-island]: there is no island `Slider`
             --> themes/bakery/templates/loaf.html:3:4
              |
            3 | {{ island(name="Slider", when="visible") }}
              |    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: islands are the folders of widgets/src/islands/
              = help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn island_at_no_moment() {
    loaf_template("{{ island(name=\"Slider\", when=\"hover\") }}")
        .stderr(expect![[r#"
            error[island-props]: `hover` is no moment for an island to wake at
             --> themes/bakery/templates/loaf.html:3:4
              |
            3 | {{ island(name="Slider", when="hover") }}
              |    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: the moments are `load`, `idle`, `visible` or `interaction`
              = help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn unknown_collection_entry_and_taxonomy() {
    Bakery::new()
        .write(LOAF, "{% extends \"base.html\" %}\n{% block main %}{{ collection(name=\"loafs\") | length }}{% endblock %}\n")
        .write("themes/bakery/templates/entry.html", "{% extends \"base.html\" %}\n{% block main %}{% set loaf = entry(collection=\"loaves\", slug=\"ryr\") %}{% endblock %}\n")
        .write("themes/bakery/templates/journal.html", "{% extends \"base.html\" %}\n{% block main %}{{ taxonomy(name=\"topics\") | length }}{% endblock %}\n")
        .stderr(expect![[r#"
            error[unknown-entry]: the collection `loaves` has no document `ryr`
             --> themes/bakery/templates/entry.html:2:31
              |
            2 | {% block main %}{% set loaf = entry(collection="loaves", slug="ryr") %}{% endblock %}
              |                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: did you mean `rye`?
              = help: while rendering /journal/flour from content/journal/flour.md, and 3 more pages

            error[unknown-collection]: there is no taxonomy `topics`
             --> themes/bakery/templates/journal.html:2:20
              |
            2 | {% block main %}{{ taxonomy(name="topics") | length }}{% endblock %}
              |                    ^^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: did you mean `topic`?
              = help: while rendering /journal from content/pages/journal.md, and 3 more pages

            error[unknown-collection]: there is no collection `loafs`
             --> themes/bakery/templates/loaf.html:2:20
              |
            2 | {% block main %}{{ collection(name="loafs") | length }}{% endblock %}
              |                    ^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: did you mean `loaves`?
              = help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page

            3 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn unknown_form() {
    loaf_template("{% set form = form(name=\"order\") %}")
        .stderr(expect![[r#"
            error[unknown-form]: there is no form `order`
             --> themes/bakery/templates/loaf.html:3:15
              |
            3 | {% set form = form(name="order") %}
              |               ^^^^^^^^^^^^^^^^^^
              |
              = help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn missing_files() {
    Bakery::new()
        .write(LOAF, "{% extends \"base.html\" %}\n{% block main %}{{ image(path=\"images/laof.svg\", alt=\"A loaf\") }}{% endblock %}\n")
        .write("themes/bakery/templates/entry.html", "{% extends \"base.html\" %}\n{% block main %}{{ svg(path=\"icons/oven.svg\") }}{% endblock %}\n")
        .write("themes/bakery/templates/journal.html", "{% extends \"base.html\" %}\n{% block main %}{{ asset(path=\"styles/print.css\") }}{% endblock %}\n")
        .stderr(expect![[r#"
            error[missing-image]: there is no image `icons/oven.svg`
             --> themes/bakery/templates/entry.html:2:20
              |
            2 | {% block main %}{{ svg(path="icons/oven.svg") }}{% endblock %}
              |                    ^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: icons are the drawings in the theme's icons/
              = help: while rendering /journal/flour from content/journal/flour.md, and 3 more pages

            error[missing-asset]: there is no file `styles/print.css`
             --> themes/bakery/templates/journal.html:2:20
              |
            2 | {% block main %}{{ asset(path="styles/print.css") }}{% endblock %}
              |                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: while rendering /journal from content/pages/journal.md, and 3 more pages

            error[missing-image]: there is no image `images/laof.svg`
             --> themes/bakery/templates/loaf.html:2:20
              |
            2 | {% block main %}{{ image(path="images/laof.svg", alt="A loaf") }}{% endblock %}
              |                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: did you mean `images/loaf.svg`?
              = help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page

            3 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn function_without_its_argument() {
    loaf_template("{{ image(path=\"images/loaf.svg\") }}")
        .stderr(expect![[r#"
            error[template-error]: missing keyword argument `alt`
             --> themes/bakery/templates/loaf.html:3:4
              |
            3 | {{ image(path="images/loaf.svg") }}
              |    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: say what the picture shows: alt="…"; or alt="" where it only decorates
              = help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn bad_date_format() {
    loaf_template("{{ \"soon\" | date(format=\"%Y\") }}")
        .stderr(expect![[r#"
            error[template-error]: `soon` is not a date; dates look like 2026-04-30
             --> themes/bakery/templates/loaf.html:3:13
              |
            3 | {{ "soon" | date(format="%Y") }}
              |             ^^^^^^^^^^^^^^^^^
              |
              = help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page

            1 error; nothing was written
        "#]])
        .failure();
}

/// The mistake is in the content, so that is where the finding points.
#[test]
fn bad_markdown_in_a_value() {
    Bakery::new()
        .replace(
            "content/loaves/rye.md",
            "weight = 1",
            "weight = 1\n[[question]]\nask = \"How dark?\"\nanswer = \"As dark as ![](images/night.svg), or {{ site.name }} at [night](../pages/nite.md).\"",
        )
        .stderr(expect![[r#"
            error[image-without-alt]: the image `images/night.svg` has no alternative text
             --> content/loaves/rye.md:8:22
              |
            8 | answer = "As dark as ![](images/night.svg), or {{ site.name }} at [night](../pages/nite.md)."
              |                      ^^^^^^^^^^^^^^^^^^^^^
              |
              = help: say between the square brackets what the image shows: ![A ledger page](…)
              = help: while rendering /loaves/rye from content/loaves/rye.md
            note: rendered here
             --> themes/bakery/templates/loaf.html:6:17
              |
            6 | {{ one.answer | markdown }}
              |                 ^^^^^^^^

            error[missing-image]: there is no image `images/night.svg`
             --> content/loaves/rye.md:8:22
              |
            8 | answer = "As dark as ![](images/night.svg), or {{ site.name }} at [night](../pages/nite.md)."
              |                      ^^^^^^^^^^^^^^^^^^^^^ no such file below content/ or in the theme
              |
              = help: save the picture below content/images/ and name it from there: images/name.jpg
              = help: while rendering /loaves/rye from content/loaves/rye.md
            note: rendered here
             --> themes/bakery/templates/loaf.html:6:17
              |
            6 | {{ one.answer | markdown }}
              |                 ^^^^^^^^

            error[broken-link]: there is no document pages/nite.md
             --> content/loaves/rye.md:8:67
              |
            8 | answer = "As dark as ![](images/night.svg), or {{ site.name }} at [night](../pages/nite.md)."
              |                                                                   ^^^^^^^^^^^^^^^^^^^^^^^^^ leads nowhere
              |
              = help: while rendering /loaves/rye from content/loaves/rye.md
            note: rendered here
             --> themes/bakery/templates/loaf.html:6:17
              |
            6 | {{ one.answer | markdown }}
              |                 ^^^^^^^^

            3 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn wrong_type_for_an_operation() {
    loaf_template("{% for letter in page.weight %}{{ letter }}{% endfor %}\n")
        .stderr(expect![[r#"
            error[template-error]: a loop cannot go over a number
             --> themes/bakery/templates/loaf.html:3:18
              |
            3 | {% for letter in page.weight %}{{ letter }}{% endfor %}
              |                  ^^^^
              |
              = help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn loops_over_texts_and_printed_tables() {
    loaf_template("{% for letter in page.title %}{{ letter }}{% endfor %}\n{{ page.meta }}\n{# {{ page.meta }} #}\n{{- page.breadcrumbs -}}\n{{ site.stats }}\n{% if page.kind is string %}{% for x in page.kind %}{% endfor %}{% endif %}{% for x in page.toc %}{{ page.meta.title }}{% endfor %}")
        .stderr(expect![[r#"
            error[template-error]: `page.title` is a text: the loop goes over its letters
             --> themes/bakery/templates/loaf.html:3:18
              |
            3 | {% for letter in page.title %}{{ letter }}{% endfor %}
              |                  ^^^^^^^^^^
              |
              = help: loop over a list; a text is cut into one by `page.title | split(pat=",")`
              = help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page

            error[template-error]: `page.meta` is a table, and would be printed as JSON
             --> themes/bakery/templates/loaf.html:4:4
              |
            4 | {{ page.meta }}
              |    ^^^^^^^^^
              |
              = help: print one of its fields: `{{ page.meta.… }}`
              = help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page

            error[template-error]: `page.breadcrumbs` is a list, and would be printed as JSON
             --> themes/bakery/templates/loaf.html:6:5
              |
            6 | {{- page.breadcrumbs -}}
              |     ^^^^^^^^^^^^^^^^
              |
              = help: join it: `{{ page.breadcrumbs | join(sep=", ") }}`, or loop over it
              = help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page

            error[template-error]: `site.stats` is a table, and would be printed as JSON
             --> themes/bakery/templates/loaf.html:7:4
              |
            7 | {{ site.stats }}
              |    ^^^^^^^^^^
              |
              = help: print one of its fields: `{{ site.stats.… }}`

            4 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn a_misspelt_argument() {
    loaf_template("{{ collection(nam=\"loaves\") }}")
        .stderr(expect![[r#"
            error[unknown-argument]: `collection` has no argument `nam`
             --> themes/bakery/templates/loaf.html:3:4
              |
            3 | {{ collection(nam="loaves") }}
              |    ^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: did you mean `name`?
              = help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn a_wish_that_a_function_does_not_grant() {
    loaf_template("{{ collection(name=\"loaves\", sort=\"title\") }}")
        .stderr(expect![[r#"
            error[unknown-argument]: `collection` has no argument `sort`
             --> themes/bakery/templates/loaf.html:3:4
              |
            3 | {{ collection(name="loaves", sort="title") }}
              |    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: it takes `name` only; for another order pass it on to `| sort(attribute="…")`
              = help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn an_argument_that_a_filter_does_not_have() {
    loaf_template("{{ page.title | markdown(inline=true) }}")
        .stderr(expect![[r#"
            error[unknown-argument]: `markdown` has no argument `inline`
             --> themes/bakery/templates/loaf.html:3:17
              |
            3 | {{ page.title | markdown(inline=true) }}
              |                 ^^^^^^^^^^^^^^^^^^^^^
              |
              = help: `markdown` takes none
              = help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn an_argument_that_image_does_not_have() {
    loaf_template("{{ image(path=\"images/loaf.svg\", alt=\"\", width=12) }}")
        .stderr(expect![[r#"
            error[unknown-argument]: `image` has no argument `width`
             --> themes/bakery/templates/loaf.html:3:4
              |
            3 | {{ image(path="images/loaf.svg", alt="", width=12) }}
              |    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: its arguments are `path`, `alt`, `class`, `loading`, `fetchpriority` and `sizes`
              = help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page

            1 error; nothing was written
        "#]])
        .failure();
}
