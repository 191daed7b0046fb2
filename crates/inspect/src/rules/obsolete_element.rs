//! obsolete-element: an element or attribute is no longer part of HTML.

use diagnostic::Diagnostic;

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::new(When::Check, ALL, check);

diagnostic::codes! {
    OBSOLETE_ELEMENT {
        name: "obsolete-element",
        summary: "an element or attribute is no longer part of HTML",
        why: "Browsers may stop supporting it at any time, and some already ignore it.",
        example: "<center>…</center>   <td align=\"right\">",
        fix: "Describe its look in the style sheet, and use an element that exists.",
        source: "HTML standard, 16.2 (non-conforming features)",
    }
}

/// Elements that were removed from HTML.
const ELEMENTS: &str = "acronym applet basefont bgsound big blink center dir font frame frameset isindex keygen listing \
    marquee multicol nextid nobr noembed noframes plaintext strike tt xmp";

/// Presentational attributes. Some of them still exist in SVG.
const ATTRIBUTES: &str = "align alink background bgcolor border cellpadding cellspacing frameborder marginheight \
    marginwidth scrolling valign";

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for (url, page) in site.markup() {
        for element in page.elements() {
            if page.is_within(element, &["svg", "math"]) {
                continue;
            }
            let name = page.name(element);
            let is_in = |words: &str, word: &str| words.split(' ').any(|one| one == word);
            let mut report = |what: String, help: &str| {
                let message = format!("{what} on {url} is no longer part of HTML");
                let diagnostic = Diagnostic::new(&OBSOLETE_ELEMENT, message).help(help);
                diagnostics.push(site.at_element(diagnostic, url, element));
            };
            if is_in(ELEMENTS, name) {
                let help = "use another element, and describe its look in the style sheet";
                report(format!("<{name}>"), help);
            }
            let attributes = page.attributes(element).into_iter().flatten();
            for (attribute, _) in attributes.filter(|(one, _)| is_in(ATTRIBUTES, one)) {
                let what = format!("the attribute `{attribute}` of <{name}>");
                report(what, "remove it, and describe the look in the style sheet");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn elements_and_attributes() {
        site()
                .page("a", "<center>x</center>\n\n<p bgcolor=\"red\">y</p>")
                .assert_findings(&["obsolete-element"], &[
                "content/pages/a.md:5:1: error: obsolete-element: <center> on /a is no longer part of HTML",
                "content/pages/a.md:7:1: error: obsolete-element: the attribute `bgcolor` of <p> on /a is no longer part of HTML",
            ]);
    }
}
