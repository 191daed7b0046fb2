//! `site new`: the files that it writes, the questions that it asks, and the errors that it reports.

use std::io::Write;
use std::process::Stdio;

use expect_test::{Expect, expect};

use crate::bakery::{Bakery, command};

/// Returns a bakery in which `site new` runs with these arguments. `DESCRIBED` is replaced with a description.
fn new_in(bakery: Bakery, args: &str) -> Bakery {
    let description = "--set 'description=Everything there is to say of it.'";
    bakery.args(&format!("new {}", args.replace("DESCRIBED", description)))
}

/// Runs `site new`, and compares the path that it prints, its note, and the file. The site must still build after that.
fn assert_created(bakery: Bakery, args: &str, path: Expect, note: Expect, text: &Expect) {
    let file = path.data.trim();
    let built = new_in(bakery, args).stdout(path).stderr(note).success();
    text.assert_eq(&built.read(file));
    built.again().success();
}

#[test]
#[rustfmt::skip]
fn documents() {
    assert_created(Bakery::new(), "page --title 'Our \"new\" oven, explained' DESCRIBED", expect!["content/pages/our-new-oven-explained.md\n"], expect![[r#"
        Created; its URL is /our-new-oven-explained. Write its text below the second +++ line.
    "#]], &expect![[r#"
        +++
        title = 'Our "new" oven, explained'
        description = "Everything there is to say of it."
        +++

    "#]]);
    assert_created(Bakery::new(), "page --title 'Über uns & Ähnliches' DESCRIBED", expect!["content/pages/uber-uns-ahnliches.md\n"], expect![[r#"
        Created; its URL is /uber-uns-ahnliches. Write its text below the second +++ line.
    "#]], &expect![[r#"
        +++
        title = "Über uns & Ähnliches"
        description = "Everything there is to say of it."
        +++

    "#]]);
    // Keys in the order of the schema, tables last, dates and numbers without quotes.
    let values = "loaf DESCRIBED --set question.0.ask=Why? --set question.0.answer=So. --set since=1998-05-01 --set seeds=poppy \
                  --set seeds=sesame --set grams=750.5 --set vegan=true --set flour=rye --title Poppy";
    assert_created(Bakery::new(), values, expect!["content/loaves/poppy.md\n"], expect![[r#"
        Created; its URL is /loaves/poppy. Write its text below the second +++ line.
    "#]], &expect![[r#"
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

    "#]]);
    let with_notes = Bakery::new().write("notes.md", "\n## Rye\n\nBy night.\n\n");
    assert_created(with_notes, "journal --title 'Rye by night' DESCRIBED --set date=2026-05-01 --draft --body notes.md", expect!["content/journal/rye-by-night.md\n"], expect![[r#"
        Created; its URL is /journal/rye-by-night. It is a draft: `site serve --drafts` shows it.
    "#]], &expect![[r#"
        +++
        title = "Rye by night"
        description = "Everything there is to say of it."
        date = 2026-05-01
        draft = true
        +++

        ## Rye

        By night.
    "#]]);
    let german = Bakery::new().append("content/site.toml", "\n[languages.de]\nname = \"Deutsch\"\n");
    assert_created(german, "pages --slug shop/oven --lang de --title 'Der Ofen' DESCRIBED", expect!["content/pages/shop/oven.de.md\n"], expect![[r#"
        Created; its URL is /de/shop/oven. Write its text below the second +++ line.
    "#]], &expect![[r#"
        +++
        title = "Der Ofen"
        description = "Everything there is to say of it."
        +++

    "#]]);
    // The first line of a TOML file tells editors where its schema is.
    let ovens = Bakery::new().append(
        "content/structure.toml",
        "\n[[collection]]\nname = \"ovens\"\ndir = \"house/ovens\"\nschema = \"schemas/shop.json\"\nsort = \"town\"\n",
    );
    assert_created(ovens, "ovens --title 'Bad Tölz' --slug toelz", expect!["content/house/ovens/toelz.toml\n"], expect![[r#"
        Created.
    "#]], &expect![[r##"
        #:schema ../../schemas/shop.json
        town = "Bad Tölz"
    "##]]);
}

/// The rest of a list stays unchanged.
#[test]
#[rustfmt::skip]
fn entries_of_a_list() {
    let shops = "content/lists/shops.toml";
    for (list, expected) in [
        (
            "# Shops, the oldest first.\n\n[[item]] # since 1998\ntown = \"Ulm\"\n\n[[item]]\nurl   = '/about#hours'\ntown = \"Graz\" # closed in May\n# the end\n",
            expect![[r##"
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
        ),
        ("item = [{ town = \"Ulm\" }]\n", expect![[r#"
            item = [{ town = "Ulm" }, { town = "Linz", url = "/about" }]
        "#]]),
    ] {
        let bakery = Bakery::new().write(shops, list);
        assert_created(bakery, "shop --title Linz --set url=/about", expect!["content/lists/shops.toml\n"], expect![[r#"
            Created.
        "#]], &expected);
    }
    assert_created(Bakery::new().remove(shops), "shops --title Linz", expect!["content/lists/shops.toml\n"], expect![[r#"
        Created.
    "#]], &expect![[r##"
        #:schema ../schemas/shop.json

        [[item]]
        town = "Linz"
    "##]]);
    let crlf = Bakery::new().write(shops, "[[item]]\r\ntown = \"Ulm\"\r\n");
    let built = new_in(crlf, "shops --title Linz --quiet").stdout(expect![[r#"
        content/lists/shops.toml
    "#]]).success();
    assert_eq!(built.read(shops), "[[item]]\r\ntown = \"Ulm\"\r\n\r\n[[item]]\r\ntown = \"Linz\"\r\n");
    built.again().success();
}

#[test]
fn text_from_standard_input() {
    let bakery = Bakery::new();
    let mut child = command(bakery.root())
        .args(["new", "page", "--title", "Oven", "--body", "-", "--set"])
        .arg("description=Everything there is to say of it.")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"It is hot.").unwrap();
    drop(stdin);
    assert!(child.wait().unwrap().success());
    let text = std::fs::read_to_string(bakery.root().join("content/pages/oven.md")).unwrap();
    assert!(text.ends_with("+++\n\nIt is hot.\n"), "{text}");
}

#[test]
fn json() {
    new_in(Bakery::new(), "page --title Oven DESCRIBED --format json")
        .stdout(expect![[r#"
            {"file":"content/pages/oven.md","url":"/oven","draft":false}
        "#]])
        .success();
}

/// Command lines that are rejected.
#[test]
#[rustfmt::skip]
fn misuse() {
    let notes = "\n[[collection]]\nname = \"notes\"\ndir = \"notes\"\nschema = \"schemas/entry.json\"\n";
    Bakery::new().append("content/structure.toml", notes).args("new entry").misuse(expect![[r#"
        error[unknown-collection]: several collections have the schema `entry`
          help: name one of them: `journal` or `notes`
    "#]]);
    for (args, expected) in [
        // Collections.
        ("loafs", expect![[r#"
            error[unknown-collection]: unknown collection `loafs`
              help: did you mean `loaf`?
              help: the collections are `pages`, `loaves`, `journal` and `shops`
        "#]]),
        ("bread", expect![[r#"
            error[unknown-collection]: unknown collection `bread`
              help: the collections are `pages`, `loaves`, `journal` and `shops`
        "#]]),
        ("", expect![[r#"
            error[unknown-collection]: no collection is named
              help: the collections are `pages`, `loaves`, `journal` and `shops`
              help: name one, for example: site new pages
        "#]]),
        // Values.
        ("loaf --set question.0.ask=Why?", expect![[r#"
            error[missing-value]: an entry of `loaves` needs 4 more values
              help: --set title=…: the loaf's name
              help: --set description=…: what search results show
              help: --set flour=…: `rye`, `wheat` or `spelt`
              help: --set question.0.answer=…: what we say
              help: at a terminal, `site new loaves` asks for each value
        "#]]),
        ("loaf --set colour=brown", expect![[r#"
            error[bad-value]: there is no key `colour` (collection `loaves`)
              help: did you mean `flour`?
        "#]]),
        ("journal --draft", expect![[r#"
            error[missing-value]: an entry of `journal` needs 1 more value
              help: --set title=…
              help: at a terminal, `site new journal` asks for each value
        "#]]),
        ("loaf --set wieght=1 --set vegan=perhaps --title A", expect![[r#"
            error[bad-value]: `vegan` must be `true` or `false`, not `perhaps` (collection `loaves`)
            error[bad-value]: there is no key `wieght` (collection `loaves`)
              help: did you mean `weight`?
        "#]]),
        ("loaf --set weight=heavy", expect![[r#"
            error[bad-value]: `weight` must be a whole number, not `heavy` (collection `loaves`)
        "#]]),
        ("loaf --set question.answer=So.", expect![[r#"
            error[bad-value]: `question` has no entry `answer` (collection `loaves`)
              help: entries are numbered from 0; the next one is `question.0`
        "#]]),
        // Names of files.
        ("page DESCRIBED --title About", expect![[r#"
            error[slug-taken]: content/pages/about.md already exists
              help: choose another name with --slug, or another title
        "#]]),
        ("page DESCRIBED --title ???", expect![[r#"
            error[bad-slug]: cannot derive a file name from `???`: it has no letters or digits
              help: name the file with --slug
        "#]]),
        ("page DESCRIBED --title A --slug ../a", expect![[r#"
            error[bad-slug]: `../a` cannot be a file name and part of a URL
              help: use letters, digits, hyphens, dots and underscores for --slug, and / between folders
        "#]]),
        ("page DESCRIBED --title A --slug 'a b'", expect![[r#"
            error[bad-slug]: `a b` cannot be a file name and part of a URL
              help: use letters, digits, hyphens, dots and underscores for --slug, and / between folders
        "#]]),
        ("page DESCRIBED --title CON", expect![[r#"
            error[bad-slug]: Windows cannot store `content/pages/con.md`: `con` is the name of a device
              help: choose another name with --slug, or another title
        "#]]),
        ("page DESCRIBED --title A --slug a/nul", expect![[r#"
            error[bad-slug]: Windows cannot store `content/pages/a/nul.md`: `nul` is the name of a device
              help: choose another name with --slug, or another title
        "#]]),
        ("page DESCRIBED --title A --lang fr", expect![[r#"
            error[unknown-language]: the site has no language `fr`
              help: use `en`, or declare [languages.fr] in content/site.toml
        "#]]),
        ("page DESCRIBED --title A --body no.md", expect![[r#"
            error[unreadable-file]: cannot read no.md: No such file or directory (os error 2)
              help: give --body a Markdown file, or - for standard input
        "#]]),
        // Options that do not apply to entries of a list.
        ("shop --title Linz --slug linz", expect![[r#"
            error[bad-slug]: all entries of `shops` are in one file, content/lists/shops.toml
              help: omit --slug and --lang; if the schema has the key `slug`, set it with --set slug=…
        "#]]),
        ("shop --title Linz --body content/pages/about.md", expect![[r#"
            error[bad-value]: entries of `shops` have no text, only values
              help: omit --body
        "#]]),
        ("shop --title Linz --draft", expect![[r#"
            error[bad-value]: there is no key `draft` (collection `shops`)
              help: add `draft` to content/schemas/shop.json, or omit --draft
        "#]]),
    ] {
        new_in(Bakery::new(), args).misuse(expected);
    }
    new_in(Bakery::new(), "loaf --set flour").unparsed(expect![[r#"
        error: invalid value 'flour' for '--set <KEY=VALUE>': write it as KEY=VALUE, for example category=News
    "#]]);
}

/// Entries that would add errors to the site.
#[test]
#[rustfmt::skip]
fn invalid_entries() {
    let loaf = "loaf --title Poppy DESCRIBED --set flour=rye";
    for (args, expected) in [
        (&*format!("{loaf} --set flour=oat"), expect![[r#"
            content/loaves/poppy.md:4:9 «"oat"» error[not-an-option]: `oat` is not an option for `flour` (not an option)
              help: options are `rye`, `wheat` and `spelt`
        "#]]),
        (&*format!("{loaf} --set 'since=last week'"), expect![[r#"
            content/loaves/poppy.md:6:9 «"last week"» error[bad-date]: `last week` is not a date
              help: write dates as year-month-day, without quotes: 2026-04-30
        "#]]),
        (&*format!("{loaf} --set description=Short."), expect![[r#"
            content/loaves/poppy.md:3:15 «"Short."» error[too-short]: `description` has 6 characters; at least 20 are required (too short)
        "#]]),
        (&*format!("{loaf} --set 'description=We bake {{{{ site.nmae }}}} at night.'"), expect![[r#"
            content/loaves/poppy.md:3:24 «{{ site.nmae }}» error[unknown-fact]: `site` in site.toml has no key `nmae`
              help: did you mean `name`?
        "#]]),
        (&*format!("{loaf} --set 'title=A name that is much longer than the list of loaves has room for'"), expect![[r#"
            content/loaves/a-name-that-is-much-longer-than-the-list-of-loaves-has-room-for.md:2:9 «"A name that is much longer than the list of loaves has room for"» error[too-long]: `title` has 63 characters; at most 40 are allowed (too long)
        "#]]),
        // Pages that have the title, description or URL of another page.
        ("page --title Journal --slug log DESCRIBED", expect![[r#"
            content/pages/log.md:2:9 «"Journal"» error[duplicate-title]: the page /journal already has this title
        "#]]),
        ("page --title A --set 'description=Who bakes here, and when the shop is open.'", expect![[r#"
            content/pages/a.md:3:15 «"Who bakes here, and when the shop is open."» error[duplicate-description]: the page /about already has this description
        "#]]),
        ("page --title A DESCRIBED --set template=pgae.html", expect![[r#"
            content/pages/a.md:4:12 «"pgae.html"» error[missing-template]: the theme has no template `pgae.html` (not in the theme's templates/)
              help: did you mean `page.html`?
        "#]]),
        ("page --title A DESCRIBED --slug loaves/rye", expect![[r#"
            content/loaves/rye.md:1:1 «+++» error[duplicate-route]: two pages have the URL /loaves/rye (the second)
              help: rename one of them, or change its `slug`
              note: content/pages/loaves/rye.md:1:1 «+++» the first is here
        "#]]),
        ("page --title A DESCRIBED --slug About", expect![[r#"
            content/pages/about.md:1:1 «+++» error[case-clash]: `content/pages/about.md` and `content/pages/About.md` differ only in upper and lower case (the second)
              help: rename or remove one of the two: Windows and macOS can store only one of them
              note: content/pages/About.md:1:1 «+++» the first is here
        "#]]),
    ] {
        new_in(Bakery::new(), args).findings(expected);
    }
    let with_text = Bakery::new().write("text.md", "See [the price](/prices).\n\n{{ site.nothing }}\n");
    new_in(with_text, "page --title 'Prices of today' DESCRIBED --body text.md").findings(expect![[r#"
        content/pages/prices-of-today.md:6:17 «/prices» error[broken-link]: there is no page or file /prices
          help: write the URL of an existing page or file; `site list` lists the pages
        content/pages/prices-of-today.md:8:1 «{{ site.nothing }}» error[unknown-fact]: `site` in site.toml has no key `nothing`
          help: keys of `site` are `base_url`, `language`, `limits`, `name`, `stats`, `theme` and `utc_offset`
    "#]]);
}

/// Errors that the site already has do not stop `site new`, except errors in the files that it needs.
#[test]
#[rustfmt::skip]
fn site_with_errors() {
    let page = Bakery::new().page("visit", "See [the bread](/loaf) and {{ site.nmae }}.\n");
    new_in(page, "page --title Oven DESCRIBED --quiet").stdout(expect![[r#"
        content/pages/oven.md
    "#]]).success();
    for (bakery, args, expected) in [
        (Bakery::new().append("content/structure.toml", "\n[[collection]]\nnam = 1\n"), "page --title Oven", expect![[r#"
            content/structure.toml:61:1 «[[collection]]» error[missing-key]: missing key `schema` (`schema` is required here)
              help: add `schema = …`: the JSON Schema of its front matter, relative to content/
            content/structure.toml:62:1 «nam» error[unknown-key]: unknown key `nam` (not allowed here)
              help: did you mean `name`?
        "#]]),
        (Bakery::new().write("content/lists/shops.toml", "[[item]\n"), "shop --title Linz", expect![[r#"
            content/lists/shops.toml:1:8 «» error[bad-toml]: invalid TOML: the closing brackets are missing
              help: close it with two brackets: [[item]]
        "#]]),
        (Bakery::new().write("content/schemas/shop.json", "{"), "shop --title Linz", expect![[r#"
            content/schemas/shop.json:1:1 «{» error[bad-schema]: invalid JSON: unexpected end of file
              help: add the missing `}`
        "#]]),
    ] {
        new_in(bakery, args).findings(expected);
    }
}

#[cfg(unix)]
mod at_a_terminal {
    use std::fs::File;
    use std::io::Write;
    use std::os::unix::fs::OpenOptionsExt as _;
    use std::process::Stdio;

    use expect_test::{Expect, expect};
    use rustix::fs::OFlags;
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    use crate::bakery::{Bakery, command};

    /// Runs `site new` at a terminal, types `typed`, and compares the output and the exit status.
    fn assert_conversation(args: &str, typed: &str, status: i32, output: &Expect) -> Bakery {
        let bakery = Bakery::new();
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let flags = OFlags::NOCTTY.bits().cast_signed();
        let terminal = File::options().read(true).write(true).custom_flags(flags).open(name.to_str().unwrap()).unwrap();
        let mut keyboard = File::from(master);
        keyboard.write_all(typed.as_bytes()).unwrap();
        let printed = command(bakery.root()).arg("new").args(args.split(' ')).stdin(Stdio::from(terminal)).output().unwrap();
        output.assert_eq(&String::from_utf8([printed.stderr, printed.stdout].concat()).unwrap());
        assert_eq!(printed.status.code(), Some(status));
        bakery
    }

    #[test]
    fn missing_values() {
        let typed = "\nPoppy\nShort.\nA white loaf with poppy seeds.\noat\n1\n\n";
        let bakery = assert_conversation(
            "loaf",
            typed,
            0,
            &expect![[r#"
                A new entry of `loaves` in content/loaves. Press Enter to accept the value in brackets, Ctrl-D to stop.

                the loaf's name
                (at most 40 characters)
                title:   a value is required; Ctrl-D stops without writing anything
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
                weight [3]: Created; its URL is /loaves/poppy. Write its text below the second +++ line.
                content/loaves/poppy.md
            "#]],
        );
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
        bakery.success();
    }

    #[test]
    fn nothing_is_missing() {
        let expected = expect![[r#"
            Created.
            content/lists/shops.toml
        "#]];
        assert_conversation("shop --title Linz", "", 0, &expected);
    }

    #[test]
    fn stopped() {
        let expected = expect![[r#"
            A new entry of `loaves` in content/loaves. Press Enter to accept the value in brackets, Ctrl-D to stop.

            the loaf's name
            (at most 40 characters)
            title: 
            what search results show
            (at least 20 characters)
            description: 

            title = "Poppy"

            error[not-finished]: stopped before all questions were answered
             |
             = help: the values so far are above; each can also be given with --set KEY=VALUE

            1 error; nothing was written
        "#]];
        let bakery = assert_conversation("loaf", "Poppy\n\u{4}", 1, &expected);
        assert!(!bakery.root().join("content/loaves/poppy.md").exists());
    }

    /// If the file already exists, the command asks for another name, so the answers are not lost.
    #[test]
    fn file_that_exists() {
        let typed = "About\nWhat is known of it by now.\nin dex\nlater\n";
        let expected = expect![[r#"
            A new entry of `pages` in content/pages. Press Enter to accept the value in brackets, Ctrl-D to stop.

            the heading, and the head of the window
            title: 
            what search results show
            description: 
            content/pages/about.md already exists
            file name, without extension: 
            `in dex` cannot be a file name and part of a URL
            file name, without extension: Created; its URL is /later. Write its text below the second +++ line.
            content/pages/later.md
        "#]];
        assert_conversation("page", typed, 0, &expected);
        let expected = expect![[r#"
            error[slug-taken]: content/pages/about.md already exists
             |
             = help: choose another name with --slug, or another title

            1 error; nothing was written
        "#]];
        assert_conversation("page --slug about", "", 2, &expected);
    }

    /// If the check of the whole site finds an error, the answers are printed.
    #[test]
    fn invalid_entry() {
        let typed = "The {{ site.nmae }}\nWhat is known of it by now.\nlater\n";
        let expected = expect![[r#"
            A new entry of `pages` in content/pages. Press Enter to accept the value in brackets, Ctrl-D to stop.

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
        "#]];
        assert_conversation("page", typed, 1, &expected);
    }
}

/// A draft needs only a title. The note names the other missing keys.
#[test]
#[rustfmt::skip]
fn a_draft_with_a_title_only() {
    assert_created(Bakery::new(), "journal --title 'Plum cake' --draft --set date=2026-05-01", expect!["content/journal/plum-cake.md\n"], expect![[r#"
        Created; its URL is /journal/plum-cake. Write its text below the second +++ line. It is a draft: `site serve --drafts` shows it. It still lacks `description`.
    "#]], &expect![[r#"
        +++
        title = "Plum cake"
        date = 2026-05-01
        draft = true
        +++

    "#]]);
}
