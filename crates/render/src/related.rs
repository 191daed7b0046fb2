//! Related documents: documents of the same collection and language that share taxonomy terms and rare words.
//!
//! The running time is proportional to the amount of text. Only the [`MAX_FEATURES`] most significant features of a document
//! are compared, and each only with the [`MAX_NEIGHBORS`] documents before and after it in the collection that have the same
//! feature.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, BuildHasherDefault};
use std::sync::Arc;

use content::{Content, Document, DocumentId};
use diagnostic::TextHasher;
use jiff::civil::Date;
use rayon::prelude::*;
use serde_json::Value;

use crate::search::words::{each_word, folded};

/// Maximum number of features of a document, the most significant ones, that are compared with those of other documents.
const MAX_FEATURES: usize = 20;

/// Maximum number of documents with the same feature that a document is compared with, on either side of it.
const MAX_NEIGHBORS: usize = 10;

/// A word or taxonomy term of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Feature {
    /// Hash of the word or term.
    hash: u64,
    /// Weight of the feature in the document. For a word, it depends on where and how often the word occurs.
    weight: u32,
}

/// Weight of each occurrence of a word in the text.
const IN_TEXT: u32 = 1;
/// Weight of each occurrence of a word in the description.
const IN_DESCRIPTION: u32 = 2;
/// Weight of each occurrence of a word in the title.
const IN_TITLE: u32 = 3;
/// Weight of a taxonomy term, and maximum weight of a word.
const MAX_WEIGHT: u32 = 6;

/// The most telling words and terms of a document, by which related documents are found.
#[derive(Debug)]
pub struct Features(Vec<Feature>);

/// The documents that are related to each document.
#[derive(Debug, Default)]
pub struct Related(HashMap<DocumentId, Vec<DocumentId>>);

impl Related {
    /// Returns the documents that are related to a document, the closest first. Returns `None` if its collection has no key `related`,
    /// or if it has errors.
    pub fn of(&self, id: DocumentId) -> Option<&[DocumentId]> {
        self.0.get(&id).map(Vec::as_slice)
    }
}

/// Returns the documents without errors whose collection has `related`.
pub fn with_related(content: &Content) -> Vec<DocumentId> {
    let collections = content.collections.iter();
    let collections = collections.filter(|one| one.rule.related.is_some());
    let documents = collections.flat_map(|one| content.documents(&one.rule.name));
    let documents = documents.filter(|(_, document)| document.valid);
    documents.map(|(id, _)| id).collect()
}

/// Finds the related documents of all documents. `features` are those of each document that [`with_related`] returns.
pub fn related(content: &Content, features: &BTreeMap<DocumentId, Arc<Features>>) -> Related {
    let mut all = HashMap::new();
    for collection in &content.collections {
        let (name, Some(count)) = (&collection.rule.name, collection.rule.related) else {
            continue;
        };
        let languages = content.config.languages.keys();
        for lang in languages.chain([&content.config.language]) {
            let documents = content.documents(name);
            let documents = documents.filter(|(_, one)| one.lang == *lang);
            let documents = documents
                .filter_map(|(id, one)| Some((id, one.date("date"), features.get(&id)?.as_ref())));
            let documents: Vec<_> = documents.collect();
            let ids = |list: Vec<usize>| list.into_iter().map(|index| documents[index].0);
            let lists = closest(&documents, count).into_iter();
            let lists = lists.map(|list| ids(list).collect());
            all.extend(documents.iter().map(|(id, ..)| *id).zip(lists));
        }
    }
    Related(all)
}

/// Returns the features of a document. They depend only on its text, its title, its description, and the terms of its taxonomies.
pub fn features(content: &Content, id: DocumentId) -> Features {
    let taxonomies = content.structure.taxonomies.iter();
    let name = &content.rule_of(id).name;
    let taxonomies = taxonomies.filter(|one| one.collections.contains(name));
    let fields: Vec<&str> = taxonomies.map(|one| one.field.as_str()).collect();
    of_document(content.document(id), &fields)
}

/// Returns the features of a document, sorted. `fields` are the front matter keys of the collection's taxonomies.
fn of_document(document: &Document, fields: &[&str]) -> Features {
    let hasher = BuildHasherDefault::<TextHasher>::default();
    let mut weights: HashMap<u64, u32, BuildHasherDefault<TextHasher>> = HashMap::default();
    let mut add = |text: &str, weight: u32| {
        each_word(&folded(text), |word| {
            // Shorter words and numbers say little about the subject.
            if word.len() >= 3 && !word.starts_with(|first: char| first.is_ascii_digit()) {
                let known = weights.entry(hasher.hash_one(word.as_ref())).or_default();
                *known = MAX_WEIGHT.min(*known + weight);
            }
        });
    };
    add(document.text("title").unwrap_or_default(), IN_TITLE);
    add(
        document.text("description").unwrap_or_default(),
        IN_DESCRIPTION,
    );
    let source = document.source().unloaded();
    add(&source.text[document.body.clone()], IN_TEXT);
    for field in fields {
        let terms: Vec<&Value> = match document.fields.get(*field) {
            Some(Value::Array(terms)) => terms.iter().collect(),
            term => term.into_iter().collect(),
        };
        for term in terms.into_iter().filter_map(Value::as_str) {
            // Words contain no space, so a term never has the hash of a word.
            weights.insert(hasher.hash_one(format!("{field} {term}")), MAX_WEIGHT);
        }
    }
    let features = weights.into_iter();
    let mut features: Vec<Feature> = features
        .map(|(hash, weight)| Feature { hash, weight })
        .collect();
    features.sort_unstable();
    Features(features)
}

/// A feature that a document shares with other documents.
#[derive(Debug, Clone, Copy)]
struct Shared {
    /// Significance of the feature for the document: its rarity multiplied by its weight.
    score: u32,
    rarity: u32,
    /// Start of the feature's range in the list of all occurrences.
    start: usize,
    /// End of the range.
    end: usize,
    /// Index of the document's own occurrence in the list.
    own: usize,
}

/// Returns the indexes of the documents that are closest to each document, the closest first; among equally close documents,
/// the newest first.
fn closest(documents: &[(DocumentId, Option<Date>, &Features)], count: usize) -> Vec<Vec<usize>> {
    let mut occurrences: Vec<(Feature, usize)> = Vec::new();
    for (index, (_, _, features)) in documents.iter().enumerate() {
        occurrences.extend(features.0.iter().map(|one| (*one, index)));
    }
    occurrences.par_sort_unstable_by_key(|(feature, index)| (feature.hash, *index));
    let mut shared: Vec<Vec<Shared>> = vec![Vec::new(); documents.len()];
    let mut start = 0;
    for run in occurrences.chunk_by(|(a, _), (b, _)| a.hash == b.hash) {
        let end = start + run.len();
        let rarity = rarity(documents.len(), run.len());
        if run.len() > 1 && rarity > 0 {
            for (own, (feature, index)) in (start..).zip(run) {
                shared[*index].push(Shared {
                    score: rarity * feature.weight,
                    rarity,
                    start,
                    end,
                    own,
                });
            }
        }
        start = end;
    }
    let list = |mut shared: Vec<Shared>| {
        let by_significance = |one: &Shared| (std::cmp::Reverse(one.score), one.start);
        if shared.len() > MAX_FEATURES {
            shared.select_nth_unstable_by_key(MAX_FEATURES, by_significance);
            shared.truncate(MAX_FEATURES);
        }
        let mut scores: Vec<(usize, u32)> = Vec::new();
        for one in &shared {
            let (own, _) = occurrences[one.own];
            let start = one.start.max(one.own.saturating_sub(MAX_NEIGHBORS));
            let end = one.end.min(one.own + MAX_NEIGHBORS + 1);
            let others = (start..end).filter(|other| *other != one.own);
            scores.extend(others.map(|other| {
                let (feature, index) = occurrences[other];
                (index, one.rarity * own.weight * feature.weight)
            }));
        }
        scores.sort_unstable();
        scores.dedup_by(|(index, score), (kept, sum)| {
            let is_same = index == kept;
            *sum += if is_same { *score } else { 0 };
            is_same
        });
        scores.sort_unstable_by_key(|(index, score)| {
            let date = std::cmp::Reverse(documents[*index].1);
            (std::cmp::Reverse(*score), date, *index)
        });
        scores.truncate(count);
        scores.into_iter().map(|(index, _)| index).collect()
    };
    shared.into_par_iter().with_min_len(16).map(list).collect()
}

/// Returns the rarity of a feature that `with` of `all` documents have: four times the binary logarithm of `all / with`,
/// rounded down. It is computed without floating point, whose results differ between systems.
fn rarity(all: usize, with: usize) -> u32 {
    let fourth_power = |number: usize| (number as u128).pow(4);
    (fourth_power(all) / fourth_power(with).max(1))
        .checked_ilog2()
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rarities() {
        for (all, with, expected) in [
            (8, 8, 0),
            (8, 4, 4),
            (8, 2, 8),
            (10, 9, 0),
            (10, 3, 6),
            (0, 0, 0),
            (1 << 30, 1, 120),
        ] {
            assert_eq!(rarity(all, with), expected, "{with} of {all}");
        }
    }
}
