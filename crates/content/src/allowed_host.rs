//! Other hosts that pages may use, and on which pages.

use crate::structure::{Structure, Use};

/// A host that some pages may use: that of an `[[allow]]`, or one of a `[[frame]]`.
#[derive(Debug, Clone)]
pub struct AllowedHost<'a> {
    /// The host with its scheme.
    pub host: &'a str,
    /// Kinds of requests to it that are allowed.
    pub uses: &'a [Use],
    /// The pages, as in [`is_among`].
    pub pages: &'a str,
    /// JSON pointer of the table in `structure.toml`: `/allow/0`.
    pub table: String,
    /// Key of the table that names the pages.
    pub pages_key: &'static str,
    /// JSON pointer of the host: `/allow/0/host`.
    pub pointer: String,
}

impl Structure {
    /// Returns the hosts that `[[allow]]` and `[[frame]]` name.
    pub fn allowed_hosts(&self) -> Vec<AllowedHost<'_>> {
        let frames = self.frames.iter().enumerate().flat_map(|(index, frame)| {
            let table = format!("/frame/{index}");
            let hosts = frame.hosts.iter().enumerate();
            hosts.map(move |(number, host)| AllowedHost {
                host,
                uses: &[Use::Frame],
                pages: &frame.page,
                pages_key: "page",
                pointer: format!("{table}/hosts/{number}"),
                table: table.clone(),
            })
        });
        let allows = self.allows.iter().enumerate();
        let allows = allows.map(|(index, allow)| AllowedHost {
            host: &allow.host,
            uses: &allow.uses,
            pages: &allow.pages,
            pages_key: "pages",
            pointer: format!("/allow/{index}/host"),
            table: format!("/allow/{index}"),
        });
        frames.chain(allows).collect()
    }
}

/// Returns whether `pages`, which is a URL or a prefix followed by `/*`, stands for a page, or for all pages of another such pattern.
pub fn is_among(page: &str, pages: &str) -> bool {
    match pages.strip_suffix('*') {
        Some(prefix) => page.starts_with(prefix),
        None => page == pages,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_patterns() {
        for (page, pages, expected) in [
            ("/", "/*", true),
            ("/about", "/about", true),
            ("/about", "/about/*", false),
            ("/posts/a", "/posts/*", true),
            ("/posts/", "/posts/*", true),
            ("/posts/a", "/posts/a/*", false),
            ("/posts/a/*", "/posts/*", true),
            ("/posts/*", "/posts/a", false),
            ("/*", "/posts/*", false),
        ] {
            assert_eq!(is_among(page, pages), expected, "{page} {pages}");
        }
    }
}
