//! The differences between two versions of a page's text.

use crate::page_text::Line;

/// A change in a page's text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Change {
    /// Text of the heading above the change; empty if a heading itself changed.
    pub heading: String,
    /// The old text; empty if text was added.
    pub before: String,
    /// The new text; empty if text was removed.
    pub after: String,
}

/// Maximum number of lines to look ahead for an equal line.
const AHEAD: usize = 40;

/// Returns the lines that differ. A replaced line is reduced to the words that differ.
pub fn differences(before: &[Line], after: &[Line]) -> Vec<Change> {
    let change = |line: &Line, before, after| Change {
        heading: line.heading.clone(),
        before,
        after,
    };
    let removed = |line: &Line| change(line, line.text.clone(), String::new());
    let added = |line: &Line| change(line, String::new(), line.text.clone());
    let mut changes = Vec::new();
    let (mut left, mut right) = (before, after);
    loop {
        match (left, right) {
            ([], rest) => {
                changes.extend(rest.iter().map(added));
                return changes;
            }
            (rest, []) => {
                changes.extend(rest.iter().map(removed));
                return changes;
            }
            ([old, left_rest @ ..], [new, right_rest @ ..]) => {
                match (ahead(left, &new.text), ahead(right, &old.text)) {
                    // The lines are equal.
                    (Some(0), _) => (left, right) = (left_rest, right_rest),
                    (Some(skip), None) => {
                        changes.extend(left[..skip].iter().map(removed));
                        left = &left[skip..];
                    }
                    (None, Some(skip)) => {
                        changes.extend(right[..skip].iter().map(added));
                        right = &right[skip..];
                    }
                    _ => {
                        let (before, after) = words(&old.text, &new.text);
                        changes.push(change(new, before, after));
                        (left, right) = (left_rest, right_rest);
                    }
                }
            }
        }
    }
}

/// Returns the index of the next line with this text, or `None` if the first [`AHEAD`] lines do not contain it.
fn ahead(lines: &[Line], text: &str) -> Option<usize> {
    lines.iter().take(AHEAD).position(|line| line.text == text)
}

/// Returns both lines without the words that they share at the start and at the end, except for two words of context.
fn words(before: &str, after: &str) -> (String, String) {
    let (old, new): (Vec<&str>, Vec<&str>) =
        (before.split(' ').collect(), after.split(' ').collect());
    let shared = old.len().min(new.len());
    let start = (0..shared).take_while(|&at| old[at] == new[at]).count();
    let end = (0..shared - start)
        .take_while(|&at| old[old.len() - 1 - at] == new[new.len() - 1 - at])
        .count();
    let (start, end) = (start.saturating_sub(2), end.saturating_sub(2));
    (
        old[start..old.len() - end].join(" "),
        new[start..new.len() - end].join(" "),
    )
}
