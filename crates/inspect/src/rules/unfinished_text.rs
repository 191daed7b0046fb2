//! unfinished-text: the text still contains filler or a note to oneself.

use diagnostic::{Diagnostic, Severity};

use crate::inspection::Inspection;
use crate::prose;
use crate::rule::Rule;
use crate::scope::When;
use crate::text_findings::TextFindings;

pub static RULE: Rule = Rule::new(When::Check, ALL, check);

diagnostic::codes! {
    UNFINISHED_TEXT {
        name: "unfinished-text",
        severity: Severity::Warning,
        summary: "filler or a note to oneself is left in the text",
        why: "Visitors see that the page is not finished. With --publish it is an error.",
        example: "Lorem ipsum dolor sit amet   TODO: ask Priya   XXXX",
        fix: "Write the text; put a note to yourself into a comment: <!-- ask Priya -->.",
    }
}

/// Pattern for filler text and for words that mark unfinished text.
const UNFINISHED: &str =
    r"\b(?:[Ll]orem ipsum|LOREM IPSUM|dolor sit amet|TODO|FIXME|TBD|TBC|TKTK|X{4,})\b";

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut findings = TextFindings::new(site, diagnostics);
    let pattern = prose::pattern(UNFINISHED, true);
    for (text, span) in pattern.iter().flat_map(|one| site.matches(one)) {
        let words = text.words(&span);
        let message = format!("`{words}` is left in the text");
        let mut diagnostic = Diagnostic::new(&UNFINISHED_TEXT, message)
            .help("write the text, or put a note to yourself into a comment: <!-- … -->");
        if site.output.scope.publish {
            diagnostic.severity = Severity::Error;
        }
        findings.report(diagnostic, UNFINISHED_TEXT.name, text, &span);
    }
    findings.report_unused_waivers(&[UNFINISHED_TEXT.name]);
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;
    use crate::scope::Scope;

    #[test]
    fn an_error_once_the_site_is_public() {
        let project = site().page("a", "Lorem ipsum, TODO and `TODO`.\n<!-- TODO -->");
        let places = [
            "1: warning: unfinished-text: `Lorem ipsum`",
            "14: warning: unfinished-text: `TODO`",
        ];
        let expected = places.map(|at| format!("content/pages/a.md:5:{at} is left in the text"));
        assert_eq!(project.findings(&["unfinished-text"]), expected);
        let publish = Scope {
            check: true,
            publish: true,
            ..Scope::default()
        };
        let expected = expected.map(|one| one.replace("warning", "error"));
        assert_eq!(
            project.scope(publish).findings(&["unfinished-text"]),
            expected
        );
    }
}
