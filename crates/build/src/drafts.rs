//! Findings that do not stop the build of a draft: broken links, because the pages they lead to may not be written yet, and
//! missing or unsuitable descriptions.

use std::collections::HashSet;

use content::{Content, is_draft};
use diagnostic::{Diagnostic, Severity};
use inspect::broken_link::BROKEN_ANCHOR;
use inspect::descriptions;
use render::codes::BROKEN_LINK;

/// Lowers these findings to notes where they are in drafts.
pub fn excuse(findings: &mut [Diagnostic], content: &Content) {
    let documents = content.collections.iter().flat_map(|one| &one.documents);
    let drafts = documents.filter(|one| is_draft(&one.fields) && one.pointer.is_empty());
    let drafts: HashSet<&str> = drafts.map(|one| one.source().path.as_str()).collect();
    let codes = [
        &BROKEN_ANCHOR,
        &BROKEN_LINK,
        &descriptions::DESCRIPTION_LENGTH,
        &descriptions::MISSING_DESCRIPTION,
    ];
    for one in findings {
        let place = one.place.as_ref();
        let is_of_draft =
            place.is_some_and(|(place, _)| drafts.contains(place.source.path.as_str()));
        if is_of_draft && codes.contains(&one.code) {
            one.severity = Severity::Note;
        }
    }
}
