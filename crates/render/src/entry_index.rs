//! Finds the entries of a collection by the value of a key, without checking every entry.

use std::collections::{BTreeSet, HashMap};

use serde::{Deserialize, Serialize};
use tera::Value;
use tera::value::Key;

/// Selection of the documents of a collection in a language whose `key` has one of the `values`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Choice {
    /// Name of the collection.
    pub collection: String,
    /// The language.
    pub lang: String,
    /// The key.
    pub key: String,
    /// The values as JSON.
    pub values: Vec<String>,
    /// Maximum number of documents; `None` for all.
    pub limit: Option<usize>,
}

/// Positions of the entries of a collection by their values of one key.
#[derive(Debug, Default)]
pub struct EntryIndex {
    positions: HashMap<String, Vec<usize>>,
    /// The values as text, for help.
    pub names: BTreeSet<String>,
}

impl EntryIndex {
    /// Creates the index of `entries` for `key`. An entry whose value is a list has each of its values.
    pub fn new<'a>(entries: impl Iterator<Item = &'a Value>, key: &str) -> Self {
        let mut index = Self::default();
        for (position, entry) in entries.enumerate() {
            let value = entry.as_map().and_then(|map| map.get(&Key::Str(key)));
            let values = value.map(|value| value.as_array().unwrap_or(std::slice::from_ref(value)));
            for value in values.unwrap_or_default() {
                let positions = index.positions.entry(written(value)).or_default();
                if positions.is_empty() {
                    index.names.insert(value.to_string());
                }
                if positions.last() != Some(&position) {
                    positions.push(position);
                }
            }
        }
        index
    }

    /// Returns whether an entry has a value, given as [`written`] returns it.
    pub fn has(&self, value: &str) -> bool {
        self.positions.contains_key(value)
    }

    /// Returns the positions of the first entries that have one of the values, in the order of the collection: at most `limit`.
    pub fn positions(&self, values: &[String], limit: Option<usize>) -> Vec<usize> {
        let found = values.iter().filter_map(|value| self.positions.get(value));
        let found: BTreeSet<usize> = found.flatten().copied().collect();
        found
            .into_iter()
            .take(limit.unwrap_or(usize::MAX))
            .collect()
    }
}

/// Returns a value as JSON, in which a text differs from a number of the same digits.
pub fn written(value: &Value) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
