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
         --> themes/bakery/templates/base.html:1:1
          |
        1 | {% extends "loaf.html" %}
          | ^^^^^^^^^^^^^^^^^^^^^^^^^

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn template_that_includes_itself() {
    Bakery::new().append("themes/bakery/templates/header.html", "{% include \"header.html\" %}\n").stderr(expect![[r#"
        error[template-loop]: the template `header.html` includes itself: base.html → header.html → header.html
         --> themes/bakery/templates/header.html:1:1
          |
        1 | <nav>
          | ^^^^^

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
            error[template-syntax]: `{% for %}` is not closed before this
             --> themes/bakery/templates/header.html:4:5
              |
            4 | {%- endfro %}
              |     ^^^^^^
              |
              = help: close it with `{% endfor %}`
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

            error[template-syntax]: `{% for %}` is not closed before this
             --> themes/bakery/templates/loaf.html:7:5
              |
            7 | {%- endfr %}
              |     ^^^^^
              |
              = help: close it with `{% endfor %}`
            note: opened here
             --> themes/bakery/templates/loaf.html:4:1
              |
            4 | {%- for one in page.question | default(value=[]) %}
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

            Checked 3 of 13 pages with 31 rules: 8 errors
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

            Checked 18 of 31 rules, for the others need styles, scripts and islands: 3 errors
        "#]])
        .failure();
}

#[test]
fn what_was_not_looked_at_is_said() {
    Bakery::new()
        .append("themes/bakery/templates/base.html", "{% endif %}")
        .args(["check"])
        .stderr(expect![[r#"
            error[template-syntax]: unknown tag
              --> themes/bakery/templates/base.html:21:4
               |
            21 | {% endif %}
               |    ^^^^^

            Checked content and templates: 1 error; pages and links were not looked at
        "#]])
        .failure();
    Bakery::new()
        .append("content/site.toml", "[[")
        .args(["check"])
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: unquoted keys cannot be empty, expected letters, numbers, `-`, `_`
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
