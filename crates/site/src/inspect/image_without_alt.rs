//! image-without-alt: a picture without alternative text is nothing to those who cannot see it (WCAG 2.2, 1.1.1).
//!
//! A decoration says so with an empty `alt=""`.

use content::Diagnostic;

use super::Inspection;

pub fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    for (url, facts) in site.pages() {
        for source in &facts.images_without_alt {
            let diagnostic = Diagnostic::error(
                "image-without-alt",
                format!("an image of {url} has no alternative text: {source}"),
            )
            .help("add alt=\"…\" that says what it shows, or alt=\"\" for a decoration");
            found.push(site.blamed(diagnostic, url, source, "this image"));
        }
    }
}
