//! The finding about a translation whose original has changed since.

use diagnostic::{Diagnostic, Help, Place};

use crate::codes::STALE_TRANSLATION;

/// Reports a translation that names the version `named` of its original, at `place`, although the current one is `version`.
pub fn stale_translation(message: String, place: Place, named: &str, version: &str) -> Diagnostic {
    let help = format!("translate what has changed, then write `translates = \"{version}\"`");
    Diagnostic::new(&STALE_TRANSLATION, message)
        .at(place, "")
        .help(Help::replace(help, named, version))
}
