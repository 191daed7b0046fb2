//! spelling: a term that has one right spelling is written in another.

use content::{Diagnostic, Severity};

use super::{Inspection, Manual, Rule, When};
use crate::prose;

pub const RULE: Rule = Rule {
    when: When::Check,
    manuals: &[Manual {
        code: "spelling",
        severity: Severity::Error,
        summary: "a term is not written as checks.toml has it",
        why: "Three spellings of one thing look careless, and searches on the page miss two of them.",
        example: "[[term]] write = \"GSTIN\" not = [\"Gstin\"], and a page that says Gstin",
        fix: "Write it as the message says; or waive the rule for the page with a reason: [[waiver]] rule = \"spelling\".",
        source: "checks.toml, [[term]]",
    }],
    check,
};

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    for term in &site.settings.terms {
        for wrong in &term.not {
            let Ok(pattern) = prose::pattern(&format!(r"\b{}\b", regex::escape(wrong)), true)
            else {
                continue;
            };
            for text in site.prose() {
                for span in text.matches(&pattern) {
                    let message = format!("write `{}`, not `{}`", term.write, text.words(&span));
                    let diagnostic =
                        Diagnostic::error("spelling", message).maybe_help(term.reason.clone());
                    site.report(diagnostic, "spelling", text, &span, found);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::inspect::fixture::site;

    #[test]
    fn terms() {
        let settings = "[[term]]\nwrite = \"GSTIN\"\nnot = [\"Gstin\", \"GST IN\"]\nreason = \"As the law writes it.\"\n";
        let project = site().file("content/checks.toml", settings);
        assert_eq!(
            project
                .page("a", "A Gstin, a GST\nIN, `Gstin` and GSTIN.")
                .drawn(&["spelling"]),
            r"error[spelling]: write `GSTIN`, not `Gstin`
 --> content/pages/a.md:5:3
  |
5 | A Gstin, a GST
  |   ^^^^^
  |
  = help: As the law writes it.
error[spelling]: write `GSTIN`, not `GST IN`
 --> content/pages/a.md:5:12
  |
5 | A Gstin, a GST
  |            ^^^
  |
  = help: As the law writes it.
"
        );
    }
}
