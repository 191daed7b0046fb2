//! Finds cycles in the graph of imports.

use std::collections::{BTreeMap, BTreeSet};

/// An import of an item from one file into another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Import {
    /// Importing file.
    pub from: String,
    /// Line of the import, from 1.
    pub line: usize,
    /// File that defines the imported item.
    pub to: String,
    /// Imported path, with a list in braces expanded, such as `crate::source::Place`.
    pub path: String,
}

/// An import cycle: a group of files that import each other, directly or through others of the group.
#[derive(Debug)]
pub struct Cycle<'i> {
    /// Number of files.
    pub files: usize,
    /// First import for each pair of an importing and an imported file.
    pub imports: Vec<&'i Import>,
}

/// Returns all import cycles, sorted by number of files.
pub fn find_cycles(imports: &[Import]) -> Vec<Cycle<'_>> {
    let mut edges: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for import in imports {
        edges.entry(&import.from).or_default().insert(&import.to);
    }
    let reached: BTreeMap<&str, BTreeSet<&str>> = edges
        .keys()
        .map(|file| (*file, reachable(file, &edges)))
        .collect();
    let reaches = |from: &str, to: &str| reached.get(from).is_some_and(|files| files.contains(to));

    let mut done: BTreeSet<&str> = BTreeSet::new();
    let mut cycles = Vec::new();
    for file in edges.keys() {
        if done.contains(file) || !reaches(file, file) {
            continue;
        }
        let members: BTreeSet<&str> = edges
            .keys()
            .copied()
            .filter(|other| reaches(file, other) && reaches(other, file))
            .collect();
        done.extend(&members);
        let mut firsts: BTreeMap<(&str, &str), &Import> = BTreeMap::new();
        for import in imports {
            let ends = (import.from.as_str(), import.to.as_str());
            if members.contains(ends.0) && members.contains(ends.1) {
                let first = firsts.entry(ends).or_insert(import);
                *first = import.min(*first);
            }
        }
        cycles.push(Cycle {
            files: members.len(),
            imports: firsts.into_values().collect(),
        });
    }
    cycles.sort_by_key(|cycle| cycle.files);
    cycles
}

/// Returns the files that a file imports, directly or through other files.
fn reachable<'e>(file: &str, edges: &BTreeMap<&'e str, BTreeSet<&'e str>>) -> BTreeSet<&'e str> {
    let mut reached = BTreeSet::new();
    let mut next: Vec<&str> = edges.get(file).into_iter().flatten().copied().collect();
    while let Some(file) = next.pop() {
        if reached.insert(file) {
            next.extend(edges.get(file).into_iter().flatten());
        }
    }
    reached
}
