//! Selects the findings of a preview, which has documents with errors and unpublished documents, that do not only follow from others.

use std::collections::HashMap;

use content::Content;
use diagnostic::Diagnostic;

use crate::drafts;

/// Returns the findings of a preview that are in the texts of documents with errors or, if `unpublished` is set, in documents that are
/// not part of the site yet, downgraded. Any other finding may be a consequence of the errors in the front matter. `content` is the
/// content without these documents.
pub fn of_texts(mut all: Vec<Diagnostic>, content: &Content, unpublished: bool) -> Vec<Diagnostic> {
    let unpublished = if unpublished {
        drafts::unpublished(content)
    } else {
        HashMap::new()
    };
    let mut starts = text_starts(content);
    starts.extend(unpublished.iter().map(|(path, one)| (*path, one.start())));
    all.retain(|one| is_in_text(one, &starts));
    drafts::warn_in_unpublished(&mut all, &unpublished);
    all
}

/// Returns the offset at which the text of each document with errors begins, below its front matter, by the path of its file.
fn text_starts(content: &Content) -> HashMap<&str, usize> {
    let documents = content.faulty_documents();
    documents
        .filter(|one| !one.body.is_empty())
        .map(|one| (one.source().path.as_str(), one.body.start))
        .collect()
}

/// Returns whether a finding is in one of the texts that [`text_starts`] returned.
fn is_in_text(finding: &Diagnostic, starts: &HashMap<&str, usize>) -> bool {
    finding.place.as_ref().is_some_and(|(place, _)| {
        let start = starts.get(place.source.path.as_str());
        start.is_some_and(|start| *start <= place.span.start)
    })
}
