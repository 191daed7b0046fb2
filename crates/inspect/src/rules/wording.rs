//! wording, wording-advice, unsigned-wording: what a regulated profession must not say of itself, as data.
//!
//! `content/wording/*.toml` holds packs of rules with their reason, source and first day; somebody at the firm signs each
//! pack. The rules are not this program's opinion of the law.

use content::Part;
use diagnostic::{Code, Diagnostic, Severity};
use jiff::civil::Date;
use serde::Deserialize;

use crate::inspection::Inspection;
use crate::prose;
use crate::rule::Rule;
use crate::rules::facts_ledger::mentions;
use crate::scope::When;
use crate::settings::{files_below, read_toml};

const FOLDER: &str = "content/wording/";
const SCHEMA: &str = include_str!("../../schemas/wording.json");

pub static RULE: Rule = Rule {
    when: When::Check,
    codes: &[&WORDING, &WORDING_ADVICE],
    check,
};

/// `wording`
pub static WORDING: Code = Code {
    name: "wording",
    severity: Severity::Error,
    summary: "text says what a wording rule forbids",
    why: "The rule has its own reason and source, which the message gives.",
    example: "the best firm in Ahmedabad",
    fix: "Say what can be verified; or waive the rule for the page, with a reason that can be shown:\n[[waiver]]\nrule = \
                  \"superlative\"\nreason = \"Quotes the title of the award.\"",
    source: "content/wording/",
};

/// `wording-advice`
pub static WORDING_ADVICE: Code = Code {
    name: "wording-advice",
    severity: Severity::Warning,
    summary: "text says what a wording rule advises against",
    why: "The rule has its own reason and source, which the message gives.",
    example: "state-of-the-art",
    fix: "As for `wording`.",
    source: "content/wording/",
};

/// `unsigned-wording`
pub static UNSIGNED_WORDING: Code = Code {
    name: "unsigned-wording",
    severity: Severity::Error,
    summary: "nobody at the firm has signed off a pack of wording rules",
    why: "The rules come from secondary sources: a member of the profession has to say that they are right and enough.",
    example: "signed_off_by = \"\"",
    fix: "Read the pack with its sources, change what is wrong, and put the name in `signed_off_by`.",
    source: "",
};

/// The part of the rule that holds when publishing: packs are signed.
pub static SIGNATURE: Rule = Rule {
    when: When::Publish,
    codes: &[&UNSIGNED_WORDING],
    check: check_signatures,
};

#[derive(Debug, Deserialize)]
struct Pack {
    signed_off_by: String,
    #[serde(rename = "rule")]
    rules: Vec<WordingRule>,
}

#[derive(Debug, Deserialize)]
struct WordingRule {
    id: String,
    pattern: String,
    #[serde(default)]
    match_case: bool,
    #[serde(default)]
    unless: Vec<String>,
    reason: String,
    instead: Option<String>,
    source: String,
    since: String,
    severity: Option<String>,
}

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    for source in files_below(site.output.tree, FOLDER) {
        let (pack, toml) = match read_toml::<Pack>(source, SCHEMA) {
            Ok(read) => read,
            Err(more) => {
                found.extend(more);
                continue;
            }
        };
        for (index, rule) in pack.rules.iter().enumerate() {
            let begins = rule
                .since
                .get(..10)
                .and_then(|date| date.parse::<Date>().ok());
            if begins.is_some_and(|date| date > site.output.date) {
                continue;
            }
            match prose::pattern(&rule.pattern, rule.match_case) {
                Ok(pattern) => search(site, rule, &pattern, found),
                Err(fault) => found.push(
                    Diagnostic::new(
                        &crate::rules::facts_ledger::BAD_PATTERN,
                        format!("this pattern cannot be used: {fault}"),
                    )
                    .at(
                        toml.locate(&format!("/rule/{index}/pattern"), Part::Value),
                        "",
                    ),
                ),
            }
        }
    }
}

fn search(
    site: &Inspection<'_>,
    rule: &WordingRule,
    pattern: &regex::Regex,
    found: &mut Vec<Diagnostic>,
) {
    for (text, span, _) in site.matches(pattern) {
        if rule
            .unless
            .iter()
            .any(|word| mentions(&text.sentence(&span), word))
        {
            continue;
        }
        let message = format!(
            "`{}` falls under the wording rule {}",
            text.words(&span),
            rule.id
        );
        let diagnostic = match rule.severity.as_deref() {
            Some("warning") => Diagnostic::new(&WORDING_ADVICE, message),
            _ => Diagnostic::new(&WORDING, message),
        };
        let diagnostic = diagnostic
            .help(rule.reason.clone())
            .maybe_help(
                rule.instead
                    .as_ref()
                    .map(|instead| format!("instead: {instead}")),
            )
            .help(format!("source: {} (since {})", rule.source, rule.since));
        site.report(diagnostic, &rule.id, text, &span, found);
    }
}

fn check_signatures(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    for source in files_below(site.output.tree, FOLDER) {
        // What cannot be read was reported by the rule itself.
        let Ok((pack, toml)) = read_toml::<Pack>(source, SCHEMA) else {
            continue;
        };
        if pack.signed_off_by.trim().is_empty() {
            let message = format!("nobody has signed off the wording rules of {}", source.path);
            let place = toml.locate("/signed_off_by", Part::Value);
            found
                .push(Diagnostic::new(&UNSIGNED_WORDING, message).at(place, "a name belongs here"));
        }
    }
}

/// Names of all wording rules.
pub(crate) fn ids(site: &Inspection<'_>) -> Vec<String> {
    let packs = files_below(site.output.tree, FOLDER)
        .filter_map(|source| read_toml::<Pack>(source, SCHEMA).ok());
    packs
        .flat_map(|(pack, _)| pack.rules)
        .map(|rule| rule.id)
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;
    use crate::scope::Scope;

    pub const PACK: &str = r#"name = "Superlatives"
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
pattern = "firm"
reason = "Not yet."
source = "A guideline"
since = 2027-01-01
"#;

    #[test]
    fn at_the_words() {
        assert_eq!(
            site()
                .file("content/wording/a.toml", PACK)
                .page("a", "We are the **best\nfirm** here.")
                .drawn(&["wording"]),
            r"error[wording]: `best firm` falls under the wording rule superlative
 --> content/pages/a.md:5:14
  |
5 | We are the **best
  |              ^^^^
  |
  = help: Nobody can verify it.
  = help: instead: say what the firm does
  = help: source: A guideline (since 2026-04-01)
"
        );
    }

    #[test]
    fn waived_with_a_reason() {
        let page = |waiver: &str| {
            format!(
                "+++\ntitle = \"A\"\ndescription = \"A description that is long enough for what search results show.\"\n{waiver}+++\nThe best firm.\n"
            )
        };
        let codes = ["wording", "unknown-waiver", "unused-waiver"];
        for (waiver, expected) in [
            (
                "[[waiver]]\nrule = \"superlative\"\nreason = \"The name of an award.\"\n",
                vec![],
            ),
            (
                "[[waiver]]\nrule = \"superlativ\"\nreason = \"The name of an award.\"\n",
                vec![
                    "content/pages/a.md:5:8: error: unknown-waiver: no rule that can be waived is called `superlativ`",
                    "content/pages/a.md:8:5: error: wording: `best firm` falls under the wording rule superlative",
                ],
            ),
            (
                "[[waiver]]\nrule = \"superlative\"\nreason = \"x\"\n[[waiver]]\nrule = \"spelling\"\nreason = \"y\"\n",
                vec![
                    "content/pages/a.md:8:8: warning: unused-waiver: this waiver of `spelling` waives nothing",
                ],
            ),
        ] {
            let found = site()
                .file("content/wording/a.toml", PACK)
                .file("content/pages/a.md", &page(waiver))
                .findings(&codes);
            assert_eq!(found, expected, "{waiver}");
        }
    }

    #[test]
    fn a_pack_is_signed_before_publishing() {
        let project = site().file("content/wording/a.toml", PACK).scope(Scope {
            publish: true,
            ..Scope::default()
        });
        assert_eq!(
            project.findings(&["unsigned-wording"]),
            [
                "content/wording/a.toml:2:17: error: unsigned-wording: nobody has signed off the wording rules of content/wording/a.toml"
            ]
        );
    }
}
