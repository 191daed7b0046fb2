//! One cause, one finding: what follows from a mistake is not reported beside it.

use expect_test::{Expect, expect};

use crate::bakery::Bakery;
use crate::languages::{ORDER, ORDER_IN_HINDI, with_form};

/// A form, its pages, and its translations.
#[test]
#[rustfmt::skip]
fn forms() {
    let form = |from: &str, to: &str| with_form(ORDER_IN_HINDI).write("content/forms/order.toml", ORDER.replace(from, to));
    let rows: [(Bakery, Expect); 9] = [
        (form("name = \"loaf\"", "name = \"email\""), expect![[r#"
            content/forms/order.toml:18:8 «"email"» error[bad-form]: field.email: another field has this name; choose another
            content/words.hi.toml:1:1 «[form]» warning[missing-translation]: content/words.hi.toml lacks 36 words
              help: translate `form.again`: "Send another"
              help: translate `form.back`: "Back to the website"
              help: translate `form.bad_key`: "The Idempotency-Key header has to be 16 to 255 visible ASCII characters, for example a UUID."
              help: translate `form.choose`: "{label}: choose one of the options."
              help: translate `form.close`: "Close"
              help: and 31 more
            1 error; nothing was written
        "#]]),
        (form("options = [\"Rye\", \"Wheat / spelt\", \"7\"]\n", ""), expect![[r#"
            content/forms/order.toml:17:1 «[[field]]» error[bad-form]: field.loaf.options: `options` is required for `select` and `radio`, and not allowed for other types
            content/words.hi.toml:1:1 «[form]» warning[missing-translation]: content/words.hi.toml lacks 36 words
              help: translate `form.again`: "Send another"
              help: translate `form.back`: "Back to the website"
              help: translate `form.bad_key`: "The Idempotency-Key header has to be 16 to 255 visible ASCII characters, for example a UUID."
              help: translate `form.choose`: "{label}: choose one of the options."
              help: translate `form.close`: "Close"
              help: and 31 more
            1 error; nothing was written
        "#]]),
        (form("page = \"/about\"", "page = \"/abuot\""), expect![[r#"
            content/forms/order.toml:2:8 «"/abuot"» error[broken-link]: there is no page /abuot (no such page)
              help: did you mean `/about`?
            content/forms/order.toml:12:8 «"email"» warning[missing-purpose]: the form does not say what `email` is for
              help: say why you ask for it: purpose = "…"
            content/forms/order.toml:18:8 «"loaf"» warning[missing-purpose]: the form does not say what `loaf` is for
              help: say why you ask for it: purpose = "…"
            content/words.hi.toml:1:1 «[form]» warning[missing-translation]: content/words.hi.toml lacks 36 words
              help: translate `form.again`: "Send another"
              help: translate `form.back`: "Back to the website"
              help: translate `form.bad_key`: "The Idempotency-Key header has to be 16 to 255 visible ASCII characters, for example a UUID."
              help: translate `form.choose`: "{label}: choose one of the options."
              help: translate `form.close`: "Close"
              help: and 31 more
            1 error; nothing was written
        "#]]),
        (form("page = \"/about\"", "page = \"/old\"").append("content/structure.toml", "\n[[redirect]]\nfrom = \"/old\"\nto = \"/about\"\n"), expect![[r#"
            content/forms/order.toml:2:8 «"/old"» error[broken-link]: /old is redirected to /about
              help: write /about
            content/forms/order.toml:12:8 «"email"» warning[missing-purpose]: the form does not say what `email` is for
              help: say why you ask for it: purpose = "…"
            content/forms/order.toml:18:8 «"loaf"» warning[missing-purpose]: the form does not say what `loaf` is for
              help: say why you ask for it: purpose = "…"
            content/words.hi.toml:1:1 «[form]» warning[missing-translation]: content/words.hi.toml lacks 36 words
              help: translate `form.again`: "Send another"
              help: translate `form.back`: "Back to the website"
              help: translate `form.bad_key`: "The Idempotency-Key header has to be 16 to 255 visible ASCII characters, for example a UUID."
              help: translate `form.choose`: "{label}: choose one of the options."
              help: translate `form.close`: "Close"
              help: and 31 more
            1 error; nothing was written
        "#]]),
        (with_form(ORDER_IN_HINDI).write("content/forms/order (2).toml", ORDER), expect![[r#"
            content/forms/order (2).toml:1:1 «path = "/order"» error[copied-file]: this file is a copy of content/forms/order.toml
              help: delete the file that you do not need; rename a copy that is to become another document
            content/forms/order.toml:12:8 «"email"» warning[missing-purpose]: the form does not say what `email` is for
              help: say why you ask for it: purpose = "…"
            content/forms/order.toml:18:8 «"loaf"» warning[missing-purpose]: the form does not say what `loaf` is for
              help: say why you ask for it: purpose = "…"
            content/words.hi.toml:1:1 «[form]» warning[missing-translation]: content/words.hi.toml lacks 36 words
              help: translate `form.again`: "Send another"
              help: translate `form.back`: "Back to the website"
              help: translate `form.bad_key`: "The Idempotency-Key header has to be 16 to 255 visible ASCII characters, for example a UUID."
              help: translate `form.choose`: "{label}: choose one of the options."
              help: translate `form.close`: "Close"
              help: and 31 more
            1 error; nothing was written
        "#]]),
        (with_form(ORDER_IN_HINDI).remove("content/forms/order.toml").write("content/forms/request.toml", ORDER), expect![[r#"
            content/forms/request.toml:1:1 «path = "/order"» error[stale-translation]: request.toml has no translation, but content/forms/order.hi.toml translates no form
              help: if request.toml was order.toml, rename it back; or rename its translations, and write `request` wherever the form is used
              note: content/forms/order.hi.toml:1:1 «translates = "QCJPHWFG"» this file
            content/forms/request.toml:12:8 «"email"» warning[missing-purpose]: the form does not say what `email` is for
              help: say why you ask for it: purpose = "…"
            content/forms/request.toml:18:8 «"loaf"» warning[missing-purpose]: the form does not say what `loaf` is for
              help: say why you ask for it: purpose = "…"
            1 error; nothing was written
        "#]]),
        (with_form(ORDER_IN_HINDI).remove("content/forms/order.toml").write("content/form/order.toml", ORDER), expect![[r#"
            content/form/order.toml:1:1 «path = "/order"» error[unread-file]: no collection reads `content/form/order.toml`
              help: move it to content/forms
        "#]]),
        (with_form(&ORDER_IN_HINDI.replace("options = {", "option = {")).write("content/words.hi.toml", "[forms]\nrequired = \"{label}: भरें।\"\n"), expect![[r#"
            content/forms/order.hi.toml:11:1 «option» warning[stale-translation]: unknown table `option`
              help: write `options`
            content/forms/order.toml:12:8 «"email"» warning[missing-purpose]: the form does not say what `email` is for
              help: say why you ask for it: purpose = "…"
            content/forms/order.toml:18:8 «"loaf"» warning[missing-purpose]: the form does not say what `loaf` is for
              help: say why you ask for it: purpose = "…"
            content/words.hi.toml:1:1 «[forms]» warning[missing-translation]: content/words.hi.toml lacks 37 words
              help: translate `form.again`: "Send another"
              help: translate `form.back`: "Back to the website"
              help: translate `form.bad_key`: "The Idempotency-Key header has to be 16 to 255 visible ASCII characters, for example a UUID."
              help: translate `form.choose`: "{label}: choose one of the options."
              help: translate `form.close`: "Close"
              help: and 32 more
            content/words.hi.toml:1:2 «forms» error[word-mismatch]: content/words.toml has no words below `forms`
              help: did you mean `form`?
            1 error; nothing was written
        "#]]),
        (with_form(&ORDER_IN_HINDI.replace("submit = \"", "submit = ")), expect![[r#"
            content/forms/order.hi.toml:2:10 «म» error[bad-toml]: invalid TOML: missing opening quote
            content/forms/order.toml:12:8 «"email"» warning[missing-purpose]: the form does not say what `email` is for
              help: say why you ask for it: purpose = "…"
            content/forms/order.toml:18:8 «"loaf"» warning[missing-purpose]: the form does not say what `loaf` is for
              help: say why you ask for it: purpose = "…"
            1 error; nothing was written
        "#]]),
    ];
    for (bakery, expected) in rows {
        bakery.findings(expected);
    }
}

/// Pages that have lost their URLs, templates, styles, and words.
#[test]
#[rustfmt::skip]
fn pages_and_templates() {
    let page = |from: &str, to: &str| Bakery::starter().replace("themes/workshop/templates/page.html", from, to);
    let component = "{% component Age(of: string) %}{% set all = [{ \"name\": \"a\" }] %}{% set age = all[0].age %}<p>{{ age }} {{ of }}</p>{% endcomponent Age %}\n";
    let main = "{% block main %}";
    let structure = |from: &str, to: &str| Bakery::starter().replace("content/structure.toml", from, to);
    let rows: [(Bakery, Expect); 12] = [
        (structure("[[collection]]\nname = \"notes\"", "[[collections]]\nname = \"notes\""), expect![[r#"
            content/structure.toml:27:3 «collections» error[unknown-key]: unknown key `collections` (not allowed here)
              help: did you mean `collection`?
            Checked the content: 1 error; templates, pages and links were not checked; --fix corrects 1
        "#]]),
        (structure("dir = \"notes\"", "folder = \"notes\""), expect![[r#"
            content/structure.toml:29:1 «folder» error[unknown-key]: unknown key `folder` (not allowed here)
              help: allowed keys are `name`, `title`, `dir`, `file`, `schema`, `route`, `template`, `sort`, `future`, `sections`, `highlight`, `typography`, `math`, `markdown`, `heading_ids`, `summaries`, `related` and `unsafe_html`
            Checked the content: 1 error; templates, pages and links were not checked
        "#]]),
        (structure("/notes/page/{number}", "/notes/page/{page}"), expect![[r#"
            content/structure.toml:56:22 «{page}» error[unknown-placeholder]: unknown placeholder `{page}`
              help: use `{number}`
            Checked the content: 1 error; templates, pages and links were not checked
        "#]]),
        (structure("dir = \"notes\"", "dir = \"lists/prices.toml\""), expect![[r#"
            content/structure.toml:29:7 «"lists/prices.toml"» error[missing-file]: folder `content/lists/prices.toml` does not exist (no such folder below content/)
              help: it is a file: write file = "lists/prices.toml"
            content/structure.toml:37:8 «"lists/prices.toml"» error[duplicate-route]: collections `notes` and `prices` read the same documents (the second)
              help: give each its own `dir` or `file`, or remove one of the two
              note: content/structure.toml:29:7 «"lists/prices.toml"» the first is here
            Checked the content: 2 errors; templates, pages and links were not checked
        "#]]),
        (page(main, "{% block main %}<p clas=\"x\" lable=\"y\" is:raw data-clas=\"z\" clip=\"1\">A</p>\n<slot name=\"a\"></slot>\n<label for=\"mial\">Mail</label><input id=\"mail\" type=\"email\">"), expect![[r#"
            themes/workshop/templates/page.html:2:17 «<p clas="x" lable="y" is:raw data-clas="z" clip="1">» warning[unknown-element]: the attribute `clas` on /404 is not part of HTML
              help: did you mean `class`?
              help: the same on 4 more pages
            themes/workshop/templates/page.html:2:17 «<p clas="x" lable="y" is:raw data-clas="z" clip="1">» warning[unknown-element]: the attribute `is:raw` on /404 is not part of HTML
              help: delete it: it is an instruction to Astro
              help: the same on 4 more pages
            themes/workshop/templates/page.html:2:17 «<p clas="x" lable="y" is:raw data-clas="z" clip="1">» warning[unknown-element]: the attribute `lable` on /404 is not part of HTML
              help: did you mean `label`?
              help: the same on 4 more pages
            themes/workshop/templates/page.html:3:1 «<slot» warning[bad-component]: a slot shows nothing here
              help: write {% block main %}{% endblock %}, which other templates fill
            themes/workshop/templates/page.html:4:1 «<label for="mial">» error[broken-reference]: for="mial" of <label> names an id that /404 does not have
              help: did you mean `mail`?
              help: the same on 4 more pages
            Checked 18 pages with 43 rules: 1 error and 4 warnings; --fix corrects 1
        "#]]),
        (Bakery::starter().replace("content/repairs/gears.md", "[[question]]\n", "").write("content/note/a.md", "+++\ntitle = \"A\"\n+++\n").write("content/notes/b", "x"), expect![[r#"
            content/note/a.md:1:1 «+++» warning[unread-file]: no collection reads `content/note/a.md`
              help: move it to content/notes, the folder of a collection
            content/repairs/gears.md:11:1 «ask» error[unknown-key]: the header [[question]] is missing above `ask`
              help: add the line [[question]] above it
            Checked 17 of 18 pages with 43 rules: 1 error and 1 warning
        "#]]),
        (Bakery::starter().write("content/urls.toml", "urls = [\"/old\"]\n").append("content/pages/about.md", "\n[One](/old), [two](/old#x).\n"), expect![[r#"
            content/urls.toml:1:9 «"/old"» error[vanished-address]: /old was published once, but no longer works
              help: add a [[redirect]] with from = "/old" to content/structure.toml, or a [[gone]] table to this file
              note: content/pages/about.md:25:7 «/old» a link to it
              note: content/pages/about.md:25:20 «/old#x» a link to it
            Checked 18 pages with 43 rules: 1 error
        "#]]),
        (Bakery::starter().write("themes/workshop/templates/components/age.html", component).append("content/pages/about.md", "\n<Age of=\"1\" />\n").append("content/pages/visit.md", "\n<Age of=\"2\" />\n"), expect![[r#"
            themes/workshop/templates/components/age.html:1:97 «age» error[template-error]: variable `age` is set, but its value is undefined
              help: if documents may leave the value out, add a default where the variable is set: `| default(value="")`
              help: the same at 1 more use
              note: content/pages/about.md:25:1 «<Age of="1" />» used here
            Checked 18 pages with 43 rules: 1 error
        "#]]),
        (page(main, "{% block main %}<secion><p>One</p></section>"), expect![[r#"
            themes/workshop/templates/page.html:2:17 «<secion>» error[html-nesting]: on /404: <secion> is closed with </section>
              help: write the same name in both tags
              help: the same on 4 more pages
              note: themes/workshop/templates/page.html:2:35 «</section>» the other tag
            Checked 18 pages with 43 rules: 1 error
        "#]]),
        (page(main, "{% block main %}<Image src=\"/images/chain.svg\" alt=\"A chain\" />"), expect![[r#"
            themes/workshop/templates/page.html:2:17 «<Image» error[bad-component]: `<Image>` is neither an element of HTML nor a component
              help: write the component in templates/components, and call it as {{ <Image … /> }}
            Checked 18 pages with 43 rules: 1 error
        "#]]),
        (Bakery::starter().replace("content/structure.toml", "field = \"topic\"", "field = \"topik\""), expect![[r#"
            content/structure.toml:44:9 «"topik"» error[unknown-key]: no document of `notes` has the key `topik`
              help: did you mean `topic`?
            Checked 15 pages with 43 rules: 1 error; --fix corrects 1
        "#]]),
        (Bakery::starter().replace("themes/workshop/styles/tokens.css", "--tag: #f2c230;", ""), expect![[r#"
            content/checks.toml:54:6 «"--tag"» error[unknown-color]: the theme has no color `--tag`
              help: write the name of a custom property that the theme's styles set on :root
            Checked 18 pages with 43 rules: 1 error
        "#]]),
    ];
    for (bakery, expected) in rows {
        bakery.args("check").findings(expected);
    }
}
