//! Decides which documents a build includes. Only this file knows what `draft`, `publish` and `expire` mean.

use jiff::civil::Date;
use serde_json::{Map, Value};

use crate::structure::CollectionRule;

/// Selection of the documents that a build includes: those published on `date` and, optionally, drafts and future ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Selection {
    /// Today's date in the site's time zone.
    pub date: Date,
    /// Whether drafts are included.
    pub drafts: bool,
    /// Whether documents with a future publication date are included.
    pub future: bool,
}

impl Selection {
    /// Returns why a document is not part of the site, or `None` if it is. `rule` is the rule of its collection.
    pub fn reason_to_hide(
        &self,
        rule: &CollectionRule,
        fields: &Map<String, Value>,
    ) -> Option<String> {
        if is_draft(fields) && !self.drafts {
            return Some("it is a draft; --drafts includes it".to_owned());
        }
        let (publish, expire) = (publish_day(rule, fields), date_of(fields, "expire"));
        if let Some(expire) = expire.filter(|_| is_never_shown(fields)) {
            return Some(format!("it expires on {expire}, before it is published"));
        }
        if let Some(publish) = publish.filter(|day| *day > self.date && !self.future) {
            return Some(format!(
                "it is published on {publish}; --future includes it"
            ));
        }
        let expire = expire.filter(|day| *day <= self.date);
        expire.map(|day| format!("it expired on {day}"))
    }
}

/// Returns whether a document with these fields is a draft.
pub fn is_draft(fields: &Map<String, Value>) -> bool {
    fields.get("draft") == Some(&Value::Bool(true))
}

/// Returns the day on which a document is published: its `publish` date or else, in a collection of pages sorted newest first
/// (`sort = "-date"`), the date that it is sorted by, unless the collection sets `future`. Returns `None` if the document has
/// no such date.
pub fn publish_day(rule: &CollectionRule, fields: &Map<String, Value>) -> Option<Date> {
    let newest_first = || rule.sort.as_deref()?.strip_prefix('-');
    let is_dated = rule.route.is_some() && !rule.future;
    date_of(fields, "publish").or_else(|| date_of(fields, newest_first().filter(|_| is_dated)?))
}

/// Returns whether `expire` is not after `publish`, so that the document never appears.
pub fn is_never_shown(fields: &Map<String, Value>) -> bool {
    let (publish, expire) = (date_of(fields, "publish"), date_of(fields, "expire"));
    publish.is_some_and(|publish| expire.is_some_and(|expire| expire <= publish))
}

/// Returns the value of a key as a date, without its time of day; `None` if it is not a date.
pub fn date_of(fields: &Map<String, Value>, key: &str) -> Option<Date> {
    fields.get(key)?.as_str()?.get(..10)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use serde_json::json;

    use super::*;

    fn rule(rest: &str) -> CollectionRule {
        let rule = format!("name = \"posts\"\nschema = \"any.json\"\n{rest}");
        toml::from_str(&rule).unwrap()
    }

    fn fields(fields: &Value) -> &Map<String, Value> {
        fields.as_object().unwrap()
    }

    #[test]
    #[rustfmt::skip]
    fn reasons_to_hide() {
        let today = Selection {
            date: date(2026, 6, 1),
            drafts: false,
            future: false,
        };
        let all = Selection {
            drafts: true,
            future: true,
            ..today
        };
        let dated = rule("route = \"/{slug}\"\nsort = \"-date\"");
        let later = |day: &str| format!("it is published on {day}; --future includes it");
        let never = "it expires on 2026-08-01, before it is published";
        for (document, hidden, hidden_from_all) in [
            (json!({}), "", ""),
            (json!({ "draft": false }), "", ""),
            (json!({ "draft": true }), "it is a draft; --drafts includes it", ""),
            (json!({ "date": "2026-06-01" }), "", ""),
            (json!({ "date": "2026-06-02T08:00:00Z" }), &later("2026-06-02"), ""),
            (json!({ "date": "2026-05-01", "publish": "2026-07-01" }), &later("2026-07-01"), ""),
            (json!({ "date": "2026-07-01", "publish": "2026-06-01" }), "", ""),
            (json!({ "expire": "2026-06-02" }), "", ""),
            (json!({ "expire": "2026-06-01" }), "it expired on 2026-06-01", "it expired on 2026-06-01"),
            (json!({ "publish": "2026-08-01", "expire": "2026-08-01" }), never, never),
            (json!({ "publish": "2026-08-01", "expire": "2026-08-02" }), &later("2026-08-01"), ""),
        ] {
            for (selection, reason) in [(today, hidden), (all, hidden_from_all)] {
                let found = selection.reason_to_hide(&dated, fields(&document));
                assert_eq!(found.unwrap_or_default(), reason, "{document} {selection:?}");
            }
        }
    }

    #[test]
    fn only_pages_sorted_newest_first_are_published_on_their_date() {
        let document = json!({ "date": "2026-07-01" });
        for (rest, expected) in [
            ("route = \"/{slug}\"\nsort = \"-date\"", true),
            ("route = \"/{slug}\"\nsort = \"date\"", false),
            (
                "route = \"/{slug}\"\nsort = \"-date\"\nfuture = true",
                false,
            ),
            ("route = \"/{slug}\"", false),
            ("sort = \"-date\"", false),
        ] {
            let day = publish_day(&rule(rest), fields(&document));
            assert_eq!(day, expected.then_some(date(2026, 7, 1)), "{rest}");
        }
    }
}
