//! html-nesting, html-placement, html-syntax: HTML that browsers have to guess at.

use content::{Diagnostic, Severity};

use super::{Inspection, Manual, Rule, When};
use crate::markup::FaultKind;

pub const RULE: Rule = Rule {
    when: When::Check,
    manuals: &[
        Manual {
            code: "html-nesting",
            severity: Severity::Error,
            summary: "an element is not closed, closed twice, or closed across another",
            why: "Browsers repair it, each page part ending up where nobody meant it; React then fails to wake an island.",
            example: "<section><p><b>Fees</p></section>",
            fix: "Close elements in the reverse order of their opening.",
            source: "HTML standard, 13.1.2; WCAG 2.2 technique H74",
        },
        Manual {
            code: "html-placement",
            severity: Severity::Error,
            summary: "an element stands where it may not",
            why: "Browsers move it or end what is around it, so the page is not what was written.",
            example: "<p>We offer: <ul>…</ul></p>",
            fix: "Move it out, or use another element around it.",
            source: "HTML standard, section 4 (content model of each element)",
        },
        Manual {
            code: "html-syntax",
            severity: Severity::Error,
            summary: "a tag, attribute or character reference cannot be read as written",
            why: "What the browser makes of it is a guess.",
            example: "<a href=\"/a\"class=\"b\">",
            fix: "Write it as the message says: the names of the faults are those of the HTML standard.",
            source: "HTML standard, 13.2.2 (parse errors)",
        },
    ],
    check,
};

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    for (url, page) in site.markup() {
        for fault in &page.faults {
            let code = match fault.kind {
                FaultKind::Nesting => "html-nesting",
                FaultKind::Placement => "html-placement",
                FaultKind::Syntax => "html-syntax",
            };
            let diagnostic = Diagnostic::error(code, format!("on {url}: {}", fault.message));
            let mut diagnostic = match fault.element {
                Some(element) => site.blamed_element(diagnostic, url, element, ""),
                None => site.blamed_span(diagnostic, url, &fault.span),
            };
            let other = fault
                .other
                .as_ref()
                .and_then(|other| site.place_of_span(url, page, other));
            if let Some(other) = other
                .filter(|other| Some(other) != diagnostic.place.as_ref().map(|(place, _)| place))
            {
                diagnostic = diagnostic.related(other, "what comes too early is here");
            }
            found.push(diagnostic);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::inspect::fixture::site;

    #[test]
    fn a_tag_that_is_not_closed() {
        assert_eq!(
            site()
                .page("a", "<section class=\"x\">\n<p>text</p>")
                .drawn(&["html-nesting"]),
            r#"error[html-nesting]: on /a: <section> is not closed before </main>
 --> content/pages/a.md:5:1
  |
5 | <section class="x">
  | ^^^^^^^^^^^^^^^^^^^
  |
note: what comes too early is here
 --> themes/t/templates/page.html:2:19
  |
2 | {{ page.content }}</main><footer></footer></body></html>
  |                   ^^^^^^^
"#
        );
    }

    #[test]
    fn placement_and_syntax() {
        let codes = ["html-nesting", "html-placement", "html-syntax"];
        assert_eq!(
            site().page("a", "<ul><div>x</div></ul>").findings(&codes),
            [
                "content/pages/a.md:5:5: error: html-placement: on /a: a <div> cannot stand directly in a <ul>"
            ]
        );
        assert_eq!(
            site()
                .page("a", "<div><b id=\"x\"class=\"y\">x</b></div>")
                .findings(&codes),
            [
                "content/pages/a.md:5:16: error: html-syntax: on /a: missing whitespace between attributes"
            ]
        );
    }
}
