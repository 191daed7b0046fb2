//! Mistakes in templates: the line of the template, the chain of includes, and the page that was being rendered.

use expect_test::expect;

use crate::bakery::Bakery;
use crate::findings::{WHILE_RENDERING, assert_main_parts_with, assert_templates};

const LOAF: &str = "themes/bakery/templates/loaf.html";

#[test]
#[rustfmt::skip]
fn templates_that_do_not_exist() {
    let structure = "content/structure.toml";
    let base = "themes/bakery/templates/base.html";
    for (path, old, new, expected) in [
        (structure, "template = \"loaf.html\"", "template = \"loav.html\"", expect![[r#"
            content/structure.toml:13:12 «"loav.html"» error[missing-template]: unknown template `loav.html` (not in the theme's templates/)
              help: did you mean `loaf.html`?
        "#]]),
        (structure, "template = \"loaf.html\"\n", "", expect![[r#"
            content/structure.toml:8:1 «[[collection]]» error[missing-template]: the documents of `loaves` have no template
              help: add `template = "…"` to this [[collection]], or to each of its documents
        "#]]),
        (structure, "template = \"journal.html\"\nparent", "template = \"topic.html\"\nparent", expect![[r#"
            content/structure.toml:34:12 «"topic.html"» error[missing-template]: unknown template `topic.html` (not in the theme's templates/)
              help: create it, or write the name of a template that exists: `base.html`, `entry.html`, `header.html`, `journal.html`, `loaf.html` and `page.html`
        "#]]),
        ("content/pages/journal.md", "journal.html", "jurnal.html", expect![[r#"
            content/pages/journal.md:4:12 «"jurnal.html"» error[missing-template]: unknown template `jurnal.html` (not in the theme's templates/)
              help: did you mean `journal.html`?
        "#]]),
        (LOAF, "base.html", "bas.html", expect![[r#"
            themes/bakery/templates/loaf.html:1:12 «"bas.html"» error[missing-template]: unknown template `bas.html` (not in the theme's templates/)
              help: did you mean `base.html`?
        "#]]),
        (base, "header.html", "heder.html", expect![[r#"
            themes/bakery/templates/base.html:14:12 «"heder.html"» error[missing-template]: unknown template `heder.html`
              help: did you mean `header.html`?
        "#]]),
    ] {
        Bakery::new().replace(path, old, new).findings(expected);
    }
    // If there is only one such document, the finding names it.
    Bakery::new().remove("content/loaves/spelt.md").replace(structure, "template = \"loaf.html\"\n", "")
        .findings(expect![[r#"
            content/loaves/rye.md:1:1 «+++» error[missing-template]: /loaves/rye has no template
              help: add `template = "…"` to this document, or to the collection `loaves` in content/structure.toml
        "#]]);
}

#[test]
#[rustfmt::skip]
fn templates_that_come_back_to_themselves() {
    for (path, text, expected) in [
        ("themes/bakery/templates/base.html", "{% extends \"loaf.html\" %}\n", expect![[r#"
            themes/bakery/templates/base.html:1:12 «"loaf.html"» error[template-loop]: the template `base.html` extends itself: loaf.html → base.html (this closes the cycle)
              help: remove one of the `{% extends %}` tags in this cycle
        "#]]),
        ("themes/bakery/templates/header.html", "<nav>\n{% include \"header.html\" %}\n</nav>\n", expect![[r#"
            themes/bakery/templates/header.html:2:12 «"header.html"» error[template-loop]: the template `header.html` includes itself: base.html → header.html → header.html (this closes the cycle)
              help: remove one of the `{% include %}` tags in this cycle
        "#]]),
    ] {
        Bakery::new().write(path, text).findings(expected);
    }
}

/// Each row is a template that no page uses.
#[test]
#[rustfmt::skip]
fn syntax() {
    assert_templates([
        ("{% iff page %}{% endif %}", expect![[r#"
            1:4 «iff» error[template-syntax]: unknown tag `iff`
              help: did you mean `if`?
        "#]]),
        ("{% if page.title %}a{% elseif page.url %}b{% endif %}", expect![[r#"
            1:24 «elseif» error[template-syntax]: unknown tag `elseif`
              help: write `{% elif … %}`
        "#]]),
        ("{% import \"x.html\" %}", expect![[r#"
            1:4 «import» error[template-syntax]: unknown tag `import`
              help: components need no import: write {{ <Note /> }}, {{ <Price of="…" /> }}, or {% include "…" %} for a whole template
        "#]]),
        ("{% for x in page.meta %}{% endeach %}", expect![[r#"
            1:28 «endeach» error[template-syntax]: unknown tag `endeach`
              help: write {% endfor %}
        "#]]),
        ("{%- for x in page.meta %}\n{%- endfro %}", expect![[r#"
            2:5 «endfro» error[template-syntax]: unknown tag `endfro`
              help: did you mean `endfor`?
              note: 1:1 «{%- for x in page.meta %}» opened here
        "#]]),
        ("{% endif %}", expect![[r#"
            1:4 «endif» error[template-syntax]: `{% endif %}` has no opening tag
              help: remove it: no tag is open here
        "#]]),
        ("{{ page.title | replace(\"a\", \"b\") }}", expect![[r#"
            1:25 «"a"» error[template-syntax]: argument without a name
              help: write replace(from="a", to="b")
        "#]]),
        ("{% if page.title is matching(\"x\") %}{% endif %}", expect![[r#"
            1:30 «"x"» error[template-syntax]: unknown test `matching`
              help: write `is containing(pat="…")`
        "#]]),
        ("{{ markdown(\"x\") }}", expect![[r#"
            1:13 «"x"» error[template-syntax]: unknown function `markdown`
              help: it is a filter: write "x" | markdown
        "#]]),
        ("{{ page.title | trancate(5) }}", expect![[r#"
            1:26 «5» error[template-syntax]: unknown filter `trancate`
              help: did you mean `truncate`?
        "#]]),
        ("{{{ page.title }}}", expect![[r#"
            1:5 «page» error[template-syntax]: found identifier where a value should be
              help: write two braces: {{ page.title }}; the HTML of a text is not escaped
        "#]]),
        ("{{ site.hours.0.days }}", expect![[r#"
            1:15 «0.» error[template-syntax]: found float but expected identifier
              help: write the position of an item in brackets: `site.hours[0]`
        "#]]),
        ("{% for i in 1..3 %}{% endfor %}", expect![[r#"
            1:15 «.» error[template-syntax]: found `.` but expected `%}`
              help: write `{% for i in range(start=1, end=4) %}` for 1, 2, and 3
        "#]]),
        ("<p title=\"{{ page.title }}>x</p>\n<p class=\"x\">y</p>", expect![[r#"
            1:10 «"{{ page.title }}» error[unclosed-value]: the value of `title` has no last quote: it runs on into other tags
              help: write a quote where the value ends
        "#]]),
        ("{% if page.title %}{% else if page.url %}{% endif %}", expect![[r#"
            1:28 «if» error[template-syntax]: found identifier but expected `%}`
              help: write `{% elif … %}`
        "#]]),
        ("{{ entry(collection=\"loaves\", slug=\"rye\").title }}", expect![[r#"
            1:42 «.» error[template-syntax]: found `.` but expected `}}`
              help: set the value first: {% set one = … %}{{ one.title }}
        "#]]),
        ("{{ <Note>x</Note> }}", expect![[r#"
            1:9 «>» error[template-syntax]: a component with a body is a tag
              help: write {% <Name …> %}…{% </Name> %}, or {{ <Name … /> }} without a body
        "#]]),
        ("{{ collection(\"loaves\") }}", expect![[r#"
            1:15 «"loaves"» error[template-syntax]: argument without a name
              help: write collection(name="loaves")
        "#]]),
        ("{% if page.title && page.url %}{% endif %}", expect![[r#"
            1:18 «&» error[template-syntax]: `&&` is not an operator
              help: write {% if page.title and page.url %} … {% endif %}
        "#]]),
        ("{% if page.title || page.url %}{% endif %}", expect![[r#"
            1:19 «|» error[template-syntax]: `||` is not an operator
              help: write {% if page.title or page.url %} … {% endif %}
        "#]]),
        ("{% if page.title = \"a\" %}{% endif %}", expect![[r#"
            1:18 «=» error[template-syntax]: found `=` but expected `%}`
              help: compare two values with `==`
        "#]]),
        ("{{ asset(path=“styles/main.css”) }}", expect![[r#"
            1:15 «“» error[template-syntax]: unexpected character
              help: write strings in straight quotes: "…"
        "#]]),
        ("{% block mian\n{{ page.title }}", expect![[r#"
            1:1 «{% block mian» error[template-syntax]: `{%` is not closed
              help: close it with `%}`
        "#]]),
        ("{% <Note> %}abc{% if page %}d{% </Note> %}", expect![[r#"
            1:16 «{% if page %}» error[template-syntax]: `{% if %}` is not closed before `{% </Note> %}` (opened here)
              help: close it with `{% endif %}`
              note: 1:33 «</» close it before this tag
        "#]]),
        ("{% if page %}{% <Note> %}abc{% endif %}", expect![[r#"
            1:14 «{% <Note> %}» error[template-syntax]: `<Note>` is not closed before `{% endif %}` (opened here)
              help: close it with `{% </Note> %}`
              note: 1:32 «endif» close it before this tag
        "#]]),
        ("{% block main %}\n{% if page.title %}\n{%- for one in page.toc %}\n{% endfor %}\n{% endblock %}", expect![[r#"
            2:1 «{% if page.title %}» error[template-syntax]: `{% if %}` is not closed before `{% endblock %}` (opened here)
              help: close it with `{% endif %}`
              note: 5:4 «endblock» close it before this tag
        "#]]),
        ("{% extends \"base.html\" %}\n{% block main %}\n<p>Text</p>\n", expect![[r#"
            2:1 «{% block main %}» error[template-syntax]: `{% block %}` is not closed (opened here)
              help: close it with `{% endblock %}`
        "#]]),
        ("{% if page.title %}\n<p>{{ page.title }</p>\n{% endif %}", expect![[r#"
            2:18 «}» error[template-syntax]: found `}` but expected `}}`
              help: close it with two braces: `}}`
        "#]]),
        ("<p id=\"{{ page.title }>x</p>", expect![[r#"
            1:22 «}» error[template-syntax]: found `}` but expected `}}`
              help: close it with two braces: `}}`
        "#]]),
        ("<p>{{ <Note title=\"story kind=\"x-y\" /> }}</p>", expect![[r#"
            1:19 «"story kind=» error[template-syntax]: this string is not closed: it runs on to the next quote
              help: close it with a double quote where it ends
        "#]]),
        ("{% include page.title %}", expect![[r#"
            1:12 «page» error[template-syntax]: found identifier but expected string
              help: write {% include "page/title.html" %}
        "#]]),
        ("{% if !page.title %}{% endif %}", expect![[r#"
            1:7 «!» error[template-syntax]: `!` is not an operator
              help: write {% if not page.title %} … {% endif %}
        "#]]),
        ("{{ page.title == \"a\" ? \"b\" : \"c\" }}", expect![[r#"
            1:22 «?» error[template-syntax]: unexpected character
              help: write {{ "b" if page.title == "a" else "c" }}
        "#]]),
        ("{% else %}", expect![[r#"
            1:4 «else» error[template-syntax]: `{% else %}` is not allowed here
              help: it belongs between `{% if … %}` and `{% endif %}`
        "#]]),
        ("{% seo %}", expect![[r#"
            1:4 «seo» error[template-syntax]: unknown tag `seo`
              help: delete it: the base template has the tags of <head>, such as <title>{{ page.meta.title }}</title>
        "#]]),
        ("{{ macros::nav_link(title=\"x\") }}", expect![[r#"
            1:10 «:» error[template-syntax]: found `:` but expected `}}`
              help: write the macro as a component, and call it as {{ <NavLink … /> }}
        "#]]),
        ("{% for t in get_taxonomy(kind=\"tags\").items %}{{ t.name }}{% endfor %}", expect![[r#"
            1:13 «get_taxonomy(kind="tags")» error[template-syntax]: unknown function `get_taxonomy`
              help: write `taxonomy(name=…)`
        "#]]),
        ("{% for t in entry(collection=\"loaves\", slug=\"rye\").list %}{% endfor %}", expect![[r#"
            1:51 «.» error[template-syntax]: found `.` but expected `%}`
              help: set the value first: {% set found = … %}, and then write `found.list`
        "#]]),
        ("{{ $x := \"a\" }}", expect![[r#"
            1:1 «{{ $x := "a" }}» error[template-syntax]: this is a tag of Go
              help: write {% set x = "a" %}
        "#]]),
        ("{{ $x }}", expect![[r#"
            1:1 «{{ $x }}» error[template-syntax]: this is a tag of PHP
              help: write {{ x }}
        "#]]),
        ("{{ printf \"%s\" .Title }}", expect![[r#"
            1:1 «{{ printf "%s" .Title }}» error[template-syntax]: this is a tag of Go
              help: write {{ page.title }}
        "#]]),
        ("{{ i18n \"more\" }}", expect![[r#"
            1:1 «{{ i18n "more" }}» error[template-syntax]: this is a tag of Go
              help: write {{ word(key="more") }}
        "#]]),
        ("{{ 'x' | append: 'y' }}", expect![[r#"
            1:16 «:» error[template-syntax]: found `:` but expected `}}`
              help: concatenate strings with `~`
        "#]]),
        ("{% for p in site.posts limit:3 %}{% endfor %}", expect![[r#"
            1:24 «limit» error[template-syntax]: found identifier but expected `%}`
              help: write a range in brackets: `site.posts[:3]`
        "#]]),
        ("{% for p in l offset:2 %}{% endfor %}", expect![[r#"
            1:15 «offset» error[template-syntax]: found identifier but expected `%}`
              help: write a range in brackets: `l[2:]`
        "#]]),
        ("{{ page.title | truncatewords: 5 }}", expect![[r#"
            1:30 «:» error[template-syntax]: found `:` but expected `}}`
              help: write `truncate(length=…)`, which counts characters
        "#]]),
        ("{{ page.title.toUpperCase() }}", expect![[r#"
            1:15 «toUpperCase» error[template-syntax]: `page.title` has no method `toUpperCase`
              help: write `page.title | upper`
        "#]]),
        ("{{ page.tags.map() }}", expect![[r#"
            1:14 «map» error[template-syntax]: `page.tags` has no method `map`
              help: write {% for one in page.tags %} … {% endfor %}
        "#]]),
        ("{{ page.title.foo() }}", expect![[r#"
            1:15 «foo» error[template-syntax]: `page.title` has no method `foo`
              help: values have no methods, but filters: `site help filters` lists them
        "#]]),
        ("{% for p of page.toc %}{% endfor %}", expect![[r#"
            1:10 «of» error[template-syntax]: found identifier but expected in
              help: write `in`: {% for one in … %}
        "#]]),
        ("{% if page.title === \"x\" %}{% endif %}", expect![[r#"
            1:20 «=» error[template-syntax]: `===` is not an operator
              help: write {% if page.title == "x" %} … {% endif %}
        "#]]),
        ("{% if page.title !== \"x\" %}{% endif %}", expect![[r#"
            1:20 «=» error[template-syntax]: `!==` is not an operator
              help: write {% if page.title != "x" %} … {% endif %}
        "#]]),
        ("---\nx: 1\n---\n{% extends \"base.html\" %}", expect![[r#"
            1:1 «---» error[template-syntax]: a template has no front matter
              help: delete it: templates read what they show from `page`, `site`, and `collection(…)`
        "#]]),
        ("{% block main %}{% for a in page.toc %}\n{% block b %}{% endblock %}{% endblock %}", expect![[r#"
            1:17 «{% for a in page.toc %}» error[template-syntax]: `{% for %}` is not closed before the next block (opened here)
              help: close it with `{% endfor %}`
              note: 2:4 «block» close it before this tag
        "#]]),
        ("{% block main %}{% for a in page.toc %}\n{% block b %}{% endblock %}{% endfor %}{% endblock %}", expect![[r#"
            2:4 «block» error[template-syntax]: blocks cannot be written inside a for loop
        "#]]),
        ("{{ page.title | safeHTML }}", expect![[r#"
            1:17 «safeHTML» error[template-error]: unknown filter `safeHTML`
              help: write `safe`
        "#]]),
        ("<p class:list={[\"a\"]}>x</p>", expect![[r#"
            1:15 «{["a"]}» error[template-syntax]: the value of `class:list` is in single braces, which HTML does not have
              help: write class="…"; a class under a condition is {% if … %}…{% endif %}
        "#]]),
        ("<Layout title={page.title}>x</Layout>", expect![[r#"
            1:1 «<Layout» error[template-syntax]: `<Layout>` is neither an element of HTML nor a component
              help: write {% extends "base.html" %} in the first line, and the text in a block
        "#]]),
        ("<p set:html={page.title}></p>", expect![[r#"
            1:13 «{page.title}» error[template-syntax]: the value of `set:html` is in single braces, which HTML does not have
              help: write {{ page.title | safe }} within the element
        "#]]),
    ]);
}

#[test]
#[rustfmt::skip]
fn values() {
    assert_main_parts_with(WHILE_RENDERING, [
        ("<p>{{ page.titel }}</p>", expect![[r#"
            3:12 «titel» error[template-error]: field `titel` is not defined
              help: did you mean `title`?
        "#]]),
        ("<p>{{ pages.title }}</p>", expect![[r#"
            3:7 «pages» error[template-error]: variable `pages` is not defined
              help: write `collection(name=…)`
        "#]]),
        ("{% for blok in page.breadcrumbs %}{{ blk.title }}{% endfor %}", expect![[r#"
            3:38 «blk» error[template-error]: variable `blk` is not defined
              help: did you mean `blok`?
        "#]]),
        ("{{ page.content }}{% for one in collection(name=\"loaves\") %}{{ one.titel | markdown_inline }}{% endfor %}", expect![[r#"
            3:64 «one.titel» error[template-error]: `one.titel` is undefined
              help: did you mean `title`?
        "#]]),
        ("{% for one in page.relatd %}{{ one.title }}{% endfor %}", expect![[r#"
            3:15 «page.relatd» error[template-error]: `page.relatd` is undefined
              help: did you mean `related`?
        "#]]),
        ("{% set x = page.titel %}{{ x }}", expect![[r#"
            3:28 «x» error[template-error]: variable `x` is set, but its value is undefined
              help: if documents may leave the value out, add a default where the variable is set: `| default(value="")`
        "#]]),
        ("{{ page.titel and page.url }}", expect![[r#"
            3:4 «page.titel» error[template-error]: `page.titel` is undefined
              help: did you mean `title`?
        "#]]),
        ("{{ page.title[:3].start }}", expect![[r#"
            3:19 «start» error[template-error]: `start` is undefined
              help: if documents may leave it out, add a default: `| default(value="")`
        "#]]),
        ("{{ page.title + 1 }}", expect![[r#"
            3:4 «page.title + 1» error[template-error]: `+` requires both operands to be numbers, found a string and a number
              help: concatenate strings with `~`
        "#]]),
        ("{% for x in 12 %}{{ x }}{% endfor %}", expect![[r#"
            3:13 «12» error[template-error]: cannot loop over a number
        "#]]),
        ("{% for letter in page.words %}{{ letter }}{% endfor %}\n", expect![[r#"
            3:18 «page» error[template-error]: cannot loop over a number
        "#]]),
        ("{{ page.words | upper }}", expect![[r#"
            3:4 «page» error[template-error]: wrong type, expected a string but got a number
        "#]]),
        ("{{ page.title | truncate(length=\"a\") }}", expect![[r#"
            3:4 «page» error[template-error]: wrong type, expected a number but got a string
        "#]]),
        ("{{ page.author | safe }}", expect![[r#"
            3:4 «page.author» error[template-error]: `page.author` is undefined
              help: no document has `author`: correct the name, add the key to the documents, or write `| default(value="")`
        "#]]),
        ("{{ site.nope | safe }}", expect![[r#"
            3:4 «site.nope» error[template-error]: `site.nope` is undefined
              help: if documents may leave it out, add a default: `| default(value="")`
        "#]]),
        ("{{ content | safe }}", expect![[r#"
            3:4 «content» error[template-error]: variable `content` is not defined
              help: write `page.content`
        "#]]),
        ("{{ \"a\" ~ page.author }}", expect![[r#"
            3:10 «page.author» error[template-error]: `page.author` is undefined
              help: no document has `author`: correct the name, add the key to the documents, or write `| default(value="")`
        "#]]),
        ("{{ page.titel ~ site.nam }}", expect![[r#"
            3:4 «page.titel» error[template-error]: `page.titel` is undefined
              help: did you mean `title`?
            3:17 «site.nam» error[template-error]: `site.nam` is undefined
              help: did you mean `name`?
        "#]]),
        ("{% if page?.author %}{{ \"a\" ~ page.author }}{% endif %}{{ \"a\" ~ page?.author }}{{ nope.x }}", expect![[r#"
            3:83 «nope» error[template-error]: variable `nope` is not defined
              help: the variables here are `build`, `menus`, `page` and `site`
        "#]]),
        ("{% for p in pages %}{{ p.title }}{% endfor %}", expect![[r#"
            3:13 «pages» error[template-error]: variable `pages` is not defined
              help: write `collection(name="pages")`
        "#]]),
        ("{% for p in items %}{{ p.title }}{% endfor %}", expect![[r#"
            3:13 «items» error[template-error]: variable `items` is not defined
              help: the variables here are `page`, `site`, `menus` and `build`
        "#]]),
        ("{{ title }}", expect![[r#"
            3:4 «title» error[template-error]: variable `title` is not defined
              help: write `page.title`
        "#]]),
        ("{{ else }}", expect![[r#"
            3:4 «else» error[template-error]: variable `else` is not defined
              help: write `{% else %}`
        "#]]),
        ("{{ len .Pages }}", expect![[r#"
            3:4 «len» error[template-error]: variable `len` is not defined
              help: write `| length` after the value
        "#]]),
        ("{{ page.title | default(val=\"x\") }}", expect![[r#"
            3:25 «val» error[unknown-argument]: `default` has no argument `val`
              help: did you mean `value`?
        "#]]),
        ("{{ page.title | truncate(len=5) }}", expect![[r#"
            3:26 «len» error[unknown-argument]: `truncate` has no argument `len`
              help: did you mean `length`?
        "#]]),
        ("{{ page.title | truncate(count=5) }}", expect![[r#"
            3:26 «count» error[unknown-argument]: `truncate` has no argument `count`
              help: its arguments are `length` and `end`
        "#]]),
        ("{{ build.date | date(format=\"%Q\") }}", expect![[r#"
            3:17 «date(format="%Q")» error[template-error]: a date has no `%Q`, which the format `%Q` contains
              help: write parts such as %Y, %m, %d, %-d, %B, and %A: "%-d %B %Y"
        "#]]),
        ("{% for i, p in collection(name=\"loaves\") %}{{ i }}{% endfor %}", expect![[r#"
            3:16 «collection(name="loaves")» error[template-error]: key/value iteration is not possible on type a list, only on maps
              help: a list has no keys: write {% for one in … %}; `loop.index` counts from 1
        "#]]),
    ]);
}

/// The finding names the page, the chain of includes or components, and the line that failed.
#[test]
#[rustfmt::skip]
fn in_an_include_of_an_include_and_in_a_component() {
    Bakery::new()
        .template("loaf", "<div>\n{% include \"facts.html\" %}\n</div>")
        .write("themes/bakery/templates/facts.html", "<dl>\n{% include \"weight.html\" %}\n</dl>\n")
        .write("themes/bakery/templates/weight.html", "<dt>Weight</dt>\n<dd>{{ page.grms }}</dd>\n")
        .template("entry", "{{ <Crumb /> }}")
        .write("themes/bakery/templates/components/crumb.html", "{% component Crumb() %}\n<i>{{ colour }}</i>\n{% endcomponent Crumb %}\n")
        .findings(expect![[r#"
            themes/bakery/templates/components/crumb.html:2:7 «colour» error[template-error]: variable `colour` is not defined
              help: while rendering /journal/flour from content/journal/flour.md, and 3 more pages
              note: themes/bakery/templates/entry.html:3:4 «<» used from here
            themes/bakery/templates/weight.html:2:13 «grms» error[template-error]: field `grms` is not defined
              help: the fields here are `breadcrumbs`, `collection`, `content`, `description`, `direction`, `feeds`, `flour`, `intro`, `kind`, `lang`, `meta`, `noindex`, `permalink`, `reading_minutes`, `sections`, `slug`, `title`, `toc`, `translations`, `url`, `weight` and `words`
              help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page
              note: themes/bakery/templates/facts.html:2:12 «"» included from here
              note: themes/bakery/templates/loaf.html:4:12 «"» included from here
        "#]]);
}

/// The pages that `[[frame]]` and `[[feed]]` name are missing only because one template cannot be parsed and another one fails.
#[test]
#[rustfmt::skip]
fn nothing_follows_from_a_template_with_a_mistake() {
    let frame = |page: &str| format!("\n[[frame]]\npage = \"{page}\"\nhosts = [\"https://maps.example.com\"]\n");
    Bakery::new()
        .append("content/structure.toml", &frame("/loaves/rye"))
        .append("content/structure.toml", &frame("/journal/flour"))
        .append("content/structure.toml", "\n[[redirect]]\nfrom = \"/feed\"\nto = \"/journal/feed.xml\"\n")
        .replace(LOAF, "| markdown", "| markdwn")
        .replace("themes/bakery/templates/entry.html", "{{ page.content }}", "{{ page.contnet | markdown }}")
        .findings(expect![[r#"
            themes/bakery/templates/entry.html:4:4 «page.contnet» error[template-error]: `page.contnet` is undefined
              help: did you mean `content`?
              help: while rendering /journal/flour from content/journal/flour.md, and 3 more pages
            themes/bakery/templates/loaf.html:6:17 «markdwn» error[template-error]: unknown filter `markdwn`
              help: did you mean `markdown`?
        "#]]);
}

/// A block that was renamed in the parent is missing in all templates that fill it.
#[test]
#[rustfmt::skip]
fn a_block_that_no_parent_has() {
    let child = "{% extends \"loaf.html\" %}\n{% block aside %}x{% endblock %}\n";
    Bakery::new()
        .write("themes/bakery/templates/first.html", child)
        .write("themes/bakery/templates/second.html", child)
        .findings(expect![[r#"
            themes/bakery/templates/first.html:2:10 «aside» error[unknown-block]: no parent template has a block `aside`
              help: the blocks of `loaf.html` and `base.html` are `main`
              note: themes/bakery/templates/second.html:2:10 «aside» named here, too
        "#]]);
}

/// Pages of other templates are still checked, and so is the Markdown of the template's own pages.
#[test]
fn one_template_with_a_mistake_hides_no_other_mistake() {
    Bakery::new()
        .template("entry", "{{ page.title | uper }}")
        .replace(LOAF, "{%- endfor %}", "{%- endfr %}")
        .replace("themes/bakery/templates/journal.html", "one.title }}</a></li>", "one.titel }}</a></li>")
        .append("content/pages/about.md", "\n[us](/abuot)\n")
        .append("content/loaves/rye.md", "\n<Noet>x</Noet>\n\n[flour](../journal/flower.md) <Note>y</Note>\n")
        .args("check")
        .findings(expect![[r#"
            content/loaves/rye.md:11:1 «[flour](../journal/flower.md)» error[broken-link]: there is no document content/journal/flower.md (no such document)
              help: did you mean `../journal/flour.md`?
            content/pages/404.md:4:11 «true» error[robots-mismatch]: /404 is marked `noindex`, but its HTML has no noindex tag
              help: write <meta name="robots" content="noindex"> in the template if `page.noindex` is true
            content/pages/about.md:11:6 «/abuot» error[broken-link]: there is no page or file /abuot
              help: did you mean `/about`?
            themes/bakery/templates/base.html:19:1 «</body>» error[landmarks]: page / has no <footer>
              help: add it to the base template
              help: the same on 2 more pages
            themes/bakery/templates/base.html:19:1 «</body>» error[landmarks]: page / has no <header>
              help: add it to the base template
              help: the same on 2 more pages
            themes/bakery/templates/entry.html:3:17 «uper» error[template-error]: unknown filter `uper`
              help: did you mean `upper`?
            themes/bakery/templates/journal.html:8:36 «titel» error[template-error]: field `titel` is not defined
              help: did you mean `title`?
              help: while rendering /journal from content/pages/journal.md, and 3 more pages
            themes/bakery/templates/loaf.html:7:5 «endfr» error[template-syntax]: unknown tag `endfr`
              help: did you mean `endfor`?
              note: themes/bakery/templates/loaf.html:4:1 «{%- for one in page.question | default(value=[]) %}» opened here
            Checked 3 of 13 pages with 45 rules: 8 errors; --fix corrects 4
        "#]]);
}

/// A missing asset is not reported if the theme is broken.
#[test]
fn a_mistake_in_a_style_hides_no_mistake_of_a_page() {
    Bakery::new()
        .write("themes/bakery/styles/main.css", "main { background: url(\"flour.png\") }\n")
        .append("content/pages/about.md", "\n[us](/abuot)\n\n[there](/loaves/rye#nowhere)\n")
        .args("check")
        .findings(expect![[r#"
            content/pages/404.md:4:11 «true» error[robots-mismatch]: /404 is marked `noindex`, but its HTML has no noindex tag
              help: write <meta name="robots" content="noindex"> in the template if `page.noindex` is true
            content/pages/about.md:11:6 «/abuot» error[broken-link]: there is no page or file /abuot
              help: did you mean `/about`?
            themes/bakery/styles/main.css:1:25 «flour.png» error[style-error]: no such file: flour.png
              help: write the path of a file, relative to this style sheet
            Checked 13 pages with 25 of 45 rules, because the others need styles, scripts and islands: 3 errors; --fix corrects 1
        "#]]);
}

#[test]
#[rustfmt::skip]
fn what_was_not_checked_is_said() {
    for (path, text, expected) in [
        ("themes/bakery/templates/base.html", "{% endif %}", expect![[r#"
            themes/bakery/templates/base.html:21:4 «endif» error[template-syntax]: `{% endif %}` has no opening tag
              help: remove it: no tag is open here
            Checked content and templates: 1 error; pages and links were not checked
        "#]]),
        ("content/site.toml", "[[", expect![[r#"
            content/site.toml:16:3 «» error[bad-toml]: invalid TOML: unquoted keys cannot be empty
            Checked the content: 1 error; templates, pages and links were not checked
        "#]]),
    ] {
        Bakery::new().append(path, text).args("check").findings(expected);
    }
}

/// The key may be missing in the document or misspelled in the template.
#[test]
#[rustfmt::skip]
fn keys_that_a_document_lacks() {
    for (main, expected) in [
        ("{{ <Price of={page.blocks.culture} /> }}", expect![[r#"
            themes/bakery/templates/loaf.html:3:4 «<Price of={page.blocks.culture} />» error[template-error]: `page.blocks.culture` is undefined, but the component `Price` needs it
              help: did you mean `cultur`?
              help: while rendering /loaves/rye from content/loaves/rye.md
              note: content/loaves/rye.md:7:2 «blocks» [blocks] of this document has no `culture`
        "#]]),
        ("{% for block in [page.blocks.crust, page.blocks.cultur] %}{{ block.heading }}{% endfor %}", expect![[r#"
            themes/bakery/templates/loaf.html:3:68 «heading» error[template-error]: field `heading` is not defined
              help: the fields here are `text`
              help: while rendering /loaves/rye from content/loaves/rye.md
              note: content/loaves/rye.md:7:9 «cultur» [blocks.cultur] of this document has no `heading`
        "#]]),
        ("{{ page.blocks.crust.headin }}", expect![[r#"
            themes/bakery/templates/loaf.html:3:22 «headin» error[template-error]: field `headin` is not defined
              help: did you mean `heading`?
              help: while rendering /loaves/rye from content/loaves/rye.md
              note: content/loaves/rye.md:10:9 «crust» [blocks.crust] of this document has no `headin`
        "#]]),
    ] {
        Bakery::new().template("loaf", main)
            .replace("content/schemas/loaf.json", "\"vegan\":", "\"blocks\": { \"type\": \"object\" },\n\"vegan\":")
            .write("content/loaves/rye.md", "+++\ntitle = \"Rye\"\ndescription = \"A dark loaf, baked in the morning.\"\nflour = \"rye\"\nweight = 1\n\n[blocks.cultur]\ntext = \"Slow\"\n\n[blocks.crust]\nheading = \"Crust\"\n+++\n")
            .remove("content/loaves/spelt.md")
            .findings(expected);
    }
}
