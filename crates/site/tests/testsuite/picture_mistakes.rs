//! Pictures that do not exist, or are none.

use expect_test::expect;

use crate::bakery::Bakery;
use crate::findings::loaf;

/// Pictures named in front matter.
#[test]
#[rustfmt::skip]
fn pictures_in_values() {
    let schema = "\"vegan\": { \"type\": \"boolean\" },";
    let bakery = || Bakery::new().replace("content/schemas/loaf.json", schema, &format!("{schema} \"image\": {{ \"type\": \"string\", \"format\": \"image\" }},"));
    for (image, expected) in [
        ("images/Loaf.svg", expect![[r#"
            content/loaves/rye.md:6:9 «'images/Loaf.svg'» error[missing-image]: image `images/Loaf.svg` does not exist (no such file below content/)
              help: did you mean `images/loaf.svg`?
        "#]]),
        ("images/loaf.SVG", expect![[r#"
            content/loaves/rye.md:6:9 «'images/loaf.SVG'» error[missing-image]: image `images/loaf.SVG` does not exist (no such file below content/)
              help: did you mean `images/loaf.svg`?
        "#]]),
        ("/images/loaf.svg", expect![[r#"
            content/loaves/rye.md:6:9 «'/images/loaf.svg'» error[missing-image]: image `/images/loaf.svg` does not exist (no such file below content/)
              help: did you mean `images/loaf.svg`?
        "#]]),
        ("content/images/loaf.svg", expect![[r#"
            content/loaves/rye.md:6:9 «'content/images/loaf.svg'» error[missing-image]: image `content/images/loaf.svg` does not exist (no such file below content/)
              help: did you mean `images/loaf.svg`?
        "#]]),
        ("loaf.svg", expect![[r#"
            content/loaves/rye.md:6:9 «'loaf.svg'» error[missing-image]: image `loaf.svg` does not exist (no such file below content/)
              help: did you mean `images/loaf.svg`?
        "#]]),
        ("images\\loaf.svg", expect![[r#"
            content/loaves/rye.md:6:9 «'images\loaf.svg'» error[missing-image]: image `images\loaf.svg` does not exist (no such file below content/)
              help: did you mean `images/loaf.svg`?
        "#]]),
        ("images/team.jpg", expect![[r#"
            content/loaves/rye.md:6:9 «'images/team.jpg'» error[missing-image]: image `images/team.jpg` does not exist (no such file below content/)
              help: copy the file into content/images/, or write the path of a picture that is there, such as `images/loaf.svg` or `images/member-1.svg`
        "#]]),
        ("images/laof.svg", expect![[r#"
            content/loaves/rye.md:6:9 «'images/laof.svg'» error[missing-image]: image `images/laof.svg` does not exist (no such file below content/)
              help: did you mean `images/loaf.svg`?
        "#]]),
        ("images/member-7.svg", expect![[r#"
            content/loaves/rye.md:6:9 «'images/member-7.svg'» error[missing-image]: image `images/member-7.svg` does not exist (no such file below content/)
              help: copy the file into content/images/, or write the path of a picture that is there, such as `images/loaf.svg` or `images/member-1.svg`
        "#]]),
        ("images/letter.pdf", expect![[r#"
            content/loaves/rye.md:6:9 «'images/letter.pdf'» error[missing-image]: `images/letter.pdf` is not a picture
              help: save it as JPEG or PNG, and use that file
        "#]]),
        ("images/letter.docx", expect![[r#"
            content/loaves/rye.md:6:9 «'images/letter.docx'» error[missing-image]: image `images/letter.docx` does not exist (no such file below content/)
              help: copy the file into content/images/, or write the path of a picture that is there, such as `images/loaf.svg` or `images/member-1.svg`
        "#]]),
        ("images/film.mp4", expect![[r#"
            content/loaves/rye.md:6:9 «'images/film.mp4'» error[missing-image]: `images/film.mp4` is not a picture
              help: put a video into public/, and write <video src="/name.mp4" width="640" height="360" controls></video>
        "#]]),
        ("https://example.com/loaf.jpg", expect![[r#"
            content/loaves/rye.md:6:9 «'https://example.com/loaf.jpg'» error[missing-image]: image `https://example.com/loaf.jpg` does not exist (no such file below content/)
              help: save the picture below content/images/, and write "images/name.jpg"
        "#]]),
        ("C:/Users/Asha/Pictures/loaf.jpg", expect![[r#"
            content/loaves/rye.md:6:9 «'C:/Users/Asha/Pictures/loaf.jpg'» error[missing-image]: image `C:/Users/Asha/Pictures/loaf.jpg` does not exist (no such file below content/)
              help: this file is on your computer: copy it to content/images/, and write "images/name.jpg"
        "#]]),
        ("file:///C:/Users/Asha/loaf.jpg", expect![[r#"
            content/loaves/rye.md:6:9 «'file:///C:/Users/Asha/loaf.jpg'» error[missing-image]: image `file:///C:/Users/Asha/loaf.jpg` does not exist (no such file below content/)
              help: this file is on your computer: copy it to content/images/, and write "images/name.jpg"
        "#]]),
        ("/Users/asha/Desktop/loaf.jpg", expect![[r#"
            content/loaves/rye.md:6:9 «'/Users/asha/Desktop/loaf.jpg'» error[missing-image]: image `/Users/asha/Desktop/loaf.jpg` does not exist (no such file below content/)
              help: this file is on your computer: copy it to content/images/, and write "images/name.jpg"
        "#]]),
        ("~/Downloads/loaf.jpg", expect![[r#"
            content/loaves/rye.md:6:9 «'~/Downloads/loaf.jpg'» error[missing-image]: image `~/Downloads/loaf.jpg` does not exist (no such file below content/)
              help: this file is on your computer: copy it to content/images/, and write "images/name.jpg"
        "#]]),
        ("images/loaf", expect![[r#"
            content/loaves/rye.md:6:9 «'images/loaf'» error[missing-image]: image `images/loaf` does not exist (no such file below content/)
              help: did you mean `images/loaf.svg`?
        "#]]),
        ("", expect![[r#"
            content/loaves/rye.md:6:9 «''» error[missing-image]: image `` does not exist (no such file below content/)
              help: write the path relative to content/, for example `images/loaf.svg`
        "#]]),
    ] {
        bakery()
            .write("content/images/member-1.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"/>")
            .write("content/images/letter.pdf", "%PDF-1.4")
            .write("content/images/film.mp4", "film")
            .write("content/loaves/rye.md", loaf("weight = 1", &format!("weight = 1\nimage = '{image}'")))
            .findings(expected);
    }
}
