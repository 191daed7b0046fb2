//! Objects that an operation on the inbox has skipped.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::store::{Listed, Store};

/// An object that could not be read or removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Skipped {
    /// Key of the object, or the folder if it could not be listed.
    pub key: String,
    /// Reason why the object was skipped.
    pub reason: String,
}

impl Skipped {
    pub(super) fn new(key: String, reason: &impl ToString) -> Self {
        let reason = reason.to_string();
        Self { key, reason }
    }
}

/// Returns the first object that was skipped for each reason, and how many others were: if a connection fails, it fails for thousands.
pub fn by_reason(skipped: &[Skipped]) -> Vec<(&Skipped, usize)> {
    let mut reasons: BTreeMap<&str, (&Skipped, usize)> = BTreeMap::new();
    for one in skipped {
        let known = reasons.entry(&one.reason);
        known.and_modify(|(_, more)| *more += 1).or_insert((one, 0));
    }
    reasons.into_values().collect()
}

/// Returns the words for `more` objects beside one that is named.
pub fn others(more: usize) -> String {
    match more {
        0 => String::new(),
        1 => " and another object".to_owned(),
        more => format!(" and {more} other objects"),
    }
}

/// Lists a folder. A folder that cannot be listed counts as empty, and is added to `skipped`.
pub(super) async fn list<S: Store>(
    store: &S,
    folder: &str,
    skipped: &mut Vec<Skipped>,
) -> Vec<Listed> {
    store.list(folder).await.unwrap_or_else(|error| {
        skipped.push(Skipped::new(folder.to_owned(), &error));
        Vec::new()
    })
}
