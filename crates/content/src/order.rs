//! The order of documents in a collection.

use std::sync::Arc;

use serde_json::Value;

use crate::document::Document;

/// Puts documents in the order of a front matter key, descending with a `-` before it; equal ones by their paths.
pub fn sort(documents: &mut [Arc<Document>], key: Option<&str>) {
    let Some(key) = key else { return };
    let (key, descending) = key
        .strip_prefix('-')
        .map_or((key, false), |key| (key, true));
    documents.sort_by(|a, b| {
        let order = compare(a.fields.get(key), b.fields.get(key));
        (if descending { order.reverse() } else { order }).then_with(|| a.path.cmp(&b.path))
    });
}

/// Numbers by value, texts by their letters; what is absent comes last.
fn compare(a: Option<&Value>, b: Option<&Value>) -> std::cmp::Ordering {
    use std::cmp::Ordering::{Equal, Greater, Less};
    match (a, b) {
        (None, None) => Equal,
        (None, Some(_)) => Greater,
        (Some(_), None) => Less,
        (Some(a), Some(b)) => match (a.as_f64(), b.as_f64(), a.as_str(), b.as_str()) {
            (Some(a), Some(b), _, _) => a.total_cmp(&b),
            (_, _, Some(a), Some(b)) => a.cmp(b),
            _ => Equal,
        },
    }
}
