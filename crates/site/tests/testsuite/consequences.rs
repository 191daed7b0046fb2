//! One cause, one finding: what follows from a mistake is not reported beside it.

use expect_test::{Expect, expect};
use forms::Words;
use forms::words::UsedBy;

use crate::bakery::Bakery;
use crate::findings::shown;
use crate::languages::{ORDER, ORDER_IN_HINDI, with_form};

/// A form, its pages, and its translations.
#[test]
#[rustfmt::skip]
fn forms() {
    let words: String = Words::ALL.iter().filter(|word| word.used_by == UsedBy::Every).map(|word| format!("{} = \"{}\"\n", word.key, word.english)).collect();
    let translated = |translation: &str| with_form(translation).write("content/words.hi.toml", format!("[form]\n{words}"));
    let form = |from: &str, to: &str| translated(ORDER_IN_HINDI).write("content/forms/order.toml", ORDER.replace(from, to));
    let rows: [(Bakery, Expect); 9] = [
        (form("name = \"loaf\"", "name = \"email\""), expect![[r#"
            content/forms/order.toml:18:8 «"email"» error[bad-form]: field.email: another field has this name; choose another
        "#]]),
        (form("options = [\"Rye\", \"Wheat / spelt\", \"7\"]\n", ""), expect![[r#"
            content/forms/order.toml:17:1 «[[field]]» error[bad-form]: field.loaf.options: `options` is required for `select` and `radio`, and not allowed for other types
        "#]]),
        (form("page = \"/about\"", "page = \"/abuot\""), expect![[r#"
            content/forms/order.toml:2:8 «"/abuot"» error[broken-link]: there is no page /abuot (no such page)
              help: did you mean `/about`?
            content/forms/order.toml:12:8 «"email"» warning[missing-purpose]: the form does not say what `email` is for
              help: say why you ask for it: purpose = "…"
            content/forms/order.toml:18:8 «"loaf"» warning[missing-purpose]: the form does not say what `loaf` is for
              help: say why you ask for it: purpose = "…"
            1 error; nothing was written
        "#]]),
        (form("page = \"/about\"", "page = \"/old\"").append("content/structure.toml", "\n[[redirect]]\nfrom = \"/old\"\nto = \"/about\"\n"), expect![[r#"
            content/forms/order.toml:2:8 «"/old"» error[broken-link]: /old is redirected to /about
              help: write /about
            content/forms/order.toml:12:8 «"email"» warning[missing-purpose]: the form does not say what `email` is for
              help: say why you ask for it: purpose = "…"
            content/forms/order.toml:18:8 «"loaf"» warning[missing-purpose]: the form does not say what `loaf` is for
              help: say why you ask for it: purpose = "…"
            1 error; nothing was written
        "#]]),
        (translated(ORDER_IN_HINDI).write("content/forms/order (2).toml", ORDER), expect![[r#"
            content/forms/order (2).toml:1:1 «path = "/order"» error[copied-file]: this file is a copy of content/forms/order.toml
              help: delete the file that you do not need; rename a copy that is to become another document
            content/forms/order.toml:12:8 «"email"» warning[missing-purpose]: the form does not say what `email` is for
              help: say why you ask for it: purpose = "…"
            content/forms/order.toml:18:8 «"loaf"» warning[missing-purpose]: the form does not say what `loaf` is for
              help: say why you ask for it: purpose = "…"
            1 error; nothing was written
        "#]]),
        (translated(ORDER_IN_HINDI).remove("content/forms/order.toml").write("content/forms/request.toml", ORDER), expect![[r#"
            content/forms/request.toml:1:1 «path = "/order"» error[stale-translation]: request.toml has no translation, but content/forms/order.hi.toml translates no form
              help: if request.toml was order.toml, rename it back; or rename its translations, and write `request` wherever the form is used
              note: content/forms/order.hi.toml:1:1 «translates = "QCJPHWFG"» this file
            content/forms/request.toml:12:8 «"email"» warning[missing-purpose]: the form does not say what `email` is for
              help: say why you ask for it: purpose = "…"
            content/forms/request.toml:18:8 «"loaf"» warning[missing-purpose]: the form does not say what `loaf` is for
              help: say why you ask for it: purpose = "…"
            1 error; nothing was written
        "#]]),
        (translated(ORDER_IN_HINDI).remove("content/forms/order.toml").write("content/form/order.toml", ORDER), expect![[r#"
            content/form/order.toml:1:1 «path = "/order"» error[unread-file]: no collection reads `content/form/order.toml`
              help: move it to content/forms
        "#]]),
        (translated(&ORDER_IN_HINDI.replace("options = {", "option = {")).write("content/words.hi.toml", "[forms]\nrequired = \"{label}: भरें।\"\n"), expect![[r#"
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
        (translated(&ORDER_IN_HINDI.replace("submit = \"", "submit = ")), expect![[r#"
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

/// Mistakes in the content, the theme, and the settings of the site that `site init` creates.
#[test]
#[rustfmt::skip]
fn mistakes_with_several_findings() {
    let starter = Bakery::starter;
    let theme = |file: &str, from: &str, to: &str| starter().replace(&format!("themes/workshop/{file}"), from, to);
    let repairs = |text: &str| theme("templates/repairs.html", "<p>Not on", &format!("{text}\n<p>Not on"));
    let structure = |text: &str| starter().append("content/structure.toml", text);
    let rows = [
        (1, repairs("<div class=\"box\">"), expect![[r#"
            themes/workshop/templates/repairs.html:4:1 «<div class="box">» error[html-nesting]: on /repairs: <div> is not closed in this template
              help: write </div> where it should end
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (1, repairs("<div class=\"line\" />"), expect![[r#"
            themes/workshop/templates/repairs.html:4:1 «<div class="line" />» error[html-nesting]: on /repairs: <div> is not closed in this template
              help: HTML has no <div />: write <div class="line"></div>
            Checked 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (1, repairs("</div>"), expect![[r#"
            themes/workshop/templates/repairs.html:4:1 «</div>» error[html-nesting]: on /repairs: </div> closes nothing: no <div> is open here
              help: delete it, or write <div> before what it should close
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (1, theme("templates/visit.html", "<address>", "</div><address>"), expect![[r#"
            themes/workshop/templates/visit.html:6:5 «</div>» error[html-nesting]: on /visit: </div> closes nothing: no <div> is open here
              help: delete it, or write <div> before what it should close
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (1, theme("templates/page.html", "{{ page.content }}", "{page.content}"), expect![[r#"
            themes/workshop/templates/page.html:5:22 «{page.content}» error[template-syntax]: `{page.content}` is of another language, which templates do not run
              help: write {{ page.content }}
            Checked 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (1, theme("templates/components/parts.html", "documents of the collection `notes`. -#}", "documents of the collection `notes`."), expect![[r#"
            themes/workshop/templates/components/parts.html:41:1 «{#- Notes, one under the other. In: documents of the collection `notes`.» error[template-syntax]: this comment is not closed: it hides everything up to the end of the next one
              help: close it with `#}`
            Checked 13 of 18 pages with 45 rules: 1 error
        "#]]),
        (1, theme("templates/components/header.html", "menus.main", "menus.header"), expect![[r#"
            themes/workshop/templates/components/header.html:7:25 «menus.header» error[missing-menu]: unknown menu `header`
              help: menus are `main` and `footer`; or add [[header]] tables to content/menus.toml
            Checked content and templates: 1 error; pages and links were not checked
        "#]]),
        (1, theme("templates/note.html", "{% extends \"base.html\" %}", "{% extends \"base.html\" %}\n<p>Draft</p>"), expect![[r#"
            themes/workshop/templates/note.html:2:1 «<p>Draft</p>» error[template-syntax]: this content would be ignored: only `extends`, `block` and `component` are allowed at the top level of a child template
              help: move it into {% block main %}
            Checked 15 of 18 pages with 45 rules: 1 error
        "#]]),
        (0, theme("templates/home.html", "<h2 id=\"who\">", "<h2 id=\"who it is\">"), expect![[r#"
            themes/workshop/templates/home.html:28:5 «<h2 id="who it is">» warning[attribute-value]: the id of <h2> on / has spaces: `who it is`
              help: write it in one word: `who-it-is`
            Checked 18 pages with 45 rules: 1 warning
        "#]]),
        (1, theme("templates/components/header.html", "aria-label=\"Main\"", "aria-lable=\"Main\""), expect![[r#"
            themes/workshop/templates/components/header.html:5:5 «<nav class="site-nav" aria-lable="Main">» error[attribute-value]: browsers ignore `aria-lable` of <nav> on /
              help: did you mean `aria-label`?
              help: the same on 17 more pages
            Checked 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (1, theme("templates/visit.html", "<address>", "<table><td>Bus</td><td>401</td></table>\n<address>"), expect![[r#"
            themes/workshop/templates/visit.html:6:12 «<td>» error[html-placement]: on /visit: <td> is not allowed in <table>, only in <tr>
              help: put it into <tr>
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (1, theme("templates/base.html", "href=\"{{ asset(path=\"styles/main.css\") }}\"", "href=\"/styles/main.css\""), expect![[r#"
            themes/workshop/templates/base.html:21:30 «/styles/main.css» error[broken-link]: there is no page or file /styles/main.css
              help: write {{ asset(path="styles/main.css") }}, which is the URL of the theme's file
              help: the same on 17 more pages
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (1, theme("templates/components/header.html", "svg(path=\"images/mark.svg\"", "svg(path=\"icons/mark.svg\""), expect![[r#"
            themes/workshop/templates/components/header.html:4:34 «svg(path="icons/mark.svg", class="brand-mark")» error[missing-image]: there is no image `icons/mark.svg`
              help: did you mean `images/mark.svg`?
              help: while rendering / from content/pages/index.md, and 17 more pages
              note: themes/workshop/templates/base.html:26:12 «"» included from here
            Checked content and templates: 1 error; pages and links were not checked
        "#]]),
        (1, theme("styles/tokens.css", "--ink-soft: #40534f;", "--ink-soft: #8fa39e;"), expect![[r#"
            themes/workshop/styles/tokens.css:8:3 «--ink-soft: #8fa39e» error[low-contrast]: the contrast of `--ink-soft` on `--paper` is 2.37:1 in the light theme, less than 4.5:1 (#8fa39e)
              help: darken one of the two colors, or lighten the other
              note: themes/workshop/styles/tokens.css:5:3 «--paper: #eff3f0» the color behind it: #eff3f0
              note: themes/workshop/styles/tokens.css:6:3 «--card: #fbfdfb» on this color, it is 2.6:1, less than 4.5:1
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (1, starter().replace("content/site.toml", "[contact]", "[contact"), expect![[r#"
            content/site.toml:21:9 «» error[bad-toml]: invalid TOML: the closing bracket is missing
              help: close it with a bracket: [contact]
            Checked the content: 1 error; templates, pages and links were not checked; --fix corrects 1
        "#]]),
        (1, starter().replace("content/site.toml", "[contact]", "[language.ga]\nname = \"Gaeilge\"\n\n[contact]"), expect![[r#"
            content/site.toml:21:2 «language» error[bad-toml]: invalid TOML: this table has the name of a value above it
              help: `language` is the main language: write another one as [languages.ga]
            Checked the content: 1 error; templates, pages and links were not checked
        "#]]),
        (1, starter().replace("content/structure.toml", "[[taxonomy]]", "[[taxonomies]]"), expect![[r#"
            content/structure.toml:41:3 «taxonomies» error[unknown-key]: unknown key `taxonomies` (not allowed here)
              help: write `taxonomy`
            Checked the content: 1 error; templates, pages and links were not checked; --fix corrects 1
        "#]]),
        (1, structure("\n[[redirect]]\nfrom = \"/shop\"\nto = \"/prices\"\nstatus = \"301\"\n"), expect![[r#"
            content/structure.toml:104:10 «"301"» error[not-an-option]: `301` is not an option for `status` (not an option)
              help: write it without quotes: 301
            Checked the content: 1 error; templates, pages and links were not checked; --fix corrects 1
        "#]]),
        (1, structure("\n[[redirect]]\nfrom = \"/archive/:slug\"\nto = \"/notes/:slug\"\n"), expect![[r#"
            content/structure.toml:102:8 «"/archive/:slug"» error[broken-link]: `:slug` is not a placeholder: it is taken as typed
              help: write from = "/archive/*" and to = "/notes/*": `*` is the rest of the URL
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (0, starter().replace("content/structure.toml", "fields = [\"lead\"]", "fields = [\"body\"]"), expect![[r#"
            content/structure.toml:90:11 «"body"» warning[unknown-key]: no document of `pages` has the key `body`
              help: remove it: the text of a document is always searched
            Checked 18 pages with 45 rules: 1 warning
        "#]]),
        (1, starter().replace("content/structure.toml", "sort = \"-date\"", "sort = \"date desc\""), expect![[r#"
            content/structure.toml:33:8 «"date desc"» error[unknown-key]: no document of `notes` has the key `date desc`
              help: write `-date`: a hyphen means descending
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (1, starter().replace("content/repairs/gears.md", "+++\ntitle", "+++\n[[question]]\nask = \"Oil?\"\nanswer = \"Always.\"\n\ntitle"), expect![[r#"
            content/repairs/gears.md:6:1 «title» error[unknown-key]: unknown keys `title`, `description`, `summary`, `price` and 4 more (not allowed here)
              help: move them above the first [table]: here they belong to [question]
              note: content/repairs/gears.md:7:1 «description» here, too
              note: content/repairs/gears.md:8:1 «summary» here, too
              note: content/repairs/gears.md:9:1 «price» here, too
              note: content/repairs/gears.md:10:1 «takes» here, too
              note: content/repairs/gears.md:11:1 «includes» here, too
              note: content/repairs/gears.md:12:1 «weight» here, too
              note: content/repairs/gears.md:13:1 «part» here, too
            Checked 17 of 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (1, starter().append("content/lists/prices.toml", "\nTubeless set-up\t25\n"), expect![[r#"
            content/lists/prices.toml:51:1 «Tubeless set-up    25» error[bad-toml]: invalid TOML: this is a row of a spreadsheet
              help: write it like the entries around it, each value with its key: [[item]], and below it, each on a line of its own, work = …, price = …, from = …
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (1, starter().replace("content/notes/a-second-stand.md", "topic =", "slug = \"second-stand.html\"\ntopic ="), expect![[r#"
            content/notes/a-second-stand.md:5:8 «"second-stand.html"» error[wrong-form]: `slug` has the wrong format
              help: Last part of the address. Without it, the file's name.
              help: did you mean `second-stand`?
            Checked 16 of 18 pages with 45 rules: 1 error
        "#]]),
        (1, starter().append("content/pages/visit.md", "\nTelephone [[ site.name ]].\n\nOr {site.contact.phone}.\n\nOr { site.fax }.\n\nOr {page.title}.\n\n<div class=\"line\" />\n"), expect![[r#"
            content/pages/visit.md:15:11 «[[ site.name ]]» error[left-over]: `[[ site.name ]]` shows on /visit
              help: write {{ site.name }}
            content/pages/visit.md:17:4 «{site.contact.phone}» error[left-over]: `{site.contact.phone}` shows on /visit
              help: write {{ site.contact.phone }}
            content/pages/visit.md:19:4 «{ site.fax }» error[left-over]: `{ site.fax }` shows on /visit
              help: a text can only show facts of content/site.toml, between two braces: {{ site.name }}
            content/pages/visit.md:21:4 «{page.title}» error[left-over]: `{page.title}` shows on /visit
              help: a text can only show facts of content/site.toml, between two braces: {{ site.name }}
            content/pages/visit.md:23:1 «<div class="line" />» error[html-nesting]: on /visit: <div> is not closed
              help: HTML has no <div />: write <div class="line"></div>
            Checked 18 pages with 45 rules: 5 errors; --fix corrects 3
        "#]]),
        (1, starter().remove("content/notes/a-second-stand.md").write("content/notes/a second stand (1).md", "+++\ntitle = \"A second stand\"\ndate = 2025-11-03\ntopic = \"The shop\"\ndescription = \"Two bicycles can be mended at the same time now.\"\n+++\nA stand.\n").append("content/pages/visit.md", "\nSee [the stand](/notes/a-second-stand).\n"), expect![[r#"
            content/notes/a second stand (1).md:1:1 «+++» error[bad-slug]: `a second stand (1)` cannot be part of a URL (the file name, or `slug`, is part of the URL)
              help: write `a-second-stand`, or delete one of the two files if the other is here: use letters of any script, digits, hyphens, dots and underscores
            Checked 16 of 18 pages with 45 rules: 1 error
        "#]]),
        (1, starter().replace("content/structure.toml", "lists/prices.toml", "lists/prices.csv").remove("content/lists/prices.toml").write("content/lists/prices.csv", b"work,price\nTyre fitted,\x8010\n"), expect![[r#"
            content/lists/prices.csv:2:13 «�» error[not-utf8]: this file is not UTF-8 text (first invalid byte)
              help: save the sheet in Excel with Save as, CSV UTF-8; plain CSV is in another encoding
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (1, starter().replace("content/site.toml", "base_url = ", "#base_url = ").append("content/site.toml", "base_url = \"https://workshop.example\"\n"), expect![[r#"
            content/site.toml:40:1 «base_url» error[missing-key]: `base_url` is part of the table [facts] here
              help: move it above the first line in brackets: it belongs to the file itself
            Checked the content: 1 error; templates, pages and links were not checked; --fix corrects 1
        "#]]),
        (1, repairs("<p><%= page.title %></p>"), expect![[r#"
            themes/workshop/templates/repairs.html:4:4 «<%= page.title %>» error[template-syntax]: `<%= page.title %>` is EJS or ERB, which templates do not run
              help: write {{ page.title }}
            Checked 17 of 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (1, starter().append("content/pages/visit.md", "\n<center>**Closed.**</center>\n\n[Prices](/pages/prices)\n"), expect![[r#"
            content/pages/visit.md:15:1 «<center>» error[obsolete-element]: <center> on /visit is no longer part of HTML
              help: remove <center> and </center>: the theme says how text looks; write **words** to emphasize them
            content/pages/visit.md:17:10 «/pages/prices» error[broken-link]: there is no page or file /pages/prices
              help: write /prices: the folder of a file is not part of its URL
            Checked 18 pages with 45 rules: 2 errors
        "#]]),
        (0, starter().append("content/pages/visit.md", "\n[A chain]!(images/chain.svg)\n\nBring:\n\n1.) the bicycle\n2.) the key\n"), expect![[r#"
            content/pages/visit.md:15:1 «[A chain]!(images/chain.svg)» warning[shown-as-typed]: `[A chain]!(images/chain.svg)` is not a link, and appears exactly as typed
              help: write ![A chain](images/chain.svg), with what the picture shows and the name of its file
            content/pages/visit.md:19:1 «1.)» warning[shown-as-typed]: not a list: `1.)` appears exactly as typed
              help: write each entry as `1. text`, with an empty line before the first
            Checked 18 pages with 45 rules: 2 warnings; --fix corrects 1
        "#]]),
        (1, starter().remove("content/notes/a-second-stand.md").write("content/pages/a-second-stand.md", "+++\ntitle = \"A second stand\"\ndescription = \"Two bicycles can be mended at the same time now.\"\ndate = 2025-11-03\ntopic = \"The shop\"\n+++\nA stand.\n"), expect![[r#"
            content/pages/a-second-stand.md:4:1 «date» error[unknown-key]: unknown keys `date` and `topic` (not allowed here)
              help: move the file to content/notes/: these are keys of a document of `notes`
              note: content/pages/a-second-stand.md:5:1 «topic» here, too
            Checked 16 of 17 pages with 45 rules: 1 error
        "#]]),
        (1, starter().replace("content/pages/about.md", "lead = \"Four", "draft = true\nlead = \"Four"), expect![[r#"
            content/pages/about.md:4:9 «true» error[broken-link]: 2 places link to /about, but it is a draft
              help: delete `draft = true` to publish it, or remove the links
              note: content/menus.toml:23:8 «/about» a link to it
              note: themes/workshop/templates/home.html:30:17 «/about» a link to it
            Checked 17 pages with 45 rules: 1 error
        "#]]),
        (0, starter().replace("content/pages/about.md", "lead = \"Four", "expire = 2026-05-30\nlead = \"Four"), expect![[r#"
            content/pages/about.md:4:10 «2026-05-30» warning[broken-link]: 2 places link to /about, but it expired on 2026-05-30
              help: set a later day, or remove the links
              note: content/menus.toml:23:8 «/about» a link to it
              note: themes/workshop/templates/home.html:30:17 «/about» a link to it
            Checked 17 pages with 45 rules: 1 warning
        "#]]),
        (1, starter().replace("content/notes/a-second-stand.md", "+++\nWe have", "We have"), expect![[r#"
            content/notes/a-second-stand.md:6:1 «We have cleared out the corner where the tandem stood, and put up a second stand. What it means for you: a yearly service that» error[unclosed-front-matter]: front matter is not closed (the text begins here)
              help: add a `+++` line above it
            Checked 16 of 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (1, starter().replace("content/repairs/gears.md", "price = 18", "price = 1.200"), expect![[r#"
            content/repairs/gears.md:5:9 «1.200» error[wrong-type]: `price` must be a whole number (this is a number)
              help: write 1200: decimals begin at a dot
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (1, starter().replace("content/notes/a-second-stand.md", "topic = \"The shop\"", "topic = [\"The shop\", \"Care\"]"), expect![[r#"
            content/notes/a-second-stand.md:5:9 «["The shop", "Care"]» error[not-an-option]: `topic` is one value, not a list (a list)
              help: write one value without brackets, such as "The shop"
            Checked 16 of 19 pages with 45 rules: 1 error
        "#]]),
        (1, starter().replace("content/structure.toml", "schema = \"schemas/note.json\"", "schema = \"note.json\""), expect![[r#"
            content/structure.toml:30:10 «"note.json"» error[missing-file]: schema `note.json` does not exist (no such file below content/)
              help: did you mean `schemas/note.json`?
            Checked 12 of 18 pages with 45 rules: 1 error
        "#]]),
        (1, starter().replace("content/schemas/note.json", "\"image\": {", "\"image\": { \"required\": true,"), expect![[r#"
            content/schemas/note.json:14:28 «true» error[bad-schema]: `required` must be a list, not true
              help: list the names of required keys beside `properties`: "required": ["title"]
            Checked 12 of 18 pages with 45 rules: 1 error
        "#]]),
        (1, theme("templates/home.html", "<Hours hours={site.hours} />", "<Hours hours=site.hours />"), expect![[r#"
            themes/workshop/templates/home.html:34:21 «site» error[template-syntax]: expected "string" or {expression} but found identifier
              help: write braces around it: {site.hours}
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (1, starter().write("content/notes/lights.md", "---\ntitle: New lights\ndate: 2026-02-03\ntopic: Care\ndescription: The days are short again, and a light that was fine in spring is not always fine.\n---\nA light is tested in the dark.\n"), expect![[r#"
            content/notes/lights.md:1:1 «---» error[missing-front-matter]: missing front matter (expected `+++`)
              help: this is YAML: write `+++` in place of `---`, and title = "…" in place of title: …
            Checked 18 of 19 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
    ];
    for (status, bakery, expected) in rows {
        expected.assert_eq(&shown(bakery.args("check --date 2026-06-01"), status));
    }
}

/// Words that the main language has lost, or whose placeholder nobody knows, and translations of documents with errors.
#[test]
#[rustfmt::skip]
fn words_and_translations() {
    let words = |main: &str, hindi: &str| {
        Bakery::new()
            .append("content/site.toml", "\n[languages.hi]\nname = \"हिन्दी\"\n")
            .write("content/words.toml", main)
            .write("content/words.hi.toml", hindi)
            .template("page", "{{ word(key=\"top\", values={\"count\": 1}) }}{{ word(key=\"more\") }}{{ page.content }}")
            .page("a", "Text.")
    };
    let (main, hindi) = ("top = \"Top {count}\"\nmore = \"More\"\n", "top = \"{count}\"\nmore = \"और\"\n");
    let schema = ("\"draft\": {", "\"translates\": { \"type\": \"string\" }, \"draft\": {");
    let outdated = || words(main, hindi).replace("content/schemas/page.json", schema.0, schema.1).write("content/pages/a.hi.md", "+++\ntitle = \"क\"\ndescription = \"क\"\ntranslates = \"AAAAAAAA\"\n+++\nक\n");
    let rows = [
        (words(&main.replace("{count}", "{number}"), hindi), expect![[r#"
            content/words.toml:1:7 «"Top {number}"» error[word-mismatch]: no template gives the word `top` a value for `{number}`
              help: did you mean `{count}`?
        "#]]),
        (words(&main.replace("more = \"More\"\n", ""), hindi), expect![[r#"
            themes/bakery/templates/page.html:3:46 «word(key="more")» error[unknown-word]: content/words.toml has no word `more`
              help: add `more` to content/words.toml
              help: while rendering / from content/pages/index.md, and 3 more pages
        "#]]),
        (words(&main.replace("more =", "more_text ="), "top = \"{count}\"\n"), expect![[r#"
            content/words.hi.toml:1:1 «top = "{count}"» warning[missing-translation]: content/words.hi.toml lacks a word
              help: translate `more_text`: "More"
            themes/bakery/templates/page.html:3:46 «word(key="more")» error[unknown-word]: content/words.toml has no word `more`
              help: did you mean `more_text`?
              help: while rendering / from content/pages/index.md, and 3 more pages
            1 error; nothing was written
        "#]]),
        (words(main, &hindi.replace("more =", "More =")), expect![[r#"
            content/words.hi.toml:2:1 «More» error[word-mismatch]: content/words.toml has no word `More`
              help: did you mean `more`?
        "#]]),
        (outdated().page("a", "[One](/tow)"), expect![[r#"
            content/pages/a.hi.md:3:15 «"क"» error[description-length]: the description of /hi/a has 1 characters; 20 to 100 are expected
            content/pages/a.md:6:7 «/tow» error[broken-link]: there is no page or file /tow
              help: write the URL of an existing page or file; `site list` lists the pages
        "#]]),
    ];
    for (bakery, expected) in rows {
        expected.assert_eq(&shown(bakery, 1));
    }
}

/// Unusual pages without a mistake.
#[test]
fn pages_without_mistakes() {
    let thanks = "+++\ntitle = \"Thank you\"\ndescription = \"What we do with your message, and when and how we answer it.\"\nlead = \"Your message has arrived.\"\nnoindex = true\n+++\n";
    let menu = "\n[[main]]\nlabel = \"The club\"\nurl = \"https://club.example.org/\"\n";
    let bakery = Bakery::starter().append("content/menus.toml", menu);
    let bakery = bakery.write("content/pages/thank-you.md", thanks).args("check --date 2026-06-01");
    assert_eq!(shown(bakery, 0), "Checked 19 pages with 45 rules: no problems\n");
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
              help: write `dir`
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
              help: write {% block a %}{% endblock %}, which other templates fill
            themes/workshop/templates/page.html:4:1 «<label for="mial">» error[broken-reference]: for="mial" of <label> names an id that /404 does not have
              help: did you mean `mail`?
              help: the same on 4 more pages
            Checked 18 pages with 45 rules: 1 error and 4 warnings; --fix corrects 1
        "#]]),
        (Bakery::starter().replace("content/repairs/gears.md", "[[question]]\n", "").write("content/note/a.md", "+++\ntitle = \"A\"\n+++\n").write("content/notes/b", "x"), expect![[r#"
            content/note/a.md:1:1 «+++» warning[unread-file]: no collection reads `content/note/a.md`
              help: move it to content/notes, the folder of a collection
            content/repairs/gears.md:11:1 «ask» error[unknown-key]: the header [[question]] is missing above `ask`
              help: add the line [[question]] above it
            Checked 17 of 18 pages with 45 rules: 1 error and 1 warning
        "#]]),
        (Bakery::starter().write("content/urls.toml", "urls = [\"/old\"]\n").append("content/pages/about.md", "\n[One](/old), [two](/old#x).\n"), expect![[r#"
            content/urls.toml:1:9 «"/old"» error[vanished-address]: /old was published once, but no longer works
              help: add a [[redirect]] with from = "/old" to content/structure.toml, or a [[gone]] table to this file
              note: content/pages/about.md:25:7 «/old» a link to it
              note: content/pages/about.md:25:20 «/old#x» a link to it
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (Bakery::starter().write("themes/workshop/templates/components/age.html", component).append("content/pages/about.md", "\n<Age of=\"1\" />\n").append("content/pages/visit.md", "\n<Age of=\"2\" />\n"), expect![[r#"
            themes/workshop/templates/components/age.html:1:97 «age» error[template-error]: variable `age` is set, but its value is undefined
              help: if documents may leave the value out, add a default where the variable is set: `| default(value="")`
              help: the same at 1 more use
              note: content/pages/about.md:25:1 «<Age of="1" />» used here
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (page(main, "{% block main %}<secion><p>One</p></section>"), expect![[r#"
            themes/workshop/templates/page.html:2:17 «<secion>» error[html-nesting]: on /404: <secion> is closed with </section>
              help: write the same name in both tags
              help: the same on 4 more pages
              note: themes/workshop/templates/page.html:2:35 «</section>» the other tag
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (page(main, "{% block main %}<Image src=\"/images/chain.svg\" alt=\"A chain\" />"), expect![[r#"
            themes/workshop/templates/page.html:2:17 «<Image» error[bad-component]: `<Image>` is neither an element of HTML nor a component
              help: write the component in templates/components, and call it as {{ <Image … /> }}
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (Bakery::starter().replace("content/structure.toml", "field = \"topic\"", "field = \"topik\""), expect![[r#"
            content/structure.toml:44:9 «"topik"» error[unknown-key]: no document of `notes` has the key `topik`
              help: did you mean `topic`?
            Checked 15 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (Bakery::starter().replace("themes/workshop/styles/tokens.css", "--tag: #f2c230;", ""), expect![[r#"
            content/checks.toml:54:6 «"--tag"» error[unknown-color]: the theme has no color `--tag`
              help: write the name of a custom property that the theme's styles set on :root
            Checked 18 pages with 45 rules: 1 error
        "#]]),
    ];
    for (bakery, expected) in rows {
        bakery.args("check").findings(expected);
    }
}
