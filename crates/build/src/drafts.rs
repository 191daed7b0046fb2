//! Leniency for documents that are not part of the site yet: drafts, and those with a later day of publication. Authors see what is
//! wrong in their texts, but it does not stop a build before that day. In a draft, broken links are only notes, because the linked pages
//! may not be written yet, and so are missing or unsuitable descriptions.

use std::collections::{HashMap, HashSet};

use content::{Content, Document, is_draft, publish_day};
use diagnostic::{Diagnostic, Severity};
use inspect::broken_link::BROKEN_ANCHOR;
use inspect::descriptions;
use render::codes::BROKEN_LINK;

/// Downgrades broken links, and missing or unsuitable descriptions, to notes if they are in a draft.
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
    let drafts = content
        .all_documents()
        .filter(|one| is_draft(&one.fields) && one.pointer.is_empty());
    let drafts: HashSet<&str> = drafts.map(|one| one.source().path.as_str()).collect();
    findings.retain(|one| {
        let place = one.place.as_ref();
        place.is_some_and(|(place, _)| drafts.contains(place.source.path.as_str()))
    });
    for one in findings {
        one.severity = Severity::Note;
    }
}

/// A document that is not part of the site yet.
pub struct Unpublished<'a> {
    document: &'a Document,
    /// Day of its publication, if it has one.
    day: Option<jiff::civil::Date>,
}

impl Unpublished<'_> {
    /// Returns the byte offset from which findings in its file are meaningful: in front matter with mistakes or placeholders, they may
    /// be mere consequences of these.
    pub fn start(&self) -> usize {
        let is_complete = self.document.valid && self.document.missing == 0;
        if is_complete {
            0
        } else {
            self.document.body.start
        }
    }
}

/// Returns the documents that are not part of the site yet, by the path of their file. Entries of lists are not included.
pub fn unpublished(content: &Content) -> HashMap<&str, Unpublished<'_>> {
    let collections = content.collections.iter();
    let hidden = collections.flat_map(|one| {
        let documents = one.hidden.iter().map(|(document, _)| document.as_ref());
        documents.map(|document| Unpublished {
            document,
            day: publish_day(&one.rule, &document.fields),
        })
    });
    let files = hidden.filter(|one| one.document.pointer.is_empty());
    files
        .map(|one| (one.document.source().path.as_str(), one))
        .collect()
}

/// Downgrades the errors in documents that are not part of the site yet to warnings that say when they will stop a build.
pub fn warn_in_unpublished(
    findings: &mut [Diagnostic],
    unpublished: &HashMap<&str, Unpublished<'_>>,
) {
    for one in findings
        .iter_mut()
        .filter(|one| one.severity == Severity::Error)
    {
        let place = one.place.as_ref();
        let document = place.and_then(|(place, _)| unpublished.get(place.source.path.as_str()));
        let Some(Unpublished { document, day }) = document else {
            continue;
        };
        one.severity = Severity::Warning;
        let later = match day {
            Some(day) if !is_draft(&document.fields) => {
                format!("this will stop the build from {day}, when the document is published")
            }
            _ => "this will stop the build once the document is no longer a draft".to_owned(),
        };
        one.help.push(later.clone());
        one.parts.push(("later", later));
    }
}
