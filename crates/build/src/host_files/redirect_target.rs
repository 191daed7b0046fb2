//! A redirect's target and the query of the request.

/// Splits a redirect's target into the part before the request's query and the part after it: the fragment, which comes
/// last in a URL (RFC 3986, section 3).
pub fn around_query(to: &str) -> (&str, &str) {
    to.split_at(to.find('#').unwrap_or(to.len()))
}
