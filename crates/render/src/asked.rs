//! What a page asks about the rest of the site while it is rendered, so that it is rendered again when an answer changes.

use std::cell::RefCell;

use serde::{Deserialize, Serialize};

/// A question that a page put to the site. What a page can see without asking is part of its own fingerprint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Query {
    /// All entries of a collection.
    Collection(String),
    /// The entry of a collection with a slug.
    Entry(String, String),
    /// The terms of a taxonomy.
    Taxonomy(String),
    /// The address of a document, by its source file.
    Address(String),
}

thread_local! {
    /// Questions of the page that this thread renders. A page is rendered on one thread from beginning to end.
    static ASKED: RefCell<Vec<Query>> = const { RefCell::new(Vec::new()) };
}

/// Notes a question of the page being rendered.
pub fn note(query: Query) {
    ASKED.with_borrow_mut(|asked| {
        if !asked.contains(&query) {
            asked.push(query);
        }
    });
}

/// What `render` gives, and what was asked meanwhile.
pub fn record<T>(render: impl FnOnce() -> T) -> (T, Vec<Query>) {
    ASKED.take();
    let result = render();
    (result, ASKED.take())
}
