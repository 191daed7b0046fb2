//! Arguments, exit codes, and several mistakes in one run.

use expect_test::expect;

use crate::bakery::{Bakery, command};

/// Returns a bakery with mistakes for every stage, in several files.
fn spoiled() -> Bakery {
    Bakery::new()
        .replace("content/loaves/rye.md", "flour =", "flower =")
        .replace("content/journal/winter.md", "2026-02-01", "\"in winter\"")
        .page("visit", "See [the bread](/loaf) and {{ site.nmae }}.\n")
        .write("content/pages/empty.md", "")
        .append("content/menus.toml", "\n[[main]]\nlabel = \"Shop\"\nurl = \"/shop\"\n")
        .replace("themes/bakery/templates/journal.html", "paginator.number", "paginator.nubmer")
}

#[test]
fn several_mistakes_in_several_files() {
    spoiled().findings(expect![[r#"
        content/journal/winter.md:4:8 «"in winter"» error[bad-date]: `in winter` is not a date
          help: write dates as year-month-day, without quotes: 2026-04-30
        content/loaves/rye.md:4:1 «flower» error[unknown-key]: unknown key `flower` (not allowed here)
          help: did you mean `flour`?
        content/menus.toml:11:8 «/shop» error[broken-link]: there is no page or file /shop
          help: write the URL of an existing page or file; `site list` lists the pages
        content/pages/empty.md:1:1 «» error[empty-file]: this file is empty
          help: start with front matter: a `+++` line, `title = "…"` and `description = "…"`, and another `+++` line
        content/pages/visit.md:6:17 «/loaf» error[broken-link]: there is no page or file /loaf
          help: write the URL of an existing page or file; `site list` lists the pages
        content/pages/visit.md:6:28 «{{ site.nmae }}» error[unknown-fact]: `site` in site.toml has no key `nmae`
          help: did you mean `name`?
        themes/bakery/templates/journal.html:11:27 «nubmer» error[template-error]: field `nubmer` is not defined
          help: did you mean `number`?
          help: while rendering /journal from content/pages/journal.md, and 1 more page
    "#]]);
}

#[test]
fn findings_as_json() {
    spoiled().args("build --format json").stdout(expect![[r#"
        {"severity":"error","code":"bad-date","message":"`in winter` is not a date","file":"content/journal/winter.md","line":4,"column":8,"end_line":4,"end_column":19,"help":["write dates as year-month-day, without quotes: 2026-04-30"],"related":[],"fixes":[]}
        {"severity":"error","code":"unknown-key","message":"unknown key `flower`","file":"content/loaves/rye.md","line":4,"column":1,"end_line":4,"end_column":7,"label":"not allowed here","help":["did you mean `flour`?"],"related":[],"fixes":[{"label":"replace `flower` with `flour`","safe":false,"changes":[{"file":"content/loaves/rye.md","line":4,"column":1,"end_line":4,"end_column":7,"text":"flour"}]}]}
        {"severity":"error","code":"broken-link","message":"there is no page or file /shop","file":"content/menus.toml","line":11,"column":8,"end_line":11,"end_column":13,"help":["write the URL of an existing page or file; `site list` lists the pages"],"related":[],"fixes":[]}
        {"severity":"error","code":"empty-file","message":"this file is empty","file":"content/pages/empty.md","line":1,"column":1,"end_line":1,"end_column":1,"help":["start with front matter: a `+++` line, `title = \"…\"` and `description = \"…\"`, and another `+++` line"],"related":[],"fixes":[]}
        {"severity":"error","code":"broken-link","message":"there is no page or file /loaf","file":"content/pages/visit.md","line":6,"column":17,"end_line":6,"end_column":22,"help":["write the URL of an existing page or file; `site list` lists the pages"],"related":[],"fixes":[]}
        {"severity":"error","code":"unknown-fact","message":"`site` in site.toml has no key `nmae`","file":"content/pages/visit.md","line":6,"column":28,"end_line":6,"end_column":43,"help":["did you mean `name`?"],"related":[],"fixes":[{"label":"replace `nmae` with `name`","safe":true,"changes":[{"file":"content/pages/visit.md","line":6,"column":36,"end_line":6,"end_column":40,"text":"name"}]}]}
        {"severity":"error","code":"template-error","message":"field `nubmer` is not defined","file":"themes/bakery/templates/journal.html","line":11,"column":27,"end_line":11,"end_column":33,"help":["did you mean `number`?","while rendering /journal from content/pages/journal.md, and 1 more page"],"related":[],"fixes":[{"label":"replace `nubmer` with `number`","safe":true,"changes":[{"file":"themes/bakery/templates/journal.html","line":11,"column":27,"end_line":11,"end_column":33,"text":"number"}]}]}
    "#]]).failure();
}

#[test]
fn json_without_findings_is_empty() {
    Bakery::new().args("build --format json --quiet").success();
}

#[test]
#[rustfmt::skip]
fn summary() {
    Bakery::new().args("build").stderr(expect![[r#"
        Built 13 pages and 7 other files (11.8 kB) in [TIME] s to [ROOT]/dist
    "#]]).success();
}

#[test]
#[rustfmt::skip]
fn misuse() {
    for (args, expected) in [
        ("build --drfts", expect![[r#"
            error: unexpected argument '--drfts' found

              tip: a similar argument exists: '--drafts'

            Usage: site build --drafts
        "#]]),
        ("biuld", expect![[r#"
            error: unrecognized subcommand 'biuld'

              tip: a similar subcommand exists: 'build'

            Usage: site [OPTIONS] <COMMAND>
        "#]]),
        ("build --date tomorrow", expect![[r#"
            error: invalid value 'tomorrow' for '--date <DATE>': write a date as year-month-day, for example 2026-11-21
        "#]]),
        ("serve --port 99999", expect![[r#"
            error: invalid value '99999' for '--port <PORT>': 99999 is not in 0..=65535
        "#]]),
        ("build --format yaml", expect![[r#"
            error: invalid value 'yaml' for '--format <FORMAT>'
              [possible values: text, json, github]
        "#]]),
        ("init", expect![[r#"
            error: the following required arguments were not provided:
              <DIR>

            Usage: site init <DIR>
        "#]]),
        ("completions bsh", expect![[r#"
            error: invalid value 'bsh' for '<SHELL>'
              [possible values: bash, elvish, fish, powershell, zsh]

              tip: a similar value exists: 'bash'
        "#]]),
        ("doctor --bucket pages", expect![[r#"
            error: the following required arguments were not provided:
              --aws

            Usage: site doctor --aws --bucket <NAME>
        "#]]),
    ] {
        Bakery::empty().args(args).unparsed(expected);
    }
}

#[test]
#[rustfmt::skip]
fn project_is_found_from_a_folder_below() {
    let bakery = Bakery::new();
    let folder = bakery.root().join("content/pages");
    let status = command(&folder).args(["build", "--quiet"]).status().unwrap();
    assert!(status.success());
    assert!(bakery.root().join("dist/index.html").exists());
}
