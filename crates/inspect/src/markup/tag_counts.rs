//! Counts the tags of a name in the rest of a page.

use std::cell::RefCell;
use std::collections::HashMap;

/// Offsets of start tags and of end tags.
type Offsets = (Vec<usize>, Vec<usize>);

/// Offsets of the tags of a page by name. They are searched for when a name is first asked for.
#[derive(Default)]
pub struct TagCounts {
    of_names: RefCell<HashMap<String, Offsets>>,
}

impl TagCounts {
    /// Returns the number of start tags and of end tags with this name that begin at `from` or later. `html` is the whole page.
    pub fn after(&self, html: &str, name: &str, from: usize) -> (usize, usize) {
        let mut of_names = self.of_names.borrow_mut();
        if !of_names.contains_key(name) {
            of_names.insert(name.to_owned(), offsets(html, name));
        }
        let Some((starts, ends)) = of_names.get(name) else {
            return (0, 0);
        };
        let after = |all: &[usize]| all.len() - all.partition_point(|at| *at < from);
        (after(starts), after(ends))
    }
}

fn offsets(html: &str, name: &str) -> Offsets {
    let tag = format!("<{name}");
    let starts = html.match_indices(&tag).filter(|(at, _)| {
        let rest = &html[at + tag.len()..];
        rest.starts_with(['>', ' '])
    });
    let end = format!("</{name}>");
    let ends = html.match_indices(&end);
    (
        starts.map(|(at, _)| at).collect(),
        ends.map(|(at, _)| at).collect(),
    )
}
