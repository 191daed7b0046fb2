//! The scripts that a theme loads to search the site. They read the index that `index.rs` writes.

/// Scripts by the name that templates refer to. A script is published only if a page refers to it.
pub const SCRIPTS: [(&str, &str); 2] = [
    ("search-open.js", include_str!("search-open.js")),
    ("search.js", include_str!("search.js")),
];
