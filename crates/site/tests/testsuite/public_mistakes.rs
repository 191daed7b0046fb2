//! Files of `public/` and of the output: damaged ones, private ones, and two sources of one file.

use expect_test::{Expect, expect};

use crate::bakery::Bakery;

/// Files of `public/` that nobody can open, or nobody should have, and folders from which other generators publish files.
#[test]
#[rustfmt::skip]
fn published_files() {
    let key = "-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n";
    let rows: [(&str, &str, Expect); 11] = [
        ("public/contact.php", "<?php mail();", expect![[r#"
            public/contact.php:1:1 «» error[exposed-file]: public/contact.php is a program, which a host of files does not run: every visitor could download its source
              help: move it out of public/; if it was online, replace the keys and passwords in it
        "#]]),
        ("public/logo.png", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n", expect![[r#"
            public/logo.png:1:1 «» error[bad-file]: this is a note of Git LFS about a file, not the file itself
              help: install Git LFS, and run `git lfs pull`
        "#]]),
        ("public/photo.jpg", "<!doctype html><html>", expect![[r#"
            public/photo.jpg:1:1 «» error[bad-file]: this is a web page, not an image
              help: open the picture by itself in a browser, and save it again
        "#]]),
        ("public/rates.pdf", "", expect![[r#"
            public/rates.pdf:1:1 «» error[bad-file]: this file is empty
              help: copy or save the file again
        "#]]),
        ("public/rates.pdf", "%PDF-1.7\n1 0 obj\n", expect![[r#"
            public/rates.pdf:1:1 «» error[bad-file]: this PDF file is truncated
              help: copy or save the file again
        "#]]),
        ("public/rates.pdf", "<!doctype html><title>Log in</title>", expect![[r#"
            public/rates.pdf:1:1 «» error[bad-file]: this is not a PDF file, as its name says
              help: save it again in the format that its name says, or rename it
        "#]]),
        ("public/server.pem", key, expect![[r#"
            public/server.pem:1:1 «» error[exposed-file]: public/server.pem is a private key: every visitor could download it, and act in your name
              help: move it out of public/; if it was online, replace the keys and passwords in it
        "#]]),
        ("public/dump.sql", "CREATE TABLE clients (id int);\n", expect![[r#"
            public/dump.sql:1:1 «» error[exposed-file]: public/dump.sql is a database or a mailbox: every visitor could download everything in it
              help: move it out of public/; if it was online, replace the keys and passwords in it
        "#]]),
        ("public/prod.env", "DB_PASSWORD=secret\n", expect![[r#"
            public/prod.env:1:1 «» error[exposed-file]: public/prod.env is a file of passwords: every visitor could download it, and act in your name
              help: move it out of public/; if it was online, replace the keys and passwords in it
        "#]]),
        ("static/logo.png", "png", expect![[r#"
            static/logo.png:1:1 «» error[unread-file]: the files of static/ are not published
              help: move its files to public/, from which files are published unchanged
        "#]]),
        ("content/images/logo.svg", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><image href='photo.jpg' width='9' height='9'/></svg>", expect![[r#"
            content/images/logo.svg:1:72 «p» error[bad-picture]: this drawing refers to `photo.jpg`
              help: remove it, or embed in the drawing what it loads: a drawing in a page runs no scripts and loads no files
        "#]]),
    ];
    for (path, text, expected) in rows {
        let rules = "[rules]\nbad-file = \"error\"\nexposed-file = \"error\"\nunread-file = \"error\"\n";
        Bakery::new().write("content/checks.toml", rules).write(path, text).findings(expected);
    }
    let key = "-----BEGIN CERTIFICATE-----\nb3Bl\n";
    Bakery::new().write("public/server.pem", key).write("public/rates.pdf", "%PDF-1.7\n%%EOF\n").success();
}

/// Two sources of one file are one finding, which names both.
#[test]
#[rustfmt::skip]
fn two_sources_of_one_file() {
    let calendar = |field: &str| format!("\n[[calendar]]\ncollection = \"journal\"\nfield = \"{field}\"\nroute = \"/{{slug}}.ics\"\ntitle = \"{{term}}\"\npage = \"/journal\"\n");
    let feed = |route: &str| format!("\n[[feed]]\nroute = \"{route}\"\ncollection = \"journal\"\ntitle = \"Loaves\"\n");
    let llms = "\n[llms]\n[[llms.section]]\ntitle = \"Loaves\"\ncollection = \"loaves\"\n";
    let page = "+++\ntitle = \"Hello there\"\ndescription = \"What this page says to you.\"\n+++\nText.\n";
    let rows: [(String, &str, &str, Expect); 8] = [
        (calendar("topic") + &calendar("title"), "", "", expect![[r#"
            content/structure.toml:62:14 «"journal"» warning[invalid-value]: no document of `journal` has `dates`, so this calendar is empty
              help: name a collection whose documents have `dates`, or add them: dates = [{ date = 2026-12-31 }]
            content/structure.toml:69:14 «"journal"» warning[invalid-value]: no document of `journal` has `dates`, so this calendar is empty
              help: name a collection whose documents have `dates`, or add them: dates = [{ date = 2026-12-31 }]
            content/structure.toml:71:9 «"/{slug}.ics"» error[duplicate-route]: two calendars produce all.ics (the second)
              help: change this `route`
              note: content/structure.toml:64:9 «"/{slug}.ics"» the first is here
            1 error; nothing was written
        "#]]),
        (feed("/journal/feed.xml"), "", "", expect![[r#"
            content/structure.toml:62:9 «"/journal/feed.xml"» error[duplicate-route]: two feeds produce journal/feed.xml (the second)
              help: change this `route`
              note: content/structure.toml:49:9 «"/journal/feed.xml"» the first is here
        "#]]),
        (feed("/sitemap.xml"), "", "", expect![[r#"
            content/structure.toml:62:9 «"/sitemap.xml"» error[duplicate-route]: two sources produce sitemap.xml: the sitemap and a feed
              help: change this `route`
        "#]]),
        (calendar("topic"), "public/all.ics", "x", expect![[r#"
            content/structure.toml:62:14 «"journal"» warning[invalid-value]: no document of `journal` has `dates`, so this calendar is empty
              help: name a collection whose documents have `dates`, or add them: dates = [{ date = 2026-12-31 }]
            public/all.ics:1:1 «» error[duplicate-route]: two sources produce all.ics: a calendar and public/all.ics
              help: remove or rename public/all.ics
              note: content/structure.toml:64:9 «"/{slug}.ics"» a calendar
            1 error; nothing was written
        "#]]),
        (llms.to_owned(), "public/llms.txt", "x", expect![[r#"
            public/llms.txt:1:1 «» error[duplicate-route]: two sources produce llms.txt: the list of [llms] and public/llms.txt
              help: remove or rename public/llms.txt
              note: content/structure.toml:61:2 «llms» the list of [llms]
        "#]]),
        (llms.to_owned(), "content/pages/llms.txt.md", page, expect![[r#"
            content/pages/llms.txt.md:1:1 «+++» error[bad-slug]: `llms.txt` cannot be the URL of a page, because it ends like a file
              help: rename it, for example to `llms-txt`; put a file that is published unchanged into public/
        "#]]),
        (String::new(), "public/journal/feed.xml", "x", expect![[r#"
            public/journal/feed.xml:1:1 «x» warning[bad-file]: this XML file is malformed: unknown token
              help: correct it, or save the file again: programs show nothing of it
            public/journal/feed.xml:1:1 «» error[duplicate-route]: two sources produce journal/feed.xml: a feed and public/journal/feed.xml
              help: remove or rename public/journal/feed.xml
              note: content/structure.toml:49:9 «"/journal/feed.xml"» a feed
            1 error; nothing was written
        "#]]),
        (String::new(), "content/pages/sitemap.xml.md", page, expect![[r#"
            content/pages/sitemap.xml.md:1:1 «+++» error[bad-slug]: `sitemap.xml` cannot be the URL of a page, because it ends like a file
              help: rename it, for example to `sitemap-xml`; put a file that is published unchanged into public/
        "#]]),
    ];
    for (structure, path, text, expected) in rows {
        let bakery = Bakery::new().append("content/structure.toml", &structure);
        let bakery = if path.is_empty() { bakery } else { bakery.write(path, text) };
        bakery.findings(expected);
    }
}
