//! obsolete-element: an element or attribute that HTML no longer has.

use diagnostic::{Code, Diagnostic, Severity};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule {
    when: When::Check,
    codes: &[&OBSOLETE_ELEMENT],
    check,
};

/// `obsolete-element`
pub static OBSOLETE_ELEMENT: Code = Code {
    name: "obsolete-element",
    severity: Severity::Error,
    summary: "an element or attribute is used that HTML no longer has",
    why: "Browsers may stop to support it at any time, and some already ignore it.",
    example: "<center>…</center>   <td align=\"right\">",
    fix: "Say what it looks like in the style sheet, and what it is by an element that exists.",
    source: "HTML standard, 16.2 (non-conforming features)",
};

const ELEMENTS: [&str; 24] = [
    "acronym",
    "applet",
    "basefont",
    "bgsound",
    "big",
    "blink",
    "center",
    "dir",
    "font",
    "frame",
    "frameset",
    "isindex",
    "keygen",
    "listing",
    "marquee",
    "multicol",
    "nextid",
    "nobr",
    "noembed",
    "noframes",
    "plaintext",
    "strike",
    "tt",
    "xmp",
];

/// Presentational attributes, which are the style sheet's business. On `<svg>` and its parts some of them live on.
const ATTRIBUTES: [&str; 12] = [
    "align",
    "alink",
    "background",
    "bgcolor",
    "border",
    "cellpadding",
    "cellspacing",
    "frameborder",
    "marginheight",
    "marginwidth",
    "scrolling",
    "valign",
];

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    for (url, page) in site.markup() {
        for element in page
            .elements()
            .filter(|element| !page.is_within(*element, &["svg", "math"]))
        {
            let name = page.name(element);
            if ELEMENTS.contains(&name) {
                let diagnostic = Diagnostic::new(
                    &OBSOLETE_ELEMENT,
                    format!("<{name}> on {url} is no longer part of HTML"),
                );
                found.push(site.blamed_element(diagnostic, url, element, "obsolete"));
            }
            let attributes = page
                .attributes(element)
                .into_iter()
                .flatten()
                .map(|(name, _)| name.as_str());
            // Table cells are aligned by a style: that is what Markdown's tables write.
            for attribute in attributes.filter(|attribute| ATTRIBUTES.contains(attribute)) {
                let diagnostic = Diagnostic::new(
                    &OBSOLETE_ELEMENT,
                    format!(
                        "the attribute {attribute} of <{name}> on {url} is no longer part of HTML"
                    ),
                );
                found.push(site.blamed_element(diagnostic, url, element, "obsolete"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn elements_and_attributes() {
        assert_eq!(
            site()
                .page("a", "<center>x</center>\n\n<p bgcolor=\"red\">y</p>")
                .findings(&["obsolete-element"]),
            [
                "content/pages/a.md:5:1: error: obsolete-element: <center> on /a is no longer part of HTML",
                "content/pages/a.md:7:1: error: obsolete-element: the attribute bgcolor of <p> on /a is no longer part of HTML",
            ]
        );
    }
}
