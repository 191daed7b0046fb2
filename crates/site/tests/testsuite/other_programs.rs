//! Texts and settings in the notation of other programs, in the site that `site init` creates.

use expect_test::{Expect, expect};

use crate::bakery::Bakery;
use crate::findings::shown;

/// Lines, keys, and values of other programs in the settings.
#[test]
#[rustfmt::skip]
fn settings_of_other_programs() {
    let site = |from: &str, to: &str| Bakery::starter().replace("content/site.toml", from, to);
    let structure = |text: &str| Bakery::starter().append("content/structure.toml", text);
    let in_structure = |from: &str, to: &str| Bakery::starter().replace("content/structure.toml", from, to);
    let hours = "[[hours]]\ndays = \"Monday to Friday\"\ntime = \"8:00 to 18:00\"\n\n[[hours]]\ndays = \"Saturday\"\ntime = \"9:00 to 13:00\"\n\n";
    let rows: Vec<(i32, Bakery, Expect)> = vec![
        // A warning about the settings does not end the run.
        (1, site("language = \"en-IE\"", "language = \"en-UK\"").append("content/pages/visit.md", "\n[Nothing](/nowhere)\n"), expect![[r#"
            content/pages/visit.md:15:11 «/nowhere» error[broken-link]: there is no page or file /nowhere
              help: write the URL of an existing page or file; `site list` lists the pages
            content/site.toml:11:12 «"en-UK"» warning[undeclared-language]: browsers do not know the language `en-UK`
              help: write `en-GB`
            Checked 18 pages with 45 rules: 1 error and 1 warning
        "#]]),
        (1, in_structure("sort = \"-date\"", "sort = \"-published\""), expect![[r#"
            content/structure.toml:33:8 «"-published"» error[unknown-key]: no document of `notes` has the key `published`
              help: did you mean `-date`?
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (1, structure("\n[[redirect]]\nfrom = \"/bus\"\nto = \"http://www.example.org/bus\"\n"), expect![[r#"
            content/structure.toml:103:6 «"http://www.example.org/bus"» error[wrong-form]: `to` has the wrong format
              help: the new URL; /* at its end stands for the same rest of the URL as in `from`
              help: did you mean `https://www.example.org/bus`?
            Checked the content: 1 error; templates, pages and links were not checked
        "#]]),
        (1, site("https://www.third", "https//www.third"), expect![[r#"
            content/site.toml:9:12 «"https//www.third-gear.example"» error[wrong-form]: the value of `base_url` is not a valid web address (https://…)
              help: Scheme and host, and the path below which the host serves the site, without a slash at the end.
              help: did you mean `https://www.third-gear.example`?
              help: for example `https://www.example.com`
            Checked the content: 1 error; templates, pages and links were not checked
        "#]]),
        (1, site(hours, "").replace("content/site.toml", "theme = \"workshop\"", "theme = \"workshop\"\nhours = \"Mon to Fri\""), expect![[r#"
            content/site.toml:14:9 «"Mon to Fri"» error[wrong-type]: `hours` must be a list (this is text in quotes)
              help: write [[hours]] on a line of its own, and below it days = "…" and time = "…"
            Checked the content: 1 error; templates, pages and links were not checked
        "#]]),
        (1, site(hours, "").replace("content/site.toml", "theme = \"workshop\"", "theme = \"workshop\"\nhours = [\"Mon to Fri\"]"), expect![[r#"
            content/site.toml:14:10 «"Mon to Fri"» error[wrong-type]: each entry of `hours` must be a table (this is text in quotes)
              help: write [[hours]] on a line of its own, and below it days = "…" and time = "…"
            Checked the content: 1 error; templates, pages and links were not checked
        "#]]),
        (1, structure("\nRedirect 301 /shop /prices\n"), expect![[r#"
            content/structure.toml:101:1 «Redirect 301 /shop /prices» error[bad-toml]: invalid TOML: this is a redirect in the notation of another program
              help: write [[redirect]], and below it from = "/shop" and to = "/prices"
            Checked the content: 1 error; templates, pages and links were not checked
        "#]]),
        (1, structure("\n/blog/* /notes/:splat 302\n/shop /prices\n"), expect![[r#"
            content/structure.toml:101:1 «/blog/* /notes/:splat 302» error[bad-toml]: invalid TOML: this is a redirect in the notation of another program
              help: write [[redirect]], and below it from = "/blog/*", to = "/notes/*", and status = 302, and the lines below it in the same way
            Checked the content: 1 error; templates, pages and links were not checked
        "#]]),
        (1, structure("\nUser-agent: *\nDisallow: /private\n"), expect![[r#"
            content/structure.toml:101:1 «User-agent: *» error[bad-toml]: invalid TOML: this line belongs to a robots.txt
              help: delete it: the program writes robots.txt; a page that search engines should leave out has `noindex = true` in its front matter
            Checked the content: 1 error; templates, pages and links were not checked
        "#]]),
        (1, structure("\nErrorDocument 404 /404.html\n"), expect![[r#"
            content/structure.toml:101:1 «ErrorDocument 404 /404.html» error[bad-toml]: invalid TOML: this line belongs to the configuration of a web server
              help: delete it: content/pages/404.md is the page for URLs that do not exist
            Checked the content: 1 error; templates, pages and links were not checked
        "#]]),
        (1, in_structure("dir = \"notes\"", "dir = \"notes/*.md\""), expect![[r#"
            content/structure.toml:29:7 «"notes/*.md"» error[missing-file]: folder `content/notes/*.md` does not exist (no such folder below content/)
              help: did you mean `notes`? All files of the folder are read
            Checked the content: 1 error; templates, pages and links were not checked
        "#]]),
        (1, site("[[hours]]\ndays = \"Saturday\"", "[contact]\nwhatsapp = \"+353209123456\"\n\n[[hours]]\ndays = \"Saturday\""), expect![[r#"
            content/site.toml:32:2 «contact» error[bad-toml]: invalid TOML: this key is defined twice
              help: move its keys below the first [contact], and delete this line
              note: content/site.toml:21:1 «[contact]» the first is here
            Checked the content: 1 error; templates, pages and links were not checked; --fix corrects 1
        "#]]),
        (0, in_structure("title = \"{term}: notes", "title = \"%s: notes"), expect![[r#"
            content/structure.toml:48:10 «%s» warning[unknown-placeholder]: `%s` is not filled in, and would appear as typed
              help: write `{term}`
            Checked 18 pages with 45 rules: 1 warning; --fix corrects 1
        "#]]),
    ];
    for (status, bakery, expected) in rows {
        expected.assert_eq(&shown(bakery.args("check"), status));
    }
}

/// Texts that editors paste from other programs, and settings in the notation of other programs.
#[test]
#[rustfmt::skip]
fn texts_and_settings_of_other_programs() {
    let text = |text: &str| Bakery::starter().append("content/pages/visit.md", &format!("\n{text}\n"));
    let site = |from: &str, to: &str| Bakery::starter().replace("content/site.toml", from, to);
    let note = |from: &str, to: &str| Bakery::starter().replace("content/notes/a-second-stand.md", from, to);
    let structure = |from: &str, to: &str| Bakery::starter().replace("content/structure.toml", from, to);
    let repairs = |text: &str| Bakery::starter().replace("themes/workshop/templates/repairs.html", "<p>Not on", &format!("{text}\n<p>Not on"));
    let title = "title = \"A second stand\"";
    let signs = [
        "See [[/prices][our prices]] first.",
        "See `our prices </prices>`_ and\n\n.. image:: images/chain.svg\n   :alt: A chain",
        "{# ask Anna about the dog #}",
        "See [our prices]({{ '/prices' | relative_url }}).",
        "{info}Closed on Monday.{info}",
    ];
    let texts = [
        "<strike>Closed on Monday.</strike>",
        "┌──────┬───────┐\n│ Work │ Price │\n├──────┼───────┤\n│ Tube │ 15    │\n└──────┴───────┘",
        "[cite_start]The rack holds forty bicycles. [cite: 3, 7]",
        "See [our prices]:(/prices) first.",
        "See [our prices](/prices)(/visit).",
        "The harbour was filled up[1].\n\n[1]: Galway City Council, minutes of 1968",
        "Closed on Monday._x000D_\nOpen on Tuesday.",
        "[Text us](sms+353209123456)",
    ];
    let slips = [
        "| Work | Price |\n|------+-------|\n| Tube | 15    |",
        "Oil it[^oil].\n\n[^oil] : With chain oil.",
        "On Mondays we are ~closed~ open until eight.",
        "We open at nine=20\nand close at six.=20\n\nCoffee is free =E2=80=93 for everybody.",
        "See [our prices](<a href=\"/prices\">) first.",
        "See [the town](https://www.galway.ie\" target=\"_blank).",
        "See [outside the hours](/visit#Outside the hours).",
        "[!NOTE]\nClosed on the first Monday of the month.",
        "> !TIP\n> Closed on the first Monday of the month.",
        "{| class=\"wikitable\"\n! Work !! Price\n|-\n| Tube || 15\n|}",
        "||Work||Price||\n|Tube|15|",
        "See [the river](https://www.galway.ie/en target=\"_blank\").",
        "Wipe it[^wipe].\n\n[^wipe]： With a cloth.",
        "Write to {{ site contact email }}.",
        "Call {{ site.contact,phone }}.",
        "**Meta description:** Where the workshop is.",
        "![A chain](https://www.dropbox.com/s/ab12cd34/chain.jpg?dl=0)",
    ];
    let repair = |from: &str, to: &str| Bakery::starter().replace("content/repairs/gears.md", from, to);
    let rows: Vec<(i32, Bakery, Expect)> = vec![
        (1, text(&signs.join("\n\n")), expect![[r#"
            content/pages/visit.md:15:5 «[[/prices][our prices]]» error[foreign-notation]: `[[/prices][our prices]]` is a link of Org
              help: write [our prices](/prices)
            content/pages/visit.md:17:5 «`our prices </prices>`_» error[foreign-notation]: `our prices </prices>`_` is a link of reStructuredText
              help: write [our prices](/prices)
            content/pages/visit.md:19:1 «.. image:: images/chain.svg» error[foreign-notation]: `.. image:: images/chain.svg` is a picture of reStructuredText
              help: write ![A chain](images/chain.svg)
            content/pages/visit.md:22:1 «{# ask Anna about the dog #}» warning[foreign-notation]: `{# ask Anna about the dog #}` is a comment of templates
              help: write a comment as <!-- … -->
            content/pages/visit.md:24:18 «{{ '/prices' | relative_url }}» error[foreign-notation]: `{{ '/prices' | relative_url }}` is a value of Liquid or Hugo
              help: write the value itself, without braces: an address as [text](/about)
            content/pages/visit.md:26:1 «{info}Closed on Monday.{info}» error[foreign-notation]: `{info}Closed on Monday.{info}` is a box of Confluence or Jira
              help: write `> [!NOTE]` and the text below it, each line after `>`
            Checked 18 pages with 45 rules: 5 errors and 1 warning; --fix corrects 3
        "#]]),
        (1, text(&texts.join("\n\n")), expect![[r#"
            content/pages/visit.md:15:1 «<strike>» error[obsolete-element]: <strike> on /visit is no longer part of HTML
              help: write ~~…~~ in place of <strike>…</strike>
            content/pages/visit.md:17:1 «┌──────┬───────┐» warning[shown-as-typed]: not a table: these lines appear exactly as typed
              help: write | Work | Price |, below it |---|---|, and each further line with the same bars
            content/pages/visit.md:23:1 «[cite_start]» warning[unfinished-text]: `[cite_start]` is left in the text: a chat program wrote it
              help: delete it, and each other `[cite…]` in this text
            content/pages/visit.md:25:5 «[our prices]:(/prices)» warning[shown-as-typed]: `[our prices]:(/prices)` is not a link, and appears exactly as typed
              help: write [our prices](/prices)
            content/pages/visit.md:27:26 «(/visit)» warning[shown-as-typed]: `(/visit)` appears exactly as typed: a link has one address
              help: delete one of the two addresses
            content/pages/visit.md:29:26 «[1]» warning[shown-as-typed]: not a footnote: `[1]` appears exactly as typed
              help: write [^1] here, and [^1]: before the footnote
            content/pages/visit.md:33:19 «x000D» warning[unfinished-text]: `x000D` is left in the text: Excel wrote it
              help: delete `_x000D_`, with its underscores
            content/pages/visit.md:36:11 «sms+353209123456» error[broken-link]: `sms+353209123456` is not a URL of this site
              help: write sms:+353209123456
            Checked 18 pages with 45 rules: 2 errors and 6 warnings; --fix corrects 2
        "#]]),
        (1, text("See <a href=\"/prices>our prices</a> and ask."), expect![[r#"
            content/pages/visit.md:15:5 «<a href="/prices>our prices» error[html-nesting]: on /visit: a quote or the `>` of this <a> is missing
              help: write <a href="/prices">
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (1, text("<Tip :title=\"'Winter'\">\n\nOil it.\n\n</Tip>"), expect![[r#"
            content/pages/visit.md:15:1 «<Tip :title="'Winter'">» error[bad-component]: the tag `<Tip` has an unexpected `:`: write arguments as name="…"
              help: only Vue reads `:` before an argument: write <Tip title="Winter">
            Checked 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (1, text("<Tip title=\"Winter\">\n\nOil it.\n\n</ Tip>"), expect![[r#"
            content/pages/visit.md:19:1 «</ Tip>» error[unclosed-component]: `</ Tip>` does not close `<Tip>`: it has other signs before the name
              help: write </Tip>
            Checked 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (1, text("<p align=\"justify\" style=\"margin-bottom: 0cm\"><font face=\"Liberation Serif\">Closed.</font></p>"), expect![[r#"
            content/pages/visit.md:15:1 «<p align="justify" style="margin-bottom: 0cm"><font face="Liberation Serif">Closed.</font></p>» error[pasted-html]: this HTML was pasted from a word processor
              help: paste it as plain text (Ctrl+Shift+V), and write headings, lists and links in Markdown
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (1, note("date = 2025-11-03\n", "date = 2025-11-03; "), expect![[r#"
            content/notes/a-second-stand.md:4:1 «date = 2025-11-03; topic = "The shop"» error[bad-toml]: invalid TOML: several keys are in this line
              help: begin a new line for each: date = 2025-11-03 | topic = "The shop"
            Checked 16 of 17 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (1, note(title, "title = >\n  A second\n  stand"), expect![[r#"
            content/notes/a-second-stand.md:2:1 «title = >» error[bad-toml]: invalid TOML: this text is in the notation of YAML
              help: write it on one line, in quotes: title = "A second …"
            Checked 16 of 17 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (1, note(title, "title: |\n  A \"second\"\n  stand"), expect![[r#"
            content/notes/a-second-stand.md:2:1 «title: |» error[bad-toml]: invalid TOML: this text is in the notation of YAML
              help: put text of several lines between triple quotes: """
            Checked 16 of 17 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (1, Bakery::starter().replace("content/checks.toml", "html = 20_000", "html = 20.000"), expect![[r#"
            content/checks.toml:19:8 «20.000» error[wrong-type]: `html` must be a whole number (this has a decimal point)
              help: write 20000: decimals begin at a dot
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (1, site("language = \"en-IE\"", "language = \"en-IE, ga\""), expect![[r#"
            content/site.toml:11:12 «"en-IE, ga"» error[wrong-form]: `language` has the wrong format
              help: Language of the texts (BCP 47).
              help: did you mean `en-IE`?
            Checked the content: 1 error; templates, pages and links were not checked
        "#]]),
        (1, site("theme = \"workshop\"", "theme = \"workshop\"\nlanguages = [\"ga\", \"hi\"]"), expect![[r#"
            content/site.toml:14:13 «["ga", "hi"]» error[wrong-type]: `languages` must be a table (this is a list)
              help: write [languages.ga] on a line of its own, and name = "…" below it
            Checked the content: 1 error; templates, pages and links were not checked
        "#]]),
        (1, site("city = \"Galway\"", "city = \"Galway\"\n\n[contact.phone]\nshop = \"020 912 3456\"\n"), expect![[r#"
            content/site.toml:25:1 «[contact.phone]» error[wrong-type]: `phone` must be text in quotes (this is a table)
              help: write phone = "020 912 3456" in place of this header and of `shop`
            Checked the content: 1 error; templates, pages and links were not checked
        "#]]),
        (1, structure("route = \"/notes/{slug}\"", "route = \"/notes/{{ slug }}\""), expect![[r#"
            content/structure.toml:31:17 «{{ slug }}» error[unknown-fact]: `slug` is not a fact
              help: write {slug}: a placeholder has one brace on each side
            Checked the content: 1 error; templates, pages and links were not checked; --fix corrects 1
        "#]]),
        (1, structure("sort = \"-date\"", "sort = [\"-date\", \"title\"]"), expect![[r#"
            content/structure.toml:33:8 «["-date", "title"]» error[wrong-type]: `sort` must be text in quotes (this is a list)
              help: write one of them, without brackets: "-date"
            Checked the content: 1 error; templates, pages and links were not checked
        "#]]),
        (1, note(title, "title = \"A second stand\" (new)"), expect![[r#"
            content/notes/a-second-stand.md:2:26 «(» error[bad-toml]: invalid TOML: the line should end here
              help: this is behind the closing quote: write title = "A second stand (new)", or a `#` before it
            Checked 16 of 18 pages with 45 rules: 1 error
        "#]]),
        (1, repair("\"Hanger straightened\", \"Gears", "\"Hanger straightened\" and \"Gears"), expect![[r#"
            content/repairs/gears.md:7:83 « » error[bad-toml]: invalid TOML: a comma is missing between two entries
              help: write a comma in place of `and`
            Checked 17 of 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (1, note(title, "title = \"\"\"A second stand\"\""), expect![[r#"
            content/notes/a-second-stand.md:2:26 «""» error[bad-toml]: invalid TOML: invalid multi-line basic string
              help: only two quotes close it: write """ at the end of this line
            Checked 16 of 17 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (1, note(title, "> title = \"A second stand\"\n> draft = false"), expect![[r#"
            content/notes/a-second-stand.md:2:1 «>» error[bad-toml]: invalid TOML: a line of settings does not begin with `>`
              help: delete the `>` before each line
            Checked 16 of 17 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (1, site("days = \"Saturday\"\ntime = \"9:00 to 13:00\"", "\"Saturday\" = \"9:00 to 13:00\""), expect![[r#"
            content/site.toml:33:1 «"Saturday"» error[unknown-key]: unknown key `Saturday` (not allowed here)
              help: write days = "Saturday" and time = "9:00 to 13:00"
            Checked the content: 1 error; templates, pages and links were not checked
        "#]]),
        (1, note(title, "title = \"\"A second stand\"\""), expect![[r#"
            content/notes/a-second-stand.md:2:11 «A» error[bad-toml]: invalid TOML: the line should end here
              help: write one quote on each side: title = "A second stand"
            Checked 16 of 18 pages with 45 rules: 1 error
        "#]]),
        (1, note(title, "title = '''A second stand''"), expect![[r#"
            content/notes/a-second-stand.md:2:26 «''» error[bad-toml]: invalid TOML: invalid multi-line literal string, expected `'`
              help: only two quotes close it: write ''' at the end of this line
            Checked 16 of 17 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (1, note(title, "- title = \"A second stand\""), expect![[r#"
            content/notes/a-second-stand.md:2:1 «-» error[bad-toml]: invalid TOML: a line of settings does not begin with `-`
              help: delete the `-`
            Checked 16 of 17 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (1, note("date = 2025-11-03", "date = 2025-11-03 (Monday)"), expect![[r#"
            content/notes/a-second-stand.md:4:8 «2025-11-03 (Monday)» error[bad-toml]: invalid TOML: text must be in quotes
              help: write only the day: date = 2025-11-03
            Checked 16 of 18 pages with 45 rules: 1 error
        "#]]),
        (1, repair("\"Hanger straightened\", \"Gears", "\"Hanger straightened\", and \"Gears"), expect![[r#"
            content/repairs/gears.md:7:85 «and » error[bad-toml]: invalid TOML: a word is between two entries
              help: delete `and`: the comma is enough
            Checked 17 of 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (1, text("<TIP title=\"Winter\">\n\nOil it.\n\n</Tip>"), expect![[r#"
            content/pages/visit.md:15:1 «<TIP» error[unknown-component]: unknown element `<TIP>`
              help: write the component as <Tip> … </Tip>
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (1, text("< Tip title=\"Winter\">\n\nOil it.\n\n</Tip>"), expect![[r#"
            content/pages/visit.md:15:1 «< Tip title="Winter">» error[unclosed-component]: this `<Tip>` tag has other signs before its name
              help: write <Tip title="Winter">
            Checked 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (1, text("<Tip title=\"Winter\"/>\n\nOil it.\n\n</Tip>"), expect![[r#"
            content/pages/visit.md:15:20 «/» error[bad-component]: this `/` closes the component before its text
              help: delete the `/`
            Checked 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (1, text(&slips.join("\n\n")), expect![[r#"
            content/pages/visit.md:16:1 «|------+-------|» warning[shown-as-typed]: not a table: only Org has a `+` in the line below the head
              help: write |---|---|
            content/pages/visit.md:21:1 «[^oil]» error[broken-link]: the footnote `oil` has no colon, so it is not a footnote
              help: write [^oil]: and the text of the footnote after it
            content/pages/visit.md:23:19 «~closed~» warning[foreign-notation]: `~closed~` is struck text of WhatsApp, Slack, or Teams
              help: write ~~closed~~
            content/pages/visit.md:25:12 «nine=20» warning[unfinished-text]: `nine=20` is left in the text: a mail program wrote it
              help: write `nine`, and correct each other mark of this kind in this text
            content/pages/visit.md:30:19 «a href="/prices"» error[broken-link]: the address contains a tag
              help: write only the address: /prices
            content/pages/visit.md:32:16 «https://www.galway.ie" target="_blank» error[broken-link]: not a link: attributes of HTML are behind the address (appears exactly as typed)
              help: write [the town](https://www.galway.ie)
            content/pages/visit.md:34:25 «/visit#Outside the hours» error[broken-link]: not a link: the address `/visit#Outside the hours` has a space (appears exactly as typed)
              help: write [outside the hours](/visit#outside-the-hours)
            content/pages/visit.md:36:1 «[!NOTE]» warning[shown-as-typed]: not an alert: `[!NOTE]` appears exactly as typed
              help: write `> [!NOTE]`, and `> ` before each line below it
            content/pages/visit.md:39:3 «!TIP» warning[shown-as-typed]: not an alert: `!TIP`
              help: write [!TIP]
            content/pages/visit.md:42:1 «{| class="wikitable"» warning[shown-as-typed]: not a table of Markdown: these lines appear exactly as typed
              help: write | Work | Price |, below it |---|---|, and each further line with the same bars
            content/pages/visit.md:48:1 «||Work||Price||» warning[shown-as-typed]: not a table of Markdown: these lines appear exactly as typed
              help: write | Work | Price |, below it |---|---|, and each further line with the same bars
            content/pages/visit.md:51:17 «https://www.galway.ie/en target="_blank"» error[broken-link]: not a link: attributes of HTML are behind the address (appears exactly as typed)
              help: write [the river](https://www.galway.ie/en)
            content/pages/visit.md:55:1 «[^wipe]» error[broken-link]: the footnote `wipe` has no colon, so it is not a footnote
              help: write [^wipe]: and the text of the footnote after it
            content/pages/visit.md:57:10 «{{ site contact email }}» error[unknown-fact]: `site contact email` is not a fact
              help: did you mean `{{ site.contact.email }}`?
            content/pages/visit.md:59:6 «{{ site.contact,phone }}» error[unknown-fact]: `site.contact,phone` is not a fact
              help: did you mean `{{ site.contact.phone }}`?
            content/pages/visit.md:61:3 «Meta description:» warning[unfinished-text]: `Meta description:` is left in the text: a chat program wrote it
              help: delete this whole line: the front matter has title and description
            content/pages/visit.md:63:12 «https://www.dropbox.com/s/ab12cd34/chain.jpg?dl=0» error[outside-resource]: the page loads https://www.dropbox.com/s/ab12cd34/chain.jpg?dl=0 from another host
              help: this address leads to a page, not to the file: download the file, and copy it into the project
              help: on the page /visit
            Checked 18 pages with 45 rules: 9 errors and 8 warnings; --fix corrects 8
        "#]]),
        (1, repairs("<!-- {% if page.draft %} --><p>Soon</p><!-- -->"), expect![[r#"
            themes/workshop/templates/repairs.html:4:6 «{% if page.draft %}» error[template-syntax]: `{% if %}` is not closed before `{% endblock %}` (opened here)
              help: tags within <!-- … --> run: write the comment as {# … #}
              note: themes/workshop/templates/repairs.html:6:4 «endblock» close it before this tag
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (1, repairs("<!-- {% if page.noindex %} --><p>Soon</p><!-- -->{% endif %}"), expect![[r#"
            themes/workshop/templates/repairs.html:4:1 «<!--» error[html-syntax]: on /repairs: this comment has no end, and hides the rest of the page
              help: close it with `-->`, or delete it
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (1, repairs("{page.title && <p>{page.title}</p>}"), expect![[r#"
            themes/workshop/templates/repairs.html:4:1 «{page.title && <p>{page.title}</p>}» error[template-syntax]: `{page.title && <p>{page.title}</p>}` is JSX, which templates do not run
              help: write {% if page.title %}<p>{{ page.title }}</p>{% endif %}
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (0, repairs("<p>{{ page.title }}}</p>"), expect![[r#"
            themes/workshop/templates/repairs.html:4:20 «}» warning[template-syntax]: this brace is one too many: the page shows it
              help: delete it
            Checked 18 pages with 45 rules: 1 warning
        "#]]),
        (1, repairs("@if($page->title)\n<p>{!! $page->title !!}</p>\n@endif"), expect![[r#"
            themes/workshop/templates/repairs.html:4:1 «@if($page->title)» error[template-syntax]: `@if($page->title)` is Blade, which templates do not run
              help: write {% if page.title %} … {% endif %}
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (1, repairs("<label htmlFor=\"mail\">Mail</label><input id=\"mail\" type=\"email\" name=\"mail\">"), expect![[r#"
            themes/workshop/templates/repairs.html:4:8 «htmlFor» error[bad-component]: HTML has no attribute `htmlFor`
              help: write for="…"
            Checked 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (1, repairs("<img src=\"{% static 'mark.svg' %}\" alt=\"\">"), expect![[r#"
            themes/workshop/templates/repairs.html:4:14 «static» error[template-syntax]: unknown tag `static`
              help: write {{ asset(path="images/mark.svg") }}, with the path of a file in the theme's folder
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (1, repairs("<a href=\"{{ asset(path=\"mark.svg\") }}\">Mark</a>"), expect![[r#"
            themes/workshop/templates/repairs.html:4:13 «asset(path="mark.svg")» error[missing-asset]: there is no file `mark.svg`
              help: did you mean `images/mark.svg`?
              help: while rendering /repairs from content/pages/repairs.md
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (1, repairs("{% set items = [] %}{{ items.push(\"x\") }}"), expect![[r#"
            themes/workshop/templates/repairs.html:4:30 «push» error[template-syntax]: `items` has no method `push`
              help: write {% set items = [...items, "x"] %}
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (1, repairs("<p>{{ f\"/notes/{page.title}\" }}</p>"), expect![[r#"
            themes/workshop/templates/repairs.html:4:8 «"/notes/{page.title}"» error[template-syntax]: found string but expected `}}`
              help: write "/notes/" ~ page.title
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (1, repairs("<p>{{ page.data.title }}</p>"), expect![[r#"
            themes/workshop/templates/repairs.html:4:12 «data» error[template-error]: field `data` is not defined
              help: write page.title
              help: while rendering /repairs from content/pages/repairs.md
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
    ];
    for (status, bakery, expected) in rows {
        expected.assert_eq(&shown(bakery.args("check"), status));
    }
}
