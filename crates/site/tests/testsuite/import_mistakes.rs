//! Folders from which, or to which, no site can be imported.

use expect_test::expect;

use crate::bakery::Bakery;

#[test]
fn wrong_folders() {
    for (line, expected) in [
        (
            "import zola old new",
            expect![[r#"
            error[not-a-site]: there is no config.toml in this folder
             |
             = help: name the folder of the Zola site

            1 error; nothing was written
        "#]],
        ),
        (
            "import hugo old new",
            expect![[r#"
            error[not-a-site]: there is no hugo.toml, hugo.yaml, config.toml or config.yaml in this folder
             |
             = help: name the folder of the Hugo site

            1 error; nothing was written
        "#]],
        ),
        (
            "import jekyll old new",
            expect![[r#"
            error[not-a-site]: there is no _config.yml in this folder
             |
             = help: name the folder of the Jekyll site

            1 error; nothing was written
        "#]],
        ),
        (
            "import zola missing new",
            expect![[r#"
            error[not-a-site]: missing is not a folder
             |
             = help: name the folder of the old site

            1 error; nothing was written
        "#]],
        ),
        (
            "import zola old old/new",
            expect![[r#"
            error[not-a-site]: there is no config.toml in this folder
             |
             = help: name the folder of the Zola site

            1 error; nothing was written
        "#]],
        ),
        (
            "import zola old full",
            expect![[r#"
            error[not-empty]: full is not empty: it contains `a.txt`
             |
             = help: name a new folder: `site init` creates it

            1 error; nothing was written
        "#]],
        ),
    ] {
        let bakery = Bakery::empty().write("old/readme.txt", "").write("full/a.txt", "");
        expected.assert_eq(&bakery.args(line).report(1));
    }
    let bakery = Bakery::empty().write("old/config.toml", "title = ");
    expect![[r#"
        error[not-a-site]: cannot read config.toml: string values must be quoted, expected literal string
         --> config.toml:1:1
          |
        1 | title = 
          | ^^^^^^^^

        1 error; nothing was written
    "#]]
    .assert_eq(&bakery.args("import zola old new").report(1));
}
