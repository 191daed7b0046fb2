//! unknown-waiver, unused-waiver: exceptions from rules about text, each with its reason in the page's front matter.

use content::Part;
use diagnostic::{Code, Diagnostic, Severity, did_you_mean};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::rules::wording;
use crate::scope::When;

pub static RULE: Rule = Rule {
    when: When::Check,
    codes: &[&UNKNOWN_WAIVER, &UNUSED_WAIVER],
    check,
};

/// `unknown-waiver`
pub static UNKNOWN_WAIVER: Code = Code {
    name: "unknown-waiver",
    severity: Severity::Error,
    summary: "a waiver names a rule that cannot be waived, or that does not exist",
    why: "It excepts nothing.",
    example: "[[waiver]] rule = \"superlativ\"",
    fix: "Name a rule of content/wording/, or contradicted-fact, or spelling.",
    source: "",
};

/// `unused-waiver`
pub static UNUSED_WAIVER: Code = Code {
    name: "unused-waiver",
    severity: Severity::Warning,
    summary: "a waiver excepts nothing any more",
    why: "It would hide the next mistake of its kind.",
    example: "a waiver that was left when its sentence was rewritten",
    fix: "Take it out.",
    source: "",
};

/// Rules about text that can be waived beside those of wording packs.
const WAIVABLE: [&str; 2] = ["contradicted-fact", "spelling"];

/// Runs after the rules whose findings can be waived.
fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    let ids = wording::ids(site);
    let known: Vec<&str> = ids.iter().map(String::as_str).chain(WAIVABLE).collect();
    let used = site.used_waivers();
    for (document, index, rule) in site.waivers() {
        let place = document.place(&format!("/waiver/{index}/rule"), Part::Value);
        if !known.contains(&rule) {
            let message = format!("no rule that can be waived is called `{rule}`");
            found.push(
                Diagnostic::new(&UNKNOWN_WAIVER, message)
                    .at(place, "not such a rule")
                    .maybe_help(did_you_mean(rule, known.iter().copied())),
            );
        } else if !used.contains(&(document.source().path.clone(), rule.to_owned())) {
            let message = format!("this waiver of `{rule}` waives nothing");
            found.push(Diagnostic::new(&UNUSED_WAIVER, message).at(place, "take it out"));
        }
    }
}
