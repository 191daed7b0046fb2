//! Leniency for drafts. In a draft, these findings are not errors: broken links, because the linked pages may not be written yet,
//! and missing or unsuitable descriptions.

use std::collections::HashSet;

use content::{Content, is_draft};
use diagnostic::{Diagnostic, Severity};
use inspect::broken_link::BROKEN_ANCHOR;
use inspect::descriptions;
use render::codes::BROKEN_LINK;

/// Downgrades these findings to notes if they are in a draft.
pub fn downgrade_in_drafts(findings: &mut [Diagnostic], content: &Content) {
    let codes = [
        &BROKEN_ANCHOR,
        &BROKEN_LINK,
        &descriptions::DESCRIPTION_LENGTH,
        &descriptions::MISSING_DESCRIPTION,
    ];
    let mut findings: Vec<&mut Diagnostic> = findings
        .iter_mut()
        .filter(|one| codes.contains(&one.code))
        .collect();
    if findings.is_empty() {
        return;
    }
    let documents = content.collections.iter().flat_map(|one| &one.documents);
    let drafts = documents.filter(|one| is_draft(&one.fields) && one.pointer.is_empty());
    let drafts: HashSet<&str> = drafts.map(|one| one.source().path.as_str()).collect();
    findings.retain(|one| {
        let place = one.place.as_ref();
        place.is_some_and(|(place, _)| drafts.contains(place.source.path.as_str()))
    });
    for one in findings {
        one.severity = Severity::Note;
    }
}
