//! Shortens texts for findings.

/// Returns the first `most` characters of a text, followed by an ellipsis if it is longer.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
