//! Finds one submission.

use diagnostic::Diagnostic;
use forms::inbox::{Entry, Listing, Skipped, by_reason, others};

use crate::codes;

/// Returns the submission with the reference `id` that meets `condition`.
pub fn find(
    Listing { entries, skipped }: Listing,
    id: &str,
    condition: impl Fn(&Entry) -> bool,
) -> Result<Entry, Diagnostic> {
    let mut entries = entries.into_iter();
    if let Some(entry) = entries.find(|entry| entry.record.id.as_str() == id && condition(entry)) {
        return Ok(entry);
    }
    let mut unknown = Diagnostic::new(
        &codes::INBOX_UNKNOWN,
        format!("there is no submission {id}"),
    )
    .help("`site inbox list` shows the references");
    for (Skipped { key, reason }, more) in by_reason(&skipped) {
        let others = others(more);
        unknown = unknown.help(format!("`{key}`{others} could not be read: {reason}"));
    }
    Err(unknown)
}
