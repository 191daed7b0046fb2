//! Leniency for drafts, which may still lack required keys and text.

use diagnostic::{Diagnostic, Severity};

use crate::codes;

/// Downgrades findings about missing keys and short texts to notes.
pub fn downgrade_gaps(diagnostics: &mut [Diagnostic]) {
    for one in diagnostics {
        if one.code == &codes::MISSING_KEY || one.code == &codes::TOO_SHORT {
            one.severity = Severity::Note;
        }
    }
}
