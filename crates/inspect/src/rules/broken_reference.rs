//! broken-reference: an attribute names an id that the page does not have.

use diagnostic::{Diagnostic, did_you_mean};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::on_whole_pages(When::Check, ALL, check);

diagnostic::codes! {
    BROKEN_REFERENCE {
        name: "broken-reference",
        summary: "an attribute names an id that the page does not have",
        why: "A label without its field does nothing when clicked; a missing description is not read out.",
        example: "<label for=\"emial\">   <input aria-describedby=\"hint\">",
        fix: "Write the id of an element of the page, or remove the attribute.",
        source: "WCAG 2.2, 1.3.1; HTML standard, 4.10.4",
    }
}

/// Attributes whose values are ids.
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

/// Elements that a label can name (HTML standard, 4.10.2, labelable elements).
const FIELDS: &[&str] = &[
    "button", "input", "meter", "output", "progress", "select", "textarea",
];

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for (url, page) in site.markup() {
        let elements = page.elements();
        let ids: Vec<&str> = elements
            .filter_map(|element| page.attribute(element, "id"))
            .collect();
        for element in page.elements() {
            let of_symbol = (page.name(element) == "use").then_some("href");
            for name in REFERENCES.into_iter().chain(of_symbol) {
                let value = page.attribute(element, name).unwrap_or_default();
                let (sign, value) = match name {
                    "href" => ("#", value.strip_prefix('#').unwrap_or_default()),
                    _ => ("", value),
                };
                let words = value.split_ascii_whitespace();
                // An id with spaces is reported as such.
                let is_part = |id: &str| {
                    let mut spaced = ids.iter().filter(|one| one.contains(' '));
                    spaced.any(|one| one.split(' ').any(|word| word == id))
                };
                for id in words.filter(|id| !ids.contains(id) && !is_part(id)) {
                    let tag = page.name(element);
                    // A label belongs to a field.
                    let fields = page.named(if name == "for" { FIELDS } else { &[] });
                    let fields = fields.filter_map(|field| page.attribute(field, "id"));
                    let all = ids.iter().copied().filter(|_| name != "for");
                    let message = format!(
                        "{name}=\"{sign}{id}\" of <{tag}> names an id that {url} does not have"
                    );
                    let diagnostic =
                        Diagnostic::new(&BROKEN_REFERENCE, message)
                            .help(did_you_mean(id, fields.chain(all)).unwrap_or_else(|| {
                            "write the id of an element of the page, or remove the attribute".into()
                        }));
                    let attribute = format!("{name}=\"{sign}{value}\"");
                    let texts = [page.tag(element), &attribute, id];
                    diagnostics.push(site.at_text(diagnostic, url, &texts));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::site;

    #[test]
    fn symbols() {
        let html = "<svg><symbol id=\"a\"></symbol><use href=\"#a\"/><use href=\"#b\"/><use href=\"/x.svg#c\"/></svg>";
        site().page("a", html).assert_findings(
            &["broken-reference"],
            &["content/pages/a.md:5:46: error: broken-reference: href=\"#b\" of <use> names an id that /a does not have"],
        );
    }

    #[test]
    fn references() {
        let html = "<div><label for=\"emial\">Email</label><input id=\"email\"></div>";
        site().page("a", html).assert_report(&["broken-reference"], &expect![[r#"
            content/pages/a.md:5:6 «<label for="emial">» error[broken-reference]: for="emial" of <label> names an id that /a does not have
              help: did you mean `email`?
        "#]]);
    }
}
