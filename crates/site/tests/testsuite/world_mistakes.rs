//! Inputs that a mail, a chat program, a phone, another generator, or another computer sends: each is right, or one finding.

use expect_test::{Expect, expect};

use crate::bakery::Bakery;
use crate::findings::{assert_templates, shown};

/// Texts, each in a page of its own.
#[rustfmt::skip]
const TEXTS: &[&str] = &[
    // Chat and mail programs
    "The rate is 18 %【4†source】 for services.",
    "Due on the 20th \u{e200} of a month.",
    "[image: image.png]",
    "See <image001.jpg> below.",
    "Dear «FirstName», welcome to «Maison Rose».",
    "[us]([https://example.org](https://example.org))",
    "[us](https://wa.me/+919876543210)",
    "Visit www.incometax.gov.in for more, or www.example.com.",
    // Keyboards and phones
    "१. रोटी\n२. पाव",
    "૧) રોટલી\n૨) પાઉં",
    "The file is \u{202e}gpj.exe now.",
    // Other notation
    "####### Prices",
    "== Prices\n\nText.",
    "```mermaid\ngraph TD; A-->B;\n```",
    "Lorem ipsum dolor sit amet.",
    "One {page.title} more.",
    "            1:1 «{{ with .Params.author }}» error[template-syntax]: `{{ with .Params.author }}` is Go, which templates do not run
              help: write {% if page.author %} … {% endif %}
        "#]]),
        ("{{/* a comment */}}", expect![[r#"
            1:1 «{{/* a comment */}}» error[template-syntax]: `{{/* a comment */}}` is Handlebars, which templates do not run
              help: write a comment as {# … #}
        "#]]),
        ("{{#each loaves}}{{/each}}", expect![[r#"
            1:1 «{{#each loaves}}» error[template-syntax]: `{{#each loaves}}` is Handlebars, which templates do not run
              help: write {% for one in loaves %} … {% endfor %}, and {{ one.title }} within it
        "#]]),
        ("{{{ page.content }}}", expect![[r#"
            1:5 «page» error[template-syntax]: found identifier where a value should be
              help: write two braces: {{ page.content }}; the HTML of a text is not escaped
        "#]]),
        ("{{> header}}", expect![[r#"
            1:1 «{{> header}}» error[template-syntax]: `{{> header}}` is Handlebars, which templates do not run
              help: write {% include "header.html" %}
        "#]]),
        ("{{ page.date | date: \"%Y\" }}", expect![[r#"
            1:20 «:» error[template-syntax]: found `:` but expected `}}`
              help: write date(format="%Y")
        "#]]),
        ("{% if page.title contains \"a\" %}{% endif %}", expect![[r#"
            1:18 «contains» error[template-syntax]: found identifier but expected `%}`
              help: write {% if "a" in page.title %} … {% endif %}
        "#]]),
        ("{% if {{ page.title }} %}{% endif %}", expect![[r#"
            1:8 «{» error[template-syntax]: found `{` where a value should be
              help: write the value without braces: {% if page.title %}
        "#]]),
        ("{% include \"header.html\" with context %}", expect![[r#"
            1:26 «with» error[template-syntax]: found identifier but expected `%}`
              help: write {% include "header.html" %}: an included template sees all values that this one has
        "#]]),
        ("{% assign x = 1 %}", expect![[r#"
            1:4 «assign» error[template-syntax]: unknown tag `assign`
              help: write {% set x = 1 %}
        "#]]),
        ("{% unless page.title %}{% endunless %}", expect![[r#"
            1:4 «unless» error[template-syntax]: unknown tag `unless`
              help: write {% if not (page.title) %} … {% endif %}
        "#]]),
        ("{% case page.title %}{% endcase %}", expect![[r#"
            1:4 «case» error[template-syntax]: unknown tag `case`
              help: write {% if page.title == … %} for the first case, {% elif page.title == … %} for the others, and {% endif %}
        "#]]),
        ("{% raw %}{{ x }}", expect![[r#"
            1:1 «{%» error[template-syntax]: unexpected end of raw block
              help: close it with `{% endraw %}`
        "#]]),
        ("{{ page.title | uppercase }}", expect![[r#"
            1:17 «uppercase» error[template-error]: unknown filter `uppercase`
              help: write `upper`
        "#]]),
        ("{% set x = page.title %}{% for i in range(end=40) %}{% set_global x = x ~ x %}{% endfor %}{{ x }}", expect![[r#"
            1:53 «{% set_global x = x ~ x %}» error[template-loop]: `x` becomes at least twice as long each time, and no memory can hold it
              help: join another text to it: {% set_global x = x ~ … %}
        "#]]),
        ("{{ site }}", expect![[r#"
            1:4 «site» error[template-error]: `site` is a table and would be printed as JSON
              help: print one of its fields: `{{ site.… }}`
        "#]]),
        ("{{ <Nope /> }}", expect![[r#"
            1:4 «<Nope />» error[unknown-component]: unknown component `Nope`
              help: did you mean `Note`?
        "#]]),
    ]);
}

/// A template that many extend is missing once. A value that is wrong on many pages is one mistake of their template.
#[test]
#[rustfmt::skip]
fn one_cause_of_many_templates_and_pages() {
    Bakery::new().remove("themes/bakery/templates/base.html").findings(expect![[r#"
        themes/bakery/templates/entry.html:1:12 «"base.html"» error[missing-template]: unknown template `base.html` (not in the theme's templates/)
          help: create it, or write the name of a template that exists: `entry.html`, `header.html`, `journal.html`, `loaf.html` and `page.html`
          note: themes/bakery/templates/journal.html:1:12 «"base.html"» named here, too
          note: themes/bakery/templates/loaf.html:1:12 «"base.html"» named here, too
          note: themes/bakery/templates/page.html:1:12 «"base.html"» named here, too
    "#]]);
    Bakery::new().replace("themes/bakery/templates/loaf.html", "{% block main %}", "{% block main %}{{ page.title | date(format=\"%Y\") }}").findings(expect![[r#"
        themes/bakery/templates/loaf.html:2:33 «date(format="%Y")» error[template-error]: `Rye` is not a date; write dates as 2026-04-30
          help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page
    "#]]);
}

/// Files of other programs and computers.
#[test]
#[rustfmt::skip]
fn files() {
    let about = include_str!("../bakery/content/pages/about.md");
    let rows: [(&str, &str, Expect); 7] = [
        ("content/pages/about-DESKTOP-AB12CD3.md", &about.replace("title = \"", "title = \"Old: "), expect![[r#"
            content/pages/about-DESKTOP-AB12CD3.md:1:1 «+++» error[copied-file]: this file is a copy of content/pages/about.md
              help: delete the file that you do not need; rename a copy that is to become another document
        "#]]),
        ("content/loaves/_index.md", "+++\ntitle = \"Loaves\"\n+++\n", expect![[r#"
            content/loaves/_index.md:1:1 «+++» error[foreign-notation]: `_index.md` is the page of a folder in Hugo and Zola
              help: here, the page of a folder has its name: move it to content/pages/loaves.md
        "#]]),
        ("content/pages/a:b.md", about, expect![[r#"
            content/pages/a:b.md:1:1 «+++» error[bad-slug]: `a:b` cannot be part of a URL (the file name, or `slug`, is part of the URL)
              help: write `a-b`: use letters of any script, digits, hyphens, dots and underscores
        "#]]),
        ("content/pages/hello.md", "{\\rtf1\\ansi Hello}", expect![[r#"
            content/pages/hello.md:1:1 «{\rtf1\ansi Hello}» error[missing-front-matter]: missing front matter (expected `+++`)
              help: this is a rich text document (RTF): copy its text into a new text file, and delete this one
        "#]]),
        ("content/pages/hello.md", "+++\n+++\nText.\n", expect![[r#"
            content/pages/hello.md:1:1 «+++» error[missing-key]: missing key `title` (`title` is required here)
              help: add `title = …`: the heading, and the head of the window
        "#]]),
        ("content/pages/hello.md", "---\ntitle = \"Hello\"\ndescription = \"Hello to all who bake.\"\n---\nText.\n", expect![[r#"
            content/pages/hello.md:1:1 «---» error[missing-front-matter]: missing front matter (expected `+++`)
              help: replace this line with `+++`
        "#]]),
        ("content/lists/team.yaml", "- a", expect![[r#"
            content/lists/team.yaml:1:1 «» error[unread-file]: nothing refers to content/lists/team.yaml
              help: it is not published; move it to public/ to publish it unchanged
        "#]]),
    ];
    for (path, text, expected) in rows {
        let rules = "[rules]\nunread-file = \"error\"\n";
        Bakery::new().write("content/checks.toml", rules).write(path, text).findings(expected);
    }
}

/// Values as they are typed into settings and lists.
#[test]
#[rustfmt::skip]
fn values() {
    let site = "content/site.toml";
    let structure = "content/structure.toml";
    for (path, old, new, expected) in [
        (site, "https://millstone.example", "https://www.मिल.भारत", expect![[r#"
            content/site.toml:3:12 «"https://www.मिल.भारत"» error[wrong-form]: the value of `base_url` is not a valid web address (https://…)
              help: scheme and host
              help: write the domain in the letters of ASCII, as its registrar lists it: xn--…
        "#]]),
        (site, "https://millstone.example", "https://asha:secret@millstone.example", expect![[r#"
            content/site.toml:3:12 «"https://asha:secret@millstone.example"» error[wrong-form]: `base_url` has the wrong format
              help: scheme and host of the site, and the path below which the host serves it, if there is one
              help: for example `https://www.example.org`
        "#]]),
        (site, "https://millstone.example", "https://millstone.example?x=1", expect![[r#"
            content/site.toml:3:12 «"https://millstone.example?x=1"» error[wrong-form]: `base_url` has the wrong format
              help: scheme and host of the site, and the path below which the host serves it, if there is one
              help: did you mean `https://millstone.example`?
        "#]]),
        (site, "https://millstone.example", "https://millstone.example/index.html", expect![[r#"
            content/site.toml:3:12 «"https://millstone.example/index.html"» error[wrong-form]: `base_url` has the wrong format
              help: scheme and host of the site, and the path below which the host serves it, if there is one
              help: did you mean `https://millstone.example`?
        "#]]),
        (site, "https://millstone.example", "//millstone.example", expect![[r#"
            content/site.toml:3:12 «"//millstone.example"» error[wrong-form]: the value of `base_url` is not a valid web address (https://…)
              help: scheme and host
              help: did you mean `https://millstone.example`?
        "#]]),
        (site, "https://millstone.example", "HTTPS://millstone.example", expect![[r#"
            content/site.toml:3:12 «"HTTPS://millstone.example"» error[wrong-form]: `base_url` has the wrong format
              help: scheme and host of the site, and the path below which the host serves it, if there is one
              help: did you mean `https://millstone.example`?
        "#]]),
        (site, "utc_offset = \"+01:00\"", "utc_offset = +01:00", expect![[r#"
            content/site.toml:5:14 «+01:00» error[bad-toml]: invalid TOML: invalid datetime, expected year or hour
              help: put it in quotes: "+01:00"
        "#]]),
        (site, "title = 60", "title = 60.0", expect![[r#"
            content/site.toml:9:9 «60.0» error[wrong-type]: `title` must be a whole number (this has a decimal point)
              help: write 60
        "#]]),
        (site, "language = \"en\"", "language = \"cn\"\nversion = 1", expect![[r#"
            content/site.toml:4:12 «"cn"» warning[undeclared-language]: no language has the code `cn`
              help: this is the code of a country: write `zh`
            content/site.toml:5:1 «version» error[unknown-key]: unknown key `version` (not allowed here)
              help: allowed keys are `name`, `base_url`, `language`, `languages`, `utc_offset`, `updated`, `theme`, `limits` and `stats`
            1 error; nothing was written
        "#]]),
        (structure, "[[redirect]]\n", "[redirects]\n", expect![[r#"
            content/structure.toml:53:2 «redirects» error[unknown-key]: unknown key `redirects` (not allowed here)
              help: did you mean `redirect`?
        "#]]),
        (structure, "[[redirect]]\n", "[redirect]\n", expect![[r#"
            content/structure.toml:53:1 «[redirect]» error[wrong-type]: `redirect` must be a list (this is a table)
              help: write each entry of the list with two brackets: [[redirect]]
        "#]]),
        (structure, "to = \"/loaves/rye\"", "to = \"https://example.org:99999\"", expect![[r#"
            content/structure.toml:55:6 «"https://example.org:99999"» error[bad-address]: browsers do not open `https://example.org:99999`: invalid port number
              help: write a web address as https://www.example.com/page
        "#]]),
        (structure, "title = \"The journal\"", "title = \"\"", expect![[r#"
            content/structure.toml:51:9 «""» error[too-short]: `title` is empty (too short)
              help: its title, with {term} for the feeds of terms
        "#]]),
        (site, "[limits]", "[redirects]\nfrom = \"/a\"\nto = \"/about\"\n\n[limits]", expect![[r#"
            content/site.toml:8:2 «redirects» error[unknown-key]: unknown key `redirects` (not allowed here)
              help: move it to content/structure.toml, and write `redirect`
        "#]]),
        ("content/menus.toml", "\"/about\"", "\"/about.md\"", expect![[r#"
            content/menus.toml:3:8 «/about.md» error[broken-link]: there is no page or file /about.md
              help: write /about: URLs of pages have no extension
        "#]]),
        ("content/pages/about.md", "title = \"About the bakery\"", "title = \"About the bakery\"\nslug = \"about-us\"", expect![[r#"
            content/journal/winter.md:7:17 «/about#hours» error[broken-link]: there is no page or file /about
              help: content/pages/about.md has the URL /about-us: write it, or add a [[redirect]] with from = "/about" to content/structure.toml
            content/menus.toml:3:8 «/about» error[broken-link]: there is no page or file /about
              help: content/pages/about.md has the URL /about-us: write it, or add a [[redirect]] with from = "/about" to content/structure.toml
            content/structure.toml:59:6 «"/about"» error[broken-link]: there is no page /about (no such page)
              help: write the URL of a page: `site list` lists them all
        "#]]),
        ("content/pages/about.md", "title = \"About the bakery\"", "title = \"\\u200b\"", expect![[r#"
            content/pages/about.md:2:9 «"\u200b"» error[too-short]: `title` contains only spaces
              help: write text, or remove the key if it is optional
        "#]]),
        ("themes/bakery/styles/main.css", "body", "@media (print {\n  a { color: red }\n}\nbody", expect![[r#"
            themes/bakery/styles/main.css:1:8 «(» error[style-error]: `(` without a matching `)`
        "#]]),
        (structure, "[[redirect]]\n", "[[budget]]\n[[redirect]]\n", expect![[r#"
            content/structure.toml:53:3 «budget» error[unknown-key]: unknown key `budget` (not allowed here)
              help: move it to content/checks.toml
        "#]]),
        (structure, "from = \"/bread\"", "from = \"/../bread\"", expect![[r#"
            content/structure.toml:54:8 «"/../bread"» error[wrong-form]: `from` has the wrong format
              help: the old URL, not percent-encoded, without a query; or the beginning of URLs followed by /*
              help: for example `/old-page`
        "#]]),
        (structure, "from = \"/bread\"", "from = \"/br%C3%B6tchen\"", expect![[r#"
            content/structure.toml:54:8 «"/br%C3%B6tchen"» error[wrong-form]: `from` has the wrong format
              help: the old URL, not percent-encoded, without a query; or the beginning of URLs followed by /*
              help: did you mean `/brötchen`?
        "#]]),
        (structure, "to = \"/loaves/rye\"", "to = \"www.example.org\"", expect![[r#"
            content/structure.toml:55:6 «"www.example.org"» error[wrong-form]: `to` has the wrong format
              help: the new URL; /* at its end stands for the same rest of the URL as in `from`
              help: did you mean `https://www.example.org`?
        "#]]),
        (site, "https://millstone.example", "", expect![[r#"
            content/site.toml:3:12 «""» error[wrong-form]: the value of `base_url` is not a valid web address (https://…)
              help: scheme and host
        "#]]),
        (site, "theme =", "phone = 020 912 3456\ntheme =", expect![[r#"
            content/site.toml:6:9 «020 912 3456» error[bad-toml]: invalid TOML: text must be in quotes
              help: write phone = "020 912 3456"
        "#]]),
        (site, "theme =", "🥖 = 1\ntheme =", expect![[r#"
            content/site.toml:6:1 «🥖 = 1» error[bad-toml]: invalid TOML: a key has only the letters a to z, digits, hyphens, and underscores
              help: write the key as the schema and the other entries spell it; the value may be in any language
        "#]]),
        (site, "theme =", "theme ＝", expect![[r#"
            content/site.toml:6:1 «theme ＝ "bakery"» error[bad-toml]: invalid TOML: the sign between key and value is not `=`
              help: write theme = "bakery"
        "#]]),
        (site, "theme =", "lead = {{ site.name }}\ntheme =", expect![[r#"
            content/site.toml:6:9 «{» error[bad-toml]: invalid TOML: missing key for inline table element, expected key
              help: put text with a fact in quotes: key = "{{ site.name }} …"
        "#]]),
        (site, "[limits]", "[languages.hindi]\nname = \"हिन्दी\"\n\n[limits]", expect![[r#"
            content/site.toml:8:12 «hindi» error[wrong-form]: `hindi` cannot be a key of `languages`
              help: did you mean `hi`?
        "#]]),
        (structure, "dir = \"journal\"", "dir = \"./content/journal/\"", expect![[r#"
            content/structure.toml:18:7 «"./content/journal/"» error[missing-file]: folder `content/./content/journal` does not exist (no such folder below content/)
              help: did you mean `journal`?
        "#]]),
        (structure, "name = \"journal\"", "name = \"loaves\"", expect![[r#"
            content/structure.toml:17:8 «"loaves"» error[duplicate-name]: two collections are named `loaves` (the second)
              help: rename one of them
              note: content/structure.toml:9:8 «"loaves"» the first is here
        "#]]),
        (structure, "template = \"loaf.html\"", "template = \"loaf\"", expect![[r#"
            content/structure.toml:13:12 «"loaf"» error[missing-template]: unknown template `loaf` (not in the theme's templates/)
              help: did you mean `loaf.html`?
        "#]]),
    ] {
        Bakery::new().replace(path, old, new).findings(expected);
    }
}

/// The folder of the project may be named in any way.
#[test]
fn roots() {
    for root in [".", "./", "./."] {
        let bakery = Bakery::new().write("themes/bakery/styles/more.css", "@import \"./main.css\";\n");
        bakery.args(&format!("build --quiet --root {root}")).success();
    }
}
