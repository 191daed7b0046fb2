//! Files as an office has them: open in Word, named by Explorer, saved by Notepad, with names that Windows cannot store.

use expect_test::{Expect, expect};

use crate::bakery::Bakery;
use crate::findings::shown;

const PAGE: &str = "+++\ntitle = \"Devices\"\ndescription = \"A page with a name that Windows reserves.\"\ntemplate = \"page.html\"\n+++\nText.\n";

/// Each name is reported once, where it comes from.
#[test]
#[rustfmt::skip]
fn names_that_windows_cannot_store() {
    let bakery = Bakery::new()
        .write("content/pages/con.md", PAGE)
        .write("public/Aux.tar.gz", "")
        .write("public/docs./a.txt", "")
        .write("public/docs./b.txt", "")
        .write("public/Map.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")
        .write("public/map.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")
        .write(&format!("public/{}/{}.txt", "a".repeat(120), "b".repeat(120)), "");
    bakery.stderr(expect![[r#"
        warning[case-clash]: `public/map.svg` and `public/Map.svg` differ only in upper and lower case
         |
         = help: rename or remove one of the two: Windows and macOS can store only one of them

        warning[long-path]: the path `public/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb.txt` has 252 characters
         |
         = help: shorten it to at most 200: many Windows programs open paths of at most 259, and the project's folder is part of them

        warning[unportable-name]: Windows cannot store `public/Aux.tar.gz`: `Aux` is the name of a device
         |
         = help: rename it

        warning[unportable-name]: Windows cannot store `public/docs.`: it ends with a dot
         |
         = help: rename it

        warning[unportable-name]: Windows cannot store `content/pages/con.md`: `con` is the name of a device
         --> content/pages/con.md:1:1
          |
        1 | +++
          | ^^^
          |
          = help: rename it

        warning[bad-file]: this file is empty
         --> public/Aux.tar.gz:1:1
          |
        1 |
          | ^
          |
          = help: copy or save the file again

        6 warnings
    "#]]).success();
}

/// Two files, or two URLs, that are one for Windows and macOS are one finding, whatever else follows from them.
#[test]
#[allow(clippy::unicode_not_nfc, reason = "so are the names of the files")]
fn names_that_differ_only_in_case_or_encoding() {
    let page = |slug: &str| {
        format!("+++\ntitle = \"Page {slug}\"\ndescription = \"What the page {slug} is about.\"\nslug = \"{slug}\"\n+++\nText.\n")
    };
    for (files, expected) in [
        (
            [("content/pages/About.md", include_str!("../bakery/content/pages/about.md").to_owned())].as_slice(),
            expect![[r#"
            content/pages/about.md:1:1 «+++» error[case-clash]: `content/pages/about.md` and `content/pages/About.md` differ only in upper and lower case (the second)
              help: rename or remove one of the two: Windows and macOS can store only one of them
              note: content/pages/About.md:1:1 «+++» the first is here
        "#]],
        ),
        (
            &[("content/pages/x.md", page("About"))],
            expect![[r#"
            content/pages/about.md:1:1 «+++» error[case-clash]: the URLs /About and /about differ only in case (the second)
              help: rename one of them, or change its `slug`
              note: content/pages/x.md:4:8 «"About"» the first is here
        "#]],
        ),
        (
            &[("content/pages/u\u{308}ber.md", page("one")), ("content/pages/\u{fc}ber.md", page("two"))],
            expect![[r#"
            content/pages/über.md:1:1 «+++» error[case-clash]: `content/pages/über.md` and `content/pages/über.md` differ only in how accented letters are encoded (Unicode normalization) (the second)
              help: rename or remove one of the two: Windows and macOS can store only one of them
              note: content/pages/über.md:1:1 «+++» the first is here
        "#]],
        ),
    ] {
        let bakery = files.iter().fold(Bakery::new(), |bakery, (path, text)| bakery.write(path, text));
        bakery.findings(expected);
    }
}

/// The files of editors, office programs and Explorer are not part of the site, whatever the case of their names.
#[test]
fn files_that_programs_leave_behind() {
    let plain = Bakery::new().success();
    let mut bakery = Bakery::new();
    for folder in ["content", "content/pages", "public", "themes/bakery/images", "themes/bakery/templates"] {
        for name in ["~$about.docx", "~$about.md", "desktop.ini", "Desktop.ini", "THUMBS.DB", "#about.md#", "about.md~"] {
            bakery = bakery.write(&format!("{folder}/{name}"), "x");
        }
    }
    crate::bakery::assert_same_output(&plain, &bakery.success());
}

#[test]
#[rustfmt::skip]
fn endings_that_explorer_hides() {
    let bakery = Bakery::new().write("content/pages/visit.md.txt", PAGE).write("content/lists/more.toml.txt", "");
    bakery.stderr(expect![[r#"
        warning[unread-file]: no collection reads `content/lists/more.toml.txt`
         --> content/lists/more.toml.txt:1:1
          |
        1 |
          | ^
          |
          = help: rename it to more.toml: Windows hides the ending .txt unless Explorer shows file name extensions

        warning[unread-file]: no collection reads `content/pages/visit.md.txt`
         --> content/pages/visit.md.txt:1:1
          |
        1 |
          | ^
          |
          = help: rename it to visit.md: Windows hides the ending .txt unless Explorer shows file name extensions

        2 warnings
    "#]]).success();
}

#[test]
#[rustfmt::skip]
fn paths_of_windows() {
    let bakery = Bakery::new()
        .page_with("a", "image = \"C:\\Users\\Asha\\photo.jpg\"\n", "Text.\n")
        .page("b", "![Bread](C:\\Users\\Asha\\photo.jpg) and [a](..\\pages\\about.md) and [b](file:///C:/Users/Asha/a.docx).\n");
    expect![[r#"
        content/pages/a.md:4:14 «s» error[bad-toml]: invalid TOML: a backslash within quotes needs another one before it
          help: this file is on your computer: copy it to content/images/, and write "images/name.jpg"
        content/pages/b.md:6:1 «![Bread](C:\Users\Asha\photo.jpg)» error[missing-image]: there is no image `C:\Users\Asha\photo.jpg` (no such file below content/ or in the theme)
          help: save the picture below content/images/ and refer to it there: images/name.jpg
        content/pages/b.md:6:39 «[a](..\pages\about.md)» error[broken-link]: there is no document content/pages/..\pages\about.md (no such document)
          help: separate folders with `/`
        content/pages/b.md:6:70 «file:///C:/Users/Asha/a.docx» error[bad-address]: `file:///C:/Users/Asha/a.docx` is a file on your computer, which visitors cannot open
          help: put the file into public/ and link to it from there: /name.pdf
    "#]].assert_eq(&shown(bakery.args("build"), 1));
}

/// Files that a file manager, a synchronization program or an office program leaves behind.
#[test]
#[rustfmt::skip]
fn copies_and_other_programs_files() {
    let about = include_str!("../bakery/content/pages/about.md");
    let rows: [(&str, &[u8], Expect); 13] = [
        ("content/pages/about - Copy.md", about.as_bytes(), expect![[r#"
            content/pages/about - Copy.md:1:1 «+++» error[copied-file]: this file is a copy of content/pages/about.md
              help: delete the file that you do not need; rename a copy that is to become another document
        "#]]),
        ("content/pages/about - Copy (2).md", about.as_bytes(), expect![[r#"
            content/pages/about - Copy (2).md:1:1 «+++» error[copied-file]: this file is a copy of content/pages/about.md
              help: delete the file that you do not need; rename a copy that is to become another document
        "#]]),
        ("content/pages/about (1).md", b"+++\ntitle = \"Changed\"\n+++\n", expect![[r#"
            content/pages/about (1).md:1:1 «+++» error[copied-file]: this file is a copy of content/pages/about.md
              help: delete the file that you do not need; rename a copy that is to become another document
        "#]]),
        ("content/pages/Copy of about.md", about.as_bytes(), expect![[r#"
            content/pages/Copy of about.md:1:1 «+++» error[copied-file]: this file is a copy of content/pages/about.md
              help: delete the file that you do not need; rename a copy that is to become another document
        "#]]),
        ("content/pages/about.conflicted.md", about.as_bytes(), expect![[r#"
            content/pages/about.conflicted.md:1:1 «+++» error[copied-file]: this file is a copy of content/pages/about.md
              help: delete the file that you do not need; rename a copy that is to become another document
        "#]]),
        ("content/pages/about (Asha's conflicted copy 2026-01-01).md", about.as_bytes(), expect![[r#"
            content/pages/about (Asha's conflicted copy 2026-01-01).md:1:1 «+++» error[copied-file]: this file is a copy of content/pages/about.md
              help: delete the file that you do not need; rename a copy that is to become another document
        "#]]),
        ("content/pages/about-2.md", about.as_bytes(), expect![[r#"
            content/pages/about-2.md:1:1 «+++» error[copied-file]: this file is a copy of content/pages/about.md
              help: delete the file that you do not need; rename a copy that is to become another document
        "#]]),
        ("content/loaves/rye - Copy.md", b"", expect![[r#"
            content/loaves/rye - Copy.md:1:1 «» error[copied-file]: this file is a copy of content/loaves/rye.md
              help: delete the file that you do not need; rename a copy that is to become another document
        "#]]),
        ("content/pages/about.md.txt", about.as_bytes(), expect![[r#"
            content/pages/about.md.txt:1:1 «» error[unread-file]: no collection reads `content/pages/about.md.txt`
              help: rename it to about.md: Windows hides the ending .txt unless Explorer shows file name extensions
        "#]]),
        ("content/pages/visit.docx", b"PK\x03\x04", expect![[r#"
            content/pages/visit.docx:1:1 «» error[unread-file]: nothing refers to content/pages/visit.docx
              help: convert it to Markdown (visit.md), or move it to public/ to publish it unchanged
        "#]]),
        ("content/images/visit.docx", b"PK\x03\x04", expect![[r#"
            content/images/visit.docx:1:1 «» error[unread-file]: nothing refers to content/images/visit.docx
              help: move it to public/ to publish it as a download, or save the picture in it as JPEG or PNG
        "#]]),
        ("content/pages/visit us.md", about.as_bytes(), expect![[r#"
            content/pages/visit us.md:1:1 «+++» error[bad-slug]: `visit us` cannot be part of a URL (the file name, or `slug`, is part of the URL)
              help: write `visit-us`: use letters of any script, digits, hyphens, dots and underscores
        "#]]),
        ("content/pages/Prices.MD", about.as_bytes(), expect![[r#"
            content/pages/Prices.MD:1:1 «» error[unread-file]: no collection reads `content/pages/Prices.MD`
              help: rename it to Prices.md
        "#]]),
    ];
    for (path, bytes, expected) in rows {
        let rules = "[rules]\nunread-file = \"error\"\n";
        Bakery::new().write("content/checks.toml", rules).write(path, bytes).findings(expected);
    }
}
