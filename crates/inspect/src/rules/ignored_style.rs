//! ignored-style: browsers ignore a part of a style sheet because of its syntax or of a name in it.

use assets::css_statements::ignored_statements;
use diagnostic::{Diagnostic, Place, Severity::Warning};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::on_whole_pages(When::Check, ALL, check);

diagnostic::codes! {
    IGNORED_STYLE {
        name: "ignored-style",
        severity: Warning,
        summary: "browsers ignore a part of a style sheet because of its syntax or of a name in it",
        why: "They ignore the declaration or the whole rule without a message.",
        example: "margin: 10 px   color: var(ink)   .card, { … }   display: flexx",
        fix: "Correct it as the finding says.",
        source: "CSS Syntax 3; CSS Values 4; Selectors 4",
    }
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for sheet in site.output.styles.values() {
        if sheet.text.trim().is_empty() {
            let diagnostic = Diagnostic::new(&IGNORED_STYLE, "this style sheet is empty");
            let help = "restore its text, or delete the file and what refers to it";
            diagnostics.push(diagnostic.at(Place::start_of(sheet), "").help(help));
        }
        for (span, message, help) in ignored_statements(&sheet.text) {
            let message = format!("browsers ignore this: {message}");
            let diagnostic = Diagnostic::new(&IGNORED_STYLE, message).help(help);
            diagnostics.push(diagnostic.at(Place::new(sheet, span), ""));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn style_sheets() {
        site()
            .file("themes/t/styles/main.css", "a {\n  top: 10 px;\n}\n")
            .assert_findings(
                &["ignored-style"],
                &["themes/t/styles/main.css:2:3: warning: ignored-style: browsers ignore this: a space separates a number from its unit"],
            );
    }
}
