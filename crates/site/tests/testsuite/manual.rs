//! Completions and manual pages follow from the command's own description.

use crate::bakery::{Bakery, command};

fn said(arguments: &[&str]) -> String {
    let bakery = Bakery::empty();
    let output = command(bakery.root()).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}");
    assert!(output.stderr.is_empty(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn completions_know_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = said(&["completions", shell]);
        for word in [
            "site",
            "build",
            "serve",
            "check",
            "schedule",
            "drafts",
            "host-files",
        ] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn unknown_shell() {
    use expect_test::expect;
    Bakery::empty()
        .args(["completions", "bsh"])
        .stderr(expect![[r#"
            error: invalid value 'bsh' for '<SHELL>'
              [possible values: bash, elvish, fish, powershell, zsh]

              tip: a similar value exists: 'bash'

            For more information, try '--help'.
        "#]])
        .usage_error();
}

#[test]
fn manual_pages() {
    let page = said(&["man"]);
    assert!(page.contains(".TH site 1"), "{page}");
    assert!(page.contains("site build"), "{page}");
    assert!(
        page.contains("\n.SH EXAMPLES\n") && !page.contains("EXTRA"),
        "{page}"
    );
    let built = Bakery::empty().args(["man", "pages/man1"]).success();
    for name in ["site.1", "site-build.1", "site-new.1", "site-inbox-list.1"] {
        assert!(
            built.read(&format!("pages/man1/{name}")).starts_with(".ie"),
            "{name}"
        );
        assert!(!built.read(&format!("pages/man1/{name}")).contains("EXTRA"));
    }
}

#[test]
fn manual_pages_that_cannot_be_written() {
    use expect_test::expect;
    Bakery::empty()
        .write("pages", "a file")
        .args(["man", "pages"])
        .stderr(expect![[r#"
            error[cannot-write]: cannot write pages: File exists (os error 17)

            1 error; nothing was written
        "#]])
        .failure();
}

/// Every command explains itself, and every option of it.
#[test]
fn help_of_every_command() {
    for name in [
        "build",
        "check",
        "completions",
        "inbox",
        "list",
        "man",
        "new",
        "schedule",
        "serve",
    ] {
        let help = said(&[name, "--help"]);
        assert!(help.contains("Usage: site"), "{name}");
    }
}
