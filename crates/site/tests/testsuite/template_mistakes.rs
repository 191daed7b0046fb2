//! Mistakes in templates: the line of the template, the chain of includes, and the page that was being made.

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
fn missing_template_of_a_collection() {
    Bakery::new()
        .replace(
            "content/structure.toml",
            "template = \"loaf.html\"",
            "template = \"loav.html\"",
        )
        .stderr(expect![[r#"
            error[missing-template]: there is no template `loav.html`
              --> content/structure.toml:13:12
               |
            13 | template = "loav.html"
               |            ^^^^^^^^^^^ not in the theme's templates/
               |
               = help: did you mean `loaf.html`?

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn missing_template_of_a_document() {
    Bakery::new()
        .replace("content/pages/journal.md", "journal.html", "jurnal.html")
        .stderr(expect![[r#"
            error[missing-template]: there is no template `jurnal.html`
             --> content/pages/journal.md:4:12
              |
            4 | template = "jurnal.html"
              |            ^^^^^^^^^^^^^ not in the theme's templates/
              |
              = help: did you mean `journal.html`?

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn missing_template_of_a_taxonomy() {
    Bakery::new()
        .replace(
            "content/structure.toml",
            "template = \"journal.html\"\nparent",
            "template = \"topic.html\"\nparent",
        )
        .stderr(expect![[r#"
            error[missing-template]: there is no template `topic.html`
              --> content/structure.toml:34:12
               |
            34 | template = "topic.html"
               |            ^^^^^^^^^^^^ not in the theme's templates/

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn no_template_named() {
    Bakery::new()
        .replace("content/structure.toml", "template = \"loaf.html\"\n", "")
        .stderr(expect![[r#"
            error[missing-template]: no template is named for the documents of `loaves`
             --> content/structure.toml:8:1
              |
            8 | [[collection]]
              | ^^^^^^^^^^^^^^
              |
              = help: add `template = "…"` here

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn missing_parent() {
    loaf_template("")
        .replace(LOAF, "base.html", "bas.html")
        .stderr(expect![[r#"
        error[missing-template]: there is no template `bas.html`
         --> themes/bakery/templates/loaf.html:1:12
          |
        1 | {% extends "bas.html" %}
          |            ^^^^^^^^^^ not in the theme's templates/
          |
          = help: did you mean `base.html`?

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn missing_include() {
    loaf_template("{% include \"heder.html\" %}")
        .stderr(expect![[r#"
        error[missing-template]: there is no template `heder.html`
         --> themes/bakery/templates/loaf.html:3:12
          |
        3 | {% include "heder.html" %}
          |            ^^^^^^^^^^^^
          |
          = help: did you mean `header.html`?

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn template_that_extends_itself() {
    Bakery::new()
        .write(
            "themes/bakery/templates/base.html",
            "{% extends \"loaf.html\" %}\n",
        )
        .stderr(expect![[r#"
            error[template-loop]: the template `base.html` extends itself: loaf.html → base.html
             --> themes/bakery/templates/base.html:1:12
              |
            1 | {% extends "loaf.html" %}
              |            ^^^^^^^^^^^ the circle is closed here

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn template_that_includes_itself() {
    Bakery::new().append("themes/bakery/templates/header.html", "{% include \"header.html\" %}\n").stderr(expect![[r#"
        error[template-loop]: the template `header.html` includes itself: base.html → header.html → header.html
         --> themes/bakery/templates/header.html:6:12
          |
        6 | {% include "header.html" %}
          |            ^^^^^^^^^^^^^ the circle is closed here

        1 error; nothing was written
    "#]]).failure();
}

#[test]
fn syntax_errors_in_two_templates() {
    loaf_template("{% if page.title %}\n<p>{{ page.title }</p>\n{% endif %}")
        .replace(
            "themes/bakery/templates/header.html",
            "{%- endfor %}",
            "{%- endfro %}",
        )
        .stderr(expect![[r#"
            error[template-syntax]: there is no tag `endfro`
             --> themes/bakery/templates/header.html:4:5
              |
            4 | {%- endfro %}
              |     ^^^^^^
              |
              = help: did you mean `endfor`?
            note: opened here
             --> themes/bakery/templates/header.html:2:1
              |
            2 | {%- for link in menus.main %}
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

            error[template-syntax]: found `}` but expected `}}`
             --> themes/bakery/templates/loaf.html:4:18
              |
            4 | <p>{{ page.title }</p>
              |                  ^
              |
              = help: close it with two braces: `}}`

            2 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn block_that_is_not_closed() {
    Bakery::new()
        .write(
            LOAF,
            "{% extends \"base.html\" %}\n{% block main %}\n<p>Text</p>\n",
        )
        .stderr(expect![[r#"
            error[template-syntax]: `{% block %}` is not closed
             --> themes/bakery/templates/loaf.html:2:1
              |
            2 | {% block main %}
              | ^^^^^^^^^^^^^^^^ opened here
              |
              = help: close it with `{% endblock %}`

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn unknown_variable() {
    loaf_template("<p>{{ page.titel }}</p>")
        .stderr(expect![[r#"
        error[template-error]: field `titel` is not defined
         --> themes/bakery/templates/loaf.html:3:12
          |
        3 | <p>{{ page.titel }}</p>
          |            ^^^^^
          |
          = help: did you mean `title`?
          = help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn unknown_variable_at_the_top() {
    loaf_template("<p>{{ pages.title }}</p>")
        .stderr(expect![[r#"
        error[template-error]: variable `pages` is not defined
         --> themes/bakery/templates/loaf.html:3:7
          |
        3 | <p>{{ pages.title }}</p>
          |       ^^^^^
          |
          = help: did you mean `page`?
          = help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page

        1 error; nothing was written
    "#]])
        .failure();
}

/// The page, the template that included, and the line that failed.
#[test]
fn unknown_variable_in_an_include_of_an_include() {
    loaf_template("<div>\n{% include \"facts.html\" %}\n</div>")
        .write("themes/bakery/templates/facts.html", "<dl>\n{% include \"weight.html\" %}\n</dl>\n")
        .write("themes/bakery/templates/weight.html", "<dt>Weight</dt>\n<dd>{{ page.grms }}</dd>\n")
        .stderr(expect![[r#"
            error[template-error]: field `grms` is not defined
             --> themes/bakery/templates/weight.html:2:13
              |
            2 | <dd>{{ page.grms }}</dd>
              |             ^^^^
              |
              = help: the fields here are `breadcrumbs`, `collection`, `content`, `description`, `flour`, `intro`, `kind`, `lang`, `meta`, `noindex`, `permalink`, `reading_minutes`, `sections`, `slug`, `title`, `toc`, `translations`, `url`, `weight` and `words`
              = help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page
            note: included from here
             --> themes/bakery/templates/facts.html:2:12
              |
            2 | {% include "weight.html" %}
              |            ^
            note: included from here
             --> themes/bakery/templates/loaf.html:4:12
              |
            4 | {% include "facts.html" %}
              |            ^

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn unknown_variable_in_a_component() {
    loaf_template("{{ <Crumb /> }}")
        .write(
            "themes/bakery/templates/components/crumb.html",
            "{% component Crumb() %}\n<i>{{ colour }}</i>\n{% endcomponent Crumb %}\n",
        )
        .stderr(expect![[r#"
            error[template-error]: variable `colour` is not defined
             --> themes/bakery/templates/components/crumb.html:2:7
              |
            2 | <i>{{ colour }}</i>
              |       ^^^^^^
              |
              = help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page
            note: used from here
             --> themes/bakery/templates/loaf.html:3:4
              |
            3 | {{ <Crumb /> }}
              |    ^

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn a_tag_that_another_ones_end_meets() {
    Bakery::new()
        .replace(
            "themes/bakery/templates/loaf.html",
            "{%- for one in",
            "{% if page.title %}\n{%- for one in",
        )
        .stderr(expect![[r#"
            error[template-syntax]: `{% if %}` is not closed before this
             --> themes/bakery/templates/loaf.html:9:4
              |
            9 | {% endblock %}
              |    ^^^^^^^^
              |
              = help: close it with `{% endif %}`
            note: opened here
             --> themes/bakery/templates/loaf.html:4:1
              |
            4 | {% if page.title %}
              | ^^^^^^^^^^^^^^^^^^^

            1 error; nothing was written
        "#]])
        .failure();
}

/// The page of the frame and the feed are not there for want of it.
#[test]
fn nothing_follows_from_a_template_that_does_not_parse() {
    Bakery::new()
        .append("content/structure.toml", "\n[[frame]]\npage = \"/loaves/rye\"\nhosts = [\"https://maps.example.com\"]\n\n[[redirect]]\nfrom = \"/feed\"\nto = \"/journal/feed.xml\"\n")
        .replace("themes/bakery/templates/loaf.html", "| markdown", "| markdwn")
        .stderr(expect![[r#"
            error[template-error]: there is no filter `markdwn`
             --> themes/bakery/templates/loaf.html:6:17
              |
            6 | {{ one.answer | markdwn }}
              |                 ^^^^^^^
              |
              = help: did you mean `markdown`?

            1 error; nothing was written
        "#]])
        .failure();
}

/// Pages of other templates are looked at all the same, and the text of its own pages, too.
#[test]
fn one_template_with_a_mistake_hides_no_other_mistake() {
    Bakery::new()
        .write("themes/bakery/templates/entry.html", "{% extends \"base.html\" %}\n{% block main %}\n{{ page.title | uper }}\n{% endblock %}\n")
        .replace(LOAF, "{%- endfor %}", "{%- endfr %}")
        .replace("themes/bakery/templates/journal.html", "one.title }}</a></li>", "one.titel }}</a></li>")
        .append("content/pages/about.md", "\n[us](/abuot)\n")
        .append("content/loaves/rye.md", "\n<Noet>x</Noet>\n\n[flour](../journal/flower.md) <Note>y</Note>\n")
        .args(["check"])
        .stderr(expect![[r#"
            error[broken-link]: there is no document content/journal/flower.md
              --> content/loaves/rye.md:11:1
               |
            11 | [flour](../journal/flower.md) <Note>y</Note>
               | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ leads nowhere
               |
               = help: did you mean `content/journal/flour.md`?

            error[robots-mismatch]: /404 is noindex, but its HTML does not say so
             --> content/pages/404.md:4:11
              |
            4 | noindex = true
              |           ^^^^

            error[broken-link]: there is no page or file /abuot
              --> content/pages/about.md:11:6
               |
            11 | [us](/abuot)
               |      ^^^^^^ leads nowhere
               |
               = help: did you mean `/about`?

            error[landmarks]: the page / has no <footer>
              --> themes/bakery/templates/base.html:19:1
               |
            19 | </body>
               | ^^^^^^^ the base template writes landmarks
               |
               = help: the same on 2 more pages

            error[landmarks]: the page / has no <header>
              --> themes/bakery/templates/base.html:19:1
               |
            19 | </body>
               | ^^^^^^^ the base template writes landmarks
               |
               = help: the same on 2 more pages

            error[template-error]: there is no filter `uper`
             --> themes/bakery/templates/entry.html:3:17
              |
            3 | {{ page.title | uper }}
              |                 ^^^^
              |
              = help: did you mean `upper`?

            error[template-error]: field `titel` is not defined
             --> themes/bakery/templates/journal.html:8:36
              |
            8 | <li><a href="{{ one.url }}">{{ one.titel }}</a></li>
              |                                    ^^^^^
              |
              = help: did you mean `title`?
              = help: while rendering /journal from content/pages/journal.md, and 3 more pages

            error[template-syntax]: there is no tag `endfr`
             --> themes/bakery/templates/loaf.html:7:5
              |
            7 | {%- endfr %}
              |     ^^^^^
              |
              = help: did you mean `endfor`?
            note: opened here
             --> themes/bakery/templates/loaf.html:4:1
              |
            4 | {%- for one in page.question | default(value=[]) %}
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

            Checked 3 of 13 pages with 32 rules: 8 errors
        "#]])
        .failure();
}

/// What a template asks of a broken theme is not reported as well.
#[test]
fn a_mistake_in_a_style_hides_no_mistake_of_a_page() {
    Bakery::new()
        .write(
            "themes/bakery/styles/main.css",
            "main { background: url(\"flour.png\") }\n",
        )
        .append(
            "content/pages/about.md",
            "\n[us](/abuot)\n\n[there](/loaves/rye#nowhere)\n",
        )
        .args(["check"])
        .stderr(expect![[r#"
            error[robots-mismatch]: /404 is noindex, but its HTML does not say so
             --> content/pages/404.md:4:11
              |
            4 | noindex = true
              |           ^^^^

            error[broken-link]: there is no page or file /abuot
              --> content/pages/about.md:11:6
               |
            11 | [us](/abuot)
               |      ^^^^^^ leads nowhere
               |
               = help: did you mean `/about`?

            error[style-error]: no such file: flour.png
             --> themes/bakery/styles/main.css:1:25
              |
            1 | main { background: url("flour.png") }
              |                         ^^^^^^^^^

            Checked 19 of 32 rules, for the others need styles, scripts and islands: 3 errors
        "#]])
        .failure();
}

#[test]
fn what_was_not_looked_at_is_said() {
    Bakery::new()
        .append("themes/bakery/templates/base.html", "{% endif %}")
        .args(["check"])
        .stderr(expect![[r#"
            error[template-syntax]: `{% endif %}` closes nothing
              --> themes/bakery/templates/base.html:21:4
               |
            21 | {% endif %}
               |    ^^^^^
               |
               = help: remove it: nothing is open here

            Checked content and templates: 1 error; pages and links were not looked at
        "#]])
        .failure();
    Bakery::new()
        .append("content/site.toml", "[[")
        .args(["check"])
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: unquoted keys cannot be empty
              --> content/site.toml:16:3
               |
            16 | [[
               |   ^

            Checked the content: 1 error; templates, pages and links were not looked at
        "#]])
        .failure();
}

#[test]
fn a_misspelt_key_in_a_filter() {
    Bakery::new()
        .replace(
            "themes/bakery/templates/entry.html",
            "{{ page.content }}",
            "{{ page.content }}{% for one in collection(name=\"loaves\") %}{{ one.titel | markdown_inline }}{% endfor %}",
        )
        .stderr(expect![[r#"
            error[template-error]: there is no value `one.titel`
             --> themes/bakery/templates/entry.html:4:64
              |
            4 | {{ page.content }}{% for one in collection(name="loaves") %}{{ one.titel | markdown_inline }}{% endfor %}
              |                                                                ^^^^^^^^^
              |
              = help: did you mean `title`?
              = help: while rendering /journal/flour from content/journal/flour.md, and 3 more pages

            1 error; nothing was written
        "#]])
        .failure();
}

/// The page of the frame is there, and could not be rendered.
#[test]
fn a_frame_of_a_page_that_fails() {
    Bakery::new()
        .append(
            "content/structure.toml",
            "\n[[frame]]\npage = \"/journal/flour\"\nhosts = [\"https://maps.example.com\"]\n",
        )
        .replace(
            "themes/bakery/templates/entry.html",
            "{{ page.content }}",
            "{{ page.contnet | markdown }}",
        )
        .stderr(expect![[r#"
            error[template-error]: there is no value `page.contnet`
             --> themes/bakery/templates/entry.html:4:4
              |
            4 | {{ page.contnet | markdown }}
              |    ^^^^^^^^^^^^
              |
              = help: did you mean `content`?
              = help: while rendering /journal/flour from content/journal/flour.md, and 3 more pages

            1 error; nothing was written
        "#]])
        .failure();
}

/// Each in a template of its own, from a to z.
#[test]
fn what_is_meant_by_mistakes_of_syntax() {
    let mistakes = [
        "{% iff page %}{% endif %}",
        "{% if page.title %}a{% elseif page.url %}b{% endif %}",
        "{% import \"x.html\" %}",
        "{% for x in page.meta %}{% endeach %}",
        "{% endif %}",
        "{{ collection(\"loaves\") }}",
        "{% if page.title && page.url %}{% endif %}",
        "{% if page.title || page.url %}{% endif %}",
        "{% if page.title = \"a\" %}{% endif %}",
        "{{ asset(path=“styles/main.css”) }}",
        "{% block mian\n{{ page.title }}",
        "{% <Note> %}abc{% if page %}d{% </Note> %}",
        "{% if page %}{% <Note> %}abc{% endif %}",
        "<p id=\"{{ page.title }>x</p>",
        "<p>{{ <Note title=\"story kind=\"x-y\" /> }}</p>",
        "{% include page.title %}",
        "{% if !page.title %}{% endif %}",
        "{{ page.title == \"a\" ? \"b\" : \"c\" }}",
        "{% else %}",
    ];
    let mut bakery = Bakery::new();
    for (name, mistake) in ('a'..='z').zip(mistakes) {
        bakery = bakery.write(&format!("themes/bakery/templates/{name}.html"), mistake);
    }
    bakery.stderr(expect![[r#"
        error[template-syntax]: there is no tag `iff`
         --> themes/bakery/templates/a.html:1:4
          |
        1 | {% iff page %}{% endif %}
          |    ^^^
          |
          = help: did you mean `if`?

        error[template-syntax]: there is no tag `elseif`
         --> themes/bakery/templates/b.html:1:24
          |
        1 | {% if page.title %}a{% elseif page.url %}b{% endif %}
          |                        ^^^^^^
          |
          = help: write `{% elif … %}`

        error[template-syntax]: there is no tag `import`
         --> themes/bakery/templates/c.html:1:4
          |
        1 | {% import "x.html" %}
          |    ^^^^^^
          |
          = help: components need no import: `{{ <Name text="…" /> }}`; a whole template is drawn in by `{% include "…" %}`

        error[template-syntax]: there is no tag `endeach`
         --> themes/bakery/templates/d.html:1:28
          |
        1 | {% for x in page.meta %}{% endeach %}
          |                            ^^^^^^^
          |
          = help: `{% for %}` is closed with `{% endfor %}`
        note: opened here
         --> themes/bakery/templates/d.html:1:1
          |
        1 | {% for x in page.meta %}{% endeach %}
          | ^^^^^^^^^^^^^^^^^^^^^^^^

        error[template-syntax]: `{% endif %}` closes nothing
         --> themes/bakery/templates/e.html:1:4
          |
        1 | {% endif %}
          |    ^^^^^
          |
          = help: remove it: nothing is open here

        error[template-syntax]: an argument needs its name
         --> themes/bakery/templates/f.html:1:15
          |
        1 | {{ collection("loaves") }}
          |               ^^^^^^^^
          |
          = help: write collection(name="loaves")

        error[template-syntax]: `&&` is no operator
         --> themes/bakery/templates/g.html:1:18
          |
        1 | {% if page.title && page.url %}{% endif %}
          |                  ^
          |
          = help: write `and`

        error[template-syntax]: `||` is no operator
         --> themes/bakery/templates/h.html:1:19
          |
        1 | {% if page.title || page.url %}{% endif %}
          |                   ^
          |
          = help: write `or`

        error[template-syntax]: found `=` but expected `%}`
         --> themes/bakery/templates/i.html:1:18
          |
        1 | {% if page.title = "a" %}{% endif %}
          |                  ^
          |
          = help: two values are compared with `==`

        error[template-syntax]: unexpected character
         --> themes/bakery/templates/j.html:1:15
          |
        1 | {{ asset(path=“styles/main.css”) }}
          |               ^
          |
          = help: texts stand between straight quotes: "…"

        error[template-syntax]: `{%` is not closed
         --> themes/bakery/templates/k.html:1:1
          |
        1 | {% block mian
          | ^^^^^^^^^^^^^
          |
          = help: close it with `%}`

        error[template-syntax]: `{% if %}` is not closed before this
         --> themes/bakery/templates/l.html:1:33
          |
        1 | {% <Note> %}abc{% if page %}d{% </Note> %}
          |                                 ^^
          |
          = help: close it with `{% endif %}`
        note: opened here
         --> themes/bakery/templates/l.html:1:16
          |
        1 | {% <Note> %}abc{% if page %}d{% </Note> %}
          |                ^^^^^^^^^^^^^

        error[template-syntax]: `<Note>` is not closed before this
         --> themes/bakery/templates/m.html:1:32
          |
        1 | {% if page %}{% <Note> %}abc{% endif %}
          |                                ^^^^^
          |
          = help: close it with `{% </Note> %}`
        note: opened here
         --> themes/bakery/templates/m.html:1:14
          |
        1 | {% if page %}{% <Note> %}abc{% endif %}
          |              ^^^^^^^^^^^^

        error[template-syntax]: found `}` but expected `}}`
         --> themes/bakery/templates/n.html:1:22
          |
        1 | <p id="{{ page.title }>x</p>
          |                      ^
          |
          = help: close it with two braces: `}}`

        error[template-syntax]: this text goes on to the next quote
         --> themes/bakery/templates/o.html:1:19
          |
        1 | <p>{{ <Note title="story kind="x-y" /> }}</p>
          |                   ^^^^^^^^^^^^
          |
          = help: close it with a double quote where it ends

        error[template-syntax]: found identifier but expected string
         --> themes/bakery/templates/p.html:1:12
          |
        1 | {% include page.title %}
          |            ^^^^
          |
          = help: a template is named by a text between quotes, and in no other way

        error[template-syntax]: `!` is no operator
         --> themes/bakery/templates/q.html:1:7
          |
        1 | {% if !page.title %}{% endif %}
          |       ^
          |
          = help: write `not`

        error[template-syntax]: unexpected character
         --> themes/bakery/templates/r.html:1:22
          |
        1 | {{ page.title == "a" ? "b" : "c" }}
          |                      ^
          |
          = help: a choice is written {{ "one" if page.noindex else "other" }}

        error[template-syntax]: `{% else %}` cannot stand here
         --> themes/bakery/templates/s.html:1:4
          |
        1 | {% else %}
          |    ^^^^
          |
          = help: it belongs between `{% if … %}` and `{% endif %}`

        19 errors; nothing was written
    "#]]).failure();
}

#[test]
fn a_misspelt_test() {
    loaf_template("{% if page is defiend %}{% endif %}")
        .stderr(expect![[r#"
            error[template-error]: unknown test `defiend`
             --> themes/bakery/templates/loaf.html:3:15
              |
            3 | {% if page is defiend %}{% endif %}
              |               ^^^^^^^
              |
              = help: did you mean `defined`?

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn texts_are_not_added() {
    loaf_template("{{ page.title + 1 }}")
        .stderr(expect![[r#"
            error[template-error]: `+` requires both operands to be numbers, found a text and a number
             --> themes/bakery/templates/loaf.html:3:4
              |
            3 | {{ page.title + 1 }}
              |    ^^^^^^^^^^^^^^
              |
              = help: texts are put together with `~`
              = help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn a_misspelt_loop_variable() {
    loaf_template("{% for blok in page.breadcrumbs %}{{ blk.title }}{% endfor %}")
        .stderr(expect![[r#"
            error[template-error]: variable `blk` is not defined
             --> themes/bakery/templates/loaf.html:3:38
              |
            3 | {% for blok in page.breadcrumbs %}{{ blk.title }}{% endfor %}
              |                                      ^^^
              |
              = help: did you mean `blok`?
              = help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn a_loop_over_a_number() {
    loaf_template("{% for x in 12 %}{{ x }}{% endfor %}")
        .stderr(expect![[r#"
            error[template-error]: a loop cannot go over a number
             --> themes/bakery/templates/loaf.html:3:13
              |
            3 | {% for x in 12 %}{{ x }}{% endfor %}
              |             ^^
              |
              = help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn a_number_where_a_text_is_wanted() {
    loaf_template("{{ page.weight | upper }}")
        .stderr(expect![[r#"
            error[template-error]: wrong kind of value, expected a text but got a number
             --> themes/bakery/templates/loaf.html:3:4
              |
            3 | {{ page.weight | upper }}
              |    ^^^^
              |
              = help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn a_text_where_a_number_is_wanted() {
    loaf_template("{{ page.title | truncate(length=\"a\") }}")
        .stderr(expect![[r#"
            error[template-error]: wrong kind of value, expected a number but got a text
             --> themes/bakery/templates/loaf.html:3:4
              |
            3 | {{ page.title | truncate(length="a") }}
              |    ^^^^
              |
              = help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page

            1 error; nothing was written
        "#]])
        .failure();
}

/// The key may be missing in the document as well as be wrong in the template.
#[test]
fn keys_that_a_document_lacks() {
    let bakery = |main: &str| {
        loaf_template(main)
            .replace("content/schemas/loaf.json", "\"vegan\":", "\"blocks\": { \"type\": \"object\" },\n\"vegan\":")
            .write("content/loaves/rye.md", "+++\ntitle = \"Rye\"\ndescription = \"A dark loaf, baked in the morning.\"\nflour = \"rye\"\nweight = 1\n\n[blocks.cultur]\ntext = \"Slow\"\n\n[blocks.crust]\nheading = \"Crust\"\n+++\n")
            .remove("content/loaves/spelt.md")
    };
    bakery("{{ <Price of={page.blocks.culture} /> }}")
        .stderr(expect![[r#"
            error[template-error]: `page.blocks.culture` is not there, and the component `Price` needs it
             --> themes/bakery/templates/loaf.html:3:4
              |
            3 | {{ <Price of={page.blocks.culture} /> }}
              |    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: did you mean `cultur`?
              = help: while rendering /loaves/rye from content/loaves/rye.md
            note: [blocks] of this document has no `culture`
             --> content/loaves/rye.md:7:2
              |
            7 | [blocks.cultur]
              |  ^^^^^^

            1 error; nothing was written
        "#]])
        .failure();
    bakery(
        "{% for block in [page.blocks.crust, page.blocks.cultur] %}{{ block.heading }}{% endfor %}",
    )
    .stderr(expect![[r#"
        error[template-error]: field `heading` is not defined
         --> themes/bakery/templates/loaf.html:3:68
          |
        3 | {% for block in [page.blocks.crust, page.blocks.cultur] %}{{ block.heading }}{% endfor %}
          |                                                                    ^^^^^^^
          |
          = help: the fields here are `text`
          = help: while rendering /loaves/rye from content/loaves/rye.md
        note: [blocks.cultur] of this document has no `heading`
         --> content/loaves/rye.md:7:9
          |
        7 | [blocks.cultur]
          |         ^^^^^^

        1 error; nothing was written
    "#]])
    .failure();
    bakery("{{ page.blocks.crust.headin }}")
        .stderr(expect![[r#"
            error[template-error]: field `headin` is not defined
              --> themes/bakery/templates/loaf.html:3:22
               |
             3 | {{ page.blocks.crust.headin }}
               |                      ^^^^^^
               |
               = help: did you mean `heading`?
               = help: while rendering /loaves/rye from content/loaves/rye.md
            note: [blocks.crust] of this document has no `headin`
              --> content/loaves/rye.md:10:9
               |
            10 | [blocks.crust]
               |         ^^^^^

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn what_browsers_refuse_on_every_page() {
    Bakery::new()
        .replace(
            "themes/bakery/templates/header.html",
            "</nav>",
            "<i onclick=\"x()\"></i><script src=\"https://other.example/x.js\"></script></nav>",
        )
        .stderr(expect![[r#"
            error[inline-handler]: the script `x()` stands in the page
             --> themes/bakery/templates/header.html:5:4
              |
            5 | <i onclick="x()"></i><script src="https://other.example/x.js"></script></nav>
              |    ^^^^^^^^^^^^^ browsers refuse this
              |
              = help: listen to the event in an island or in widgets/src/enhance
              = help: on the page /
              = help: the same on 12 more pages

            error[outside-resource]: the page loads https://other.example/x.js from another host
             --> themes/bakery/templates/header.html:5:35
              |
            5 | <i onclick="x()"></i><script src="https://other.example/x.js"></script></nav>
              |                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^ comes from another host
              |
              = help: copy the file into the project: every other host learns who visits the page, and may change what it sends
              = help: on the page /
              = help: the same on 12 more pages

            2 errors; nothing was written
        "#]])
        .failure();
}
