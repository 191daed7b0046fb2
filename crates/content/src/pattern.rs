//! Patterns of URLs and titles: text with placeholders such as `{slug}`.

/// Placeholders in the route of a collection that are not keys of the front matter.
pub const ROUTE_VALUES: [&str; 5] = ["slug", "path", "year", "month", "day"];

/// Returns the names of the placeholders in a pattern, such as `slug` for `{slug}`. Skips facts, `{{ … }}`.
pub fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('{').filter_map(|(at, _)| {
        let word = text[at + 1..].split('}').next()?;
        let is_closed = text[at + 1 + word.len()..].starts_with('}');
        let is_word = !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_');
        let is_fact = text[..at].ends_with('{');
        (is_closed && is_word && !is_fact).then_some(word)
    })
}

/// Returns the front matter key that a placeholder of a collection's route stands for.
pub fn key_of_placeholder(placeholder: &str) -> &str {
    match placeholder {
        "year" | "month" | "day" => "date",
        name => name,
    }
}
