//! image-without-alt: a picture without alternative text is nothing to those who cannot see it (WCAG 2.2, 1.1.1).
//!
//! A decoration says so with an empty `alt=""`.

use diagnostic::Diagnostic;

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule {
    when: When::Build,
    codes: &[&render::codes::IMAGE_WITHOUT_ALT],
    check,
};

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    for (url, facts) in site.pages() {
        for source in &facts.images_without_alt {
            let diagnostic = Diagnostic::new(
                &render::codes::IMAGE_WITHOUT_ALT,
                format!("an image of {url} has no alternative text: {source}"),
            )
            .help("add alt=\"…\" that says what it shows, or alt=\"\" for a decoration");
            found.push(site.blamed_link(diagnostic, url, source, "this image"));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn pictures() {
        let html = "<div><img src=\"/a.png\"><img src=\"/b.png\" alt=\"\"></div>";
        assert_eq!(
            site()
                .output("a.png", b"")
                .output("b.png", b"")
                .page("a", html)
                .findings(&["image-without-alt"]),
            [
                "content/pages/a.md:5:16: error: image-without-alt: an image of /a has no alternative text: /a.png"
            ]
        );
    }
}
