//! unknown-waiver, unused-waiver: a waiver in the front matter of a page names no rule that can be waived, or suppresses no
//! finding. Each rule about text reports its own unused waivers (`TextFindings`).

use content::Part;
use diagnostic::{Diagnostic, Severity::Warning, all_of, did_you_mean};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;
use crate::wording_packs;

pub static RULE: Rule = Rule::on_whole_pages(When::Check, ALL, check);

diagnostic::codes! {
    UNKNOWN_WAIVER {
        name: "unknown-waiver",
        summary: "a waiver names a rule that cannot be waived, or that does not exist",
        why: "It has no effect.",
        example: "[[waiver]] rule = \"superlativ\"",
        fix: "Name a rule of content/wording/, contradicted-fact, missing-character, spelling, or unfinished-text.",
    }
    UNUSED_WAIVER {
        name: "unused-waiver",
        severity: Warning,
        summary: "a waiver suppresses no finding",
        why: "It would hide the next mistake of its kind.",
        example: "a waiver that remained when its sentence was rewritten",
        fix: "Remove it.",
    }
}

/// Rules about text that can be waived, in addition to those of wording packs.
const WAIVABLE: [&str; 4] = [
    "contradicted-fact",
    "missing-character",
    "spelling",
    "unfinished-text",
];

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let ids = wording_packs::ids(site);
    let known: Vec<&str> = ids.iter().map(String::as_str).chain(WAIVABLE).collect();
    for (document, index, name) in site.waivers() {
        if !known.contains(&name) {
            let message = format!("`{name}` is not a rule that can be waived");
            let place = document.place(&format!("/waiver/{index}/rule"), Part::Value);
            diagnostics.push(
                Diagnostic::new(&UNKNOWN_WAIVER, message)
                    .at(place, "")
                    .help(
                        did_you_mean(name, known.iter().copied()).unwrap_or_else(|| {
                            format!(
                                "rules that can be waived are {}",
                                all_of(known.iter().copied())
                            )
                            .into()
                        }),
                    ),
            );
        }
    }
}
