//! `site new`: what is written, what is asked, and what is said when it cannot be.

use std::io::Write;
use std::process::Stdio;

use expect_test::{Expect, expect};

use crate::bakery::{Bakery, Built, command};

const DESCRIPTION: &str = "description=Everything there is to say of it.";

/// What the command says and what the file holds then; the site is as good as before.
fn written(bakery: Bakery, path: &str, stdout: Expect, stderr: Expect, text: &Expect) {
    let built = bakery.stdout(stdout).stderr(stderr).success();
    text.assert_eq(&built.read(path));
    passes(built);
}

fn passes(built: Built) {
    built.again().args(["build", "--quiet"]).success();
}

#[test]
fn a_page() {
    written(
        Bakery::new().args([
            "new",
            "page",
            "--title",
            "Our \"new\" oven, explained",
            "--set",
            DESCRIPTION,
        ]),
        "content/pages/our-new-oven-explained.md",
        expect![[r#"
            content/pages/our-new-oven-explained.md
        "#]],
        expect![[r#"
            Written; its address is /our-new-oven-explained. Its text goes below the second +++ line.
        "#]],
        &expect![[r#"
            +++
            title = 'Our "new" oven, explained'
            description = "Everything there is to say of it."
            +++

        "#]],
    );
}

/// Keys stand in the order of the schema; tables come last; dates and numbers have no quotes.
#[test]
fn values_of_all_kinds() {
    written(
        Bakery::new().args([
            "new",
            "loaf",
            "--set",
            DESCRIPTION,
            "--set",
            "question.0.ask=Why?",
            "--set",
            "question.0.answer=So.",
            "--set",
            "since=1998-05-01",
            "--set",
            "seeds=poppy",
            "--set",
            "seeds=sesame",
            "--set",
            "grams=750.5",
            "--set",
            "vegan=true",
            "--set",
            "flour=rye",
            "--title",
            "Poppy",
        ]),
        "content/loaves/poppy.md",
        expect![[r#"
            content/loaves/poppy.md
        "#]],
        expect![[r#"
            Written; its address is /loaves/poppy. Its text goes below the second +++ line.
        "#]],
        &expect![[r#"
            +++
            title = "Poppy"
            description = "Everything there is to say of it."
            flour = "rye"
            weight = 3
            seeds = ["poppy", "sesame"]
            grams = 750.5
            vegan = true
            since = 1998-05-01

            [[question]]
            ask = "Why?"
            answer = "So."
            +++

        "#]],
    );
}

#[test]
fn a_draft_with_a_text() {
    written(
        Bakery::new()
            .write("notes.md", "\n## Rye\n\nBy night.\n\n")
            .args([
                "new",
                "journal",
                "--title",
                "Rye by night",
                "--set",
                DESCRIPTION,
                "--set",
                "date=2026-05-01",
                "--draft",
                "--body",
                "notes.md",
            ]),
        "content/journal/rye-by-night.md",
        expect![[r#"
            content/journal/rye-by-night.md
        "#]],
        expect![[r#"
            Written; its address is /journal/rye-by-night. It is a draft: `site serve --drafts` shows it.
        "#]],
        &expect![[r#"
            +++
            title = "Rye by night"
            description = "Everything there is to say of it."
            date = 2026-05-01
            draft = true
            +++

            ## Rye

            By night.
        "#]],
    );
}

#[test]
fn in_a_folder_and_a_language() {
    let bakery = Bakery::new().append(
        "content/site.toml",
        "\n[languages.de]\nname = \"Deutsch\"\n",
    );
    written(
        bakery.args([
            "new",
            "pages",
            "--slug",
            "shop/oven",
            "--lang",
            "de",
            "--title",
            "Der Ofen",
            "--set",
            DESCRIPTION,
        ]),
        "content/pages/shop/oven.de.md",
        expect![[r#"
            content/pages/shop/oven.de.md
        "#]],
        expect![[r#"
            Written; its address is /de/shop/oven. Its text goes below the second +++ line.
        "#]],
        &expect![[r#"
            +++
            title = "Der Ofen"
            description = "Everything there is to say of it."
            +++

        "#]],
    );
}

/// A collection of TOML files goes on as one, with its schema named for editors.
#[test]
fn a_toml_file() {
    let bakery = Bakery::new()
        .append(
            "content/structure.toml",
            "\n[[collection]]\nname = \"ovens\"\ndir = \"house/ovens\"\nschema = \"schemas/shop.json\"\nsort = \"town\"\n",
        );
    written(
        bakery.args(["new", "ovens", "--title", "Bad Tölz", "--slug", "toelz"]),
        "content/house/ovens/toelz.toml",
        expect![[r#"
            content/house/ovens/toelz.toml
        "#]],
        expect![[r#"
            Written.
        "#]],
        &expect![[r##"
            #:schema ../../schemas/shop.json
            town = "Bad Tölz"
        "##]],
    );
}

/// Comments and order of a list stay as they are.
#[test]
fn an_entry_of_a_list() {
    let list = "# Shops, the oldest first.\n\n[[item]] # since 1998\ntown = \"Ulm\"\n\n[[item]]\nurl   = '/about#hours'\ntown = \"Graz\" # closed in May\n# the end\n";
    written(
        Bakery::new().write("content/lists/shops.toml", list).args([
            "new",
            "shop",
            "--title",
            "Linz",
            "--set",
            "url=/about",
        ]),
        "content/lists/shops.toml",
        expect![[r#"
            content/lists/shops.toml
        "#]],
        expect![[r#"
            Written.
        "#]],
        &expect![[r##"
            # Shops, the oldest first.

            [[item]] # since 1998
            town = "Ulm"

            [[item]]
            url   = '/about#hours'
            town = "Graz" # closed in May
            # the end

            [[item]]
            town = "Linz"
            url = "/about"
        "##]],
    );
}

#[test]
fn lists_between_brackets_and_lists_that_are_not_there_yet() {
    written(
        Bakery::new()
            .write("content/lists/shops.toml", "item = [{ town = \"Ulm\" }]\n")
            .args(["new", "shops", "--title", "Linz"]),
        "content/lists/shops.toml",
        expect![[r#"
            content/lists/shops.toml
        "#]],
        expect![[r#"
            Written.
        "#]],
        &expect![[r#"
            item = [{ town = "Ulm" }, { town = "Linz" }]
        "#]],
    );
    written(
        Bakery::new()
            .remove("content/lists/shops.toml")
            .args(["new", "shops", "--title", "Linz"]),
        "content/lists/shops.toml",
        expect![[r#"
            content/lists/shops.toml
        "#]],
        expect![[r#"
            Written.
        "#]],
        &expect![[r##"
            #:schema ../schemas/shop.json

            [[item]]
            town = "Linz"
        "##]],
    );
}

/// A file of another system's line ends keeps them.
#[test]
fn carriage_returns() {
    let built = Bakery::new()
        .write("content/lists/shops.toml", "[[item]]\r\ntown = \"Ulm\"\r\n")
        .args(["new", "shops", "--title", "Linz", "--quiet"])
        .stdout(expect![[r#"
            content/lists/shops.toml
        "#]])
        .success();
    assert_eq!(
        built.read("content/lists/shops.toml"),
        "[[item]]\r\ntown = \"Ulm\"\r\n\r\n[[item]]\r\ntown = \"Linz\"\r\n"
    );
    passes(built);
}

#[test]
fn a_text_from_standard_input() {
    let bakery = Bakery::new();
    let mut child = command(bakery.root())
        .args([
            "new",
            "page",
            "--title",
            "Oven",
            "--set",
            DESCRIPTION,
            "--body",
            "-",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"It is hot.")
        .unwrap();
    assert!(child.wait().unwrap().success());
    let text = std::fs::read_to_string(bakery.root().join("content/pages/oven.md")).unwrap();
    assert!(text.ends_with("+++\n\nIt is hot.\n"), "{text}");
}

#[test]
fn for_programs() {
    Bakery::new()
        .args([
            "new",
            "page",
            "--title",
            "Oven",
            "--set",
            DESCRIPTION,
            "--format",
            "json",
        ])
        .stdout(expect![[r#"
            {"file":"content/pages/oven.md","url":"/oven","draft":false}
        "#]])
        .success();
}

#[test]
fn collections_that_are_not_there() {
    for (word, expected) in [
        (
            "loafs",
            expect![[r#"
        error[unknown-collection]: there is no collection `loafs`
         |
         = help: did you mean `loaf`?
         = help: the collections are `pages`, `loaves`, `journal` and `shops`

        1 error; nothing was written
    "#]],
        ),
        (
            "bread",
            expect![[r#"
        error[unknown-collection]: there is no collection `bread`
         |
         = help: the collections are `pages`, `loaves`, `journal` and `shops`

        1 error; nothing was written
    "#]],
        ),
    ] {
        Bakery::new()
            .args(["new", word])
            .stderr(expected)
            .usage_error();
    }
    Bakery::new()
        .args(["new"])
        .stderr(expect![[r#"
            error[unknown-collection]: which collection gets a new entry?
             |
             = help: the collections are `pages`, `loaves`, `journal` and `shops`
             = help: for example: site new pages

            1 error; nothing was written
        "#]])
        .usage_error();
    Bakery::new()
        .append(
            "content/structure.toml",
            "\n[[collection]]\nname = \"notes\"\ndir = \"notes\"\nschema = \"schemas/entry.json\"\n",
        )
        .args(["new", "entry"])
        .stderr(expect![[r#"
            error[unknown-collection]: several collections hold what `entry` means
             |
             = help: name one of them: `journal` or `notes`

            1 error; nothing was written
        "#]])
        .usage_error();
}

#[test]
fn missing_values() {
    Bakery::new()
        .args(["new", "loaf", "--set", "question.0.ask=Why?"])
        .stderr(expect![[r#"
            error[missing-value]: an entry of `loaves` needs 4 more values
             |
             = help: --set title=…: the loaf's name
             = help: --set description=…: what search results show
             = help: --set flour=…: `rye`, `wheat` or `spelt`
             = help: --set question.0.answer=…: what we say
             = help: at a terminal, `site new loaves` asks for them one by one

            1 error; nothing was written
        "#]])
        .usage_error();
}

#[test]
fn wrong_values() {
    let with = |setting: &'static str| {
        Bakery::new().args([
            "new",
            "loaf",
            "--title",
            "Poppy",
            "--set",
            DESCRIPTION,
            "--set",
            "flour=rye",
            "--set",
            setting,
        ])
    };
    for (setting, expected) in [
        (
            "colour=brown",
            expect![[r#"
            error[bad-value]: there is no key `colour` (collection `loaves`)
             |
             = help: did you mean `flour`?

            1 error; nothing was written
        "#]],
        ),
        (
            "weight=heavy",
            expect![[r#"
            error[bad-value]: `weight` must be a whole number, not `heavy` (collection `loaves`)

            1 error; nothing was written
        "#]],
        ),
        (
            "question.answer=So.",
            expect![[r#"
            error[bad-value]: `question` has no entry `answer` (collection `loaves`)
             |
             = help: entries are numbered from 0; the next one here is `question.0`

            1 error; nothing was written
        "#]],
        ),
    ] {
        with(setting).stderr(expected).usage_error();
    }
    for (setting, expected) in [
        (
            "flour=oat",
            expect![[r#"
                error[not-an-option]: `oat` is not an option for `flour`
                 --> content/loaves/poppy.md:4:9
                  |
                4 | flour = "oat"
                  |         ^^^^^ not an option
                  |
                  = help: options are `rye`, `wheat` and `spelt`

                1 error; nothing was written
            "#]],
        ),
        (
            "since=last week",
            expect![[r#"
                error[bad-date]: `last week` is not a date
                 --> content/loaves/poppy.md:6:9
                  |
                6 | since = "last week"
                  |         ^^^^^^^^^^^
                  |
                  = help: write dates as year-month-day, without quotes: 2026-04-30

                1 error; nothing was written
            "#]],
        ),
        (
            "description=Short.",
            expect![[r#"
                error[too-short]: `description` has 6 characters; at least 20 are required
                 --> content/loaves/poppy.md:3:15
                  |
                3 | description = "Short."
                  |               ^^^^^^^^ too short

                1 error; nothing was written
            "#]],
        ),
        (
            "description=We bake {{ site.nmae }} at night.",
            expect![[r#"
                error[unknown-fact]: `site` in site.toml has no key `nmae`
                 --> content/loaves/poppy.md:3:24
                  |
                3 | description = "We bake {{ site.nmae }} at night."
                  |                        ^^^^^^^^^^^^^^^
                  |
                  = help: did you mean `name`?

                1 error; nothing was written
            "#]],
        ),
        (
            "title=A name that is much longer than the list of loaves has room for",
            expect![[r#"
                error[too-long]: `title` has 63 characters; at most 40 are allowed
                 --> content/loaves/a-name-that-is-much-longer-than-the-list-of-loaves-has-room-for.md:2:9
                  |
                2 | title = "A name that is much longer than the list of loaves has room for"
                  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ too long

                1 error; nothing was written
            "#]],
        ),
    ] {
        with(setting).stderr(expected).failure();
    }
    Bakery::new()
        .args(["new", "loaf", "--set", "flour"])
        .stderr(expect![[r#"
            error: invalid value 'flour' for '--set <KEY=VALUE>': it is written KEY=VALUE, for example category=News

            For more information, try '--help'.
        "#]])
        .usage_error();
}

/// What other pages have already, and templates that the theme does not have.
#[test]
fn what_would_be_wrong_with_the_page() {
    for (settings, expected) in [
        (
            &["--title", "Journal", "--slug", "log", "--set", DESCRIPTION][..],
            expect![[r#"
                error[duplicate-title]: the page /journal has this title already
                 --> content/pages/log.md:2:9
                  |
                2 | title = "Journal"
                  |         ^^^^^^^^^

                1 error; nothing was written
            "#]],
        ),
        (
            &[
                "--title",
                "A",
                "--set",
                "description=Who bakes here, and when the shop is open.",
            ],
            expect![[r#"
                error[duplicate-description]: the page /about has this description already
                 --> content/pages/a.md:3:15
                  |
                3 | description = "Who bakes here, and when the shop is open."
                  |               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

                1 error; nothing was written
            "#]],
        ),
        (
            &[
                "--title",
                "A",
                "--set",
                DESCRIPTION,
                "--set",
                "template=pgae.html",
            ],
            expect![[r#"
                error[missing-template]: the theme has no template `pgae.html`
                 --> content/pages/a.md:4:12
                  |
                4 | template = "pgae.html"
                  |            ^^^^^^^^^^^ no such file in its templates/
                  |
                  = help: did you mean `page.html`?

                1 error; nothing was written
            "#]],
        ),
        (
            &["--title", "A", "--set", DESCRIPTION, "--slug", "loaves/rye"],
            expect![[r#"
                error[duplicate-route]: two pages have the URL /loaves/rye
                 --> content/loaves/rye.md:1:1
                  |
                1 | +++
                  | ^^^ the second
                  |
                  = help: rename one of them, or change its `slug`
                note: the first is here
                 --> content/pages/loaves/rye.md:1:1
                  |
                1 | +++
                  | ^^^

                1 error; nothing was written
            "#]],
        ),
        (
            &["--title", "A", "--set", DESCRIPTION, "--slug", "About"],
            expect![[r#"
                error[case-clash]: the URLs /About and /about differ only in case
                 --> content/pages/about.md:1:1
                  |
                1 | +++
                  | ^^^ the second
                  |
                  = help: rename one of them, or change its `slug`
                note: the first is here
                 --> content/pages/About.md:1:1
                  |
                1 | +++
                  | ^^^

                1 error; nothing was written
            "#]],
        ),
    ] {
        let all: Vec<&str> = ["new", "page"].iter().chain(settings).copied().collect();
        let built = Bakery::new().arguments(&all).stderr(expected).failure();
        assert!(!built.has("content/pages/a.md") && !built.has("content/pages/log.md"));
    }
}

#[test]
fn names_of_files() {
    for (settings, expected) in [
        (
            &["--title", "About"][..],
            expect![[r#"
            error[slug-taken]: there is already content/pages/about.md
             |
             = help: name another file with --slug, or give another title

            1 error; nothing was written
        "#]],
        ),
        (
            &["--title", "आयकर"],
            expect![[r#"
            error[bad-slug]: `आयकर` gives no name for the file: addresses are written in Latin letters and digits
             |
             = help: name the file with --slug

            1 error; nothing was written
        "#]],
        ),
        (
            &["--title", "A", "--slug", "../a"],
            expect![[r#"
            error[bad-slug]: `../a` cannot be a file's name and part of an address
             |
             = help: --slug takes letters, digits, hyphens, dots and underscores, and / between folders

            1 error; nothing was written
        "#]],
        ),
        (
            &["--title", "A", "--slug", "a b"],
            expect![[r#"
            error[bad-slug]: `a b` cannot be a file's name and part of an address
             |
             = help: --slug takes letters, digits, hyphens, dots and underscores, and / between folders

            1 error; nothing was written
        "#]],
        ),
        (
            &["--title", "A", "--lang", "fr"],
            expect![[r#"
            error[unknown-language]: the site has no language `fr`
             |
             = help: content/site.toml declares `en`

            1 error; nothing was written
        "#]],
        ),
        (
            &["--title", "A", "--body", "no.md"],
            expect![[r#"
            error[unreadable-file]: cannot read no.md: No such file or directory (os error 2)
             |
             = help: --body names a file with Markdown, or - for standard input

            1 error; nothing was written
        "#]],
        ),
    ] {
        let all: Vec<&str> = ["new", "page", "--set", DESCRIPTION]
            .iter()
            .chain(settings)
            .copied()
            .collect();
        Bakery::new().arguments(&all).stderr(expected).usage_error();
    }
    for (settings, expected) in [
        (
            &["--slug", "linz"][..],
            expect![[r#"
                error[bad-slug]: entries of `shops` stand in one file, content/lists/shops.toml: they have no name of their own
                 |
                 = help: leave --slug and --lang away; --set slug=… sets a key, where the schema has it

                1 error; nothing was written
            "#]],
        ),
        (
            &["--body", "content/pages/about.md"],
            expect![[r#"
            error[bad-value]: entries of `shops` are TOML: they have no text below their keys
             |
             = help: leave --body away

            1 error; nothing was written
        "#]],
        ),
        (
            &["--draft"],
            expect![[r#"
            error[bad-value]: there is no key `draft` (collection `shops`)
             |
             = help: add `draft` to content/schemas/shop.json, or leave --draft away

            1 error; nothing was written
        "#]],
        ),
    ] {
        let all: Vec<&str> = ["new", "shop", "--title", "Linz"]
            .iter()
            .chain(settings)
            .copied()
            .collect();
        Bakery::new().arguments(&all).stderr(expected).usage_error();
    }
}

/// Mistakes that the site has already are not the new file's, unless nothing can be read for them.
#[test]
fn in_a_site_with_mistakes() {
    Bakery::new()
        .page("visit", "See [the bread](/loaf) and {{ site.nmae }}.\n")
        .args([
            "new",
            "page",
            "--title",
            "Oven",
            "--set",
            DESCRIPTION,
            "--quiet",
        ])
        .stdout(expect![[r#"
            content/pages/oven.md
        "#]])
        .success();
    Bakery::new()
        .append("content/structure.toml", "\n[[collection]]\nnam = 1\n")
        .args(["new", "page", "--title", "Oven"])
        .stderr(expect![[r#"
            error[missing-key]: missing key `schema`
              --> content/structure.toml:61:1
               |
            61 | [[collection]]
               | ^^^^^^^^^^^^^^ `schema` is required here
               |
               = help: add `schema = …`: the JSON Schema of its front matter, relative to content/

            error[unknown-key]: unknown key `nam`
              --> content/structure.toml:62:1
               |
            62 | nam = 1
               | ^^^ not allowed here
               |
               = help: did you mean `name`?

            2 errors; nothing was written
        "#]])
        .failure();
    Bakery::new()
        .write("content/lists/shops.toml", "[[item]\n")
        .args(["new", "shop", "--title", "Linz"])
        .stderr(expect![[r#"
            error[bad-toml]: invalid TOML: unclosed array table, expected `]`
             --> content/lists/shops.toml:1:8
              |
            1 | [[item]
              |        ^
              |
              = help: close it with two brackets: [[item]]

            1 error; nothing was written
        "#]])
        .failure();
    Bakery::new()
        .write("content/schemas/shop.json", "{")
        .args(["new", "shop", "--title", "Linz"])
        .stderr(expect![[r#"
            error[bad-schema]: invalid JSON: unexpected end of file
             --> content/schemas/shop.json:1:1
              |
            1 | {
              | ^

            1 error; nothing was written
        "#]])
        .failure();
}

#[cfg(unix)]
mod at_a_terminal {
    use std::fs::File;
    use std::io::Write;
    use std::process::Stdio;

    use expect_test::{Expect, expect};
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    use crate::bakery::{Bakery, command};

    /// Runs `site new` at a terminal at which `typed` is typed. What it says goes to `said`.
    fn at_terminal(bakery: &Bakery, arguments: &[&str], typed: &str, said: &Expect) -> Option<i32> {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let terminal = File::options()
            .read(true)
            .write(true)
            .open(name.to_str().unwrap())
            .unwrap();
        let mut keyboard = File::from(master);
        keyboard.write_all(typed.as_bytes()).unwrap();
        let output = command(bakery.root())
            .arg("new")
            .args(arguments)
            .stdin(Stdio::from(terminal))
            .output()
            .unwrap();
        let text =
            String::from_utf8(output.stderr).unwrap() + &String::from_utf8(output.stdout).unwrap();
        said.assert_eq(&text);
        output.status.code()
    }

    #[test]
    fn asked_for_what_is_missing() {
        let bakery = Bakery::new();
        let typed = "\nPoppy\nShort.\nA white loaf with poppy seeds.\noat\n1\n\n";
        let status = at_terminal(
            &bakery,
            &["loaf"],
            typed,
            &expect![[r#"
                A new entry of `loaves` in content/loaves. An empty line takes what stands in brackets; Ctrl-D stops.

                the loaf's name
                (at most 40 characters)
                title:   this one is needed; Ctrl-D stops without writing anything
                title: 
                what search results show
                (at least 20 characters)
                description:   `description` has 6 characters; at least 20 are required
                description: 
                the flour it is baked from
                  1  rye
                  2  wheat
                  3  spelt
                flour:   `oat` is not an option for `flour`
                  options are `rye`, `wheat` and `spelt`
                flour: 
                place in the list
                (a whole number)
                weight [3]: Written; its address is /loaves/poppy. Its text goes below the second +++ line.
                content/loaves/poppy.md
            "#]],
        );
        assert_eq!(status, Some(0));
        let text = std::fs::read_to_string(bakery.root().join("content/loaves/poppy.md")).unwrap();
        expect![[r#"
            +++
            title = "Poppy"
            description = "A white loaf with poppy seeds."
            flour = "rye"
            weight = 3
            +++

        "#]]
        .assert_eq(&text);
        bakery.args(["build", "--quiet"]).success();
    }

    #[test]
    fn not_asked_for_what_is_given() {
        let bakery = Bakery::new();
        let arguments = ["shop", "--title", "Linz"];
        let status = at_terminal(
            &bakery,
            &arguments,
            "",
            &expect![[r#"
            Written.
            content/lists/shops.toml
        "#]],
        );
        assert_eq!(status, Some(0));
    }

    #[test]
    fn stopped() {
        let bakery = Bakery::new();
        let status = at_terminal(
            &bakery,
            &["loaf"],
            "Poppy\n\u{4}",
            &expect![[r#"
            A new entry of `loaves` in content/loaves. An empty line takes what stands in brackets; Ctrl-D stops.

            the loaf's name
            (at most 40 characters)
            title: 
            what search results show
            (at least 20 characters)
            description: 
            error[not-finished]: the questions were not answered to the end
             |
             = help: every value can also be given with --set KEY=VALUE

            1 error; nothing was written
        "#]],
        );
        assert_eq!(status, Some(1));
        assert!(!bakery.root().join("content/loaves/poppy.md").exists());
    }

    /// What was typed is not lost when the file's name is taken: another is asked for.
    #[test]
    fn taken() {
        let bakery = Bakery::new();
        let typed = "About\nWhat is known of it by now.\nin dex\nlater\n";
        let status = at_terminal(
            &bakery,
            &["page"],
            typed,
            &expect![[r#"
            A new entry of `pages` in content/pages. An empty line takes what stands in brackets; Ctrl-D stops.

            the heading, and the head of the window
            title: 
            what search results show
            description: 
            there is already content/pages/about.md
            name of the file, without ending: 
            `in dex` cannot be a file's name and part of an address
            name of the file, without ending: Written; its address is /later. Its text goes below the second +++ line.
            content/pages/later.md
        "#]],
        );
        assert_eq!(status, Some(0));
    }

    #[test]
    fn nothing_is_asked_for_a_name_that_is_taken() {
        let bakery = Bakery::new();
        let arguments = ["page", "--slug", "about"];
        let status = at_terminal(
            &bakery,
            &arguments,
            "",
            &expect![[r#"
            error[slug-taken]: there is already content/pages/about.md
             |
             = help: name another file with --slug, or give another title

            1 error; nothing was written
        "#]],
        );
        assert_eq!(status, Some(2));
    }

    /// What only the whole site can tell is found at the end; what was typed is shown again.
    #[test]
    fn refused_at_the_end() {
        let bakery = Bakery::new();
        let typed = "The {{ site.nmae }}\nWhat is known of it by now.\nlater\n";
        let status = at_terminal(
            &bakery,
            &["page"],
            typed,
            &expect![[r#"
                A new entry of `pages` in content/pages. An empty line takes what stands in brackets; Ctrl-D stops.

                the heading, and the head of the window
                title: 
                what search results show
                description: 
                +++
                title = "The {{ site.nmae }}"
                description = "What is known of it by now."
                +++


                error[unknown-fact]: `site` in site.toml has no key `nmae`
                 --> content/pages/the-site-nmae.md:2:14
                  |
                2 | title = "The {{ site.nmae }}"
                  |              ^^^^^^^^^^^^^^^
                  |
                  = help: did you mean `name`?

                1 error; nothing was written
            "#]],
        );
        assert_eq!(status, Some(1));
    }
}

/// What a build would say of the text is said before it is written.
#[test]
fn the_text_is_checked() {
    let built = Bakery::new()
        .write(
            "text.md",
            "See [the price](/prices).\n\n{{ site.nothing }}\n",
        )
        .args([
            "new",
            "page",
            "--title",
            "Prices of today",
            "--set",
            DESCRIPTION,
            "--body",
            "text.md",
        ])
        .stderr(expect![[r#"
            error[broken-link]: there is no page or file /prices
             --> content/pages/prices-of-today.md:6:17
              |
            6 | See [the price](/prices).
              |                 ^^^^^^^ leads nowhere

            error[unknown-fact]: `site` in site.toml has no key `nothing`
             --> content/pages/prices-of-today.md:8:1
              |
            8 | {{ site.nothing }}
              | ^^^^^^^^^^^^^^^^^^
              |
              = help: facts are the keys of content/site.toml

            2 errors; nothing was written
        "#]])
        .failure();
    assert!(!built.has("content/pages/prices-of-today.md"));
}

#[test]
fn a_title_with_accents() {
    let built = Bakery::new()
        .args([
            "new",
            "page",
            "--title",
            "Über uns & Ähnliches",
            "--set",
            DESCRIPTION,
        ])
        .stdout(expect![[r#"
            content/pages/uber-uns-ahnliches.md
        "#]])
        .stderr(expect![[r#"
            Written; its address is /uber-uns-ahnliches. Its text goes below the second +++ line.
        "#]])
        .success();
    assert!(built.has("content/pages/uber-uns-ahnliches.md"));
}
