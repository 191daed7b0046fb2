//! image-without-alt: people who cannot see an image get no alternative text (WCAG 2.2, 1.1.1).
//!
//! A decorative image has an empty `alt=""`.

use std::collections::HashMap;

use content::Part;
use diagnostic::Diagnostic;

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::new(When::Build, &[&render::codes::IMAGE_WITHOUT_ALT], check);

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for (url, facts) in site.pages() {
        let mut seen: HashMap<&str, usize> = HashMap::new();
        for source in &facts.images_without_alt {
            let nth = seen.entry(source).or_default();
            let message = format!("the image `{source}` on {url} has no alternative text");
            let diagnostic = Diagnostic::new(&render::codes::IMAGE_WITHOUT_ALT, message)
                .help("add alt=\"…\" that says what it shows, or alt=\"\" for a decoration");
            let occurrence = site.output.blame.image_without_alt(url, source, *nth);
            *nth += 1;
            diagnostics.push(site.at_link(diagnostic, url, source, occurrence));
        }
    }
    for document in site.documents() {
        for (key, value) in &document.fields {
            let is_description = key == "alt" || key.ends_with("_alt");
            let Some(text) = value.as_str().filter(|_| is_description) else {
                continue;
            };
            if content::is_picture(text) {
                let message = format!("the alternative text `{text}` is only the name of a file");
                let diagnostic = Diagnostic::new(&render::codes::IMAGE_WITHOUT_ALT, message)
                    .at(document.place(&format!("/{key}"), Part::Value), "")
                    .help("say what the picture shows");
                diagnostics.push(diagnostic);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn names_of_files_as_descriptions() {
        let keys = "image_alt = \"IMG_2041.jpg\"\nalt = \"The mill\"\n";
        site().page_with("a", keys, "Text.").assert_findings(
            &["image-without-alt"],
            &["content/pages/a.md:4:13: error: image-without-alt: the alternative text `IMG_2041.jpg` is only the name of a file"],
        );
    }

    #[test]
    fn images() {
        let html =
            "<div><img src=\"/a.png\"><img src=\"/b.png\" alt=\"\"><img src=\"/a.png\"></div>";
        site()
                .output("a.png", b"")
                .output("b.png", b"")
                .page("a", html)
                .assert_findings(&["image-without-alt"], &[
                "content/pages/a.md:5:16: error: image-without-alt: the image `/a.png` on /a has no alternative text",
                "content/pages/a.md:5:59: error: image-without-alt: the image `/a.png` on /a has no alternative text",
            ]);
    }
}
