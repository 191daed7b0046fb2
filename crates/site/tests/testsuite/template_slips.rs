//! Templates that render, but not as their authors mean: conditions that are never true, includes without their folder, and the notation of
//! other programs.

use expect_test::expect;

use crate::bakery::Bakery;
use crate::findings::assert_main_parts;

#[test]
fn what_browsers_refuse_on_every_page() {
    let refused = "<i onclick=\"x()\"></i><script src=\"https://other.example/x.js\"></script></nav>";
    Bakery::new().replace("themes/bakery/templates/header.html", "</nav>", refused).findings(expect![[r#"
        themes/bakery/templates/header.html:5:4 «onclick="x()"» error[inline-handler]: browsers refuse the inline script `x()`
          help: listen to the event in an island, or in widgets/src/enhance
          help: on the page /
          help: the same on 12 more pages
        themes/bakery/templates/header.html:5:35 «https://other.example/x.js» error[outside-resource]: the page loads https://other.example/x.js from another host
          help: copy the file into the project: another host learns who visits the page, and can change the file
          help: or allow the host in content/structure.toml: [[allow]] with host = "https://other.example", for = ["script"], and a reason
          help: on the page /
          help: the same on 12 more pages
    "#]]);
}

/// What conditions take as false without a word, because it does not exist, and comparisons that are never true. Other names may be those
/// of keys that documents can have.
#[test]
#[rustfmt::skip]
fn conditions() {
    assert_main_parts([
        ("{% if page.titel %}x{% elif not page.kynd %}y{% endif %}", expect![[r#"
            3:12 «titel» warning[template-error]: no page has `page.titel`, so the condition takes it as false
              help: did you mean `title`?
            3:38 «kynd» warning[template-error]: no page has `page.kynd`, so the condition takes it as false
              help: did you mean `kind`?
        "#]]),
        ("{{ \"a\" if page?.directon == \"rtl\" else \"b\" }}", expect![[r#"
            3:17 «directon» warning[template-error]: no page has `page.directon`, so the condition takes it as false
              help: did you mean `direction`?
        "#]]),
        ("{% if page.paginator?.nxt_url %}{% endif %}", expect![[r#"
            3:23 «nxt_url» warning[template-error]: no page has `page.paginator.nxt_url`, so the condition takes it as false
              help: did you mean `next_url`?
        "#]]),
        ("{% if site.nam == \"a\" %}x{% endif %}", expect![[r#"
            3:12 «nam» warning[template-error]: content/site.toml has no `nam`, so the condition takes it as false
              help: did you mean `name`?
        "#]]),
        ("{% if site.base_ulr %}{% endif %}", expect![[r#"
            3:12 «base_ulr» warning[template-error]: content/site.toml has no `base_ulr`, so the condition takes it as false
              help: did you mean `base_url`?
        "#]]),
        ("{% if page.title != blank or page.title == nil %}x{% endif %}", expect![[r#"
            3:21 «blank» warning[template-error]: variable `blank` is not defined, so the condition takes it as false
              help: write `page.title`: what is empty or missing is false
            3:44 «nil» warning[template-error]: variable `nil` is not defined, so the condition takes it as false
              help: write `not page.title`: what is empty or missing is false
        "#]]),
        ("{% if undefined_name and page.x is defined %}x{% endif %}", expect![[r#"
            3:7 «undefined_name» warning[template-error]: variable `undefined_name` is not defined, so the condition takes it as false
              help: variables that every template has are `page`, `site`, `menus` and `build`
        "#]]),
        ("{% for one in collection(name=\"loaves\") %}{% if one.weight == \"15\" or 1 != one.flour %}x{% endif %}{% endfor %}", expect![[r#"
            3:63 «"15"» warning[template-error]: every document of `loaves` has a number as `one.weight`, which never equals a text
              help: write 15
            3:71 «1» warning[template-error]: every document of `loaves` has a text as `one.flour`, which never equals a number
              help: write "1"
        "#]]),
        ("{% if page.collection == \"loave\" or page.kind == \"article\" %}x{% endif %}", expect![[r#"
            3:26 «"loave"» warning[template-error]: the site has no collection `loave`
              help: did you mean `loaves`?
            3:50 «"article"» warning[template-error]: `page.kind` is never `article`
              help: kinds are `page`, `pagination` and `taxonomy`
        "#]]),
        ("{% for one in collection(name=\"loaves\") %}{% if one?.fluor or one.url or one.nothing %}x{% endif %}{% endfor %}", expect![[r#"
            3:54 «fluor» warning[template-error]: no document of `loaves` has `fluor`, so the condition takes it as false
              help: did you mean `flour`?
        "#]]),
        ("{% set big = [one.title for one in collection(name=\"loaves\") if one.title == page.titel and one.title not in [a for a in [\"b\"]]] | first %}", expect![[r#"
            3:83 «titel» warning[template-error]: no page has `page.titel`, so the condition takes it as false
              help: did you mean `title`?
        "#]]),
        ("{% if page.url == \"/abuot\" or \"/about\" == page.url %}x{% endif %}", expect![[r#"
            3:19 «"/abuot"» warning[template-error]: no page has the URL /abuot
              help: did you mean `/about`?
        "#]]),
        ("{% if page.noindex == \"true\" or page.words > 3 or page.words == \"many\" %}x{% endif %}", expect![[r#"
            3:23 «"true"» warning[template-error]: every page has true or false as `page.noindex`, which never equals a text
              help: write true
            3:65 «"many"» warning[template-error]: every page has a number as `page.words`, which never equals a text
              help: compare it with a number
        "#]]),
        ("{% set wide = true %}{% for a in page.toc %}{% if wide and a.titel or page.breadcrumb or page.subtitle or site.analytics or nope is defined and nope.x or option | default(value=1) %}{% endif %}{% endfor %}{{ missing }}", expect![[r#"
            3:209 «» error[template-error]: variable `missing` is not defined
              help: the variables here are `build`, `menus`, `page`, `site` and `wide`
              help: while rendering /row-14 from content/pages/row-14.md
        "#]]),
    ]);
}

/// A document has a template that other documents with one more key use.
#[test]
fn a_template_of_other_documents() {
    Bakery::new().replace("content/pages/about.md", "open.\"\n", "open.\"\ntemplate = \"entry.html\"\n").findings(expect![[r#"
        themes/bakery/templates/entry.html:3:25 «date» error[template-error]: field `date` is not defined
          help: add `date` to content/pages/about.md, or write another template there
          help: while rendering /about from content/pages/about.md
          note: content/pages/about.md:4:12 «"entry.html"» this document has the template `entry.html`, but no `date`
    "#]]);
    Bakery::new()
        .replace("content/pages/about.md", "open.\"\n", "open.\"\ntemplate = \"entry.html\"\n")
        .template("entry", "{{ page.date }}")
        .findings(expect![[r#"
            themes/bakery/templates/entry.html:3:9 «date» error[template-error]: field `date` is not defined
              help: add `date` to content/pages/about.md, or write another template there
              help: while rendering /about from content/pages/about.md
              note: content/pages/about.md:4:12 «"entry.html"» this document has the template `entry.html`, but no `date`
        "#]]);
}

/// The same file in another folder.
#[test]
fn an_include_without_its_folder() {
    Bakery::new()
        .write("themes/bakery/templates/components/side.html", "<p>x</p>")
        .replace("themes/bakery/templates/base.html", "header.html", "./side.html")
        .findings(expect![[r#"
            themes/bakery/templates/base.html:14:12 «"./side.html"» error[missing-template]: unknown template `./side.html`
              help: did you mean `components/side.html`?
        "#]]);
}

/// The notation of JSX that a browser ignores or shows.
#[test]
#[rustfmt::skip]
fn markup_of_other_programs() {
    assert_main_parts([
        ("<Fragment>x</Fragment>", expect![[r#"
            3:1 «<Fragment» warning[bad-component]: `<Fragment>` is neither an element of HTML nor a component
              help: delete the tag and its end tag
        "#]]),
        ("<p className=\"x\">x</p>", expect![[r#"
            3:4 «className» warning[bad-component]: HTML has no attribute `className`
              help: write class="…"
        "#]]),
        ("<ul>{items.map(i => <li>{i}</li>)}</ul>{{ missing }}", expect![[r#"
            3:5 «{items.map» warning[bad-component]: the page would show this expression of JavaScript as text
              help: write {% for i in collection(name=…) %} … {{ i }} … {% endfor %}
            3:43 «missing» error[template-error]: variable `missing` is not defined
              help: the variables here are `build`, `menus`, `page` and `site`
              help: while rendering /row-03 from content/pages/row-03.md
        "#]]),
    ]);
}

/// Notations of other programs that Tera rejects, or reads as something else.
#[test]
#[rustfmt::skip]
fn notations_of_other_programs() {
    assert_main_parts([
        ("{% if page.lower %}<a href=\"{{ page.lower.permalink }}\">x</a>{% endif %}", expect![[r#"
            3:12 «lower» warning[template-error]: no page has `page.lower`, so the condition takes it as false
              help: write `neighbors(url=page.url)?.previous` or `neighbors(url=page.url)?.next`
        "#]]),
        ("{{- $list := slice \"a\" \"b\" -}}", expect![[r#"
            3:1 «{{- $list := slice "a" "b" -}}» error[template-syntax]: this is a tag of Go
              help: write {% set list = ["a", "b"] %}
        "#]]),
        ("{{ page.title | date: \"%d\" }}", expect![[r#"
            3:21 «:» error[template-syntax]: found `:` but expected `}}`
              help: write date(format="%d")
        "#]]),
        ("{% set day = page.title | date: \"%d\" %}", expect![[r#"
            3:31 «:» error[template-syntax]: found `:` but expected `%}`
              help: write date(format="%d")
        "#]]),
        ("{{ range .Site.Pages }}<p>{{ .Title }}</p>{{ end }}", expect![[r#"
            3:1 «{{ range .Site.Pages }}» error[template-syntax]: `{{ range .Site.Pages }}` is Go, which templates do not run
              help: write {% for one in collection(name=…) %} … {% endfor %}, and {{ one.title }} within it
        "#]]),
        ("{% macro card(title) %}<p>{{ title }}</p>{% endmacro %}", expect![[r#"
            3:4 «macro» error[template-syntax]: unknown tag `macro`
              help: define a component in templates/components/: `{% component Card(title: string) %} … {% endcomponent Card %}`
        "#]]),
        ("{{ page.content | safe_html }}", expect![[r#"
            3:19 «safe_html» error[template-error]: unknown filter `safe_html`
              help: write `safe`
        "#]]),
        ("{%- if page?.updated %}\n{%- if page?.image %}\n<p>A</p>\n{%- endif %}", expect![[r#"
            3:1 «{%- if page?.updated %}» error[template-syntax]: `{% if %}` is not closed before `{% endblock %}` (opened here)
              help: close it with `{% endif %}`
              note: 7:4 «endblock» close it before this tag
        "#]]),
        ("{% set n = 1 %}{% set n += 1 %}{{ n }}", expect![[r#"
            3:23 «n» error[template-syntax]: `+=` is not an operator
              help: write {% set n + = 1 %}
        "#]]),
        ("{{ dateFormat \"2 January 2006\" page.date }}", expect![[r#"
            3:1 «{{ dateFormat "2 January 2006" page.date }}» error[template-syntax]: this is a tag of Go
              help: write {{ page.date | date(format="%-d %B %Y") }}
        "#]]),
        ("{% for i in (1..3) %}{{ i }}{% endfor %}", expect![[r#"
            3:16 «.» error[template-syntax]: found `.` but expected `)`
              help: write `{% for i in range(start=1, end=4) %}` for 1, 2, and 3
        "#]]),
        ("{{ [1, 2] | concat(with=3) | json }}", expect![[r#"
            3:13 «concat(with=3)» error[template-error]: unknown filter `concat`
              help: write `[...list, "more"]` for a longer list, or one loop for each list
        "#]]),
        ("{{ page.datum }}", expect![[r#"
            3:9 «datum» error[template-error]: field `datum` is not defined
              help: the fields here are `breadcrumbs`, `collection`, `content`, `description`, `direction`, `feeds`, `intro`, `kind`, `lang`, `meta`, `noindex`, `permalink`, `reading_minutes`, `sections`, `slug`, `template`, `title`, `toc`, `translations`, `url` and `words`
              help: while rendering /row-13 from content/pages/row-13.md
        "#]]),
    ]);
}

/// A template that has lost its first line.
#[test]
fn a_template_without_its_parent() {
    Bakery::new().replace("themes/bakery/templates/page.html", "{% extends \"base.html\" %}", "").findings(expect![[r#"
        themes/bakery/templates/page.html:2:1 «{% block main %}» error[template-syntax]: this template has blocks, but extends no other template
          help: write {% extends "base.html" %} in the first line
    "#]]);
}
