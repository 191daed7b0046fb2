//! incomplete-form: a form of the theme has no control for one of its fields, or cannot send files.

use std::collections::HashSet;

use diagnostic::{Diagnostic, Severity::Warning};
use serde_json::Value;

use crate::inspection::Inspection;
use crate::markup::Markup;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::on_whole_pages(When::Check, ALL, check);

diagnostic::codes! {
    INCOMPLETE_FORM {
        name: "incomplete-form",
        severity: Warning,
        summary: "a form of the theme has no control for one of its fields, or cannot send files",
        why: "Browsers only send controls that have a `name`, and send files only in one encoding; whatever else visitors enter is lost.",
        example: "<textarea rows=\"6\">, where name=\"message\" is missing",
        fix: "Write name=\"{{ field.name }}\" on the control of each field, and enctype=\"{{ form.enctype }}\" on <form>.",
        source: "HTML standard, 4.10.22.4 (constructing the entry list)",
    }
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for (url, page) in site.markup() {
        for form in page.named(&["form"]) {
            let action = page.attribute(form, "action").unwrap_or_default();
            let mut all = site.output.content.forms.iter();
            let is_sent_to = |one: &Value| {
                let rest = one["path"]
                    .as_str()
                    .and_then(|path| action.strip_suffix(path));
                rest.is_some_and(|rest| rest == site.output.api_url.trim_end_matches('/'))
            };
            if let Some((name, definition)) = all.find(|(_, one)| is_sent_to(one)) {
                check_form(site, (url, page, form), name, definition, diagnostics);
            }
        }
    }
}

/// Compares the controls of a form with its definition.
fn check_form(
    site: &Inspection<'_>,
    (url, page, form): (&str, &Markup, usize),
    name: &str,
    definition: &Value,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let inner = || page.within(form);
    // Controls elsewhere on the page name the form that they are part of.
    let id = page.attribute(form, "id");
    let is_outer = |node: &usize| id.is_some() && page.attribute(*node, "form") == id;
    let outer = page
        .named(&["input", "select", "textarea"])
        .filter(is_outer);
    let names: HashSet<&str> = inner()
        .chain(outer)
        .filter_map(|node| page.attribute(node, "name"))
        .collect();
    let fields = || definition["field"].as_array().into_iter().flatten();
    for field in fields().filter_map(|field| field["name"].as_str()) {
        if names.contains(field) {
            continue;
        }
        // The control may be there, without a name. One template usually has those of all forms.
        let is_nameless = |node: &usize| {
            let is_control = matches!(page.name(*node), "input" | "select" | "textarea");
            let kind = page.attribute(*node, "type").unwrap_or_default();
            let is_button = ["submit", "button", "reset", "image"].contains(&kind);
            is_control && !is_button && page.attribute(*node, "name").is_none()
        };
        let (message, help, element) = match inner().find(is_nameless) {
            Some(control) => (
                format!(
                    "a <{}> of a form has no name, so browsers do not send it",
                    page.name(control)
                ),
                "write name=\"{{ field.name }}\" on it".to_owned(),
                control,
            ),
            None => (
                format!("the form `{name}` has no control for its field `{field}`"),
                format!("add one with name=\"{field}\""),
                form,
            ),
        };
        let diagnostic = Diagnostic::new(&INCOMPLETE_FORM, message).help(help);
        diagnostics.push(site.at_element(diagnostic, url, element));
    }
    let has_file = fields().any(|field| field["type"] == "file");
    let enctype = page.attribute(form, "enctype").unwrap_or_default();
    if has_file && !enctype.eq_ignore_ascii_case("multipart/form-data") {
        let message = format!("the form `{name}` has a field for a file, but cannot send files");
        let help = "write enctype=\"{{ form.enctype }}\" on <form>";
        let diagnostic = Diagnostic::new(&INCOMPLETE_FORM, message).help(help);
        diagnostics.push(site.at_element(diagnostic, url, form));
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn controls() {
        let form = "path = \"/send\"\n[[field]]\nname = \"message\"\ntype = \"textarea\"\n[[field]]\nname = \"photo\"\ntype = \"file\"\n";
        let right = "<form action=\"/api/send\" enctype=\"multipart/form-data\"><textarea name=\"message\"></textarea><input type=\"file\" name=\"photo\"></form>";
        for (html, expected) in [
            (right.to_owned(), None),
            (
                right.replace(" name=\"message\"", ""),
                Some(
                    "content/pages/a.md:5:56: warning: incomplete-form: a <textarea> of a form has no name, so browsers do not send it",
                ),
            ),
            (
                right.replace(" enctype=\"multipart/form-data\"", ""),
                Some(
                    "content/pages/a.md:5:1: warning: incomplete-form: the form `f` has a field for a file, but cannot send files",
                ),
            ),
            // A page of the site, or another program, has this URL.
            (
                right
                    .replace("/api/send", "/send")
                    .replace(" name=\"message\"", ""),
                None,
            ),
            (
                right
                    .replace("/api/send", "https://other.example/send")
                    .replace(" name=\"message\"", ""),
                None,
            ),
            (
                right
                    .replace("/send", "/other")
                    .replace(" name=\"message\"", ""),
                None,
            ),
        ] {
            site()
                .file("content/forms/f.toml", form)
                .page("a", &html)
                .assert_findings(&["incomplete-form"], expected.as_slice());
        }
    }
}
