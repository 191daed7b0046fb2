//! spelling: a term is not spelled as `checks.toml` says.

use diagnostic::{Diagnostic, Help};

use crate::inspection::Inspection;
use crate::prose;
use crate::rule::Rule;
use crate::scope::When;
use crate::text_findings::TextFindings;

pub static RULE: Rule = Rule::new(When::Check, ALL, check);

diagnostic::codes! {
    SPELLING {
        name: "spelling",
        summary: "a term is not spelled as checks.toml says",
        why: "Three spellings of one term look careless, and a search finds only one of them.",
        example: "[[term]] write = \"GSTIN\" not = [\"Gstin\"], and a page that says Gstin",
        fix: "Spell it as the message says; or waive the rule for the page with a reason: [[waiver]] rule = \"spelling\".",
        source: "checks.toml, [[term]]",
    }
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let terms = &site.settings.terms;
    let wrong = terms.iter().flat_map(|term| &term.not);
    let wrong: Vec<String> = wrong.map(|wrong| regex::escape(wrong)).collect();
    let mut findings = TextFindings::new(site, diagnostics);
    // There is no word boundary after a word that ends in a period, such as an abbreviation.
    let pattern = format!(r"\b(?:{})(?:\b|$|\s)", wrong.join("|"));
    let pattern = (!wrong.is_empty()).then(|| prose::pattern(&pattern, true).ok());
    for (text, mut span) in pattern.flatten().iter().flat_map(|one| site.matches(one)) {
        let words = text.words(&span);
        let Some(term) = terms
            .iter()
            .find(|term| term.not.contains(&words) && term.write != words)
        else {
            continue;
        };
        let matched = &text.source.text[span.clone()];
        span.end = span.start + matched.trim_end().len();
        let message = format!("write `{}`, not `{words}`", term.write);
        let mut diagnostic = Diagnostic::new(&SPELLING, message).maybe_help(term.reason.clone());
        let meant = Help::replace("", &words, &term.write);
        diagnostic.replacements.extend(meant.replacement);
        findings.report(diagnostic, SPELLING.name, text, &span);
    }
    findings.report_unused_waivers(&[SPELLING.name]);
    for (index, term) in terms.iter().enumerate() {
        for (at, wrong) in term.not.iter().enumerate() {
            let place = site.settings.place(&format!("/term/{index}/not/{at}"));
            let parts = content::entries_in_one(wrong);
            let parts = parts.filter(|_| content::entries_in_one(&term.write).is_none());
            let Some((parts, place)) = parts.zip(place) else {
                continue;
            };
            let pattern = prose::pattern(&regex::escape(wrong), true);
            if pattern.is_ok_and(|pattern| !site.matches(&pattern).is_empty()) {
                continue;
            }
            let plain = |text: &str| -> String {
                text.chars()
                    .filter(|c| c.is_alphanumeric())
                    .flat_map(char::to_lowercase)
                    .collect()
            };
            let is_sure = parts.iter().all(|part| plain(part) == plain(&term.write));
            let message = format!("`{wrong}` is one spelling, which no text has");
            let diagnostic = Diagnostic::new(&SPELLING, message).warning();
            let diagnostic = diagnostic.at(place.clone(), "");
            diagnostics.push(content::with_entries(diagnostic, place, &parts, is_sure));
        }
        if let Some(at) = term.not.iter().position(|wrong| *wrong == term.write) {
            let place = site.settings.place(&format!("/term/{index}/not/{at}"));
            let message = format!(
                "`{}` is both the right spelling and a wrong one",
                term.write
            );
            let diagnostic = Diagnostic::new(&SPELLING, message).maybe_at(place, "");
            diagnostics.push(diagnostic.help("remove it from `not`, or correct `write`"));
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::site;

    #[test]
    fn a_term_that_is_right_and_wrong() {
        let settings = "[[term]]\nwrite = \"e-bike\"\nnot = [\"ebike\", \"e-bike\"]\n";
        site()
            .file("content/checks.toml", settings)
            .page("a", "An e-bike.")
            .assert_report(&["spelling"], &expect![[r#"
                content/checks.toml:3:17 «"e-bike"» error[spelling]: `e-bike` is both the right spelling and a wrong one
                  help: remove it from `not`, or correct `write`
            "#]]);
    }

    #[test]
    fn several_spellings_in_one_text() {
        let settings = "[[term]]\nwrite = \"e-bike\"\nnot = [\"ebike, eBike\", \"a; b\", \"e, bike\"]\n\n[[term]]\nwrite = \"A, B\"\nnot = [\"B, A\"]\n";
        site()
            .file("content/checks.toml", settings)
            .page("a", "An e-bike, an e, bike.")
            .assert_report(&["spelling"], &expect![[r#"
                content/checks.toml:3:8 «"ebike, eBike"» warning[spelling]: `ebike, eBike` is one spelling, which no text has
                  help: write each in quotes of its own: "ebike", "eBike"
                content/checks.toml:3:24 «"a; b"» warning[spelling]: `a; b` is one spelling, which no text has
                  help: write each in quotes of its own: "a", "b"
                content/pages/a.md:5:15 «e, bike» error[spelling]: write `e-bike`, not `e, bike`
            "#]]);
    }

    #[test]
    fn terms() {
        let settings = "[[term]]\nwrite = \"GSTIN\"\nnot = [\"Gstin\", \"GST IN\"]\nreason = \"As the law writes it.\"\n";
        site()
            .file("content/checks.toml", settings)
            .page("a", "A Gstin, a GST\nIN, `Gstin` and GSTIN.")
            .assert_report(
                &["spelling"],
                &expect![[r#"
                content/pages/a.md:5:3 «Gstin» error[spelling]: write `GSTIN`, not `Gstin`
                  help: As the law writes it.
                content/pages/a.md:5:12 «GST» error[spelling]: write `GSTIN`, not `GST IN`
                  help: As the law writes it.
            "#]],
            );
    }
}
