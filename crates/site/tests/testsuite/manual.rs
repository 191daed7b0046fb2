//! Shell completions, manual pages, and help texts.

use expect_test::expect;

use crate::bakery::{Bakery, command, run};

fn said(line: &str) -> String {
    let (status, stdout, stderr) = run(Bakery::empty().root(), line);
    assert_eq!((status, stderr.as_str()), (0, ""), "{line}");
    stdout
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = said(&format!("completions {shell}"));
        assert!(script.contains("COMPLETE") && script.contains("site"), "{shell}: {script}");
    }
}

#[test]
fn completions_know_the_project() {
    let bakery = Bakery::new();
    for (words, expected) in [
        (&["sch"][..], &["schedule"][..]),
        (&["build", "--dr"], &["--drafts"]),
        (&["build", "--host-files", "ng"], &["nginx"]),
        (&["check", "--explain", "heading-o"], &["heading-order"]),
        (&["help", "from-z"], &["from-zola"]),
        (&["new", "lo"], &["loaves"]),
        (&["list", "--collection", "jo"], &["journal"]),
        (&["serve", "--open", "/loaves/r"], &["/loaves/rye"]),
    ] {
        let output = command(bakery.root()).env("COMPLETE", "fish").args(["--", "site"]).args(words).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        let suggested: Vec<&str> = said.lines().filter_map(|line| line.split('\t').next()).collect();
        assert_eq!(suggested, expected, "{words:?}");
    }
}

#[test]
fn manual_pages() {
    let page = said("man");
    assert!(page.contains(".TH site 1"), "{page}");
    assert!(page.contains("site build"), "{page}");
    assert!(page.contains("\n.SH EXAMPLES\n") && !page.contains("EXTRA"), "{page}");
    let built = Bakery::empty().args("man pages/man1").success();
    for name in ["site.1", "site-build.1", "site-new.1", "site-inbox-list.1"] {
        assert!(built.read(&format!("pages/man1/{name}")).starts_with(".ie"), "{name}");
        assert!(!built.read(&format!("pages/man1/{name}")).contains("EXTRA"));
    }
    // Prose is not part of the examples.
    let check = built.read("pages/man1/site-check.1");
    let (_, end) = check.split_once(".SH NOTES\n").unwrap();
    expect![[r#"
        The exit code is 0 if there are no errors, 1 if there are, and 2 for a wrong command line. Warnings do not count as errors. With \-\-fix, errors count that are left; with \-\-diff, a fix counts as well.
        .SH EXAMPLES
          site check                         run every rule that needs no network
          site check \-\-publish \-\-external    also run the rules for a live site, and check links to other sites
          site check \-\-explain heading\-order explain a finding and how to fix it
          site check \-\-fix                   correct what has a safe fix
          site check \-\-diff                  show what \-\-fix would change
          site check \-\-format github         annotate the lines of a pull request
        .SH VERSION
        v0.2.0
    "#]]
    .assert_eq(end);
}

#[test]
fn manual_pages_that_cannot_be_written() {
    Bakery::empty().write("pages", "a file").args("man pages").findings(expect![[r#"
        error[cannot-write]: cannot write pages: File exists (os error 17)
    "#]]);
}

/// Every command has a help text.
#[test]
fn help_of_every_command() {
    let names = "build check completions doctor help inbox init language-server list man new schedule serve";
    for name in names.split(' ') {
        let help = said(&format!("{name} --help"));
        assert!(help.contains(&format!("Usage: site {name}")), "{help}");
    }
}

#[test]
fn help_of_topics() {
    for (topic, words) in [
        ("help", &["Usage: site", "Chapters:", "first-day", "from-zola"][..]),
        ("help serve", &["Usage: site serve"]),
        ("help inbox list", &["Usage: site inbox list"]),
        ("help first-day", &["An editor’s first day\n=====", "site new note --title"]),
        ("help structure.toml", &["[[taxonomy.term]]\n-----"]),
        ("help filters", &["Filters of templates\n=====", "wordcount"]),
        ("help broken-link", &["What to do"]),
        ("help slugify", &["hr-payroll-whats-due"]),
        ("help collection", &["Functions of templates", "structure.toml: collections and URLs"]),
    ] {
        let text = said(topic);
        for word in words {
            assert!(text.contains(word), "{topic:?}: {word} in {text}");
        }
    }
}

#[test]
fn unknown_topic() {
    Bakery::empty().args("help frist-day").misuse(expect![[r#"
        error[unknown-topic]: the manual has no topic `frist-day`
          help: did you mean `first-day`?
          help: `site help` lists the chapters
        1 error
    "#]]);
}
