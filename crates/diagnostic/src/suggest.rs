//! "Did you mean": suggests the valid word nearest to a misspelled one.

/// Returns the candidate that `word` is probably a typo of: at most a third of the letters differ. Case is ignored, and so are
/// leading folders and a file extension that both have in common. Returns `None` if no candidate is close enough.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_lowercase();
    candidates
        .into_iter()
        .filter_map(|candidate| {
            let other = candidate.to_lowercase();
            // `min_length` is not a typo for `max_length`, although only two letters differ.
            let is_opposite = |a: &str, b: &str| lower.starts_with(a) && other.starts_with(b);
            if is_opposite("min", "max") || is_opposite("max", "min") {
                return None;
            }
            let (word, other) = without_shared_parts(&lower, &other);
            let distance = strsim::damerau_levenshtein(word, other);
            let allowed = (word.chars().count().max(other.chars().count()) / 3).max(1);
            (distance <= allowed).then_some((distance, candidate))
        })
        .min_by_key(|(distance, candidate)| (*distance, *candidate))
        .map(|(_, candidate)| candidate)
}

/// Returns two paths without the leading folders and the file extension that they have in common.
fn without_shared_parts<'a>(one: &'a str, other: &'a str) -> (&'a str, &'a str) {
    let same = one.bytes().zip(other.bytes());
    let same = same.take_while(|(a, b)| a == b).count();
    let folders = one.as_bytes()[..same]
        .iter()
        .rposition(|byte| *byte == b'/');
    let from = folders.map_or(0, |at| at + 1);
    let (one, other) = (&one[from..], &other[from..]);
    match (one.rfind('.'), other.rfind('.')) {
        (Some(a), Some(b)) if a > 0 && b > 0 && one[a..] == other[b..] => (&one[..a], &other[..b]),
        _ => (one, other),
    }
}

/// Returns help such as "did you mean `description`?" if a candidate is close enough.
pub fn did_you_mean<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    nearest(word, candidates).map(|candidate| format!("did you mean `{candidate}`?"))
}

/// Joins alternatives: "`a`, `b` or `c`".
pub fn one_of<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    join(words, "or")
}

/// Joins all members of a list: "`a`, `b` and `c`".
pub fn all_of<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    join(words, "and")
}

fn join<'a>(words: impl IntoIterator<Item = &'a str>, conjunction: &str) -> String {
    let words: Vec<String> = words.into_iter().map(|word| format!("`{word}`")).collect();
    match words.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} {conjunction} {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_word() {
        let words = ["description", "title", "weight", "date"];
        assert_eq!(nearest("descripton", words), Some("description"));
        assert_eq!(nearest("titel", words), Some("title"));
        assert_eq!(nearest("Title", words), Some("title"));
        assert_eq!(nearest("colour", words), None);
        assert_eq!(nearest("min_length", ["max_length"]), None);
        let files = ["content/pages/about.md", "schemas/office.json", "home.html"];
        assert_eq!(nearest("content/pages/visit.md", files), None);
        assert_eq!(nearest("schemas/article.json", files), None);
        assert_eq!(nearest("base.html", files), None);
        assert_eq!(nearest("content/pages/abuot.md", files), Some(files[0]));
        assert_eq!(one_of(["a", "b", "c"]), "`a`, `b` or `c`");
    }
}
