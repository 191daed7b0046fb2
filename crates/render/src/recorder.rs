//! What template functions and Markdown do while a page is rendered, recorded beside what Tera passes on: Tera gives a
//! function nothing of the page, and carries its error as text.

use std::sync::mpsc::{Receiver, Sender, channel};

use diagnostic::Diagnostic;
use serde::{Deserialize, Serialize};

/// A question of a page about the rest of the site. The page is rendered again when the answer changes. What a page sees
/// without asking is part of its own fingerprint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Query {
    /// All entries of a collection.
    Collection(String),
    /// The entry of a collection with a slug.
    Entry(String, String),
    /// The terms of a taxonomy.
    Taxonomy(String),
    /// The URL of a document, by its source file.
    Address(String),
}

/// Records what happens while pages are rendered, one after the other.
#[derive(Debug, Clone)]
pub struct Recorder {
    queries: Sender<Query>,
    failures: Sender<Vec<Diagnostic>>,
}

/// What a [`Recorder`] recorded.
#[derive(Debug)]
pub struct Record {
    queries: Receiver<Query>,
    failures: Receiver<Vec<Diagnostic>>,
}

/// Returns a recorder and its record.
pub fn recorder() -> (Recorder, Record) {
    let (queries, recorded_queries) = channel();
    let (failures, recorded_failures) = channel();
    let recorder = Recorder { queries, failures };
    let record = Record {
        queries: recorded_queries,
        failures: recorded_failures,
    };
    (recorder, record)
}

impl Recorder {
    /// Records a question.
    pub fn query(&self, query: Query) {
        // Sending fails only when nobody reads the record any more.
        let _ = self.queries.send(query);
    }

    /// Records why a function fails, and returns the error that makes Tera stop. A diagnostic without a place belongs where
    /// the template calls the function. There are none if the cause has been reported already.
    pub fn failure(&self, diagnostics: Vec<Diagnostic>) -> tera::Error {
        let _ = self.failures.send(diagnostics);
        tera::Error::message("a function failed")
    }
}

impl Record {
    /// Takes the questions of a page, each once.
    pub fn queries(&self) -> Vec<Query> {
        let mut queries = Vec::new();
        for query in self.queries.try_iter() {
            if !queries.contains(&query) {
                queries.push(query);
            }
        }
        queries
    }

    /// Takes the failure of the function that stopped Tera; `None` if no function did.
    pub fn failure(&self) -> Option<Vec<Diagnostic>> {
        self.failures.try_iter().last()
    }
}
