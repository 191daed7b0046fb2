//! Texts that a program printed or wrote.

use std::fs;
use std::path::Path;

use crate::run::Outcome;

/// Fails unless `printed` contains `text`.
pub fn expect(printed: &str, text: &str) -> Outcome {
    if printed.contains(text) {
        return Ok(());
    }
    Err(format!("expected `{text}`, but it printed:\n{printed}"))
}

/// Writes every text file below a folder with the line endings of Windows.
pub fn with_crlf(folder: &Path) -> Outcome {
    for (path, _) in crate::files::below(folder)? {
        if let Ok(text) = fs::read_to_string(&path) {
            crate::files::write(&path, text.replace("\r\n", "\n").replace('\n', "\r\n"))?;
        }
    }
    Ok(())
}
