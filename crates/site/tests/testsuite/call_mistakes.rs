//! Components, islands, functions and filters that do not exist or that templates call wrongly.

use expect_test::expect;

use crate::bakery::Bakery;
use crate::findings::{WHILE_RENDERING, assert_main_parts, assert_main_parts_with};

#[test]
#[rustfmt::skip]
fn names_that_do_not_exist() {
    assert_main_parts([
        ("{{ page.title | uper }}\n{{ colection(name=\"loaves\") }}\n{% if page is defind %}{% endif %}", expect![[r#"
            3:17 «uper» error[template-error]: unknown filter `uper`
              help: did you mean `upper`?
            4:4 «colection(name="loaves")» error[template-error]: unknown function `colection`
              help: did you mean `collection`?
            5:15 «defind» error[template-error]: unknown test `defind`
              help: did you mean `defined`?
        "#]]),
        // Names of other generators.
        ("{{ page.title | slice(end=5) }}\n{{ get_section(path=\"blog\") }}", expect![[r#"
            3:17 «slice(end=5)» error[template-error]: unknown filter `slice`
              help: write a range in brackets: `list[:5]`
            4:4 «get_section(path="blog")» error[template-error]: unknown function `get_section`
              help: write `collection(name=…)`
        "#]]),
        ("{{ Note(kind=\"tip\") }}", expect![[r#"
            3:4 «Note(kind="tip")» error[template-error]: unknown function `Note`
              help: it is a component: write {{ <Note kind="tip" /> }}
        "#]]),
        ("{{ <Nota kind=\"tip\" /> }}", expect![[r#"
            3:4 «<Nota kind="tip" />» error[unknown-component]: unknown component `Nota`
              help: did you mean `Note`?
        "#]]),
    ]);
    assert_main_parts_with(WHILE_RENDERING, [
        ("{{ island(name=\"Slider\", when=\"visible\") }}", expect![[r#"
            3:4 «island(name="Slider", when="visible")» error[unknown-island]: unknown island `Slider`
              help: islands are the folders of widgets/src/islands/
        "#]]),
        ("{{ config.title }}", expect![[r#"
            3:4 «config» error[template-error]: variable `config` is not defined
              help: write `site`
        "#]]),
        ("{{ collection(name=\"loafs\") | length }}", expect![[r#"
            3:4 «collection(name="loafs")» error[unknown-collection]: unknown collection `loafs`
              help: did you mean `loaves`?
        "#]]),
        ("{% set loaf = entry(collection=\"loaves\", slug=\"ryr\") %}", expect![[r#"
            3:15 «entry(collection="loaves", slug="ryr")» error[unknown-entry]: the collection `loaves` has no document `ryr`
              help: did you mean `rye`?
        "#]]),
        ("{{ taxonomy(name=\"topics\") | length }}", expect![[r#"
            3:4 «taxonomy(name="topics")» error[unknown-collection]: unknown taxonomy `topics`
              help: did you mean `topic`?
        "#]]),
        ("{% set form = form(name=\"order\") %}", expect![[r#"
            3:15 «form(name="order")» error[unknown-form]: unknown form `order`
              help: create content/forms/order.toml, or write the name of another form
        "#]]),
        ("{{ image(path=\"images/laof.svg\", alt=\"A loaf\") }}", expect![[r#"
            3:4 «image(path="images/laof.svg", alt="A loaf")» error[missing-image]: there is no image `images/laof.svg`
              help: did you mean `images/loaf.svg`?
        "#]]),
        ("{{ svg(path=\"icons/oven.svg\") }}", expect![[r#"
            3:4 «svg(path="icons/oven.svg")» error[missing-image]: there is no image `icons/oven.svg`
              help: icons are the SVG files in the theme's icons/
        "#]]),
        ("{{ asset(path=\"styles/print.css\") }}", expect![[r#"
            3:4 «asset(path="styles/print.css")» error[missing-asset]: there is no file `styles/print.css`
              help: write the path of a file in the theme or in content/, as in styles/main.css
        "#]]),
    ]);
}

#[test]
#[rustfmt::skip]
fn arguments_that_are_no_text() {
    assert_main_parts_with(WHILE_RENDERING, [
        ("{{ image(path=5, alt=true) }}", expect![[r#"
            3:4 «image(path=5, alt=true)» error[template-error]: the argument `alt` of `image` must be a string, not true or false
              help: write a string in quotes, alt="…", or name a value that is a string
            3:4 «image(path=5, alt=true)» error[template-error]: the argument `path` of `image` must be a string, not a number
              help: write a string in quotes, path="…", or name a value that is a string
        "#]]),
        ("{{ image(path=\"images/loaf.svg\", alt=page.titel) }}", expect![[r#"
            3:34 «alt=page.titel» error[template-error]: the argument `alt` of `image` is undefined
              help: check the names in its value; if documents may leave it out, add a default: `| default(value="")`
        "#]]),
        ("{{ svg(path=\"images/loaf.svg\", class=[\"a\"]) }}", expect![[r#"
            3:4 «svg(path="images/loaf.svg", class=["a"])» error[template-error]: the argument `class` of `svg` must be a string, not a list
              help: write a string in quotes, class="…", or name a value that is a string
        "#]]),
        ("{{ page.title | date(format=5) }}", expect![[r#"
            3:17 «date(format=5)» error[template-error]: the argument `format` of `date` must be a string, not a number
              help: write a string in quotes, format="…", or name a value that is a string
        "#]]),
    ]);
}

/// A component may call itself if the call is inside a condition.
#[test]
#[rustfmt::skip]
fn components_that_never_end() {
    for (text, expected) in [
        ("{% component Crumb() %}<i>{{ <Crumb /> }}</i>{% endcomponent Crumb %}\n", expect![[r#"
            themes/bakery/templates/components/crumb.html:1:14 «Crumb» error[template-loop]: the component `Crumb` calls itself endlessly
              help: call it only under a condition that becomes false
              help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page
        "#]]),
        ("{% component Tree() %}x{% endcomponent Tree %}\n\n{% component Crumb() %}{{ <Twig /> }}{% endcomponent Crumb %}\n{% component Twig() %}{{ <Crumb /> }}{% endcomponent Twig %}\n", expect![[r#"
            themes/bakery/templates/components/crumb.html:3:14 «Crumb» error[template-loop]: the component `Crumb` calls itself endlessly
              help: call it only under a condition that becomes false
              help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page
        "#]]),
    ] {
        Bakery::new()
            .template("loaf", "{{ <Crumb /> }}")
            .write("themes/bakery/templates/components/crumb.html", text)
            .findings(expected);
    }
    Bakery::new()
        .template("loaf", "{{ <Crumb depth={2} /> }}")
        .write("themes/bakery/templates/components/crumb.html", "{% component Crumb(depth: integer) %}<i>{% if depth > 0 %}{{ <Crumb depth={depth - 1} /> }}{% endif %}</i>{% endcomponent Crumb %}\n")
        .success();
}

#[test]
#[rustfmt::skip]
fn arguments() {
    assert_main_parts_with(WHILE_RENDERING, [
        ("{{ page.title | truncate(length=\"10\") }}", expect![[r#"
            3:33 «"10"» error[template-error]: a number is expected, and this is a text
              help: write 10 without quotes
        "#]]),
        ("{% for one in collection(name=\"loaves\") | sort(attribute=\"nope\") %}{% endfor %}", expect![[r#"
            3:43 «sort(attribute="nope")» error[template-error]: an entry of this list has no `nope`
              help: write a key that every entry has
        "#]]),
        ("{{ page.title.length }}", expect![[r#"
            3:15 «length» error[template-error]: field `length` is not defined
              help: write page.title | length
        "#]]),
        ("{{ <Price off=\"4.20\" /> }}", expect![[r#"
            3:4 «<Price off="4.20" />» error[unknown-argument]: this component has no argument `off`
              help: did you mean `of`?
        "#]]),
        ("{{ <Price of={4} /> }}", expect![[r#"
            3:4 «<Price of={4} />» error[template-error]: the argument `of` must be a string, not a number
        "#]]),
        ("{{ island(name=\"Slider\", when=\"hover\") }}", expect![[r#"
            3:4 «island(name="Slider", when="hover")» error[island-props]: `hover` is not a valid `when`
              help: use `load`, `idle`, `visible`, `interaction` or `address`
        "#]]),
        ("{{ image(path=\"images/loaf.svg\") }}", expect![[r#"
            3:4 «image(path="images/loaf.svg")» error[template-error]: missing argument `alt`
              help: describe the picture in alt="…"; a decoration has alt=""
        "#]]),
        ("{{ image(path=\"images/loaf.svg\", alt=\"\", ratio=\"wide\") }}", expect![[r#"
            3:4 «image(path="images/loaf.svg", alt="", ratio="wide")» error[bad-picture-argument]: `ratio` cannot be `wide`
              help: write width and height, as in "16/9"
        "#]]),
        ("{{ image(path=\"images/loaf.svg\", alt=\"\", focus=\"middle\") }}", expect![[r#"
            3:4 «image(path="images/loaf.svg", alt="", focus="middle")» error[bad-picture-argument]: `focus` cannot be `middle`
              help: write percentages from the left and the top, as in "50% 20%", or words, as in "top"
        "#]]),
        ("{{ image(path=\"images/loaf.svg\", alt=\"\", widths=[0]) }}", expect![[r#"
            3:4 «image(path="images/loaf.svg", alt="", widths=[0])» error[bad-picture-argument]: `widths` cannot be `[0]`
              help: write pixels, as in [400, 800], at most 8000
        "#]]),
        ("{{ \"soon\" | date(format=\"%Y\") }}", expect![[r#"
            3:13 «date(format="%Y")» error[template-error]: `soon` is not a date; write dates as 2026-04-30
        "#]]),
        ("{{ collection(nam=\"loaves\") }}", expect![[r#"
            3:15 «nam="loaves"» error[unknown-argument]: `collection` has no argument `nam`
              help: did you mean `name`?
        "#]]),
        ("{{ collection(name=\"loaves\", sort=\"title\") }}", expect![[r#"
            3:30 «sort="title"» error[unknown-argument]: `collection` has no argument `sort`
              help: sort the result: `| sort(attribute="…")`
        "#]]),
        ("{{ collection(name=\"loaves\", limit=\"3\") }}", expect![[r#"
            3:4 «collection(name="loaves", limit="3")» error[template-error]: `limit` cannot be `3`
              help: write a whole number, as in limit=3
        "#]]),
        ("{{ page.title | markdown(inline=true) }}", expect![[r#"
            3:26 «inline=true» error[unknown-argument]: `markdown` has no argument `inline`
              help: its arguments are `typography` and `math`
        "#]]),
        ("{{ image(path=\"images/loaf.svg\", alt=\"\", depth=12) }}", expect![[r#"
            3:42 «depth=12» error[unknown-argument]: `image` has no argument `depth`
              help: its arguments are `path`, `alt`, `class`, `loading`, `fetchpriority`, `sizes`, `widths`, `ratio` and `focus`
        "#]]),
    ]);
}

#[test]
fn component_twice() {
    let price = "{% component Price(of: string) %}{{ of }}{% endcomponent Price %}\n";
    Bakery::new().write("themes/bakery/templates/components/price.html", price).findings(expect![[r#"
        themes/bakery/templates/components/price.html:1:14 «Price» error[duplicate-component]: two components are named `Price` (the second)
          help: rename one of the two
          note: themes/bakery/templates/components/note.html:4:14 «Price» the first is here
    "#]]);
}

/// The finding points to the mistake in the content, not to the template.
#[test]
fn bad_markdown_in_a_value() {
    let answer = "As dark as ![](images/night.svg), or {{ site.name }} at [night](../pages/nite.md).";
    let question = format!("weight = 1\n[[question]]\nask = \"How dark?\"\nanswer = \"{answer}\"");
    Bakery::new().replace("content/loaves/rye.md", "weight = 1", &question).findings(expect![[r#"
        content/loaves/rye.md:8:22 «![](images/night.svg)» error[image-without-alt]: the image `images/night.svg` has no alternative text
          help: describe the image between the square brackets: ![A ledger page](…)
          help: while rendering /loaves/rye from content/loaves/rye.md
          note: themes/bakery/templates/loaf.html:6:17 «markdown» rendered here
        content/loaves/rye.md:8:22 «![](images/night.svg)» error[missing-image]: there is no image `images/night.svg` (no such file below content/ or in the theme)
          help: save the picture below content/images/ and refer to it there: images/name.jpg
          help: while rendering /loaves/rye from content/loaves/rye.md
          note: themes/bakery/templates/loaf.html:6:17 «markdown» rendered here
        content/loaves/rye.md:8:67 «[night](../pages/nite.md)» error[broken-link]: there is no document pages/nite.md (no such document)
          help: write the path from content/, as in /pages/about.md
          help: while rendering /loaves/rye from content/loaves/rye.md
          note: themes/bakery/templates/loaf.html:6:17 «markdown» rendered here
    "#]]);
}

#[test]
fn loops_over_texts_and_printed_tables() {
    let main = "{% for letter in page.title %}{{ letter }}{% endfor %}\n{{ page.meta }}\n{# {{ page.meta }} #}\n\
                {{- page.breadcrumbs -}}\n{{ site.stats }}\n{% if page.kind is string %}{% for x in page.kind %}{% endfor %}\
                {% endif %}{% for x in page.toc %}{{ page.meta.title }}{% endfor %}";
    Bakery::new().template("loaf", main).findings(expect![[r#"
        themes/bakery/templates/loaf.html:3:18 «page.title» error[template-error]: `page.title` is a string, so the loop goes over its letters
          help: loop over a list; split a string into one: `page.title | split(pat=",")`
          help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page
        themes/bakery/templates/loaf.html:4:4 «page.meta» error[template-error]: `page.meta` is a table and would be printed as JSON
          help: print one of its fields: `{{ page.meta.… }}`
          help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page
        themes/bakery/templates/loaf.html:6:5 «page.breadcrumbs» error[template-error]: `page.breadcrumbs` is a list and would be printed as JSON
          help: join it: `{{ page.breadcrumbs | join(sep=", ") }}`, or loop over it
          help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page
        themes/bakery/templates/loaf.html:7:4 «site.stats» error[template-error]: `site.stats` is a table and would be printed as JSON
          help: print one of its fields: `{{ site.stats.… }}`
    "#]]);
}
