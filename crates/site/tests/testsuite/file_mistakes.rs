//! Files that cannot be read, or not as what they should be.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};

use expect_test::expect;

use crate::bakery::Bakery;

#[test]
fn document_that_is_not_utf8() {
    Bakery::new()
        .write("content/loaves/rye.md", b"+++\ntitle = \"Roggen\"\ndescription = \"Ein dunkles Brot f\xfcr eine Woche.\"\n+++\n")
        .stderr(expect![[r#"
            error[not-utf8]: this file is not UTF-8 text
             --> content/loaves/rye.md:3:34
              |
            3 | description = "Ein dunkles Brot f�r eine Woche."
              |                                  ^ the first byte that is not
              |
              = help: save the file with the encoding UTF-8; if it is of an old program of Windows, this is `ü`

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn settings_that_are_not_utf8() {
    Bakery::new()
        .write("content/site.toml", b"name = \"B\xe4ckerei\"\n")
        .stderr(expect![[r#"
            error[not-utf8]: this file is not UTF-8 text
             --> content/site.toml:1:10
              |
            1 | name = "B�ckerei"
              |          ^ the first byte that is not
              |
              = help: save the file with the encoding UTF-8; if it is of an old program of Windows, this is `ä`

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn schema_and_list_that_are_not_utf8() {
    Bakery::new()
        .write("content/schemas/loaf.json", b"{ \"title\": \"\xff\" }")
        .write(
            "content/lists/shops.toml",
            b"[[item]]\ntown = \"Z\xfcrich\"\n",
        )
        .stderr(expect![[r#"
            error[not-utf8]: this file is not UTF-8 text
             --> content/lists/shops.toml:2:10
              |
            2 | town = "Z�rich"
              |          ^ the first byte that is not
              |
              = help: save the file with the encoding UTF-8; if it is of an old program of Windows, this is `ü`

            error[not-utf8]: this file is not UTF-8 text
             --> content/schemas/loaf.json:1:13
              |
            1 | { "title": "�" }
              |             ^ the first byte that is not
              |
              = help: save the file with the encoding UTF-8; if it is of an old program of Windows, this is `ÿ`

            2 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn template_that_is_not_utf8() {
    Bakery::new()
        .write("themes/bakery/templates/loaf.html", b"<p>Stra\xdfe</p>\n")
        .stderr(expect![[r#"
            error[not-utf8]: this file is not UTF-8 text
             --> themes/bakery/templates/loaf.html:1:8
              |
            1 | <p>Stra�e</p>
              |        ^ the first byte that is not
              |
              = help: save the file with the encoding UTF-8; if it is of an old program of Windows, this is `ß`

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn empty_document() {
    Bakery::new().write("content/loaves/rye.md", "").stderr(expect![[r#"
        error[empty-file]: this file is empty
         --> content/loaves/rye.md:1:1
          |
        1 |
          | ^
          |
          = help: begin with front matter: a `+++` line, `title = "…"` and `description = "…"`, and another `+++` line

        1 error; nothing was written
    "#]]).failure();
}

#[test]
fn document_of_blank_lines() {
    Bakery::new().write("content/pages/visit.md", "\n  \n").stderr(expect![[r#"
        error[empty-file]: this file is empty
         --> content/pages/visit.md:1:1
          |
        1 |
          | ^
          |
          = help: begin with front matter: a `+++` line, `title = "…"` and `description = "…"`, and another `+++` line

        1 error; nothing was written
    "#]]).failure();
}

#[test]
fn empty_list() {
    Bakery::new()
        .write("content/lists/shops.toml", "")
        .stderr(expect![[r#"
            error[empty-file]: this file is empty
             --> content/lists/shops.toml:1:1
              |
            1 |
              | ^
              |
              = help: its keys are described in content/schemas/shop.json

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn front_matter_that_is_not_closed() {
    Bakery::new()
        .write(
            "content/pages/visit.md",
            "+++\ntitle = \"Visit\"\ndescription = \"Where to find us in Ulm.\"\n\nCome by.\n",
        )
        .stderr(expect![[r#"
            error[unclosed-front-matter]: the front matter is not closed
             --> content/pages/visit.md:1:1
              |
            1 | +++
              | ^^^ opened here
              |
              = help: add a line `+++` after the last key, before the text begins

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn no_front_matter() {
    Bakery::new()
        .write("content/pages/visit.md", "# Visit\n\nCome by.\n")
        .stderr(expect![[r#"
        error[missing-front-matter]: this file does not begin with front matter
         --> content/pages/visit.md:1:1
          |
        1 | # Visit
          | ^^^^^^^ expected `+++`
          |
          = help: put `+++`, then `title = "…"` and `description = "…"`, then `+++` before the text

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn front_matter_in_yaml() {
    Bakery::new().write("content/pages/visit.md", "---\ntitle: Visit\n---\nCome by.\n").stderr(expect![[r#"
        error[missing-front-matter]: this file does not begin with front matter
         --> content/pages/visit.md:1:1
          |
        1 | ---
          | ^^^ expected `+++`
          |
          = help: front matter here is TOML between `+++` lines; YAML between `---` lines is not read

        1 error; nothing was written
    "#]]).failure();
}

#[test]
fn file_that_may_not_be_read() {
    let bakery = Bakery::new().page("secret", "Text.\n");
    let path = bakery.root().join("content/pages/secret.md");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::read(&path).is_ok() {
        return; // The superuser may read everything.
    }
    bakery.stderr(expect![[r#""#]]).failure();
}

#[test]
fn link_in_a_circle() {
    let bakery = Bakery::new();
    symlink("../pages", bakery.root().join("content/pages/again")).unwrap();
    bakery
        .stderr(expect![[r#"
            error[unreadable-file]: cannot read content/pages/again: it links back to content/pages
             --> content/pages/again:1:1
              |
            1 |
              | ^

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn name_that_is_not_utf8() {
    let bakery = Bakery::new();
    let name = OsStr::from_bytes(b"caf\xe9.md");
    std::fs::write(bakery.root().join("content/pages").join(name), "+++\n+++\n").unwrap();
    bakery
        .stderr(expect![[r#"
            error[bad-file-name]: the name of content/pages/caf�.md is not UTF-8
             --> content/pages/caf�.md:1:1
              |
            1 |
              | ^
              |
              = help: rename the file with letters (a to z), digits and hyphens

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn name_that_cannot_be_an_address() {
    Bakery::new()
        .page("opening hours", "Text.\n")
        .stderr(expect![[r#"
            error[bad-slug]: `opening hours` cannot be part of an address
             --> content/pages/opening hours.md:1:1
              |
            1 | +++
              | ^^^ the file's name, or its `slug`, becomes the address
              |
              = help: use letters (a to z), digits, hyphens, dots and underscores

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn slug_that_cannot_be_an_address() {
    Bakery::new()
        .replace(
            "content/loaves/rye.md",
            "weight = 1",
            "weight = 1\nslug = \"rye/dark\"",
        )
        .stderr(expect![[r#"
            error[bad-slug]: `rye/dark` cannot be part of an address
             --> content/loaves/rye.md:6:8
              |
            6 | slug = "rye/dark"
              |        ^^^^^^^^^^ the file's name, or its `slug`, becomes the address
              |
              = help: use letters (a to z), digits, hyphens, dots and underscores

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn style_sheet_that_names_a_missing_file() {
    Bakery::new()
        .write(
            "themes/bakery/styles/main.css",
            "body { color: black }\nmain { background: url(\"flour.png\") }\n",
        )
        .stderr(expect![[r#"
            error[style-error]: no such file: flour.png
             --> themes/bakery/styles/main.css:2:25
              |
            2 | main { background: url("flour.png") }
              |                         ^^^^^^^^^

            1 error; nothing was written
        "#]])
        .failure();
}

/// What editors leave beside an open file is not content.
#[test]
fn backups_and_hidden_files_are_passed_over() {
    Bakery::new()
        .write("content/pages/about.md~", "not content")
        .write("content/pages/.about.md.swp", "not content")
        .write("content/pages/.draft.md", "not content")
        .write("content/pages/#about.md#", "not content")
        .success();
}

/// Pictures, a note to writers and what other stages read are none of them.
#[test]
fn files_that_nothing_names_are_not_published() {
    let built = Bakery::new()
        .write("content/salaries.xlsx", "private")
        .write("content/pages/about.md.bak", "private")
        .write("content/LICENSE", "Text")
        .write("content/images/forgotten.svg", SQUARE)
        .write("content/images/shown.svg", SQUARE.replace('1', "2"))
        .write("content/files/prices.pdf", "for visitors")
        .page(
            "visit",
            "![A loaf](/images/shown.svg)\n",
        )
        .append(
            "themes/bakery/templates/header.html",
            "<a href=\"{{ asset(path='files/prices.pdf') }}\">Prices</a>\n",
        )
        .write(
            "content/pages/later.md",
            "+++\ntitle = \"Later\"\ndescription = \"What is to come, but not before its day has come.\"\n\
             publish = 2060-01-01\n+++\n\n![A secret](/images/secret.svg)\n",
        )
        .write("content/images/secret.svg", SQUARE.replace('1', "3"))
        .stderr(expect![[r#"
            warning[unread-file]: nothing names content/salaries.xlsx
             |
             = help: it is not published; what visitors are to get as it is belongs into public/

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
    assert_eq!(
        published,
        [
            "assets/files/prices",
            "assets/images/loaf",
            "assets/images/shown"
        ]
    );
}

const SQUARE: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"></svg>";

#[test]
fn files_that_nothing_reads() {
    Bakery::new()
        .write("content/pages/story.markdown", "Text")
        .write("content/pages/story2.MD", "Text")
        .write("content/pages/story3.html", "Text")
        .write("content/pages/story4.txt", "Text")
        .write("content/news/n.md", "+++\ntitle = \"N\"\n+++\n")
        .write("content/README.md", "Text")
        .write("content/images/other.pdf", "Text")
        .stderr(expect![[r#"
            warning[unread-file]: nothing names content/images/other.pdf
             |
             = help: it is not published; what visitors are to get as it is belongs into public/

            warning[unread-file]: nothing reads content/pages/story.markdown
             |
             = help: rename it to story.md

            warning[unread-file]: nothing reads content/pages/story2.MD
             |
             = help: rename it to story2.md

            warning[unread-file]: nothing reads content/pages/story4.txt
             |
             = help: documents are written in Markdown: story4.md, beginning with front matter; what visitors are to get as it is belongs into public/

            warning[unread-file]: nothing reads content/news/n.md
             --> content/news/n.md:1:1
              |
            1 | +++
              | ^^^
              |
              = help: put it into the folder of a collection, or declare a [[collection]] with `dir` or `file` for it in content/structure.toml; the collections are `pages`, `loaves`, `journal` and `shops`

            warning[unread-file]: nothing reads content/pages/story3.html
             --> content/pages/story3.html:1:1
              |
            1 | Text
              | ^^^^
              |
              = help: documents are written in Markdown: story3.md, beginning with front matter; what visitors are to get as it is belongs into public/

            6 warnings
        "#]])
        .success();
}

/// Its last document can be deleted.
#[test]
fn an_empty_folder_is_a_collection_without_documents() {
    let bakery = Bakery::new()
        .remove("content/loaves/rye.md")
        .remove("content/loaves/spelt.md")
        .replace(
            "content/structure.toml",
            "to = \"/loaves/rye\"",
            "to = \"/about\"",
        )
        .replace("content/pages/about.md", "/loaves/rye", "/about");
    bakery.success();
}

#[test]
fn style_sheets_that_load_from_other_hosts() {
    Bakery::new()
        .append(
            "themes/bakery/styles/main.css",
            "\n@font-face { font-family: x; src: url(https://fonts.example/x.woff2) }\n",
        )
        .stderr(expect![[r#"
            error[outside-resource]: the style sheet loads https://fonts.example/x.woff2 from another host
             --> themes/bakery/styles/main.css:3:39
              |
            3 | @font-face { font-family: x; src: url(https://fonts.example/x.woff2) }
              |                                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ comes from another host
              |
              = help: copy the file into the project: every other host learns who visits the page, and may change what it sends

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn a_link_to_nothing() {
    let bakery = Bakery::new();
    symlink("nowhere.md", bakery.root().join("content/pages/link.md")).unwrap();
    bakery.stderr(expect![[r#"
        error[unreadable-file]: cannot read content/pages/link.md: it is a link to nowhere.md, which is not there
         --> content/pages/link.md:1:1
          |
        1 |
          | ^

        1 error; nothing was written
    "#]]).failure();
}

#[test]
fn pictures_that_are_none() {
    Bakery::new()
        .write("content/images/photo.png", "<html>")
        .page(
            "visit",
            "![A loaf](/images/photo.png) ![Far](https://example.com/x.png)\n",
        )
        .stderr(expect![[r#"
            error[bad-picture]: this is no PNG picture
             --> content/images/photo.png:1:1
              |
            1 | <html>
              | ^
              |
              = help: open it in a picture program, and save it in the format that its name says

            error[outside-resource]: images of other hosts are not allowed
             --> content/pages/visit.md:6:30
              |
            6 | ![A loaf](/images/photo.png) ![Far](https://example.com/x.png)
              |                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ comes from another host
              |
              = help: save it below content/images/ and refer to it there: ![…](/images/name.png)

            2 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn pictures_that_browsers_cannot_show() {
    Bakery::new()
        .write("content/images/cut.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x04\0\0\0\x03")
        .write("content/images/phone.heic", "")
        .write("content/images/loaf.jpg", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x04\0\0\0\x03")
        .write("content/images/oven.svg", "<svg viewBox=\"0 0 4 3\">\n<g><path d=\"\"/>\n</svg>\n")
        .write("themes/bakery/images/note.svg", "<html>404</html>\n")
        .page("visit", "![Oven](/images/oven.svg) ![Note](/images/note.svg)\n\n![Loaf](/loaf.svg) ![Loaf](/images/bun.png)\n")
        .stderr(expect![[r#"
            error[bad-picture]: this picture is cut off: its end is missing
             --> content/images/cut.png:1:1
              |
            1 |
              | ^
              |
              = help: copy or save the file again

            error[bad-picture]: this is a PNG picture, and its name says JPEG
             --> content/images/loaf.jpg:1:1
              |
            1 |
              | ^
              |
              = help: save it as JPEG, or give it the ending of PNG and change its name where it is used

            error[bad-picture]: `</svg>` stands where `</g>` is wanted
             --> content/images/oven.svg:3:1
              |
            3 | </svg>
              | ^
              |
              = help: browsers show no SVG that is not well-formed: save it again as plain SVG

            error[bad-picture]: browsers show no HEIC pictures
             --> content/images/phone.heic:1:1
              |
            1 |
              | ^
              |
              = help: save it as JPEG: on an iPhone share it, or choose Settings, Camera, Formats, Most Compatible

            error[missing-image]: there is no image `/loaf.svg`
             --> content/pages/visit.md:8:1
              |
            8 | ![Loaf](/loaf.svg) ![Loaf](/images/bun.png)
              | ^^^^^^^^^^^^^^^^^^ no such file below content/ or in the theme
              |
              = help: did you mean `images/loaf.svg`?

            error[missing-image]: there is no image `/images/bun.png`
             --> content/pages/visit.md:8:20
              |
            8 | ![Loaf](/loaf.svg) ![Loaf](/images/bun.png)
              |                    ^^^^^^^^^^^^^^^^^^^^^^^^ no such file below content/ or in the theme
              |
              = help: did you mean `images/cut.png`?

            error[bad-picture]: this is no SVG picture: it has no <svg> element
             --> themes/bakery/images/note.svg:1:1
              |
            1 | <html>404</html>
              | ^
              |
              = help: copy the file again

            7 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn over_before_it_is_published() {
    Bakery::new()
        .page("never", "Text.\n")
        .replace(
            "content/pages/never.md",
            "template",
            "publish = 2026-07-01\nexpire = 2026-06-15\ntemplate",
        )
        .stderr(expect![[r#"
            error[bad-date]: this expires on 2026-06-15, and would never be shown
             --> content/pages/never.md:5:10
              |
            5 | expire = 2026-06-15
              |          ^^^^^^^^^^ not after `publish`
              |
              = help: `expire` is the first day on which it is no longer shown
            note: it is published from this day
             --> content/pages/never.md:4:11
              |
            4 | publish = 2026-07-01
              |           ^^^^^^^^^^

            1 error; nothing was written
        "#]])
        .failure();
}

/// Neither of the two imports the other.
#[test]
fn a_style_sheet_that_two_others_lack() {
    Bakery::new()
        .write(
            "themes/bakery/styles/main.css",
            "@import \"a.css\";\n@import \"b.css\";\n",
        )
        .write("themes/bakery/styles/a.css", "@import \"c.css\";\n")
        .write("themes/bakery/styles/b.css", "@import \"a.css\";\n")
        .stderr(expect![[r#"
            error[style-error]: no such file: c.css
             --> themes/bakery/styles/a.css:1:10
              |
            1 | @import "c.css";
              |          ^^^^^

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn front_matter_after_a_blank_line() {
    Bakery::new()
        .write("content/pages/visit.md", "\n+++\ntitle = \"Visit\"\n+++\n")
        .stderr(expect![[r#"
            error[missing-front-matter]: this file does not begin with front matter
             --> content/pages/visit.md:2:1
              |
            2 | +++
              | ^^^ expected `+++`
              |
              = help: delete what stands before `+++`: it is the first line of a file

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn front_matter_with_four_plus_signs() {
    Bakery::new()
        .write("content/pages/visit.md", "++++\ntitle = \"Visit\"\n++++\n")
        .stderr(expect![[r#"
            error[missing-front-matter]: this file does not begin with front matter
             --> content/pages/visit.md:1:1
              |
            1 | ++++
              | ^^^^ expected `+++`
              |
              = help: write `+++`, three plus signs

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn front_matter_closed_with_four_plus_signs() {
    Bakery::new()
        .write("content/pages/visit.md", "+++\ntitle = \"Visit\"\n++++\n")
        .stderr(expect![[r#"
            error[unclosed-front-matter]: the front matter is not closed
             --> content/pages/visit.md:1:1
              |
            1 | +++
              | ^^^ opened here
              |
              = help: write `+++`, three plus signs, in the place of `++++`

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn lines_that_end_in_carriage_returns() {
    Bakery::new()
        .write("content/pages/visit.md", "+++\rtitle = \"Visit\"\r+++\r")
        .stderr(expect![[r#"
            error[missing-front-matter]: this file does not begin with front matter
             --> content/pages/visit.md:1:1
              |
            1 | +++␍title = "Visit"␍+++␍
              | ^^^ expected `+++`
              |
              = help: its lines end in carriage returns, as on computers of old: save it with the line ends LF

            1 error; nothing was written
        "#]])
        .failure();
}

/// Nothing follows from it, and the document keeps its address.
#[test]
fn merges_that_are_not_finished() {
    Bakery::new()
        .write(
            "content/loaves/rye.md",
            "+++\n<<<<<<< HEAD\ntitle = \"Rye\"\n=======\ntitle = \"Dark rye\"\n>>>>>>> darker\nslug = \"dark\"\n+++\n",
        )
        .page("visit", "See [rye](/loaves/dark).\n\n<<<<<<< HEAD\nOne\n=======\nTwo\n>>>>>>> other\n")
        .append("content/menus.toml", "<<<<<<< HEAD\n=======\n>>>>>>> other\n")
        .append("content/pages/journal.md", "\n[Rye](/loaves/dark)\n\n    <<<<<<< an example\n    =======\n    >>>>>>>\n")
        .write("content/forms/ask.toml", "<<<<<<< HEAD\n=======\n>>>>>>> other\n")
        .stderr(expect![[r#"
            error[merge-conflict]: a merge is not finished in this file
             --> content/forms/ask.toml:1:1
              |
            1 | <<<<<<< HEAD
              | ^^^^^^^^^^^^ one version begins here
              |
              = help: keep what is right of the two, and delete the lines of `<<<<<<<`, `=======` and `>>>>>>>`
            note: the other version ends here
             --> content/forms/ask.toml:3:1
              |
            3 | >>>>>>> other
              | ^^^^^^^^^^^^^

            error[merge-conflict]: a merge is not finished in this file
             --> content/loaves/rye.md:2:1
              |
            2 | <<<<<<< HEAD
              | ^^^^^^^^^^^^ one version begins here
              |
              = help: keep what is right of the two, and delete the lines of `<<<<<<<`, `=======` and `>>>>>>>`
            note: the other version ends here
             --> content/loaves/rye.md:6:1
              |
            6 | >>>>>>> darker
              | ^^^^^^^^^^^^^^

            error[merge-conflict]: a merge is not finished in this file
              --> content/menus.toml:8:1
               |
             8 | <<<<<<< HEAD
               | ^^^^^^^^^^^^ one version begins here
               |
               = help: keep what is right of the two, and delete the lines of `<<<<<<<`, `=======` and `>>>>>>>`
            note: the other version ends here
              --> content/menus.toml:10:1
               |
            10 | >>>>>>> other
               | ^^^^^^^^^^^^^

            error[merge-conflict]: a merge is not finished in this file
              --> content/pages/visit.md:8:1
               |
             8 | <<<<<<< HEAD
               | ^^^^^^^^^^^^ one version begins here
               |
               = help: keep what is right of the two, and delete the lines of `<<<<<<<`, `=======` and `>>>>>>>`
            note: the other version ends here
              --> content/pages/visit.md:12:1
               |
            12 | >>>>>>> other
               | ^^^^^^^^^^^^^

            4 errors; nothing was written
        "#]])
        .failure();
}

/// Emacs marks a file that is open by such a link.
#[test]
fn lock_of_an_editor() {
    let bakery = Bakery::new();
    symlink("me@host.42", bakery.root().join("content/pages/.#about.md")).unwrap();
    bakery.success();
}

/// Links to it are not broken.
#[test]
fn link_to_nothing_in_the_place_of_a_document() {
    let bakery = Bakery::new().remove("content/pages/about.md");
    symlink("nowhere.md", bakery.root().join("content/pages/about.md")).unwrap();
    bakery.stderr(expect![[r#"
        error[unreadable-file]: cannot read content/pages/about.md: it is a link to nowhere.md, which is not there
         --> content/pages/about.md:1:1
          |
        1 |
          | ^

        1 error; nothing was written
    "#]]).failure();
}

#[test]
fn settings_that_are_a_link_to_nothing() {
    let bakery = Bakery::new().remove("content/structure.toml");
    symlink("nowhere.toml", bakery.root().join("content/structure.toml")).unwrap();
    bakery.stderr(expect![[r#"
        error[unreadable-file]: cannot read content/structure.toml: it is a link to nowhere.toml, which is not there
         --> content/structure.toml:1:1
          |
        1 |
          | ^

        1 error; nothing was written
    "#]]).failure();
}

#[test]
fn text_in_other_encodings() {
    Bakery::new()
        .write(
            "content/loaves/rye.md",
            b"+++\ntitle = \"The baker\x92s rye\"\n+++\n",
        )
        .write("content/loaves/spelt.md", b"\xff\xfe+\0+\0+\0")
        .page("visit", "A \0 in the text.\n")
        .stderr(expect![[r#"
            error[not-utf8]: this file is not UTF-8 text
             --> content/loaves/rye.md:2:19
              |
            2 | title = "The baker�s rye"
              |                   ^ the first byte that is not
              |
              = help: save the file with the encoding UTF-8; if it is of an old program of Windows, this is `’`

            error[not-utf8]: this file is not UTF-8 text
             --> content/loaves/spelt.md:1:1
              |
            1 | ��+␀+␀+␀
              | ^ the first byte that is not
              |
              = help: it looks like UTF-16: save the file with the encoding UTF-8

            error[not-utf8]: this file is not UTF-8 text
             --> content/pages/visit.md:6:3
              |
            6 | A ␀ in the text.
              |   ^ a NUL, which no text has
              |
              = help: save the file with the encoding UTF-8

            3 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn merge_of_a_template_that_is_not_finished() {
    Bakery::new()
        .append(
            "themes/bakery/templates/page.html",
            "<<<<<<< HEAD\n=======\n>>>>>>> other\n",
        )
        .stderr(expect![[r#"
            error[merge-conflict]: a merge is not finished in this file
              --> themes/bakery/templates/page.html:15:1
               |
            15 | <<<<<<< HEAD
               | ^^^^^^^^^^^^ one version begins here
               |
               = help: keep what is right of the two, and delete the lines of `<<<<<<<`, `=======` and `>>>>>>>`
            note: the other version ends here
              --> themes/bakery/templates/page.html:17:1
               |
            17 | >>>>>>> other
               | ^^^^^^^^^^^^^

            1 error; nothing was written
        "#]])
        .failure();
}
