//! Slugs: the parts of a URL that come from the names of documents and folders.

/// Help that lists the characters that a slug may contain.
pub const SLUG_HELP: &str = "use letters (a to z), digits, hyphens, dots and underscores";

/// Returns whether `slug` can be part of a URL: it has only characters that need no escaping (RFC 3986, section 2.3), no tilde, and
/// no leading dot.
pub fn is_slug(slug: &str) -> bool {
    !slug.is_empty()
        && !slug.starts_with('.')
        && slug
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_'))
}
