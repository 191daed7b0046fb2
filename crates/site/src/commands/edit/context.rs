//! What every request of the drawer can use: the desk of the server, and what earlier requests have left.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use diagnostic::{Fingerprint, Source};
use serde_json::{Map, Value};
use serve::edit::Desk;

use super::document_text::values;
use super::progress::Progress;

/// Values of a document; `None` if its TOML has an error.
type Values = Option<Arc<Map<String, Value>>>;

/// What earlier requests have left. Starting empty is always safe.
#[derive(Debug, Default)]
pub struct Kept {
    /// Values of documents, by path, with the fingerprint of the text that they were parsed from.
    parsed: Mutex<HashMap<String, (Fingerprint, Values)>>,
    /// Pictures that were added to documents, as pairs of the paths of a document and a picture.
    added: Mutex<Vec<(String, String)>>,
    /// How far a publication is.
    pub progress: Progress,
}

impl Kept {
    /// Returns the values of a document, or `None` if its TOML has an error. A text is parsed once.
    pub fn values(&self, source: &Source) -> Values {
        if let Some((fingerprint, values)) = self.parsed().get(&source.path)
            && *fingerprint == source.fingerprint
        {
            return values.clone();
        }
        let parsed = values(&source.path, &source.text).map(Arc::new);
        let entry = (source.fingerprint, parsed.clone());
        self.parsed().insert(source.path.clone(), entry);
        parsed
    }

    /// Remembers that a picture was added to a document.
    pub fn add_picture(&self, document: &str, picture: &str) {
        let pair = (document.to_owned(), picture.to_owned());
        self.added().push(pair);
    }

    /// Returns the pictures that were added to a document since the last call.
    pub fn take_pictures(&self, document: &str) -> Vec<String> {
        let mut added = self.added();
        let of_document = added.extract_if(.., |(path, _)| path == document);
        of_document.map(|(_, picture)| picture).collect()
    }

    fn added(&self) -> MutexGuard<'_, Vec<(String, String)>> {
        self.added.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn parsed(&self) -> MutexGuard<'_, HashMap<String, (Fingerprint, Values)>> {
        self.parsed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a request can use: the desk, whose methods it has, and what earlier requests have left.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    desk: &'a Desk,
    /// What earlier requests have left.
    pub kept: &'a Kept,
}

impl<'a> Context<'a> {
    /// Creates the context of a request.
    pub fn new(desk: &'a Desk, kept: &'a Kept) -> Self {
        Self { desk, kept }
    }
}

impl Deref for Context<'_> {
    type Target = Desk;

    fn deref(&self) -> &Desk {
        self.desk
    }
}
