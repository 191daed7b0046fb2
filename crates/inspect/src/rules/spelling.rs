//! spelling: a term that has one right spelling is written in another.

use diagnostic::{Code, Diagnostic, Severity};

use crate::inspection::Inspection;
use crate::prose;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule {
    when: When::Check,
    codes: &[&SPELLING],
    check,
};

/// `spelling`
pub static SPELLING: Code = Code {
    name: "spelling",
    severity: Severity::Error,
    summary: "a term is not written as checks.toml has it",
    why: "Three spellings of one thing look careless, and searches on the page miss two of them.",
    example: "[[term]] write = \"GSTIN\" not = [\"Gstin\"], and a page that says Gstin",
    fix: "Write it as the message says; or waive the rule for the page with a reason: [[waiver]] rule = \"spelling\".",
    source: "checks.toml, [[term]]",
};

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    let terms = &site.settings.terms;
    let wrong: Vec<String> = terms
        .iter()
        .flat_map(|term| &term.not)
        .map(|wrong| regex::escape(wrong))
        .collect();
    if wrong.is_empty() {
        return;
    }
    // A word that ends in a full stop, such as an abbreviation, has no word boundary after it.
    let Ok(pattern) = prose::pattern(&format!(r"\b(?:{})(?:\b|$|\s)", wrong.join("|")), true)
    else {
        return;
    };
    for (text, mut span, _) in site.matches(&pattern) {
        let words = text.words(&span);
        let Some(term) = terms.iter().find(|term| term.not.contains(&words)) else {
            continue;
        };
        span.end = span
            .end
            .min(span.start + text.source.text[span.clone()].trim_end().len());
        let message = format!("write `{}`, not `{words}`", term.write);
        let diagnostic = Diagnostic::new(&SPELLING, message).maybe_help(term.reason.clone());
        site.report(diagnostic, "spelling", text, &span, found);
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

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
