//! Situations from bug reports about other generators: each is right, or one finding says what to write.

use expect_test::{Expect, expect};

use crate::bakery::{Bakery, assert_rendered};
use crate::findings::{assert_main_parts, shown};

/// Returns the findings of a site with pages, each with one of these texts.
fn of_pages(texts: &[&str]) -> String {
    let rules = "[rules]\nshown-as-typed = \"error\"\n";
    let bakery = Bakery::new().write("content/checks.toml", rules);
    let bakery = texts.iter().zip(10..).fold(bakery, |bakery, (text, at)| bakery.page(&format!("p{at}"), text));
    shown(bakery, 1).replace("content/pages/", "").replace("error[shown-as-typed]", "error")
}

#[test]
#[rustfmt::skip]
fn texts() {
    let texts = [
        // Tables and lists
        "| Head | `|` |\n| - | - |\n| a | b |",
        "- [x]Rye\n- [ ] Spelt",
        "- [] Rye",
        "-\u{a0}Rye\n-\u{a0}Spelt",
        // Bold text and letters of other scripts
        "The **“oven”**is hot.",
        "**安全。**重要",
        "＃＃ 見出し\n\nText.",
        "See [rye]（/loaves/rye） now.",
        "See ［rye］(/loaves/rye) now.",
        // Code
        "A List<String> or Map<Text>.",
        "```{.python .numberLines}\nx\n```",
        // Addresses
        "[rye](\"/loaves/rye\")",
        "[rye]('/loaves/rye')",
        "[list](/Users/asha/list.pdf)",
        "[rye](/p24#fees?lang=en)\n\n## Fees",
        "Write to info@millstone,org.",
    ];
    expect![[r#"
        p10.md:6:1 «| Head | `|` |» error: not a table: these lines appear exactly as typed
          help: the bar in `|` ends the cell: write `\|`
        p11.md:6:3 «[x]» error: `[x]` is not a checkbox, and appears exactly as typed
          help: write `[x] ` with a space after it
        p12.md:6:3 «[]» error: `[]` is not a checkbox, and appears exactly as typed
          help: write `[ ] ` with a space after it
        p13.md:6:1 «-» error: not a list: the space after `-` is a no-break space
          help: write each entry as `- Rye`
        p14.md:6:5 «**» error: `**` appears exactly as typed
          help: Markdown cannot begin or end bold text between a letter and a punctuation mark: write <strong>“oven”</strong>
        p15.md:6:1 «**» error: `**` appears exactly as typed
          help: Markdown cannot begin or end bold text between a letter and a punctuation mark: write <strong>安全。</strong>
        p16.md:6:1 «＃＃ 見出» error[unread-markdown]: not a heading: `＃` is not the sign `#` of Markdown
          help: write `## 見出し`
        p17.md:6:5 «[rye]（/loaves/rye） n» error: `[rye]（/loaves/rye）` is not a link, and appears exactly as typed
          help: write the signs of an English keyboard: [rye](/loaves/rye)
        p18.md:6:5 «［rye］(/loaves/rye) n» error: `［rye］(/loaves/rye)` is not a link, and appears exactly as typed
          help: write the signs of an English keyboard: [rye](/loaves/rye)
        p19.md:6:7 «<String>» error[unknown-component]: unknown component `String` (not defined by the theme)
          help: write code between backticks: `List<String>`
        p19.md:6:22 «<Text>» error[unknown-component]: unknown component `Text` (not defined by the theme)
          help: write code between backticks: `Map<Text>`
        p20.md:6:1 «```{.python .numberLines}» error[foreign-notation]: `{.python .numberLines}` is code with attributes of Pandoc
          help: write only the language after the backticks, without a dot: ```python
        p21.md:6:7 «"/loaves/rye"» error[bad-address]: the address `/loaves/rye` is in quotes
          help: write /loaves/rye
        p22.md:6:7 «'/loaves/rye'» error[bad-address]: the address `/loaves/rye` is in quotes
          help: write /loaves/rye
        p23.md:6:8 «/Users/asha/list.pdf» error[bad-address]: `/Users/asha/list.pdf` is a file on your computer, which visitors cannot open
          help: put the file into public/ and link to it from there: /name.pdf
        p24.md:6:7 «/p24#fees?lang=en» error[broken-anchor]: page /p24 has no anchor `#fees?lang=en`
          help: write the query before the anchor: /p24?lang=en#fees
        p25.md:6:10 «info@millstone,org» error[bad-address]: `info@millstone,org` is not an email address
          help: write info@millstone.org
    "#]].assert_eq(&of_pages(&texts));
}

/// The accents of a file's name and those of a link may be encoded in different ways, as they are on macOS.
#[test]
#[allow(clippy::unicode_not_nfc, reason = "so are the names of the files")]
fn names_with_accents() {
    let picture = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 4 3\"/>";
    let built = Bakery::new()
        .page("cafe\u{301}", "Text.\n")
        .write("content/images/ile\u{301} a.svg", picture)
        .page("a", "[one](caf\u{e9}.md) [two](cafe\u{301}.md) [three](caf%C3%A9.md)\n\n![Isle](../images/il%C3%A9%20a.svg)\n")
        .success();
    let page = built.read("dist/a.html");
    assert_eq!(page.matches("href=\"/caf%C3%A9\"").count(), 3, "{page}");
    assert_eq!(page.matches("<img src=\"/assets/images/").count(), 1, "{page}");
    let mistake = Bakery::new().page("caf\u{e9}", "Text.\n").page("a", "[one](/cafe\u{301})\n");
    mistake.findings(expect![[r#"
        content/pages/a.md:6:7 «/cafe» error[broken-link]: the accents in /café are encoded differently from those of the page
          help: type the address again: /café
    "#]]);
}

/// A file beside its page is published if the page links to it.
#[test]
fn linked_files() {
    let built = Bakery::new()
        .write("content/pages/trip/report.pdf", "%PDF")
        .page("trip/index", "[Report](report.pdf#page=2) and [again](../trip/report.pdf).\n")
        .success();
    let page = built.read("dist/trip.html");
    let (_, link) = page.split_once("href=\"/assets/pages/trip/report-").unwrap();
    let (mark, _) = link.split_once(".pdf#page=2\"").unwrap();
    assert_eq!(built.read(&format!("dist/assets/pages/trip/report-{mark}.pdf")), "%PDF");
    assert_eq!(page.matches(&format!("/assets/pages/trip/report-{mark}.pdf")).count(), 2);
}

#[test]
#[rustfmt::skip]
fn lines() {
    assert_rendered([
        ("这是第一行\n这是第二行\n", expect![[r#"
            <p>这是第一行这是第二行</p>
        "#]]),
        ("**粗體**\n文字 and\nwords\n", expect![[r#"
            <p><strong>粗體</strong>文字 and
            words</p>
        "#]]),
    ]);
}

#[test]
#[rustfmt::skip]
fn settings() {
    let (site, structure) = ("content/site.toml", "content/structure.toml");
    for (path, old, new, expected) in [
        (site, "utc_offset = \"+01:00\"", "utc_offset = \"+5:30\"", expect![[r#"
            content/site.toml:5:14 «"+5:30"» error[wrong-form]: `utc_offset` has the wrong format
              help: hours and minutes ahead of or behind UTC: +05:30
              help: did you mean `+05:30`?
        "#]]),
        (site, "language = \"en\"", "language = \"English\"", expect![[r#"
            content/site.toml:4:12 «"English"» error[wrong-form]: `language` has the wrong format
              help: a language code: en, or en-IN
              help: did you mean `en`?
        "#]]),
        (site, "base_url = ", "baseURL = ", expect![[r#"
            content/site.toml:3:1 «baseURL» error[unknown-key]: unknown key `baseURL` (not allowed here)
              help: write `base_url`
        "#]]),
        (site, "utc_offset = \"+01:00\"", "timezone = \"Asia/Kolkata\"", expect![[r#"
            content/site.toml:5:1 «timezone» error[unknown-key]: unknown key `timezone` (not allowed here)
              help: write `utc_offset`
        "#]]),
        (structure, "route = \"/loaves/{slug}\"", "route = \"/loaves/:slug\"", expect![[r#"
            content/structure.toml:12:9 «"/loaves/:slug"» error[wrong-form]: every document of `loaves` would have the URL `/loaves/:slug`
              help: write `/loaves/{slug}`
        "#]]),
        (structure, "route = \"/loaves/{slug}\"", "route = \"/loaves/[...slug]\"", expect![[r#"
            content/structure.toml:12:9 «"/loaves/[...slug]"» error[wrong-form]: every document of `loaves` would have the URL `/loaves/[...slug]`
              help: write `/loaves/{slug}`
        "#]]),
        (structure, "from = \"/bread\"\nto = \"/loaves/rye\"", "from = \"/bread/*\"\nto = \"/loaves/:splat\"", expect![[r#"
            content/structure.toml:55:6 «"/loaves/:splat"» error[broken-link]: there is no page /loaves/:splat (no such page)
              help: write `/loaves/*` for the rest of the URL, and a redirect for any other pattern
        "#]]),
        (structure, "from = \"/bread\"\nto = \"/loaves/rye\"", "from = \"/a\"\nto = \"/b\"\n[[redirect]]\nfrom = \"/b\"\nto = \"/c\"\n[[redirect]]\nfrom = \"/c\"\nto = \"/b\"", expect![[r#"
            content/structure.toml:55:6 «"/b"» error[redirect-chain]: /a redirects to /b, which redirects again
              help: these redirects form a cycle: redirect to a page that exists
        "#]]),
        (structure, "from = \"/bread\"\nto = \"/loaves/rye\"", "from = \"/bread/*\"\nto = \"/bread/old/*\"\n[[redirect]]\nfrom = \"/x/*\"\nto = \"/y/*\"\n[[redirect]]\nfrom = \"/y/*\"\nto = \"/x/*\"\n[[redirect]]\nfrom = \"/z/*\"\nto = \"/z\"", expect![[r#"
            content/structure.toml:55:6 «"/bread/old/*"» warning[redirect-chain]: addresses below /bread/ that have no page are redirected without end
              help: redirect to a folder from which no rule redirects, or from narrower addresses
            content/structure.toml:58:6 «"/y/*"» warning[redirect-chain]: addresses below /x/ that have no page are redirected without end
              help: redirect to a folder from which no rule redirects, or from narrower addresses
            content/structure.toml:64:6 «"/z"» error[broken-link]: there is no page /z (no such page)
              help: did you mean `/`?
            1 error; nothing was written
        "#]]),
        (structure, "dir = \"loaves\"", "dir = \"cakes\"", expect![[r#"
            content/structure.toml:10:7 «"cakes"» error[missing-file]: folder `content/cakes` does not exist (no such folder below content/)
              help: create the folder with an empty file `.gitkeep` in it, because Git stores no empty folders; or write the name of one below content/
        "#]]),
        ("content/lists/shops.toml", "[[item]]\ntown = \"Ulm\"", "[ [item] ]\ntown = \"Ulm\"", expect![[r#"
            content/lists/shops.toml:1:1 «[ [item] ]» error[bad-toml]: invalid TOML: a header has two brackets on each side
              help: write [[item]]
        "#]]),
        ("content/loaves/rye.md", "weight = ", "वज़न = 1\nweight = ", expect![[r#"
            content/loaves/rye.md:5:1 «वज़न = » error[bad-toml]: invalid TOML: a key has only the letters a to z, digits, hyphens, and underscores
              help: write the key as the schema and the other entries spell it; the value may be in any language
        "#]]),
        ("content/journal/new-oven.md", "date = ", "updated = 2026-01-02T23:30:00-0500\ndate = ", expect![[r#"
            content/journal/new-oven.md:4:11 «2026-01-02T23:30:00-0500» error[bad-toml]: invalid TOML: invalid offset, expected `:` (HH:MM)
              help: write the offset with a colon: 2026-01-02T23:30:00-05:00
        "#]]),
    ] {
        Bakery::new().replace(path, old, new).findings(expected);
    }
}

#[test]
#[rustfmt::skip]
fn templates() {
    assert_main_parts([
        ("{{ page.title | truncate(10) }}", expect![[r#"
            3:26 «10» error[template-syntax]: argument without a name
              help: write truncate(length=10)
        "#]]),
        ("{{ .Title }}", expect![[r#"
            3:1 «{{ .Title }}» error[template-syntax]: this is a tag of Go
              help: write {{ page.title }}
        "#]]),
        ("{{ .Params.color }}", expect![[r#"
            3:1 «{{ .Params.color }}» error[template-syntax]: this is a tag of Go
              help: write {{ page.color }}
        "#]]),
        ("{{\u{a0}page.title }}", expect![[r#"
            3:3 « » error[template-syntax]: this is not an ordinary space, but U+00A0
              help: type a space instead
        "#]]),
        ("{% include \"components\\header.html\" %}", expect![[r#"
            3:12 «"components\header.html"» error[template-syntax]: unexpected escape character
              help: separate folders with `/`; write a backslash in text as `\\`
        "#]]),
        ("{{ page.title | regex_replace(pattern=\"a\", rep=\"b\") }}", expect![[r#"
            3:17 «regex_replace(pattern="a", rep="b")» error[template-error]: unknown filter `regex_replace`
              help: write `replace(from=…, to=…)`, which replaces a text without a pattern
        "#]]),
        ("{{ page.title | blink }}", expect![[r#"
            3:17 «blink» error[template-error]: unknown filter `blink`
              help: `site help filters` lists all filters
        "#]]),
        ("{% set n = 0 %}{% for loaf in collection(name=\"loaves\") %}{% set n = n + 1 %}{% endfor %}{{ n }}", expect![[r#"
            3:62 «set» error[template-error]: `set` changes `n` only until the next turn of the loop
              help: write `set_global`, which keeps the value after the loop
        "#]]),
    ]);
}

/// Builds that would delete a repository are refused, and worktrees stay.
#[test]
fn repositories_in_the_output() {
    let built = Bakery::new().success();
    std::fs::create_dir(built.root().join("dist/.git")).unwrap();
    let refused: Expect = expect![[r#"
        error[not-an-output]: [ROOT]/dist has a Git repository of its own, which a build would delete
          help: name another folder with --out, or make this one a worktree of the project's repository, which every build keeps: `git worktree add --orphan -b gh-pages dist`
    "#]];
    built.again().misuse(refused);
    let built = Bakery::new().write("dist/.git", "gitdir: ../.git/worktrees/dist").success();
    assert!(built.read("dist/.git").starts_with("gitdir"));
    let built = built.again().success();
    assert!(built.read("dist/.git").starts_with("gitdir"));
}

#[test]
fn braces_bars_and_bold_text() {
    let texts = [
        "## The type {x: 1}\n\nA.\n\n## Set {1, 2}\n\nB.\n\n## Map {a => b}\n\nC.\n\n## Solve {x=1}",
        "## One {#one .big data-x=y title=\"Two words\"}\n\nA.\n\n## Two {{ site.name }}\n\nB.\n\n## Three \\{x: 1\\}\n\nC.\n\n## Four {hidden}",
        "| a | b |\n|---|---|\n| `x || y` | wrong |",
        "主要是说**程序员的职责。**这样的例子还有很多。",
        "说**程序员**的，**例子。**",
    ];
    expect![[r#"
        p10.md:6:13 «{x: 1}» error[unread-markdown]: `{x: 1}` does not show, and is no attribute
          help: write \{x: 1\} for the braces themselves, or {#fees} for an id
        p10.md:10:8 «{1, 2}» error[unread-markdown]: `{1, 2}` does not show, and is no attribute
          help: write \{1, 2\} for the braces themselves, or {#fees} for an id
        p10.md:14:8 «{a => b}» error[unread-markdown]: `{a => b}` does not show, and is no attribute
          help: write \{a => b\} for the braces themselves, or {#fees} for an id
        p10.md:18:10 «{x=1}» error[unread-markdown]: `{x=1}` does not show, and is no attribute
          help: write \{x=1\} for the braces themselves, or {#fees} for an id
        p12.md:8:3 «`x || y`» warning[table-cells]: the bar in `x || y` ends the cell
          help: write `x \|\| y`
        p13.md:6:5 «**» error: `**` appears exactly as typed
          help: Markdown cannot begin or end bold text between a letter and a punctuation mark: write <strong>程序员的职责。</strong>
        5 errors; nothing was written
    "#]].assert_eq(&of_pages(&texts));
    assert_rendered([(
        "## One {#one title=\"Two words\" .big lang='hi'}",
        expect![[r#"
            <h2 id="one" class="big" title="Two words" lang="hi">One</h2>
        "#]],
    )]);
}
