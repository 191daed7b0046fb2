//! image-without-size: a browser does not know the size of an image before it is loaded.

use diagnostic::{Diagnostic, Severity::Warning};
use render::{UNAVAILABLE_ASSET_URL, is_outside};

use crate::inspection::Inspection;
use crate::page_links::LinkTarget;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::new(When::Check, ALL, check);

diagnostic::codes! {
    IMAGE_WITHOUT_SIZE {
        name: "image-without-size",
        severity: Warning,
        summary: "an image has no width and height",
        why: "The page jumps when the image is loaded, and people click the wrong thing.",
        example: "<img src=\"/images/a.svg\" alt=\"…\">",
        fix: "Use image(path=…, alt=…) in templates and ![…](…) in Markdown: both read the size from the file.",
        source: "Core Web Vitals, cumulative layout shift",
    }
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for (url, page) in site.markup() {
        for image in page.named(&["img", "iframe", "video"]) {
            let has = |name| page.attribute(image, name).is_some();
            let source = page.attribute(image, "src").unwrap_or_default();
            // A picture that does not exist is reported as such, and its size follows from it.
            let is_missing = !source.is_empty()
                && matches!(site.link_target(source, url), LinkTarget::Missing(_));
            // So is what the bundle could not be made for.
            if is_missing || source.starts_with(UNAVAILABLE_ASSET_URL) {
                continue;
            }
            // Markdown gives an image of another host no size, because nobody knows it.
            if has("width") && has("height") || page.name(image) == "img" && is_outside(source) {
                continue;
            }
            let name = page.name(image);
            if name == "img" && source.is_empty() && !has("srcset") {
                let message = format!("<img> on {url} names no picture");
                let diagnostic = Diagnostic::new(&IMAGE_WITHOUT_SIZE, message);
                let diagnostic = site.at_element(diagnostic, url, image);
                let place = diagnostic.place.as_ref();
                let is_markdown = place.is_none_or(|(place, _)| place.source.path.ends_with(".md"));
                let help = if is_markdown {
                    "write the picture in Markdown: ![what it shows](images/name.jpg)".to_owned()
                } else {
                    let alt = page.attribute(image, "alt").filter(|alt| !alt.is_empty());
                    let alt = alt.unwrap_or("what it shows");
                    format!(
                        "write {{{{ image(path=\"images/name.jpg\", alt=\"{alt}\") }}}}, or delete the <img>"
                    )
                };
                diagnostics.push(diagnostic.help(help));
                continue;
            }
            let message = format!("<{name}> on {url} has no width and height");
            let is_drawing = source.starts_with("/assets/") && source.ends_with(".svg");
            let help = if is_drawing {
                "add the size of the drawing to its <svg>: viewBox=\"0 0 800 500\""
            } else {
                "add width=\"…\" and height=\"…\"; for images, image(path=…, alt=…) and ![…](…) do so"
            };
            let diagnostic = Diagnostic::new(&IMAGE_WITHOUT_SIZE, message).help(help);
            diagnostics.push(site.at_element(diagnostic, url, image));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn sizes() {
        let html = "<div><img src=\"/a.png\" alt=\"\" width=\"1\" height=\"1\"><img src=\"/b.png\" alt=\"\"></div>";
        site()
                .output("a.png", b"")
                .output("b.png", b"")
                .page("a", html)
                .assert_findings(&["image-without-size"], &[
                "content/pages/a.md:5:52: warning: image-without-size: <img> on /a has no width and height"
            ]);
    }
}
