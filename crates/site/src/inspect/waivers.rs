//! unknown-waiver, unused-waiver: exceptions from rules about text, each with its reason in the page's front matter.

use std::collections::BTreeSet;
use std::sync::Mutex;

use content::{Diagnostic, Document, Part, Severity, did_you_mean};
use serde_json::Value;

use super::{Inspection, Manual, Rule, When, wording};

pub const RULE: Rule = Rule {
    when: When::Check,
    manuals: &[
        Manual {
            code: "unknown-waiver",
            severity: Severity::Error,
            summary: "a waiver names a rule that cannot be waived, or that does not exist",
            why: "It excepts nothing.",
            example: "[[waiver]] rule = \"superlativ\"",
            fix: "Name a rule of content/wording/, or contradicted-fact, or spelling.",
            source: "",
        },
        Manual {
            code: "unused-waiver",
            severity: Severity::Warning,
            summary: "a waiver excepts nothing any more",
            why: "It would hide the next mistake of its kind.",
            example: "a waiver that was left when its sentence was rewritten",
            fix: "Take it out.",
            source: "",
        },
    ],
    check,
};

/// Rules about text that can be waived beside those of wording packs.
const WAIVABLE: [&str; 2] = ["contradicted-fact", "spelling"];

/// Waivers that were made use of: the file and the rule.
pub type Used = Mutex<BTreeSet<(String, String)>>;

impl Inspection<'_> {
    /// Reports a finding about text, unless the page it stands on waives the rule.
    pub(super) fn report(&self, diagnostic: Diagnostic, rule: &str, found: &mut Vec<Diagnostic>) {
        let path = diagnostic
            .place
            .as_ref()
            .map(|(place, _)| place.source.path.clone())
            .unwrap_or_default();
        if self
            .waivers()
            .any(|(document, _, waived)| waived == rule && document.source().path == path)
        {
            if let Ok(mut used) = self.waived.lock() {
                used.insert((path, rule.to_owned()));
            }
            return;
        }
        found.push(diagnostic);
    }

    /// Every waiver: its document, its number there and the rule it names. In a file with a list of items a waiver holds
    /// for the whole file.
    fn waivers(&self) -> impl Iterator<Item = (&Document, usize, &str)> {
        let documents = self
            .output
            .content
            .collections
            .iter()
            .flat_map(|collection| &collection.documents);
        documents.flat_map(|document| {
            let waivers = document
                .fields
                .get("waiver")
                .and_then(Value::as_array)
                .into_iter()
                .flatten();
            waivers.enumerate().filter_map(move |(index, waiver)| {
                Some((document.as_ref(), index, waiver.get("rule")?.as_str()?))
            })
        })
    }
}

/// Runs after the rules whose findings can be waived.
fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    let ids = wording::ids(site);
    let known: Vec<&str> = ids.iter().map(String::as_str).chain(WAIVABLE).collect();
    let used = site
        .waived
        .lock()
        .map(|used| used.clone())
        .unwrap_or_default();
    for (document, index, rule) in site.waivers() {
        let place = document.place(&format!("/waiver/{index}/rule"), Part::Value);
        if !known.contains(&rule) {
            let message = format!("no rule that can be waived is called `{rule}`");
            found.push(
                Diagnostic::error("unknown-waiver", message)
                    .at(place, "not such a rule")
                    .maybe_help(did_you_mean(rule, known.iter().copied())),
            );
        } else if !used.contains(&(document.source().path.clone(), rule.to_owned())) {
            let message = format!("this waiver of `{rule}` waives nothing");
            found.push(Diagnostic::warning("unused-waiver", message).at(place, "take it out"));
        }
    }
}
