//! Ids of headings.

use std::collections::HashMap;

use crate::slug::slugify;

/// Heading ids in use, each with the next suffix to try.
#[derive(Debug, Default)]
pub struct HeadingIds(HashMap<String, usize>);

impl HeadingIds {
    /// Returns whether a heading has this id.
    pub fn contains(&self, id: &str) -> bool {
        self.0.contains_key(id)
    }

    /// Returns the id of a heading: `own`, or an id derived from the title; with a number appended if another heading has that id.
    pub fn of(&mut self, own: Option<String>, title: &str) -> String {
        let base = own.unwrap_or_else(|| slugify(title));
        let base = if base.is_empty() {
            "section".to_owned()
        } else {
            base
        };
        let Some(mut number) = self.0.get(&base).copied() else {
            self.0.insert(base.clone(), 2);
            return base;
        };
        let id = loop {
            let id = format!("{base}-{number}");
            number += 1;
            if !self.contains(&id) {
                break id;
            }
        };
        self.0.insert(base, number);
        self.0.insert(id.clone(), 2);
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_only_where_another_heading_has_the_id() {
        let mut ids = HeadingIds::default();
        let titles = ["Fees", "Fees 2", "Fees", "Fees", "Fees 2", "", "?"];
        let found = titles.map(|title| ids.of(None, title));
        let expected = [
            "fees",
            "fees-2",
            "fees-3",
            "fees-4",
            "fees-2-2",
            "section",
            "section-2",
        ];
        assert_eq!(found, expected);
        assert_eq!(ids.of(Some("fees".to_owned()), "Other"), "fees-5");
    }
}
