//! broken-reference: an attribute names an id that the page does not have.

use diagnostic::{Code, Diagnostic, Severity, did_you_mean};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule {
    when: When::Check,
    codes: &[&BROKEN_REFERENCE],
    check,
};

/// `broken-reference`
pub static BROKEN_REFERENCE: Code = Code {
    name: "broken-reference",
    severity: Severity::Error,
    summary: "an attribute names an id that the page does not have",
    why: "A label without its field does nothing when pressed; a description that is not there is not read out.",
    example: "<label for=\"emial\">   <input aria-describedby=\"hint\">",
    fix: "Write the id of an element of the page, or leave the attribute out.",
    source: "WCAG 2.2, 1.3.1; HTML standard, 4.10.4",
};

const REFERENCES: [&str; 8] = [
    "for",
    "aria-labelledby",
    "aria-describedby",
    "aria-controls",
    "aria-owns",
    "aria-details",
    "list",
    "headers",
];

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    for (url, page) in site.markup() {
        let ids: Vec<&str> = page
            .elements()
            .filter_map(|element| page.attribute(element, "id"))
            .collect();
        for element in page.elements() {
            for name in REFERENCES {
                let value = page.attribute(element, name).unwrap_or_default();
                for id in value
                    .split_ascii_whitespace()
                    .filter(|id| !ids.contains(id))
                {
                    let message = format!(
                        "{name}=\"{id}\" of <{}> on {url} names no element",
                        page.name(element)
                    );
                    let diagnostic = Diagnostic::new(&BROKEN_REFERENCE, message)
                        .maybe_help(did_you_mean(id, ids.iter().copied()));
                    let clue = format!("{name}=\"{value}\"");
                    found.push(site.blamed_any(
                        diagnostic,
                        url,
                        &[page.tag(element), &clue, id],
                        "no such id",
                    ));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn references() {
        let html = "<div><label for=\"emial\">Email</label><input id=\"email\"></div>";
        assert_eq!(
            site().page("a", html).drawn(&["broken-reference"]),
            r#"error[broken-reference]: for="emial" of <label> on /a names no element
 --> content/pages/a.md:5:6
  |
5 | <div><label for="emial">Email</label><input id="email"></div>
  |      ^^^^^^^^^^^^^^^^^^^ no such id
  |
  = help: did you mean `email`?
"#
        );
    }
}
