//! The order of documents in a collection.

use std::cmp::Ordering;
use std::sync::Arc;

use rayon::prelude::*;
use serde_json::Value;

use crate::document::Document;
use crate::site_config::SiteConfig;
use crate::text_order::TextOrder;

/// Sorts documents by language, then by a front matter key. Documents with equal values are sorted by path.
pub fn sort(documents: &mut Vec<Arc<Document>>, key: &SortKey<'_>) {
    let sorted = sorted(documents.iter().map(|one| (one, one)), key);
    *documents = sorted.into_iter().map(Arc::clone).collect();
}

/// Returns items in the order that [`sort`] gives their documents.
pub fn sorted<'d, T: Send>(
    items: impl Iterator<Item = (T, &'d Arc<Document>)>,
    key: &SortKey<'_>,
) -> Vec<T> {
    let places = items.map(|(item, document)| (key.place(document), item));
    let mut places: Vec<(SortPosition<'_>, T)> = places.collect();
    places.par_sort_by(|(a, _), (b, _)| key.compare(a, b));
    places.into_iter().map(|(_, item)| item).collect()
}

/// A front matter key to sort by.
pub struct SortKey<'a> {
    key: &'a str,
    descending: bool,
    /// Order of texts in each language.
    orders: Vec<(&'a str, TextOrder)>,
}

/// What determines a document's position: its language, its value of the front matter key, and its path.
struct SortPosition<'a> {
    lang: &'a str,
    key: Option<Key<'a>>,
    path: &'a str,
}

impl<'a> SortKey<'a> {
    /// Returns the order of documents by `key`, in descending order if it starts with `-`. Documents without the key come last. Texts
    /// are in the order of their language, one of those in `config`.
    pub fn new(key: &'a str, config: &'a SiteConfig) -> Self {
        let descending = key.strip_prefix('-');
        let languages = config.languages.keys().chain([&config.language]);
        Self {
            key: descending.unwrap_or(key),
            descending: descending.is_some(),
            orders: languages
                .map(|lang| (lang.as_str(), TextOrder::of(lang)))
                .collect(),
        }
    }

    fn place<'b>(&self, document: &'b Document) -> SortPosition<'b> {
        SortPosition {
            lang: &document.lang,
            key: document.fields.get(self.key).map(Key::of),
            path: &document.path,
        }
    }

    fn compare(&self, a: &SortPosition<'_>, b: &SortPosition<'_>) -> Ordering {
        let (first, second) = (a.path, b.path);
        if a.lang != b.lang {
            return a.lang.cmp(b.lang);
        }
        let order = self.orders.iter().find(|(lang, _)| *lang == a.lang);
        let order = match (&a.key, &b.key) {
            (Some(a), Some(b)) => {
                let order = a.compare(b, order.map(|(_, order)| order));
                if self.descending {
                    order.reverse()
                } else {
                    order
                }
            }
            (a, b) => b.is_some().cmp(&a.is_some()),
        };
        order.then_with(|| first.cmp(second))
    }
}

/// A front matter value in sort order: numbers, then strings in alphabetical order of their language, then other values.
enum Key<'a> {
    Number(f64),
    Text(&'a str),
    Other,
}

impl<'a> Key<'a> {
    fn of(value: &'a Value) -> Self {
        match value {
            Value::String(text) => Self::Text(text),
            value => value.as_f64().map_or(Self::Other, Self::Number),
        }
    }

    fn compare(&self, other: &Self, texts: Option<&TextOrder>) -> Ordering {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a.total_cmp(b),
            (Self::Text(a), Self::Text(b)) => {
                texts.map_or_else(|| a.cmp(b), |texts| texts.compare(a, b))
            }
            _ => self.rank().cmp(&other.rank()),
        }
    }

    /// Returns the position of this kind of value in the sort order.
    fn rank(&self) -> u8 {
        match self {
            Self::Number(_) => 0,
            Self::Text(_) => 1,
            Self::Other => 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use diagnostic::{Fingerprint, Source};
    use serde_json::json;

    use super::*;
    use crate::TomlText;

    /// Returns a document with this `weight` in its front matter, or without the key.
    fn document(path: &str, weight: Option<u8>) -> Arc<Document> {
        let fields = json!({ "weight": weight });
        let mut fields = fields.as_object().unwrap().clone();
        fields.retain(|_, value| !value.is_null());
        Arc::new(Document {
            collection: "posts".to_owned(),
            slug: path.to_owned(),
            path: path.to_owned(),
            lang: "en".to_owned(),
            toml: TomlText::whole(&Source::new(path, "")),
            pointer: String::new(),
            fields,
            body: 0..0,
            valid: true,
            missing: 0,
            words: 0,
            entry: Fingerprint::default(),
            content: Fingerprint::default(),
            routing: Fingerprint::default(),
        })
    }

    fn config() -> SiteConfig {
        toml::from_str("name = \"A\"\nbase_url = \"https://a.example\"\ntheme = \"t\"").unwrap()
    }

    #[test]
    fn texts_are_in_the_order_of_their_language() {
        let title = |path: &str, lang: &str, title: &str| {
            let mut one = Document::clone(&document(path, None));
            one.lang = lang.to_owned();
            one.fields.insert("title".to_owned(), title.into());
            Arc::new(one)
        };
        let mut config = config();
        let swedish = serde_json::from_value(json!({ "name": "Svenska" })).unwrap();
        config.languages.insert("sv".to_owned(), swedish);
        let mut documents = vec![
            title("5", "en", "Zoë"),
            title("1", "en", "apple"),
            title("4", "en", "Éclair"),
            title("3", "en", "chain 10"),
            title("2", "en", "Chain 2"),
            title("7", "sv", "ål"),
            title("6", "sv", "zon"),
        ];
        sort(&mut documents, &SortKey::new("title", &config));
        assert_eq!(paths(&documents), "1 2 3 4 5 6 7");
    }

    fn paths(documents: &[Arc<Document>]) -> String {
        let paths = documents.iter().map(|one| one.path.as_str());
        paths.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn equal_documents_are_sorted_by_path_in_both_directions() {
        let unsorted = [("c", Some(1)), ("d", None), ("b", Some(2)), ("a", Some(2))];
        let config = config();
        for (key, expected) in [("weight", "c a b d"), ("-weight", "a b c d")] {
            let key = &SortKey::new(key, &config);
            let mut documents: Vec<_> =
                unsorted.map(|(path, weight)| document(path, weight)).into();
            sort(&mut documents, key);
            assert_eq!(paths(&documents), expected);
        }
    }

    #[test]
    fn values_of_different_kinds_have_an_order() {
        let sorted = [json!(1), json!(2.5), json!("a"), json!("b"), json!(true)];
        let keys: Vec<Key<'_>> = sorted.iter().map(Key::of).collect();
        for (at, a) in keys.iter().enumerate() {
            for (other, b) in keys.iter().enumerate() {
                assert_eq!(a.compare(b, None), at.cmp(&other), "{at} and {other}");
            }
        }
    }
}
