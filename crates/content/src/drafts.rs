//! What a draft may lack: the keys and texts that are still to be written.

use diagnostic::{Diagnostic, Severity};

use crate::codes;

/// Turns what a draft still lacks into notes.
pub fn excuse(diagnostics: &mut [Diagnostic]) {
    for one in diagnostics {
        if one.code == &codes::MISSING_KEY || one.code == &codes::TOO_SHORT {
            one.severity = Severity::Note;
        }
    }
}
