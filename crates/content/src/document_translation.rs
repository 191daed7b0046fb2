//! Translations of documents, and which version of their source they translate.

use std::collections::HashMap;
use std::sync::Arc;

use diagnostic::{Diagnostic, Fingerprint, Place};

use crate::codes::MISSING_TRANSLATION;
use crate::collection::Collection;
use crate::document::Document;
use crate::stale_translation::stale_translation;
use crate::toml_text::Part;

/// Returns a short digest of the file of a document, by which its translations name the version that they translate.
pub fn version(document: &Document) -> String {
    Fingerprint::of(&*document.source().text).mark()
}

/// Number of words from which on equal texts in two languages are not equal by chance: components and names may be the same.
const OWN_WORDS: usize = 15;

/// Reports documents that have the text of the document in the main language, and those whose `translates` is not its current version.
/// A translation without this key is never outdated.
pub fn faulty_translations(collections: &[Collection], main: &str) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for collection in collections {
        let mut translations = collection
            .documents
            .iter()
            .filter(|one| one.lang != main)
            .peekable();
        if translations.peek().is_none() {
            continue;
        }
        let sources = collection.documents.iter().filter(|one| one.lang == main);
        let sources: HashMap<&str, &Arc<Document>> =
            sources.map(|one| (one.path.as_str(), one)).collect();
        for translation in translations {
            let Some(source) = sources.get(translation.path.as_str()) else {
                continue;
            };
            let path = &source.source().path;
            if is_untranslated(translation, source) {
                let message = format!("this is still the text of {path}");
                diagnostics.push(
                    Diagnostic::new(&MISSING_TRANSLATION, message)
                        .at(Place::start_of(translation.source()), "")
                        .help("translate it, or delete this file"),
                );
                continue;
            }
            let version = version(source);
            let named = translation.text("translates");
            if let Some(named) = named.filter(|named| *named != version) {
                let message = format!("{path} has changed since this was translated");
                let place = translation.place("/translates", Part::Value);
                diagnostics.push(stale_translation(message, place, named, &version));
            }
        }
    }
    diagnostics
}

/// Returns whether a translation is a copy of the document in the main language, or has its Markdown.
fn is_untranslated(translation: &Document, source: &Document) -> bool {
    let is_same_text = || translation.markdown().trim() == source.markdown().trim();
    // All entries of a list are in one file.
    let is_first = matches!(translation.pointer.rsplit('/').next(), Some("" | "0"));
    is_first && translation.source().text == source.source().text
        || translation.words >= OWN_WORDS && is_same_text()
}
