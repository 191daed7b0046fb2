//! image-without-size: a picture whose room is not known before it has loaded.

use diagnostic::{Code, Diagnostic, Severity};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule {
    when: When::Check,
    codes: &[&IMAGE_WITHOUT_SIZE],
    check,
};

/// `image-without-size`
pub static IMAGE_WITHOUT_SIZE: Code = Code {
    name: "image-without-size",
    severity: Severity::Warning,
    summary: "a picture has no width and height",
    why: "The page jumps when it arrives, and people press what they did not mean to.",
    example: "<img src=\"/images/a.svg\" alt=\"…\">",
    fix: "Write pictures by image(path=…, alt=…) in templates, and by ![…](…) in Markdown: both read the size from the \
              file.",
    source: "Core Web Vitals, cumulative layout shift",
};

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    for (url, page) in site.markup() {
        for image in page.named(&["img", "iframe", "video"]) {
            if page.attribute(image, "width").is_some() && page.attribute(image, "height").is_some()
            {
                continue;
            }
            let message = format!("<{}> on {url} has no width and height", page.name(image));
            found.push(site.blamed_element(
                Diagnostic::new(&IMAGE_WITHOUT_SIZE, message),
                url,
                image,
                "",
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn sizes() {
        let html = "<div><img src=\"/a.png\" alt=\"\" width=\"1\" height=\"1\"><img src=\"/b.png\" alt=\"\"></div>";
        assert_eq!(
            site()
                .output("a.png", b"")
                .output("b.png", b"")
                .page("a", html)
                .findings(&["image-without-size"]),
            [
                "content/pages/a.md:5:52: warning: image-without-size: <img> on /a has no width and height"
            ]
        );
    }
}
