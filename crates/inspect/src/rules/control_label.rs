//! control-without-label: a form field does not say what to enter.

use diagnostic::Diagnostic;

use crate::inspection::Inspection;
use crate::markup::Markup;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::on_whole_pages(When::Check, ALL, check);

diagnostic::codes! {
    CONTROL_WITHOUT_LABEL {
        name: "control-without-label",
        summary: "a form field has no label",
        why: "People who cannot see the page do not learn what to enter. A placeholder disappears as soon as somebody types.",
        example: "<input name=\"email\" placeholder=\"Email\">",
        fix: "Add <label for=\"…\"> with the field's id, or aria-label if a visible label would be redundant.",
        source: "WCAG 2.2, 1.3.1 and 3.3.2; technique H44",
    }
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for (url, page) in site.markup() {
        for control in page.named(&["input", "select", "textarea"]) {
            let kind = page.attribute(control, "type").unwrap_or_default();
            if matches!(kind, "hidden" | "submit" | "reset" | "button" | "image")
                || is_labelled(page, control)
            {
                continue;
            }
            let attribute = |name| page.attribute(control, name);
            let what = match attribute("name").or_else(|| attribute("id")) {
                Some(name) => format!("field `{name}`"),
                None => format!("<{}>", page.name(control)),
            };
            let message = format!("{what} on {url} has no label");
            let diagnostic = Diagnostic::new(&CONTROL_WITHOUT_LABEL, message)
                .help("add <label for=\"…\"> with the id of the field, or aria-label=\"…\"");
            diagnostics.push(site.at_element(diagnostic, url, control));
        }
    }
}

fn is_labelled(page: &Markup, control: usize) -> bool {
    let attribute = |name: &str| page.attribute(control, name).unwrap_or_default();
    let has_text = |label: usize| !page.text(label).is_empty();
    let id = attribute("id");
    !page.label(control).is_empty()
        || !attribute("title").trim().is_empty()
        || page
            .ancestors(control)
            .any(|one| page.name(one) == "label" && has_text(one))
        || page
            .named(&["label"])
            .any(|label| page.attribute(label, "for") == Some(id) && has_text(label))
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn fields() {
        site().assert_messages(
            &["control-without-label"],
            r#"
            <div><label for="e">Email</label><input id="e"></div>
            <div><label>Email <input name="e"></label></div>
            <div><b id="b">Email</b><input aria-labelledby="b"></div>
            <input type="search" aria-label="Search">
            <div><input type="hidden" name="k"><input type="submit"></div>
            <input name="e" placeholder="Email">
            => field `e` on /a has no label
            <div><label for="t"></label><textarea id="t"></textarea></div>
            => field `t` on /a has no label
            <select></select>
            => <select> on /a has no label
            "#,
        );
    }
}
