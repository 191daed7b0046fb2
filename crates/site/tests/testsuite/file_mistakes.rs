//! Files that cannot be read, or whose content does not match their name.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};

use expect_test::expect;

use crate::bakery::Bakery;
use crate::findings::{assert_files, shown};

/// Every file that is not UTF-8 is reported in the same run. Consequential errors are not reported.
#[test]
#[rustfmt::skip]
fn encodings() {
    Bakery::new()
        .write("content/lists/shops.toml", b"[[item]]\ntown = \"Z\xfcrich\"\n")
        .write("content/loaves/rye.md", b"+++\ntitle = \"Roggen\"\ndescription = \"Ein dunkles Brot f\xfcr eine Woche.\"\n+++\n")
        .write("content/loaves/spelt.md", b"\xff\xfe+\0+\0+\0")
        .write("content/pages/about.md", b"+++\ntitle = \"The baker\x92s shop\"\n+++\n")
        .write("content/pages/visit.md", b"+++\ntitle = \"Visit\"\n+++\nA \0 in the text.\n")
        .write("content/schemas/loaf.json", b"{ \"title\": \"\xff\" }")
        .findings(expect![[r#"
            content/lists/shops.toml:2:10 «�» error[not-utf8]: this file is not UTF-8 text (first invalid byte)
              help: save the file as UTF-8; in Windows-1252 this byte is `ü`
            content/loaves/rye.md:3:34 «�» error[not-utf8]: this file is not UTF-8 text (first invalid byte)
              help: save the file as UTF-8; in Windows-1252 this byte is `ü`
            content/loaves/spelt.md:1:1 «�» error[not-utf8]: this file is not UTF-8 text (first invalid byte)
              help: save the file as UTF-8 (in Notepad: Save as, Encoding: UTF-8); it looks like UTF-16
            content/pages/about.md:2:19 «�» error[not-utf8]: this file is not UTF-8 text (first invalid byte)
              help: save the file as UTF-8; in Windows-1252 this byte is `’`
            content/pages/visit.md:4:3 «␀» error[not-utf8]: this file has a NUL character, which text cannot have (it is here)
              help: delete it in an editor that shows it, or save the file again as UTF-8 text
            content/schemas/loaf.json:1:13 «�» error[not-utf8]: this file is not UTF-8 text (first invalid byte)
              help: save the file as UTF-8; in Windows-1252 this byte is `ÿ`
        "#]]);
    for (path, bytes, expected) in [
        ("content/pages/a.md", &b"PK\x03\x04\x14\0\x06\0\xe4"[..], expect![[r#"
            content/pages/a.md:1:1 «PK␃␄␔␀␆␀�» error[not-utf8]: this file is not text, but a document of Word or Excel, or an archive
              help: copy its text into a new text file, and delete this one
        "#]]),
        ("content/pages/b.md", &b"%PDF-1.7\n%\xe2\xe3"[..], expect![[r#"
            content/pages/b.md:1:1 «%PDF-1.7» error[not-utf8]: this file is not text, but a PDF
              help: copy its text into a new text file, and delete this one
        "#]]),
        ("content/site.toml", &b"name = \"B\xe4ckerei\"\n"[..], expect![[r#"
            content/site.toml:1:10 «�» error[not-utf8]: this file is not UTF-8 text (first invalid byte)
              help: save the file as UTF-8; in Windows-1252 this byte is `ä`
        "#]]),
        ("themes/bakery/templates/loaf.html", b"<p>Stra\xdfe</p>\n", expect![[r#"
            themes/bakery/templates/loaf.html:1:8 «�» error[not-utf8]: this file is not UTF-8 text (first invalid byte)
              help: save the file as UTF-8; in Windows-1252 this byte is `ß`
        "#]]),
    ] {
        Bakery::new().write(path, bytes).findings(expected);
    }
}

/// Some editors begin every file with a byte order mark.
#[test]
fn byte_order_marks() {
    let files = [
        "content/loaves/rye.md",
        "content/schemas/loaf.json",
        "content/site.toml",
        "themes/bakery/templates/loaf.html",
        "themes/bakery/styles/main.css",
    ];
    let bakery = files.iter().fold(Bakery::new(), |bakery, path| {
        let text = std::fs::read_to_string(bakery.root().join(path)).unwrap();
        bakery.write(path, format!("\u{feff}{text}"))
    });
    let built = bakery.success();
    let page = std::fs::read(built.root().join("dist/loaves/rye.html")).unwrap();
    assert!(page.starts_with(b"<!doctype html>"));
}

#[test]
#[rustfmt::skip]
fn front_matter() {
    assert_files("content/pages/{}.md", [
        ("", expect![[r#"
            1:1 «» error[empty-file]: this file is empty
              help: start with front matter: a `+++` line, `title = "…"` and `description = "…"`, and another `+++` line
        "#]]),
        ("\n  \n", expect![[r#"
            1:1 «» error[empty-file]: this file is empty
              help: start with front matter: a `+++` line, `title = "…"` and `description = "…"`, and another `+++` line
        "#]]),
        ("# Visit\n\nCome by.\n", expect![[r#"
            1:1 «# Visit» error[missing-front-matter]: missing front matter (expected `+++`)
              help: add front matter before the text: `+++`, `title = "…"`, `description = "…"`, `+++`
        "#]]),
        ("---\ntitle: Visit\n---\nCome by.\n", expect![[r#"
            1:1 «---» error[missing-front-matter]: missing front matter (expected `+++`)
              help: this is YAML: write `+++` in place of `---`, and title = "…" in place of title: …
        "#]]),
        ("\n+++\ntitle = \"Visit\"\n+++\n", expect![[r#"
            2:1 «+++» error[missing-front-matter]: missing front matter (expected `+++`)
              help: delete everything before `+++`: it must be the first line of the file
        "#]]),
        ("++++\ntitle = \"Visit\"\n++++\n", expect![[r#"
            1:1 «++++» error[missing-front-matter]: missing front matter (expected `+++`)
              help: replace this line with `+++`
        "#]]),
        ("+++\ntitle = \"Visit\"\n++++\n", expect![[r#"
            3:1 «++++» error[unclosed-front-matter]: front matter is not closed
              help: replace `++++` with `+++`
        "#]]),
        ("+++\ntitle = \"Visit\"\ndescription = \"Where to find us in Ulm.\"\n\nCome by.\n", expect![[r#"
            5:1 «Come by.» error[unclosed-front-matter]: front matter is not closed (the text begins here)
              help: add a `+++` line above it
        "#]]),
        ("+++\rtitle = \"Visit\"\r+++\r", expect![[r#"
            1:1 «+++» error[missing-front-matter]: missing front matter (expected `+++`)
              help: save the file with LF line endings; its lines end with CR only
        "#]]),
    ]);
}

#[test]
fn empty_list() {
    Bakery::new().write("content/lists/shops.toml", "").findings(expect![[r#"
        content/lists/shops.toml:1:1 «» error[empty-file]: this file is empty
          help: add [[item]] tables with the keys that content/schemas/shop.json describes
    "#]]);
}

#[test]
#[rustfmt::skip]
fn slugs() {
    for (bakery, expected) in [
        (Bakery::new().page("opening hours", "Text.\n"), expect![[r#"
            content/pages/opening hours.md:1:1 «+++» error[bad-slug]: `opening hours` cannot be part of a URL (the file name, or `slug`, is part of the URL)
              help: write `opening-hours`: use letters of any script, digits, hyphens, dots and underscores
        "#]]),
        (Bakery::new().replace("content/loaves/rye.md", "weight = 1", "weight = 1\nslug = \"rye/dark\""), expect![[r#"
            content/loaves/rye.md:6:8 «"rye/dark"» error[bad-slug]: `rye/dark` cannot be part of a URL (the file name, or `slug`, is part of the URL)
              help: write `rye-dark`: use letters of any script, digits, hyphens, dots and underscores
        "#]]),
    ] {
        bakery.findings(expected);
    }
}

/// A document with a merge conflict keeps its URL, so that links to it are not reported.
#[test]
#[rustfmt::skip]
fn merge_conflicts() {
    let conflict = "<<<<<<< HEAD\n=======\n>>>>>>> other\n";
    for (bakery, expected) in [
        (Bakery::new()
            .write("content/loaves/rye.md", "+++\n<<<<<<< HEAD\ntitle = \"Rye\"\n=======\ntitle = \"Dark rye\"\n>>>>>>> darker\nslug = \"dark\"\n+++\n")
            .page("visit", "See [rye](/loaves/dark).\n\n<<<<<<< HEAD\nOne\n=======\nTwo\n>>>>>>> other\n")
            .append("content/menus.toml", conflict)
            .append("content/pages/journal.md", "\n[Rye](/loaves/dark)\n\n    <<<<<<< an example\n    =======\n    >>>>>>>\n")
            .write("content/forms/ask.toml", conflict), expect![[r#"
                content/forms/ask.toml:1:1 «<<<<<<< HEAD» error[merge-conflict]: unresolved merge conflict (first version starts here)
                  help: keep the right text, and delete the lines `<<<<<<<`, `=======` and `>>>>>>>`
                  note: content/forms/ask.toml:3:1 «>>>>>>> other» second version ends here
                content/loaves/rye.md:2:1 «<<<<<<< HEAD» error[merge-conflict]: unresolved merge conflict (first version starts here)
                  help: keep the right text, and delete the lines `<<<<<<<`, `=======` and `>>>>>>>`
                  note: content/loaves/rye.md:6:1 «>>>>>>> darker» second version ends here
                content/menus.toml:8:1 «<<<<<<< HEAD» error[merge-conflict]: unresolved merge conflict (first version starts here)
                  help: keep the right text, and delete the lines `<<<<<<<`, `=======` and `>>>>>>>`
                  note: content/menus.toml:10:1 «>>>>>>> other» second version ends here
                content/pages/visit.md:8:1 «<<<<<<< HEAD» error[merge-conflict]: unresolved merge conflict (first version starts here)
                  help: keep the right text, and delete the lines `<<<<<<<`, `=======` and `>>>>>>>`
                  note: content/pages/visit.md:12:1 «>>>>>>> other» second version ends here
            "#]]),
        (Bakery::new().append("themes/bakery/templates/page.html", conflict), expect![[r#"
            themes/bakery/templates/page.html:15:1 «<<<<<<< HEAD» error[merge-conflict]: unresolved merge conflict (first version starts here)
              help: keep the right text, and delete the lines `<<<<<<<`, `=======` and `>>>>>>>`
              note: themes/bakery/templates/page.html:17:1 «>>>>>>> other» second version ends here
        "#]]),
    ] {
        bakery.findings(expected);
    }
}

#[test]
fn file_without_permission() {
    let bakery = Bakery::new().page("secret", "Text.\n");
    let path = bakery.root().join("content/pages/secret.md");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::read(&path).is_ok() {
        bakery.success(); // The superuser may read everything.
        return;
    }
    bakery.findings(expect![[r#"
        content/pages/secret.md:1:1 «» error[unreadable-file]: cannot read content/pages/secret.md: Permission denied (os error 13)
    "#]]);
}

#[test]
fn name_that_is_not_utf8() {
    let bakery = Bakery::new();
    let name = OsStr::from_bytes(b"caf\xe9.md");
    std::fs::write(bakery.root().join("content/pages").join(name), "+++\n+++\n").unwrap();
    bakery.findings(expect![[r#"
        content/pages/caf�.md:1:1 «» error[bad-file-name]: file name `content/pages/caf�.md` is not UTF-8
          help: rename the file; use letters (a to z), digits and hyphens
    "#]]);
}

/// Each row has the path of a link, its target, and the reason why the link is not followed.
#[test]
#[rustfmt::skip]
fn links() {
    let missing = "which does not exist";
    for (path, target, why) in [
        ("content/pages/again", "../pages", "it links back to content/pages"),
        ("content/pages/link.md", "nowhere.md", missing),
        // Links to the page are not broken.
        ("content/pages/about.md", "nowhere.md", missing),
        ("content/structure.toml", "nowhere.toml", missing),
        ("content/pages/link.md", "/proc/self/environ", "which is outside of content/"),
        ("content/pages/all", "/", "which is outside of content/"),
        ("content/images/order.svg", "../../public/order.txt", "which is outside of content/"),
        ("content/pages/about.md", "/etc/hostname", "which is outside of content/"),
        ("public/env.txt", "/proc/self/environ", "which is outside of public/"),
        ("public/docs", "/", "which is outside of public/"),
        ("public/.well-known", "/etc", "which is outside of public/"),
        ("public", "/etc", "which is outside of public/"),
        ("themes/bakery/templates/host.html", "/etc/hostname", "which is outside of themes/"),
        ("themes/bakery/images", "/etc", "which is outside of themes/"),
        ("themes/bakery/icons", "/etc", "which is outside of themes/"),
        ("themes/bakery/styles/host.css", "/etc/hostname", "which is outside of themes/"),
        // The target is not read either, because reading a device may never end.
        ("themes/bakery/styles/main.css", "/etc", "which is outside of themes/"),
    ] {
        let bakery = Bakery::new();
        let bakery = if bakery.root().join(path).exists() { bakery.remove(path) } else { bakery };
        symlink(target, bakery.root().join(path)).unwrap();
        let problem = if why.starts_with("which") { format!("it links to {target}, {why}") } else { why.to_owned() };
        let expected = format!("{path}:1:1 «» error[unreadable-file]: cannot read {path}: {problem}\n");
        assert_eq!(shown(bakery, 1), expected);
    }
}

#[test]
#[rustfmt::skip]
fn style_sheets() {
    let main = "themes/bakery/styles/main.css";
    for (bakery, expected) in [
        (Bakery::new().write(main, "body { color: black }\nmain { background: url(\"flour.png\") }\n"), expect![[r#"
            themes/bakery/styles/main.css:2:25 «flour.png» error[style-error]: no such file: flour.png
              help: write the path of a file, relative to this style sheet
        "#]]),
        (Bakery::new().append(main, "\n@font-face { font-family: x; src: url(https://fonts.example/x.woff2) }\n"), expect![[r#"
            themes/bakery/styles/main.css:3:39 «https://fonts.example/x.woff2» error[outside-resource]: the style sheet loads https://fonts.example/x.woff2 from another host
              help: copy the file into the project: another host learns who visits the page, and can change the file
        "#]]),
        // The mistake is reported once, although two style sheets import the one that contains it.
        (Bakery::new()
            .write(main, "@import \"a.css\";\n@import \"b.css\";\n")
            .write("themes/bakery/styles/a.css", "@import \"c.css\";\n")
            .write("themes/bakery/styles/b.css", "@import \"a.css\";\n"), expect![[r#"
                themes/bakery/styles/a.css:1:10 «c.css» error[style-error]: no such file: c.css
                  help: write the path of a file, relative to this style sheet
            "#]]),
    ] {
        bakery.findings(expected);
    }
}

#[test]
#[rustfmt::skip]
fn pictures() {
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x04\0\0\0\x03";
    for (bakery, expected) in [
        (Bakery::new()
            .write("content/images/photo.png", "<html>")
            .page("visit", "![A loaf](/images/photo.png) ![Far](https://example.com/x.png)\n"), expect![[r#"
                content/images/photo.png:1:1 «<» error[bad-picture]: this is a web page, not an image
                  help: open the picture by itself in a browser, and save it again
                content/pages/visit.md:6:37 «https://example.com/x.png» error[outside-resource]: the page loads https://example.com/x.png from another host
                  help: copy the file into the project: another host learns who visits the page, and can change the file
                  help: or allow the host in content/structure.toml: [[allow]] with host = "https://example.com", for = ["image"], and a reason
                  help: on the page /visit
            "#]]),
        (Bakery::new()
            .write("content/images/cut.png", png)
            .write("content/images/phone.heic", "")
            .write("content/images/loaf.jpg", png)
            .write("content/images/oven.svg", "<svg viewBox=\"0 0 4 3\">\n<g><path d=\"\"/>\n</svg>\n")
            .write("themes/bakery/images/note.svg", "<html>404</html>\n")
            .page("visit", "![Oven](/images/oven.svg) ![Note](/images/note.svg)\n\n![Loaf](/loaf.svg) ![Loaf](/images/bun.png)\n"), expect![[r#"
                content/images/cut.png:1:1 «» error[bad-picture]: this image is truncated
                  help: copy or save the file again
                content/images/loaf.jpg:1:1 «» error[bad-picture]: this is a PNG image, but its name says JPEG
                  help: save it as JPEG, or rename it here and wherever it is used
                content/images/oven.svg:3:1 «<» error[bad-picture]: this SVG image is malformed: expected 'g' tag, not 'svg'
                  help: save it again as plain SVG; browsers do not show malformed SVG
                content/images/phone.heic:1:1 «» error[bad-picture]: browsers do not support HEIC images
                  help: save it as JPEG; on an iPhone choose Settings, Camera, Formats, Most Compatible
                content/pages/visit.md:8:1 «![Loaf](/loaf.svg)» error[missing-image]: there is no image `/loaf.svg` (no such file below content/ or in the theme)
                  help: did you mean `images/loaf.svg`?
                content/pages/visit.md:8:20 «![Loaf](/images/bun.png)» error[missing-image]: there is no image `/images/bun.png` (no such file below content/ or in the theme)
                  help: did you mean `images/cut.png`?
                themes/bakery/images/note.svg:1:1 «<» error[bad-picture]: this is not an SVG image: it has no <svg> element
                  help: copy the file again
            "#]]),
    ] {
        bakery.findings(expected);
    }
}

#[test]
fn files_that_nothing_reads() {
    Bakery::new()
        .page("visit", "[An error](/nowhere), so that the warnings are compared in the short form.\n")
        .write("content/pages/story.markdown", "Text")
        .write("content/pages/story2.MD", "Text")
        .write("content/pages/story3.html", "Text")
        .write("content/pages/story4.txt", "Text")
        .write("content/news/n.md", "+++\ntitle = \"N\"\n+++\n")
        .write("content/README.md", "Text")
        .write("content/images/other.pdf", "%PDF-1.7\n%%EOF\n")
        .findings(expect![[r#"
            content/images/other.pdf:1:1 «» warning[unread-file]: nothing refers to content/images/other.pdf
              help: it is not published; move it to public/ to publish it unchanged
            content/news/n.md:1:1 «+++» warning[unread-file]: no collection reads `content/news/n.md`
              help: move it into the folder of a collection, or add a [[collection]] for it to content/structure.toml; collections are `pages`, `loaves`, `journal` and `shops`
            content/pages/story.markdown:1:1 «» warning[unread-file]: no collection reads `content/pages/story.markdown`
              help: rename it to story.md
            content/pages/story2.MD:1:1 «» warning[unread-file]: no collection reads `content/pages/story2.MD`
              help: rename it to story2.md
            content/pages/story3.html:1:1 «Text» warning[unread-file]: no collection reads `content/pages/story3.html`
              help: convert it to Markdown (story3.md), or move it to public/ to publish it unchanged
            content/pages/story4.txt:1:1 «» warning[unread-file]: nothing refers to content/pages/story4.txt
              help: convert it to Markdown (story4.md), or move it to public/ to publish it unchanged
            content/pages/visit.md:6:12 «/nowhere» error[broken-link]: there is no page or file /nowhere
              help: write the URL of an existing page or file; `site list` lists the pages
            1 error; nothing was written
        "#]]);
}

#[test]
#[rustfmt::skip]
fn levels_of_warnings_about_files() {
    let bakery = |level: &str| {
        Bakery::new()
            .write("content/checks.toml", format!("[rules]\nunread-file = \"{level}\"\n"))
            .write("content/pages/story.markdown", "Text")
            .write("content/images/other.pdf", "%PDF-1.7\n%%EOF\n")
    };
    bakery("off").success();
    bakery("error").findings(expect![[r#"
        content/images/other.pdf:1:1 «» error[unread-file]: nothing refers to content/images/other.pdf
          help: it is not published; move it to public/ to publish it unchanged
        content/pages/story.markdown:1:1 «» error[unread-file]: no collection reads `content/pages/story.markdown`
          help: rename it to story.md
    "#]]);
}

/// A file is not reported as unused if a page that may refer to it cannot be rendered.
#[test]
#[rustfmt::skip]
fn files_of_a_page_with_a_mistake() {
    Bakery::new()
        .write("content/files/prices.pdf", "for visitors")
        .write("content/pages/visit.md", "+++\ntitle = \"Visit\"\ndescription = \"Where to find the bakery.\"\ntemplate = \"visit.html\"\n+++\n")
        .template("visit", "{{ asset(path='files/prices.pdf') }} {{ page.nothing }}")
        .findings(expect![[r#"
            themes/bakery/templates/visit.html:3:46 «nothing» error[template-error]: field `nothing` is not defined
              help: the fields here are `breadcrumbs`, `collection`, `content`, `description`, `direction`, `feeds`, `intro`, `kind`, `lang`, `meta`, `noindex`, `permalink`, `reading_minutes`, `sections`, `slug`, `template`, `title`, `toc`, `translations`, `url` and `words`
              help: while rendering /visit from content/pages/visit.md
        "#]]);
}

/// Pictures, notes for authors, and files that other stages read are not reported.
#[test]
fn files_that_nothing_names_are_not_published() {
    let built = Bakery::new()
        .write("content/salaries.xlsx", "private")
        .write("content/pages/about.md.bak", "private")
        .write("content/LICENSE", "Text")
        .write("content/images/forgotten.svg", SQUARE)
        .write("content/images/shown.svg", SQUARE.replace('1', "2"))
        .write("content/files/prices.pdf", "for visitors")
        .page("visit", "![A loaf](/images/shown.svg)\n")
        .append("themes/bakery/templates/header.html", "<a href=\"{{ asset(path='files/prices.pdf') }}\">Prices</a>\n")
        .write(
            "content/pages/later.md",
            "+++\ntitle = \"Later\"\ndescription = \"What is to come, but not before its day has come.\"\n\
             publish = 2060-01-01\n+++\n\n![A secret](/images/secret.svg)\n",
        )
        .write("content/images/secret.svg", SQUARE.replace('1', "3"))
        .stderr(expect![[r#"
            warning[unread-file]: nothing refers to content/salaries.xlsx
             --> content/salaries.xlsx:1:1
              |
            1 |
              | ^
              |
              = help: it is not published; move it to public/ to publish it unchanged

            1 warning
        "#]])
        .success();
    let mut published: Vec<String> = built
        .outputs()
        .into_iter()
        .filter(|path| path.starts_with("assets/") && !path.ends_with(".css"))
        .map(|path| path.split('-').next().unwrap().to_owned())
        .collect();
    published.sort();
    assert_eq!(published, ["assets/files/prices", "assets/images/loaf", "assets/images/shown"]);
}

/// Files that editors, office programs and operating systems leave behind are skipped.
#[test]
#[rustfmt::skip]
fn leftovers() {
    let bakery = [
        "about.md~", ".about.md.swp", ".draft.md", "#about.md#", "~$about.md", "Thumbs.db", "desktop.ini", ".~lock.about.md#",
    ].into_iter().fold(Bakery::new(), |bakery, name| bakery.write(&format!("content/pages/{name}"), "not content"));
    // Emacs creates a link whose target does not exist as the lock of an open file.
    symlink("me@host.42", bakery.root().join("content/pages/.#about.md")).unwrap();
    bakery.success();
}

/// The last document of a collection can be deleted.
#[test]
fn an_empty_folder_is_a_collection_without_documents() {
    let bakery = Bakery::new()
        .remove("content/loaves/rye.md")
        .remove("content/loaves/spelt.md")
        .replace("content/structure.toml", "to = \"/loaves/rye\"", "to = \"/about\"")
        .replace("content/pages/about.md", "/loaves/rye", "/about");
    bakery.success();
}

const SQUARE: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"></svg>";

/// A page in a folder of its own can use pictures beside it and pictures of `public/`.
#[test]
fn pages_with_their_pictures() {
    let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4\" height=\"3\"></svg>";
    let built = Bakery::new()
        .page("ovens/index", "![An oven](oven.svg) ![A shelf](/images/shelf.svg) ![A loaf](images/loaf.svg)\n")
        .write("content/pages/ovens/oven.svg", drawing)
        .write("public/images/shelf.svg", drawing)
        .page("shops/_index", "Text.\n")
        .success();
    let main = built.main_of("ovens.html");
    for part in ["src=\"/assets/pages/ovens/oven-", "src=\"/images/shelf.svg\"", "width=\"4\" height=\"3\"", "/loaf-"] {
        assert!(main.contains(part), "{part} in {main}");
    }
    assert!(built.has("dist/shops.html"));
}

/// Another generator's notation is reported once in each file, with the notation to use instead.
#[test]
#[rustfmt::skip]
fn foreign_notation() {
    let text = "See [us](@/about.md) and [them](@/pages/them.md).\n\n{{ youtube(id=\"x\") }}\n";
    Bakery::new().page("moved", text).findings(expect![[r#"
        content/pages/moved.md:6:8 «](@/about.md)» error[foreign-notation]: `](@/about.md)` is a Zola link
          help: link to the file, [text](../pages/about.md), or to the page, [text](/about)
          help: this file uses this notation once more
        content/pages/moved.md:8:1 «{{ youtube(id="x") }}» error[foreign-notation]: `{{ youtube(id="x") }}` is a Zola shortcode
          help: write a picture as ![what it shows](photo.jpg), and anything else as a component that the theme defines in templates/components/
    "#]]);
    Bakery::new().replace("content/loaves/rye.md", "flour =", "[extra]\nflour =").findings(expect![[r#"
        content/loaves/rye.md:4:2 «extra» error[unknown-key]: unknown key `extra` (not allowed here)
          help: Zola uses this table; here, write its keys at the top level, and declare them in the schema
    "#]]);
}
