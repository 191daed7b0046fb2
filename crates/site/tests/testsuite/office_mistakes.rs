//! Files as an office has them: open in Word, named by Explorer, saved by Notepad, with names that Windows cannot store.

use expect_test::expect;

use crate::bakery::Bakery;
use crate::findings::shown;

const PAGE: &str = "+++\ntitle = \"Devices\"\ndescription = \"A page with a name that Windows reserves.\"\ntemplate = \"page.html\"\n+++\nText.\n";

/// Each name is reported once, where it comes from.
#[test]
#[rustfmt::skip]
fn names_that_windows_cannot_store() {
    let bakery = Bakery::new()
        .write("content/pages/con.md", PAGE)
        .write("content/images/Loaf .txt/a.txt", "")
        .write("public/Aux.tar.gz", "")
        .write("public/docs./a.txt", "")
        .write("public/docs./b.txt", "")
        .write("public/Map.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")
        .write("public/map.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")
        .write("public/u\u{308}ber.txt", "")
        .write("public/\u{fc}ber.txt", "")
        .write(&format!("public/{}/{}.txt", "a".repeat(120), "b".repeat(120)), "");
    expect![[r#"
    "#]].assert_eq(&shown(bakery.args("build"), 0));
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
    expect![[r#"
    "#]].assert_eq(&shown(bakery.args("build"), 0));
}

#[test]
#[rustfmt::skip]
fn paths_of_windows() {
    let bakery = Bakery::new()
        .page_with("a", "image = \"C:\\Users\\Asha\\photo.jpg\"\n", "Text.\n")
        .page("b", "![Bread](C:\\Users\\Asha\\photo.jpg) and [a](..\\pages\\about.md) and [b](file:///C:/Users/Asha/a.docx).\n");
    expect![[r#"
    "#]].assert_eq(&shown(bakery.args("build"), 1));
}
