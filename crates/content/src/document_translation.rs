//! Translations of documents, and which version of their source they translate.

use std::collections::HashMap;
use std::sync::Arc;

use diagnostic::{Diagnostic, Fingerprint};

use crate::codes::STALE_TRANSLATION;
use crate::collection::Collection;
use crate::document::Document;
use crate::toml_text::Part;

/// Returns a short digest of the file of a document, by which its translations name the version that they translate.
pub fn version(document: &Document) -> String {
    Fingerprint::of(&document.source().text).mark()
}

/// Reports documents whose `translates` is not the current version of the document in the main language. A translation without this
/// key is never reported.
pub fn stale_documents(collections: &[Collection], main: &str) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for collection in collections {
        let translations = collection.documents.iter().filter(|one| one.lang != main);
        let mut translations = translations
            .filter(|one| one.text("translates").is_some())
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
            let version = version(source);
            if translation.text("translates") == Some(&*version) {
                continue;
            }
            let path = &source.source().path;
            let message = format!("{path} has changed since this was translated");
            let help =
                format!("translate what has changed, then write `translates = \"{version}\"`");
            diagnostics.push(
                Diagnostic::new(&STALE_TRANSLATION, message)
                    .at(translation.place("/translates", Part::Value), "")
                    .help(help),
            );
        }
    }
    diagnostics
}
