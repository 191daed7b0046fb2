//! The scripts that a theme loads to search the site. They read what `index.rs` writes.

/// Scripts by the name under which templates ask for them. Published only if a page refers to them.
pub const SCRIPTS: [(&str, &str); 2] = [
    ("search-open.js", include_str!("search-open.js")),
    ("search.js", include_str!("search.js")),
];
