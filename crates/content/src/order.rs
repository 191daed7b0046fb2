//! The order of documents in a collection.

use std::sync::Arc;

use serde_json::Value;

use crate::document::Document;

/// Sorts documents by a front matter key, descending if it starts with `-`. Documents with equal values are sorted by path.
pub fn sort(documents: &mut Vec<Arc<Document>>, key: Option<&str>) {
    let Some(key) = key else { return };
    let (key, descending) = match key.strip_prefix('-') {
        Some(key) => (key, true),
        None => (key, false),
    };
    let mut order: Vec<(Key<'_>, usize)> = documents
        .iter()
        .enumerate()
        .map(|(index, document)| (Key::of(document.fields.get(key)), index))
        .collect();
    order.sort_by(|(a, first), (b, second)| {
        let order = a.compare(b);
        (if descending { order.reverse() } else { order })
            .then_with(|| documents[*first].path.cmp(&documents[*second].path))
    });
    let order: Vec<usize> = order.into_iter().map(|(_, index)| index).collect();
    *documents = order
        .into_iter()
        .map(|index| Arc::clone(&documents[index]))
        .collect();
}

/// Value to compare: numbers numerically, texts alphabetically, absent values last.
enum Key<'a> {
    Number(f64),
    Text(&'a str),
    Other,
    Absent,
}

impl<'a> Key<'a> {
    fn of(value: Option<&'a Value>) -> Self {
        match value {
            None => Self::Absent,
            Some(Value::String(text)) => Self::Text(text),
            Some(value) => value.as_f64().map_or(Self::Other, Self::Number),
        }
    }

    fn compare(&self, other: &Self) -> std::cmp::Ordering {
        use std::cmp::Ordering::{Equal, Greater, Less};
        match (self, other) {
            (Self::Absent, Self::Absent) => Equal,
            (Self::Absent, _) => Greater,
            (_, Self::Absent) => Less,
            (Self::Number(a), Self::Number(b)) => a.total_cmp(b),
            (Self::Text(a), Self::Text(b)) => a.cmp(b),
            _ => Equal,
        }
    }
}
