//! `site check`: its formats, its options, and its exit codes.

use expect_test::expect;

use crate::bakery::{Bakery, run};

#[test]
fn site_without_mistakes() {
    Bakery::starter().args("check --quiet --date 2026-06-01").success();
    let built = Bakery::starter()
        .args("check --date 2026-06-01")
        .stderr(expect![[r#"
            Checked 18 pages with 45 rules: no problems
        "#]])
        .success();
    assert!(!built.has("dist"));
}

#[test]
#[rustfmt::skip]
fn formats() {
    let skipped_level = || Bakery::starter().append("content/notes/riding-in-salt.md", "\n#### Deposits\n");
    skipped_level().args("check --quiet --date 2026-06-01").stderr(expect![[r#"
        error[heading-order]: heading `Deposits` on /notes/riding-in-salt skips from <h2> to <h4>
          --> content/notes/riding-in-salt.md:19:1
           |
        19 | #### Deposits
           | ^^^^
           |
           = help: use the next level, <h3>

        Checked 18 pages with 45 rules: 1 error; --fix corrects 1
    "#]]).failure();
    skipped_level().args("check --format github --date 2026-06-01").stdout(expect![[r#"
        ::error file=content/notes/riding-in-salt.md,line=19,endLine=19,col=1,endColumn=5,title=heading-order::heading `Deposits` on /notes/riding-in-salt skips from <h2> to <h4>%0Ahelp: use the next level, <h3>%0Afix: write it with `###` (`site check --fix` does this)
    "#]]).failure();
    skipped_level().args("check --format json --date 2026-06-01").stdout(expect![[r####"
        {"severity":"error","code":"heading-order","message":"heading `Deposits` on /notes/riding-in-salt skips from <h2> to <h4>","file":"content/notes/riding-in-salt.md","line":19,"column":1,"end_line":19,"end_column":5,"help":["use the next level, <h3>"],"related":[],"fixes":[{"label":"write it with `###`","safe":true,"changes":[{"file":"content/notes/riding-in-salt.md","line":19,"column":1,"end_line":19,"end_column":5,"text":"###"}]}]}
    "####]]).failure();
}

#[test]
#[rustfmt::skip]
fn warnings() {
    let page = "+++\ntitle = \"Lonely\"\ndescription = \"A page that no other page links to, so nobody finds it.\"\n+++\nText.\n";
    let lonely = || Bakery::starter().write("content/pages/lonely.md", page);
    lonely().args("check --date 2026-06-01").stderr(expect![[r#"
        warning[orphan-page]: /lonely cannot be reached from the home page
         --> content/pages/lonely.md:1:1
          |
        1 | +++
          | ^^^
          |
          = help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml

        Checked 19 pages with 45 rules: 1 warning
    "#]]).success();
    lonely().args("check --strict --quiet --date 2026-06-01").findings(expect![[r#"
        content/pages/lonely.md:1:1 «+++» error[orphan-page]: /lonely cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        Checked 19 pages with 45 rules: 1 error
    "#]]);
}

#[test]
#[rustfmt::skip]
fn recorded_urls() {
    let built = Bakery::starter().args("check --record --date 2026-06-01").stderr(expect![[r#"
        Checked 18 pages with 45 rules: no problems
        Added new URLs to content/urls.toml
    "#]]).success();
    let built = built.again().args("check --record --date 2026-06-01").stderr(expect![[r#"
        Checked 18 pages with 45 rules: no problems
        content/urls.toml already lists every URL
    "#]]).success();
    let vanished = built.again().replace("content/urls.toml", "  \"/about\",\n", "  \"/about\",\n  \"/old\",\n");
    vanished.args("check --quiet --date 2026-06-01").findings(expect![[r#"
        content/urls.toml:12:3 «"/old"» error[vanished-address]: /old was published once, but no longer works
          help: add a [[redirect]] with from = "/old" to content/structure.toml, or a [[gone]] table to this file
        Checked 18 pages with 45 rules: 1 error
    "#]]);
}

#[test]
#[rustfmt::skip]
fn manual() {
    Bakery::empty().args("check --explain duplicate-id").stdout(expect![[r#"
        duplicate-id (error, found by: build, check)

        What
            two elements of a page have the same id

        Why it matters
            Links, labels and descriptions reach only the first one.

        For example
            <h2 id="fees">…</h2> … <h2 id="fees">…</h2>

        What to do
            Give each its own id. Headings with the same text get different ids automatically; an id in a component must come from an argument.

        Source
            HTML standard, 3.2.6
    "#]]).success();
    Bakery::empty().args("check --explain unknown-kye").misuse(expect![[r#"
        error[unknown-rule]: no finding has the code `unknown-kye`
          help: did you mean `unknown-key`?
          help: `site check --list` lists all codes
        1 error
    "#]]);
    let (_, list, _) = run(Bakery::empty().root(), "check --list");
    for start in ["broken-link            error    build, check", "bad-toml               error    every command"] {
        assert!(list.lines().any(|line| line.starts_with(start)), "{list}");
    }
}

/// More equal findings than are shown one by one, and findings that many pages share, are all known.
#[test]
fn known_findings_may_be_many_and_equal() {
    let links: String = (0..30).map(|_| "[a](/nope) ").collect();
    let built = Bakery::starter()
        .append("content/notes/riding-in-salt.md", &format!("\n{links}\n\n<Tip title=\"a\">[b](/gone)</Tip>\n"))
        .append("content/pages/about.md", "\n<Tip title=\"a\">[b](/gone)</Tip>\n")
        .args("check --baseline --quiet --date 2026-06-01")
        .success();
    let checked = built.again().args("check --date 2026-06-01");
    checked
        .stderr(expect![[r#"
            note[known-findings]: 32 known findings in content/baseline.toml are not reported

            Checked 18 pages with 45 rules: 1 note
        "#]])
        .success();
}

#[test]
#[rustfmt::skip]
fn known_findings_are_not_reported_until_they_are_corrected() {
    let with_two = Bakery::starter().append("content/notes/riding-in-salt.md", "\n[a](/about#x) [b](/about#y) [a](/about#x)\n");
    let built = with_two.args("check --baseline --date 2026-06-01").stderr(expect![[r#"
        Checked 18 pages with 45 rules: no problems
        Wrote 3 known findings to content/baseline.toml
    "#]]).success();
    let file = expect![[r##"
        # Findings that this site had when it moved in: for each file and each code, the texts at their places. They are not reported.
        # `site check --baseline` writes this file again, without those that have been corrected.

        [known."content/notes/riding-in-salt.md"]
        broken-anchor = [
          "/about#x",
          "/about#x",
          "/about#y",
        ]
    "##]];
    file.assert_eq(&built.read("content/baseline.toml"));
    // A build does not report them.
    let built = built.again().args("build --quiet --date 2026-06-01").stderr(expect![[r#"
        note[known-findings]: 3 known findings in content/baseline.toml are not reported

        1 note
    "#]]).success();
    // A new one is an error as before.
    let more = built.again().append("content/notes/riding-in-salt.md", "\n[a](/about#x)\n");
    let built = more.args("check --quiet --date 2026-06-01").stderr(expect![[r#"
        note[known-findings]: 3 known findings in content/baseline.toml are not reported

        error[broken-anchor]: page /about has no anchor `#x`
          --> content/notes/riding-in-salt.md:21:5
           |
        21 | [a](/about#x)
           |     ^^^^^^^^
           |
           = help: write the anchor of a heading of that page (`#how-we-work`, `#what-we-do-not-do` or `#what-becomes-of-old-parts`), or remove `#x`

        Checked 18 pages with 45 rules: 1 error and 1 note
    "#]]).failure();
    // What has been corrected is said, and goes.
    let corrected = built.again().replace("content/notes/riding-in-salt.md", "[a](/about#x) [b](/about#y) [a](/about#x)", "[b](/about#y)");
    let corrected = corrected.replace("content/notes/riding-in-salt.md", "\n[a](/about#x)\n", "");
    let built = corrected.args("check --date 2026-06-01").stderr(expect![[r#"
        note[known-findings]: 1 known finding in content/baseline.toml is not reported
         |
         = help: 2 others no longer occur: remove them with `site check --baseline`

        Checked 18 pages with 45 rules: 1 note
    "#]]).success();
    let built = built.again().replace("content/notes/riding-in-salt.md", "[b](/about#y)", "b");
    let built = built.args("check --baseline --date 2026-06-01").stderr(expect![[r#"
        Checked 18 pages with 45 rules: no problems
        content/baseline.toml is not needed: there is no finding for it
    "#]]).success();
    assert!(!built.has("content/baseline.toml"));
}

/// The page of a document shows everything except for what browsers refuse.
#[test]
fn refused_html_can_be_known() {
    let text = "\n<p onclick=\"a()\" style=\"background: url(http://other.example/a.png)\">A</p>\n\n<embed src=\"https://other.example/a.swf\">\n";
    let built = Bakery::starter().append("content/notes/riding-in-salt.md", text);
    let built = built.args("check --baseline --quiet --date 2026-06-01").success();
    let checked = built.again().args("check --date 2026-06-01");
    checked
        .stderr(expect![[r#"
            note[known-findings]: 3 known findings in content/baseline.toml are not reported

            Checked 18 pages with 45 rules: 1 note
        "#]])
        .success();
}

/// The page of a document shows everything except for the picture, and the text of the link.
#[test]
fn missing_pictures_and_documents_can_be_known() {
    let text = "\n![A worn & dry chain](chain.png), and [an old note](gone.md) :bike: [b](@/b.md)\n";
    let built = Bakery::starter().append("content/notes/riding-in-salt.md", text);
    let built = built.args("check --baseline --date 2026-06-01").stderr(expect![[r#"
        Checked 18 pages with 45 rules: no problems
        Wrote 5 known findings to content/baseline.toml
    "#]]);
    let built = built.success().again().args("build --date 2026-06-01");
    let built = built
        .stderr(expect![[r#"
            note[known-findings]: 5 known findings in content/baseline.toml are not reported

            1 note
            Built 18 pages and 12 other files (155.9 kB) in [TIME] s to [ROOT]/dist
        "#]])
        .success();
    let page = built.read("dist/notes/riding-in-salt.html");
    assert!(page.contains("A worn &amp; dry chain, and"), "{page}");
    assert!(page.contains("an old note"), "{page}");
    assert!(page.contains(":bike:"), "{page}");
}

#[test]
fn what_would_leave_a_page_out_cannot_be_known() {
    let built = Bakery::starter().replace("content/notes/riding-in-salt.md", "title = ", "titel = ");
    built.args("check --baseline --quiet --date 2026-06-01").findings(expect![[r#"
        content/notes/riding-in-salt.md:2:1 «titel» error[unknown-key]: unknown key `titel` (not allowed here)
          help: did you mean `title`?
        Checked 16 of 18 pages with 45 rules: 1 error; --fix corrects 1
    "#]]);
}
