//! Help for a value that does not match the pattern of its schema.

use diagnostic::one_of;
use serde_json::Value;

use crate::slug::similar_slug;

/// Returns a value that matches the pattern and that the author may have meant: without its last slash, with hyphens for underscores,
/// the path of a URL, a path with its slash, the last part of a path, or the word as a slug. Returns `None` if none of them matches.
pub fn similar_value(pattern: &str, word: &str) -> Option<String> {
    let last = word.rsplit(['/', '\\']).next().unwrap_or_default();
    let path = word
        .split_once("://")
        .and_then(|(_, rest)| Some(rest[rest.find('/')?..].to_owned()));
    // The URL of a page has no `.md`.
    let slashed = (!word.contains("://")).then(|| format!("/{}", word.trim_end_matches(".md")));
    let candidates = [
        Some(word.trim_end_matches('/').to_owned()),
        Some(word.replace('_', "-")),
        path,
        slashed,
        Some(last.to_owned()),
        similar_slug(word),
    ];
    let schema = serde_json::json!({ "pattern": pattern });
    let mut candidates = candidates.into_iter().flatten();
    candidates.find(|one| {
        let is_other = !one.is_empty() && one != word && one != "/";
        is_other && jsonschema::is_valid(&schema, &Value::from(one.as_str()))
    })
}

/// Returns help that explains how the value must start or end to match the pattern, or `None` if the pattern is not that simple.
pub fn pattern_in_words(pattern: &str, word: &str) -> Option<String> {
    let is_literal =
        |text: &&str| !text.contains(['[', '(', '*', '+', '?', '{', '|', '$', '^', '.']);
    if let Some(end) = pattern
        .strip_suffix('$')
        .and_then(|start| start.rsplit_once("\\."))
        && is_literal(&end.1)
        && !word.ends_with(&format!(".{}", end.1))
    {
        let end = end.1;
        return Some(if word.contains('.') {
            format!("it must end with `.{end}`")
        } else {
            format!("it must end with `.{end}`: did you mean `{word}.{end}`?")
        });
    }
    let start = pattern.strip_prefix('^')?;
    let starts: Vec<&str> = match start
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
    {
        Some(alternatives) => alternatives.split('|').collect(),
        None => vec![start],
    };
    let are_literal = starts.iter().all(is_literal);
    are_literal.then(|| format!("it must start with {}", one_of(starts)))
}

#[cfg(test)]
mod tests {
    use super::similar_value;

    #[test]
    fn values_that_fit_a_pattern() {
        for (pattern, word, expected) in [
            ("^[a-z0-9]+(-[a-z0-9]+)*$", "My Page", "my-page"),
            ("^[a-z0-9]+(-[a-z0-9]+)*$", "a/b", "b"),
            ("^/", "old", "/old"),
            ("^/", "about.md", "/about"),
            ("^/", "https://e.org/old", "/old"),
            (
                "^[a-z0-9-]+\\.html$",
                "themes/t/templates/page.html",
                "page.html",
            ),
            ("^https?://[^/]+$", "https://e.org/", "https://e.org"),
            ("^[a-z]{2,3}(-[A-Za-z0-9]+)*$", "en_US", "en-US"),
            ("^[A-Z]{2}$", "r1", ""),
            ("^/", "", ""),
        ] {
            let found = similar_value(pattern, word);
            assert_eq!(found.unwrap_or_default(), expected, "{pattern} {word}");
        }
    }
}
