//! Names of the tags of templates, without those of components.

/// Tags that begin or divide a part of a template, or are alone.
pub const OPENING: [&str; 13] = [
    "for",
    "if",
    "elif",
    "else",
    "block",
    "extends",
    "include",
    "set",
    "component",
    "filter",
    "raw",
    "break",
    "continue",
];

/// Tags with an end tag, which is called `end…`.
pub const CLOSED: [&str; 7] = ["for", "if", "block", "set", "component", "filter", "raw"];

/// Returns the names of all end tags.
pub fn closing() -> impl Iterator<Item = String> {
    CLOSED.iter().map(|name| end_of(name))
}

/// Returns the end tag of one of the [`CLOSED`] tags.
pub fn end_of(name: &str) -> String {
    format!("end{name}")
}
