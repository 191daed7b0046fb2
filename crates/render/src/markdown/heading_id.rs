//! Ids of headings.

use std::collections::HashSet;

use crate::slug::slugify;

/// Returns the id of a heading: its own, or one made from its title, with a number if another heading has it.
pub fn heading_id(own: Option<String>, title: &str, ids: &mut HashSet<String>) -> String {
    let base = own.unwrap_or_else(|| slugify(title));
    let base = if base.is_empty() {
        "section".to_owned()
    } else {
        base
    };
    let numbered = (2..).map(|number| format!("{base}-{number}"));
    let mut candidates = std::iter::once(base.clone()).chain(numbered);
    let id = candidates.find(|id| !ids.contains(id)).unwrap_or(base);
    ids.insert(id.clone());
    id
}
