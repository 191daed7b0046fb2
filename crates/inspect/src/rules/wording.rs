//! wording, wording-advice: a text says what a member of a regulated profession must not say.
//!
//! `content/wording/*.toml` are packs of rules. Each rule has a reason, a source, and the day from which it applies; somebody
//! at the firm signs off each pack. The rules are not this program's opinion of the law.

use content::Part;
use diagnostic::{Diagnostic, Severity::Warning};
use regex::Regex;

use crate::inspection::Inspection;
use crate::prose;
use crate::rule::Rule;
use crate::rules::contradicted_fact::bad_pattern;
use crate::scope::When;
use crate::text_findings::TextFindings;
use crate::wording_packs::{WordingRule, ids, packs};

pub static RULE: Rule = Rule::new(When::Check, ALL, check);

diagnostic::codes! {
    WORDING {
        name: "wording",
        summary: "text says what a wording rule forbids",
        why: "Each rule has its own reason and source, which the finding shows.",
        example: "the best firm in Ahmedabad",
        fix: "Say what can be verified; or waive the rule for the page, with a reason:\n[[waiver]]\nrule = \
            \"superlative\"\nreason = \"Quotes the title of the award.\"",
        source: "content/wording/",
    }
    WORDING_ADVICE {
        name: "wording-advice",
        severity: Warning,
        summary: "text says what a wording rule advises against",
        why: "Each rule has its own reason and source, which the finding shows.",
        example: "state-of-the-art",
        fix: "Write what the finding suggests; or waive the rule for the page, with a reason:\n[[waiver]]\nrule = \
            \"buzzwords\"\nreason = \"Quotes a client.\"",
        source: "content/wording/",
    }
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut errors = Vec::new();
    let mut findings = TextFindings::new(site, diagnostics);
    for pack in packs(site) {
        let (pack, toml) = match pack {
            Ok(read) => read,
            Err(more) => {
                errors.extend(more);
                continue;
            }
        };
        for (index, rule) in pack.rules.iter().enumerate() {
            match prose::pattern(&rule.pattern, rule.match_case) {
                Ok(pattern) => search(site, rule, &pattern, &mut findings),
                Err(reason) => {
                    let place = toml.locate(&format!("/rule/{index}/pattern"), Part::Value);
                    errors.push(bad_pattern(&reason).at(place, ""));
                }
            }
        }
    }
    let ids = ids(site);
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    findings.report_unused_waivers(&ids);
    diagnostics.extend(errors);
}

fn search(
    site: &Inspection<'_>,
    rule: &WordingRule,
    pattern: &Regex,
    findings: &mut TextFindings<'_, '_>,
) {
    for (text, span) in site.matches(pattern) {
        let sentence = text.sentence(&span);
        if rule
            .unless
            .iter()
            .any(|words| prose::mentions(&sentence, words))
        {
            continue;
        }
        let code = match rule.severity.as_deref() {
            Some("warning") => &WORDING_ADVICE,
            _ => &WORDING,
        };
        let message = format!(
            "`{}` breaks the wording rule `{}`",
            text.words(&span),
            rule.id
        );
        let instead = rule.instead.as_ref();
        let diagnostic = Diagnostic::new(code, message)
            .help(rule.reason.clone())
            .maybe_help(instead.map(|instead| format!("instead: {instead}")))
            .help(format!("source: {} (since {})", rule.source, rule.since));
        findings.report(diagnostic, &rule.id, text, &span);
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::site;

    const PACK: &str = r#"name = "Superlatives"
signed_off_by = ""

[[rule]]
id = "superlative"
pattern = '\b(best|leading) (firm|advisers)\b'
unless = ["best practice"]
reason = "Nobody can verify it."
instead = "say what the firm does"
source = "A guideline"
since = 2026-04-01

[[rule]]
id = "later"
pattern = "cheapest"
reason = "It will be forbidden."
source = "A guideline"
since = 2027-01-01
"#;

    #[test]
    fn at_the_words() {
        site()
            .file("content/wording/a.toml", PACK)
            .page("a", "We are the **best\nfirm** here, and the cheapest.")
            .assert_report(&["wording"], &expect![[r#"
                content/pages/a.md:5:14 «best» error[wording]: `best firm` breaks the wording rule `superlative`
                  help: Nobody can verify it.
                  help: instead: say what the firm does
                  help: source: A guideline (since 2026-04-01)
                content/pages/a.md:6:22 «cheapest» error[wording]: `cheapest` breaks the wording rule `later`
                  help: It will be forbidden.
                  help: source: A guideline (since 2027-01-01)
            "#]]);
    }

    #[test]
    fn waived_with_a_reason() {
        let codes = ["wording", "unknown-waiver", "unused-waiver"];
        for (waiver, expected) in [
            (
                "[[waiver]]\nrule = \"superlative\"\nreason = \"The name of an award.\"\n",
                vec![],
            ),
            (
                "[[waiver]]\nrule = \"superlativ\"\nreason = \"The name of an award.\"\n",
                vec![
                    "content/pages/a.md:5:8: error: unknown-waiver: `superlativ` is not a rule that can be waived",
                    "content/pages/a.md:8:5: error: wording: `best firm` breaks the wording rule `superlative`",
                ],
            ),
            (
                "[[waiver]]\nrule = \"superlative\"\nreason = \"x\"\n[[waiver]]\nrule = \"spelling\"\nreason = \"y\"\n",
                vec!["content/pages/a.md:8:8: warning: unused-waiver: unused waiver of `spelling`"],
            ),
        ] {
            let findings = site()
                .file("content/wording/a.toml", PACK)
                .page_with("a", waiver, "The best firm.")
                .findings(&codes);
            assert_eq!(findings, expected, "{waiver}");
        }
    }
}
