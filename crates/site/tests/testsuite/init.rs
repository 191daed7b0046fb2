//! `site init`: the new site has no mistakes, and no file is overwritten.

use expect_test::expect;

use crate::bakery::Bakery;
use crate::findings::shown;

#[test]
#[rustfmt::skip]
fn a_new_site() {
    let built = Bakery::empty().args("init shops/mine").stderr(expect![[r#"
        Created the site of a bicycle repair shop in shops/mine: 51 files. Next steps:

          cd shops/mine
          site serve        preview it at http://localhost:4000, updated on every change
          site new note     write a note, or a repair, page or price
          site check        check the site for problems
          site build        write the finished site to dist/

        The name, address and phone number are made up: change them in content/site.toml. README.md describes the other files.
    "#]]).success();
    for name in ["ignore", "attributes"] {
        assert!(built.has(&format!("shops/mine/.git{name}")) && !built.has(&format!("shops/mine/git{name}")));
    }
    let built = built.again().args("check --root shops/mine --date 2026-06-01").stderr(expect![[r#"
        Checked 18 pages with 45 rules: no problems
    "#]]).success();
    let built = built.again().args("check --publish --root shops/mine --date 2026-06-01").stderr(expect![[r#"
        error[placeholder-data]: content/site.toml is placeholder data
         --> content/site.toml:6:1
          |
        6 | placeholder = true
          | ^^^^^^^^^^^
          |
          = help: enter the real data and remove this line

        Checked 18 pages with 48 rules: 1 error
    "#]]).failure();
    let built = built.again().args("build --quiet --root shops/mine").success();
    assert!(built.has("shops/mine/dist/repairs/gears.html"));
}

/// An entry can be added to every collection. After that, only the entry's text is reported as missing.
#[test]
#[rustfmt::skip]
fn entries_of_every_collection() {
    let mut built = Bakery::empty().args("init . --quiet").success();
    for (args, file) in [
        ("note --title Oil --set topic=Care --set 'description=Which oil belongs on which chain, and how much of it is enough.'",
         expect!["content/notes/oil.md\n"]),
        ("repair --title Saddles --set summary=Saddles. --set 'takes=one day' --set price=5 --set 'includes=One step' --set includes=Another \
          --set 'description=A saddle that is moved by a centimetre saves a knee, and it costs five euro.'",
         expect!["content/repairs/saddles.md\n"]),
        ("price --set 'work=Saddle moved' --set price=5", expect!["content/lists/prices.toml\n"]),
    ] {
        built = built.again().args(&format!("new {args} --quiet")).stdout(file).success();
    }
    expect![[r#"
        content/notes/oil.md:1:1 «+++» warning[empty-page]: this page has no text, but the 3 other pages of its kind in `notes` do
          help: write text below the front matter, or set `draft = true`
        content/repairs/saddles.md:1:1 «+++» warning[empty-page]: this page has no text, but the 4 other pages of its kind in `repairs` do
          help: write text below the front matter, or set `draft = true`
        Checked 20 pages with 45 rules: 2 warnings
    "#]].assert_eq(&shown(built.again().args("check --quiet"), 0));
}

#[test]
#[rustfmt::skip]
fn folders_that_are_not_empty() {
    for (bakery, args, expected) in [
        (Bakery::new(), "init .", expect![[r#"
            error[not-empty]: . is not empty: it contains `content` and 2 more
              help: this folder already has a site: `site serve` shows it
        "#]]),
        (Bakery::empty().write("mine/notes.txt", "keep me").write("mine/.git/HEAD", ""), "init mine", expect![[r#"
            error[not-empty]: mine is not empty: it contains `notes.txt`
              help: name a new folder: `site init` creates it
        "#]]),
        (Bakery::empty().write("mine", "a file"), "init mine", expect![[r#"
            error[not-empty]: mine is a file, not a folder
              help: name a new folder
        "#]]),
    ] {
        bakery.args(args).findings(expected);
    }
    // A new repository counts as an empty folder.
    let repository = Bakery::empty().write("mine/.git/HEAD", "ref: refs/heads/main\n");
    assert!(repository.args("init mine --quiet").success().has("mine/content/site.toml"));
}
