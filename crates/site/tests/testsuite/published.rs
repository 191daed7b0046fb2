//! Inputs of the world that must be published right, or reported: names of files, moments, and URLs.

use expect_test::expect;

use crate::bakery::Bakery;
use crate::findings::assert_pages;

/// Writes an entry of the journal with this date.
fn entry(bakery: Bakery, name: &str, date: &str) -> Bakery {
    let text = format!(
        "+++\ntitle = \"The entry {name}\"\ndescription = \"What the entry named {name} is about.\"\ndate = {date}\ntopic = \"Baking\"\n+++\nText.\n"
    );
    bakery.write(&format!("content/journal/{name}.md"), text)
}

/// The site is one hour ahead of UTC, and today is 2026-06-01.
#[test]
fn a_moment_belongs_to_the_day_of_the_site() {
    let mut bakery = Bakery::new().replace(
        "content/schemas/entry.json",
        "\"date\": { \"type\": \"string\", \"format\": \"date\",",
        "\"date\": { \"type\": \"string\",",
    );
    for (name, date) in [
        ("before", "2026-05-31T22:59:59Z"),
        ("after", "2026-05-31T23:00:00Z"),
        ("today", "2026-06-01T22:59:59Z"),
        ("tomorrow", "2026-06-01T23:00:00Z"),
        ("quoted", "\"2026-05-31T23:00:00Z\""),
        ("far", "2026-06-01T07:00:00+08:00"),
    ] {
        bakery = entry(bakery, name, date);
    }
    let built = bakery.success();
    let sitemap = built.read("dist/sitemap.xml");
    for (name, day) in [
        ("before", Some("2026-05-31")),
        ("after", Some("2026-06-01")),
        ("today", Some("2026-06-01")),
        ("tomorrow", None),
        ("quoted", Some("2026-06-01")),
        ("far", Some("2026-06-01")),
    ] {
        assert_eq!(built.has(&format!("dist/journal/{name}.html")), day.is_some(), "{name}");
        let Some(day) = day else { continue };
        let (_, after) = sitemap.split_once(&format!("/journal/{name}</loc>")).unwrap();
        let modified = after.split_once("<lastmod>").unwrap().1;
        assert!(modified.starts_with(day), "{name}: {modified}");
    }
}

#[test]
fn languages_in_the_names_of_files() {
    let page = |title: &str| {
        format!("+++\ntitle = \"{title}\"\ndescription = \"What the page {title} is about, in a few words.\"\n+++\nText.\n")
    };
    let bakery = || Bakery::new().append("content/site.toml", "\n[languages.pt-BR]\nname = \"Português\"\n");
    let built = bakery()
        .write("content/pages/about.pt-br.md", page("Sobre"))
        .write("content/pages/visit.PT_BR.md", page("Visita"))
        .write("content/pages/visit.en.md", page("Visit"))
        .success();
    let outputs = built.outputs();
    let pages: Vec<&String> = outputs.iter().filter(|path| path.contains("visit") || path.starts_with("pt")).collect();
    assert_eq!(pages, ["pt-BR/about.html", "pt-BR/visit.html", "visit.html"]);
    bakery()
        .append("content/site.toml", "\n[languages.pt-br]\nname = \"Português\"\n\n[languages.EN]\nname = \"English\"\n")
        .findings(expect![[r#"
            content/site.toml:20:12 «pt-br» error[undeclared-language]: `pt-br` and `pt-BR` are the same language
              help: keep one of them; the URLs of a language begin with the tag as it is written here
            content/site.toml:23:12 «EN» error[undeclared-language]: `EN` is the main language, and no other one
              help: delete this table: `language` declares the main language, whose URLs have no tag
              note: content/site.toml:4:12 «"en"» it is declared here
        "#]]);
    bakery()
        .write("content/pages/about.hi_IN.md", page("One"))
        .write("content/pages/about.en-GB.md", page("Two"))
        .write("content/pages/about.hindi.md", page("Three"))
        .write("content/pages/about.pt.md", page("Four"))
        .findings(expect![[r#"
            content/pages/about.en-GB.md:1:1 «+++» error[undeclared-language]: `about.en-GB.md` is in the language `en-GB`, which site.toml does not declare
              help: rename it so that its name ends in `.en.md`, or add [languages.en-GB] with a `name` to content/site.toml
            content/pages/about.hi_IN.md:1:1 «+++» error[undeclared-language]: `about.hi_IN.md` is in the language `hi_IN`, which site.toml does not declare
              help: add [languages.hi-IN] with a `name` to content/site.toml, or rename the file
            content/pages/about.hindi.md:1:1 «+++» error[undeclared-language]: `about.hindi.md` is in the language `hindi`, which site.toml does not declare
              help: add [languages.hi] with a `name` to content/site.toml, or rename the file
            content/pages/about.pt.md:1:1 «+++» error[undeclared-language]: `about.pt.md` is in the language `pt`, which site.toml does not declare
              help: add [languages.pt] with a `name` to content/site.toml, or rename the file
        "#]]);
}

#[test]
fn names_and_urls_that_hosts_answer_differently() {
    let page = "+++\ntitle = \"A plan\"\ndescription = \"What this page is about, in a few words.\"\n+++\nText.\n";
    let mut bakery = Bakery::new();
    for name in ["plan.ics", "package.json", "humans.txt", "index.html", "app.js", "v1.2"] {
        bakery = bakery.write(&format!("content/pages/{name}.md"), page);
    }
    bakery.findings(expect![[r#"
        content/pages/app.js.md:1:1 «+++» error[bad-slug]: `app.js` cannot be the URL of a page, because it ends like a file
          help: rename it, for example to `app-js`; put a file that is published unchanged into public/
        content/pages/humans.txt.md:1:1 «+++» error[bad-slug]: `humans.txt` cannot be the URL of a page, because it ends like a file
          help: rename it, for example to `humans-txt`; put a file that is published unchanged into public/
        content/pages/index.html.md:1:1 «+++» error[bad-slug]: `index.html` cannot be the URL of a page, because it ends like a file
          help: rename it, for example to `index-html`; put a file that is published unchanged into public/
        content/pages/package.json.md:1:1 «+++» error[bad-slug]: `package.json` cannot be the URL of a page, because it ends like a file
          help: rename it, for example to `package-json`; put a file that is published unchanged into public/
        content/pages/plan.ics.md:1:1 «+++» error[bad-slug]: `plan.ics` cannot be the URL of a page, because it ends like a file
          help: rename it, for example to `plan-ics`; put a file that is published unchanged into public/
    "#]]);
    Bakery::new()
        .write("content/pages/api/overview.md", page)
        .write("public/api/list.json", "{}")
        .write(
            "content/forms/ask.toml",
            "path = \"/ask\"\npage = \"/about\"\nthanks = \"/about\"\ntitle = \"Ask\"\nsubmit = \"Send\"\nloading = \"Sending\"\n\
             success = { title = \"Sent\", message = \"Thank you.\" }\nfailure = { title = \"Not sent\", message = \"Try again.\" }\n\
             privacy = { version = \"2026-01-01\", purpose = \"To answer.\", links = [{ label = \"About\", url = \"/about\" }] }\n\
             [[field]]\nname = \"email\"\nlabel = \"Email\"\ntype = \"email\"\nrequired = true\npurpose = \"To answer.\"\n",
        )
        .findings(expect![[r#"
            error[duplicate-route]: /api/list.json is never shown: the site's forms answer all URLs below /api/
              help: move public/api/list.json to another folder
            content/pages/api/overview.md:1:1 «+++» error[duplicate-route]: /api/overview is never shown: the site's forms answer all URLs below /api/
              help: rename the page or its folder
        "#]]);
}

#[test]
fn control_characters() {
    Bakery::new()
        .write(
            "content/pages/visit.md",
            "+++\ntitle = \"Visit\\u000Bus\"\ndescription = \"Where to find us, and when.\"\n+++\nOne\u{b}two\u{c}.\n",
        )
        .stderr(expect![[r#"
            warning[control-character]: the text has a control character, U+000B, which does not show
             --> content/pages/visit.md:2:9
              |
            2 | title = "Visit\u000Bus"
              |         ^^^^^^^^^^^^^^^
              |
              = help: delete it, and type a space or a line break if one is missing
              = help: this file has 2 more

            1 warning
        "#]])
        .success();
}

#[test]
fn one_finding_for_one_cause() {
    assert_pages([
        (
            "<Note>\n\nText\n\n- a\n- b\n</Note>\n\nMore.\n",
            expect![[r#"
            12:1 «</Note>» error[unclosed-component]: `</Note>` is part of the paragraph before it
              help: add a blank line before it
        "#]],
        ),
        (
            "<Note>\n\nText\n</Note>\n",
            expect![[r#"
            9:1 «</Note>» error[unclosed-component]: `</Note>` is part of the paragraph before it
              help: add a blank line before it
        "#]],
        ),
        (
            "<details>\n<summary>More</summary>\n- [a](/nope)\n- ![b](nope.jpg)\n</details>\n",
            expect![[r#"
            8:1 «- [a](/nope)» warning[markdown-in-html]: `- [a](/nope)` appears exactly as typed, because it is within HTML
              help: add an empty line after the tag </summary>, and end that line with the tag
        "#]],
        ),
        (
            "Costs $a*b*c$ and $$x \\\\ y$$ and \\(x^2\\).\n",
            expect![[r#"
            6:7 «$a*b*c$» warning[unread-formula]: `$a*b*c$` looks like a formula, but appears as text
              help: set `math = true` in the collection's [[collection]] in content/structure.toml, and write formulas as $…$ or $$…$$; `\$` is a dollar sign
              help: this file has 2 other formulas
        "#]],
        ),
        (
            "<img src=\"/nope.png\" alt=\"\" srcset=\"/one.png 1x, /two.png 2x\">\n\n<video poster=\"/p.jpg\" src=\"/v.mp4\"></video>\n",
            expect![[r#"
                6:1 «<img src="/nope.png" alt="" srcset="/one.png 1x, /two.png 2x">» error[broken-link]: there is no page or file /two.png
                  help: write the URL of an existing page or file; `site list` lists the pages
                6:11 «/nope.png» error[broken-link]: there is no page or file /nope.png
                  help: write the URL of an existing page or file; `site list` lists the pages
                6:37 «/one.png» error[broken-link]: there is no page or file /one.png
                  help: write the URL of an existing page or file; `site list` lists the pages
                8:16 «/p.jpg» error[broken-link]: there is no page or file /p.jpg
                  help: write the URL of an existing page or file; `site list` lists the pages
                8:29 «/v.mp4» error[broken-link]: there is no page or file /v.mp4
                  help: write the URL of an existing page or file; `site list` lists the pages
            "#]],
        ),
        (
            "<img src=\"images/loaf.svg\" alt=\"A loaf\" srcset=\"images/loaf.svg 2x\">\n",
            expect![[r#"
                6:11 «images/loaf.svg» error[broken-link]: `images/loaf.svg` is not a URL of this site
                  help: write the picture in Markdown, ![what it shows](/images/loaf.svg), or put it into public/ to refer to it in HTML
            "#]],
        ),
        (
            "![A loaf](images/loaf.svg){width=50%} and ![A loaf](images/loaf.svg =300x200)\n",
            expect![[r#"
                6:27 «{width=50%}» error[foreign-notation]: `{width=50%}` is attributes of Pandoc, kramdown or markdown-it
                  help: remove it: the theme sets the size of pictures; a picture in a size of its own is HTML: <img src="…" alt="…" width="300">
                6:69 «=300x200» error[foreign-notation]: `=300x200` is a size of markdown-it
                  help: remove it: the theme sets the size of pictures; a picture in a size of its own is HTML: <img src="…" alt="…" width="300">
            "#]],
        ),
    ]);
}

#[test]
fn formulas() {
    Bakery::new()
        .replace("content/structure.toml", "template = \"page.html\"\n", "template = \"page.html\"\nmath = true\n")
        .page("visit", "$a*b*c$ and $\\{x\\}$ cost \\$5.\n\n$$\nx \\\\ y\n$$\n\n$\\frac{1}{2$ and $\\nope$\n")
        .findings(expect![[r#"
            content/pages/visit.md:12:1 «$\frac{1}{2$» warning[unread-formula]: `$\frac{1}{2$` looks like a formula, but appears as text
              help: write it between dollar signs, $…$ within a line or $$…$$ on lines of its own, with as many `{` as `}`
            content/pages/visit.md:12:19 «\nope» error[bad-formula]: this formula cannot be read: unknown command "\nope"
              help: correct the formula, or write `\$` for a dollar sign
            1 error; nothing was written
        "#]]);
    let built = Bakery::new()
        .replace("content/structure.toml", "template = \"page.html\"\n", "template = \"page.html\"\nmath = true\n")
        .page(
            "visit",
            "## The $x$ axis\n\n$a*b*c$ and $\\{x\\}$ cost \\$5.\n\n$$\n\\begin{align} x &= 1 \\\\ y &= 2 \\end{align}\n$$\n",
        )
        .success();
    expect![[r#"
        <h2 id="the-axis">The <math><mi>x</mi></math> axis</h2>
        <p><math><mi>a</mi><mo lspace="0.2222em" rspace="0.2222em">∗</mo><mi>b</mi><mo lspace="0.2222em" rspace="0.2222em">∗</mo><mi>c</mi></math> and <math><mo stretchy="false">{</mo><mi>x</mi><mo stretchy="false">}</mo></math> cost $5.</p>
        <p><math display="block"><mtable displaystyle="true" scriptlevel="0"><mtr><mtd></mtd><mtd class="align-right"><mi>x</mi></mtd><mtd class="align-left"><mo>=</mo><mn>1</mn></mtd><mtd class="align-right"><mtext>(1)</mtext></mtd></mtr><mtr><mtd></mtd><mtd class="align-right"><mi>y</mi></mtd><mtd class="align-left"><mo>=</mo><mn>2</mn></mtd><mtd class="align-right"><mtext>(2)</mtext></mtd></mtr></mtable></math></p>
    "#]].assert_eq(&built.main_of("visit.html"));
}

/// `typography = false` leaves all punctuation as typed.
#[test]
fn punctuation_as_typed() {
    let built = Bakery::new()
        .replace("content/structure.toml", "template = \"page.html\"\n", "template = \"page.html\"\ntypography = false\n")
        .page("visit", "\"It's done\" -- 10--20...\n\n~10 to ~20, ~~30~~\n")
        .success();
    expect![[r#"
        <p>"It's done" -- 10--20...</p>
        <p>~10 to ~20, <del>30</del></p>
    "#]]
    .assert_eq(&built.main_of("visit.html"));
}
