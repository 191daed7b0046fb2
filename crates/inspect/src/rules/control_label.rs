//! control-without-label: a field that does not say what to put in it.

use diagnostic::{Code, Diagnostic, Severity};

use crate::inspection::Inspection;
use crate::markup::Markup;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule {
    when: When::Check,
    codes: &[&CONTROL_WITHOUT_LABEL],
    check,
};

/// `control-without-label`
pub static CONTROL_WITHOUT_LABEL: Code = Code {
    name: "control-without-label",
    severity: Severity::Error,
    summary: "a form's field has no label",
    why: "Who does not see the page is not told what to fill in. A placeholder goes as soon as one types.",
    example: "<input name=\"email\" placeholder=\"Email\">",
    fix: "Add <label for=\"…\"> with the field's id; where a label would be seen twice, aria-label.",
    source: "WCAG 2.2, 1.3.1 and 3.3.2; technique H44",
};

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    for (url, page) in site.markup() {
        for control in page.named(&["input", "select", "textarea"]) {
            let kind = page.attribute(control, "type").unwrap_or_default();
            if matches!(kind, "hidden" | "submit" | "reset" | "button" | "image")
                || is_labelled(page, control)
            {
                continue;
            }
            let name = page
                .attribute(control, "name")
                .or_else(|| page.attribute(control, "id"));
            let what = name.map_or_else(
                || format!("a <{}>", page.name(control)),
                |name| format!("the field `{name}`"),
            );
            let diagnostic = Diagnostic::new(
                &CONTROL_WITHOUT_LABEL,
                format!("{what} of {url} has no label"),
            );
            found.push(site.blamed_element(diagnostic, url, control, "what is to be put in here?"));
        }
    }
}

fn is_labelled(page: &Markup, control: usize) -> bool {
    let has_text = |name: &str| {
        page.attribute(control, name)
            .is_some_and(|text| !text.trim().is_empty())
    };
    let own = has_text("aria-label") || has_text("title");
    let named = page
        .attribute(control, "aria-labelledby")
        .is_some_and(|ids| {
            ids.split_ascii_whitespace()
                .filter_map(|id| page.by_id(id))
                .any(|by| !page.text(by).is_empty())
        });
    let around = page
        .ancestors(control)
        .any(|one| page.name(one) == "label" && !page.text(one).is_empty());
    let label = page.attribute(control, "id").is_some_and(|id| {
        page.named(&["label"])
            .any(|label| page.attribute(label, "for") == Some(id) && !page.text(label).is_empty())
    });
    own || named || around || label
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn fields() {
        for (field, expected) in [
            ("<label for=\"e\">Email</label><input id=\"e\">", None),
            ("<label>Email <input name=\"e\"></label>", None),
            ("<input type=\"search\" aria-label=\"Search\">", None),
            (
                "<input type=\"hidden\" name=\"k\"><input type=\"submit\">",
                None,
            ),
            (
                "<input name=\"e\" placeholder=\"Email\">",
                Some("the field `e` of /a has no label"),
            ),
            (
                "<label for=\"t\"></label><textarea id=\"t\"></textarea>",
                Some("the field `t` of /a has no label"),
            ),
        ] {
            let found = site()
                .page("a", &format!("<div>{field}</div>"))
                .findings(&["control-without-label"]);
            let messages: Vec<&str> = found
                .iter()
                .filter_map(|one| one.rsplit(": ").next())
                .collect();
            assert_eq!(messages, Vec::from_iter(expected), "{field}");
        }
    }
}
