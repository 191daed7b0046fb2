//! URLs.

/// Returns whether a text is an http or https URL with a host and without characters that could break out of a link. A user
/// name before the host is refused, because it can make one URL look like another.
pub fn is_web_address(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once("://") else {
        return false;
    };
    if !scheme.eq_ignore_ascii_case("https") && !scheme.eq_ignore_ascii_case("http") {
        return false;
    }
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.split(':').next().unwrap_or_default();
    // A colon is missing in `http://https//example.com`.
    let is_scheme = ["http", "https"].map(|scheme| host.eq_ignore_ascii_case(scheme));
    !authority.is_empty()
        && !is_scheme.contains(&true)
        && !authority.ends_with(':')
        && !authority.contains('@')
        && !rest
            .chars()
            .any(|c| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '\\'))
}
