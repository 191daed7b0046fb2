//! `site init`: a site to begin with, in which there is nothing to mend.

use expect_test::expect;

use crate::bakery::{Bakery, TODAY, command};

#[test]
fn a_new_site() {
    let built = Bakery::empty()
        .args(["init", "shops/mine"])
        .stderr(expect![[r#"
            Made the site of a bicycle repair shop in shops/mine: 44 files. Next:

              cd shops/mine
              site serve        look at it at http://localhost:4000; every change shows at once
              site new note     write something; repair, page and price likewise
              site check        is everything in order?
              site build        the finished site, in dist/

            Name, address and telephone are made up: begin with content/site.toml. README.md says where the rest is.
        "#]])
        .success();
    assert!(built.has("shops/mine/.gitignore") && !built.has("shops/mine/gitignore"));
    let inside = |arguments: &[&str]| {
        let output = command(&built.root().join("shops/mine"))
            .args(arguments)
            .env("PATH", "")
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{said}");
        said
    };
    expect![[r#"
        Checked 17 pages with 33 rules: nothing to mend
    "#]]
    .assert_eq(&inside(&["check", "--date", TODAY]));
    assert!(inside(&["build", "--date", TODAY]).starts_with("Built 17 pages"));
    assert!(built.has("shops/mine/dist/repairs/gears.html"));
}

/// Every kind of entry can be added at once, and the site is still in order, but for the text that is to be written.
#[test]
fn entries_of_every_collection() {
    let mut bakery = Bakery::empty()
        .args(["init", ".", "--quiet"])
        .success()
        .again();
    for arguments in [
        &[
            "new",
            "note",
            "--title",
            "Oil",
            "--set",
            "topic=Care",
            "--set",
            "description=Which oil belongs on which chain, and how much of it is enough.",
        ][..],
        &[
            "new",
            "repair",
            "--title",
            "Saddles",
            "--set",
            "summary=Saddles.",
            "--set",
            "takes=one day",
            "--set",
            "price=5",
            "--set",
            "includes=One step",
            "--set",
            "includes=Another",
            "--set",
            "description=A saddle that is moved by a centimetre saves a knee, and it costs five euro.",
        ],
        &[
            "new",
            "price",
            "--set",
            "work=Saddle moved",
            "--set",
            "price=5",
        ],
    ] {
        let mut arguments = arguments.to_vec();
        arguments.extend(["--format", "json"]);
        let output = command(bakery.root()).args(&arguments).output().unwrap();
        assert!(
            output.status.success(),
            "{arguments:?}: {}",
            String::from_utf8_lossy(&output.stdout)
        );
    }
    bakery = bakery.args(["check", "--quiet"]).stderr(expect![[r#"
        warning[empty-page]: this page has no text; all 3 others of its kind in `notes` have
         --> content/notes/oil.md:1:1
          |
        1 | +++
          | ^^^
          |
          = help: write it below the front matter, or set draft = true

        warning[empty-page]: this page has no text; all 4 others of its kind in `repairs` have
         --> content/repairs/saddles.md:1:1
          |
        1 | +++
          | ^^^
          |
          = help: write it below the front matter, or set draft = true

        Checked 19 pages with 33 rules: 2 warnings
    "#]]);
    bakery.success();
}

#[test]
fn folders_that_are_not_empty() {
    Bakery::new()
        .args(["init", "."])
        .stderr(expect![[r#"
            error[not-empty]: . is not empty: it holds `content` and 2 more
             |
             = help: there is a site here already: `site serve` shows it

            1 error; nothing was written
        "#]])
        .failure();
    let built = Bakery::empty()
        .write("mine/notes.txt", "keep me")
        .write("mine/.git/HEAD", "")
        .args(["init", "mine"])
        .stderr(expect![[r#"
            error[not-empty]: mine is not empty: it holds `notes.txt`
             |
             = help: name a new folder, which `site init` makes

            1 error; nothing was written
        "#]])
        .failure();
    assert_eq!(built.read("mine/notes.txt"), "keep me");
    Bakery::empty()
        .write("mine", "a file")
        .args(["init", "mine"])
        .stderr(expect![[r#"
            error[not-empty]: mine is a file, not a folder
             |
             = help: name a new folder

            1 error; nothing was written
        "#]])
        .failure();
}

/// A fresh repository is as good as an empty folder.
#[test]
fn a_repository() {
    let built = Bakery::empty()
        .write("mine/.git/HEAD", "ref: refs/heads/main\n")
        .args(["init", "mine", "--quiet"])
        .success();
    assert!(built.has("mine/content/site.toml"));
}

#[test]
fn without_a_folder() {
    Bakery::empty()
        .args(["init"])
        .stderr(expect![[r#"
            error: the following required arguments were not provided:
              <DIR>

            Usage: site init <DIR>

            For more information, try '--help'.
        "#]])
        .usage_error();
}

/// What is made up must not go live.
#[test]
fn placeholders_are_not_published() {
    Bakery::empty()
        .args(["init", ".", "--quiet"])
        .success()
        .again()
        .args(["check", "--publish", "--date", TODAY])
        .stderr(expect![[r#"
            error[placeholder-data]: content/site.toml is placeholder data
             --> content/site.toml:6:1
              |
            6 | placeholder = true
              | ^^^^^^^^^^^ still to be supplied

            Checked 35 rules: 1 error
        "#]])
        .failure();
}
