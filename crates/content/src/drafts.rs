//! Leniency for drafts, in which required keys and texts may still be missing.

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
