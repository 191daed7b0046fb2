//! picture-location: the metadata of a picture reveals where it was taken, which is often somebody's home.
//!
//! Pictures of `content/` and of the theme are published without metadata, but files of `public/` are published unchanged.

use diagnostic::{Diagnostic, Severity::Warning};
use pictures::has_location;

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::new(When::Check, ALL, check);

diagnostic::codes! {
    PICTURE_LOCATION {
        name: "picture-location",
        severity: Warning,
        summary: "a picture contains the location where it was taken",
        why: "Everybody who saves the picture can read the coordinates, which are often those of somebody's home.",
        example: "public/team.jpg, as a phone has saved it",
        fix: "Save the picture without metadata, or move it to content/images: photographs there are published without metadata.",
        source: "Exif 3.0, section 4.6.7, GPS Info IFD",
    }
}

const ENDINGS: [&str; 7] = [".jpg", ".jpeg", ".png", ".webp", ".avif", ".heic", ".gif"];

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for (path, bytes) in site.output.files {
        let name = path.to_ascii_lowercase();
        let is_picture = ENDINGS.iter().any(|ending| name.ends_with(ending));
        if is_picture && has_location(bytes) {
            let message = format!("the picture /{path} contains the location where it was taken");
            let help = "save it without metadata, or move it to content/images";
            diagnostics.push(Diagnostic::new(&PICTURE_LOCATION, message).help(help));
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::site;

    #[test]
    fn locations() {
        let little = |tag: u8| {
            let mut tiff = b"\xFF\xD8\xFF\xE1Exif\0\0II*\0\x08\0\0\0\x01\0".to_vec();
            tiff.extend([0x25, 0x88, 4, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0, 0, 0, 0]);
            tiff.extend([1, 0, tag, 0, 5, 0, 3, 0, 0, 0, 0, 0, 0, 0]);
            tiff
        };
        let mut big = b"RIFFMM\0*\0\0\0\x08\0\x01\x88\x25\0\x04\0\0\0\x01\0\0\0\x16".to_vec();
        big.extend([0, 1, 0, 2, 0, 5]);
        let cut = &little(2)[..30];
        site()
            .output("a.jpg", &little(2))
            .output("b.WEBP", &big)
            .output("c.avif", b"<x:xmpmeta exif:GPSLatitude=\"23,2.1N\">")
            .output("without.jpg", &little(7))
            .output("cut.jpg", cut)
            .output("far.jpg", b"II*\0\xFF\xFF\xFF\xFFMM\0*\0\0\0\x08\xFF\xFF")
            .output("text.txt", &little(2))
            .assert_report(
                &["picture-location"],
                &expect![[r#"
                warning[picture-location]: the picture /a.jpg contains the location where it was taken
                  help: save it without metadata, or move it to content/images
                warning[picture-location]: the picture /b.WEBP contains the location where it was taken
                  help: save it without metadata, or move it to content/images
                warning[picture-location]: the picture /c.avif contains the location where it was taken
                  help: save it without metadata, or move it to content/images
            "#]],
            );
    }
}
