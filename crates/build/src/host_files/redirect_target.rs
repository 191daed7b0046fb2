//! Combines the target of a redirect with the query of the request.

/// Splits the target of a redirect at the point where the query of the request is inserted: before the fragment, which comes
/// last in a URL (RFC 3986, section 3).
pub fn around_query(to: &str) -> (&str, &str) {
    to.split_at(to.find('#').unwrap_or(to.len()))
}
