//! Mistakes of people who write a theme or its settings: what they know from other languages, and what is nearly right.

use expect_test::expect;

use crate::bakery::Bakery;
use crate::findings::assert_main_parts;

#[test]
#[rustfmt::skip]
fn templates() {
    assert_main_parts([
        ("{{ page.title | nl2br }}", expect![[r#"
            3:17 «nl2br» error[template-error]: unknown filter `nl2br`
              help: write `escape_html | newlines_to_br | safe`
        "#]]),
        ("{{ collection(name=\"loaves\") | map(attribute=\"title\") | join(sep=\", \") }}", expect![[r#"
            3:32 «map(attribute="title")» error[template-error]: unknown filter `map`
              help: write the list in brackets: `[one.title for one in list]`
        "#]]),
        ("{% set all = collection(name=\"loaves\") %}{% if all.length > 2 %}<p>Many</p>{% endif %}", expect![[r#"
            3:48 «all.length > 2» error[template-error]: cannot compare `undefined` with `i64`
              help: write all | length
              help: while rendering /row-03 from content/pages/row-03.md
        "#]]),
        ("{{ for n in collection(name=\"loaves\") }}<p>{{ n.title }}</p>{{ endfor }}", expect![[r#"
            3:8 «n» error[template-syntax]: found identifier but expected `}}`
              help: write {% for n in collection(name="loaves") %} … {% endfor %}
        "#]]),
        ("{{ page.title | dateFormat \"2 January 2006\" }}", expect![[r#"
            3:28 «"2 January 2006"» error[template-syntax]: found string but expected `}}`
              help: write `date(format="%-d %B %Y")`
        "#]]),
        ("{{ <Hours :hours=\"site.hours\" /> }}", expect![[r#"
            3:5 «Hours» error[template-syntax]: found `:` but expected `/` or `>`
              help: write hours={site.hours}
        "#]]),
        ("<p><a href='/about\">About</a></p><p>Don't</p>", expect![[r#"
            3:12 «'/about"» error[unclosed-value]: the value of `href` begins with ' and ends with "
              help: write href="/about"
        "#]]),
        ("<p><a href=\"/about'>About</a></p><p class=\"x\">Do</p>", expect![[r#"
            3:12 «"/about'» error[unclosed-value]: the value of `href` begins with " and ends with '
              help: write href="/about"
        "#]]),
    ]);
}

#[test]
#[rustfmt::skip]
fn settings() {
    let rules = "[rules]\nhidden-file = \"error\"\n";
    Bakery::new().write("content/checks.toml", rules).write("public/.htaccess", "Redirect 301 /shop /prices\n").findings(expect![[r#"
        error[hidden-file]: public/.htaccess is not published: it is a hidden file
          help: only Apache reads it: write each redirect as a [[redirect]] in content/structure.toml, which works on every host, and delete the file
    "#]]);
    for (path, old, new, expected) in [
        ("content/structure.toml", "route = \"/loaves/{slug}\"", "route = \"/loaves/{ slug }\"", expect![[r#"
            content/structure.toml:12:9 «"/loaves/{ slug }"» error[wrong-form]: `/loaves/{ slug }` has an empty part or a space
              help: write `/loaves/{slug}`
        "#]]),
        ("content/site.toml", "[limits]", "[[languages]]\ncode = \"ga\"\nname = \"Gaeilge\"\n\n[limits]", expect![[r#"
            content/site.toml:8:1 «[[languages]]» error[wrong-type]: `languages` must be a table (this is a list)
              help: write each entry as a table of its own, without `code`: [languages.ga]
        "#]]),
    ] {
        Bakery::new().replace(path, old, new).findings(expected);
    }
}
