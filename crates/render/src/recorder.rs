//! Records the queries, pictures, and errors of a page while template functions and Markdown are evaluated for it. Tera does
//! not tell a function for which page it is called, and passes its errors on only as text.

use std::collections::HashSet;
use std::sync::mpsc::{Receiver, Sender, channel};

use diagnostic::{Diagnostic, Help};
use serde::{Deserialize, Serialize};

use crate::codes;
use crate::entry_index::Choice;
use crate::picture::PictureSize;

/// Part of a message: the name of an entry that does not exist. The document of the page may have it as a value.
pub const ENTRY: &str = "entry";

/// Query of a page about the rest of the site. The page is rendered again if the answer changes.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Query {
    /// Entries of a collection in a language: the first ones up to a limit, or all.
    Collection(String, String, Option<usize>),
    /// Entries of a collection with given values.
    Choice(Choice),
    /// The entries before and after the one at a URL.
    Neighbors(String),
    /// An entry, by its collection, slug, and language.
    Entry(String, String, String),
    /// The terms of a taxonomy in a language.
    Taxonomy(String, String),
    /// The URL of a document, by its source file.
    Address(String),
    /// The text of the document at a URL as HTML.
    Text(String),
}

/// Recorder of queries, pictures, and errors while pages are rendered, one after the other.
#[derive(Debug, Clone)]
pub struct Recorder {
    queries: Sender<Query>,
    pictures: Sender<PictureSize>,
    failures: Sender<Vec<Diagnostic>>,
}

/// Queries, pictures, and errors that a [`Recorder`] recorded.
#[derive(Debug)]
pub struct Record {
    queries: Receiver<Query>,
    pictures: Receiver<PictureSize>,
    failures: Receiver<Vec<Diagnostic>>,
}

/// Returns a recorder and its record.
pub fn recorder() -> (Recorder, Record) {
    let (queries, recorded_queries) = channel();
    let (pictures, recorded_pictures) = channel();
    let (failures, recorded_failures) = channel();
    let recorder = Recorder {
        queries,
        pictures,
        failures,
    };
    let record = Record {
        queries: recorded_queries,
        pictures: recorded_pictures,
        failures: recorded_failures,
    };
    (recorder, record)
}

impl Recorder {
    /// Records a query.
    pub fn query(&self, query: Query) {
        // Sending fails only if the record has been dropped.
        let _ = self.queries.send(query);
    }

    /// Records the sizes of a picture that the page offers.
    pub fn pictures<'a>(&self, sizes: impl Iterator<Item = &'a PictureSize>) {
        for size in sizes {
            let _ = self.pictures.send(size.clone());
        }
    }

    /// Records why a function fails, and returns the error that stops Tera. A diagnostic without a place is about the call of
    /// the function in the template. `diagnostics` is empty if the cause is reported elsewhere.
    pub fn failure(&self, diagnostics: Vec<Diagnostic>) -> tera::Error {
        let _ = self.failures.send(diagnostics);
        tera::Error::message("a function failed")
    }

    /// Records that there is no entry with this name, and returns the error that stops Tera.
    pub fn no_entry(&self, name: &str, message: String, help: Help) -> tera::Error {
        let diagnostic = Diagnostic::new(&codes::UNKNOWN_ENTRY, message).part(ENTRY, name);
        self.failure(vec![diagnostic.help(help)])
    }
}

impl Record {
    /// Takes the queries of a page, without duplicates.
    pub fn queries(&self) -> Vec<Query> {
        let mut known = HashSet::new();
        let queries = self.queries.try_iter();
        queries
            .filter(|query| known.insert(query.clone()))
            .collect()
    }

    /// Takes the sizes of pictures that a page offers, sorted and without duplicates.
    pub fn pictures(&self) -> Vec<PictureSize> {
        let mut sizes: Vec<PictureSize> = self.pictures.try_iter().collect();
        sizes.sort();
        sizes.dedup();
        sizes
    }

    /// Takes the diagnostics of the function that stopped Tera, or `None` if no function did.
    pub fn failure(&self) -> Option<Vec<Diagnostic>> {
        self.failures.try_iter().last()
    }
}
