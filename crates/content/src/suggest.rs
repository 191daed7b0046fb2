//! "Did you mean": the nearest of the words that would have been right.

/// The candidate nearest to `word`, if it is near enough to be a slip of the hand: at most a third of the letters off,
/// or the same but for case.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_lowercase();
    candidates
        .into_iter()
        .filter_map(|candidate| {
            let distance = strsim::damerau_levenshtein(&lower, &candidate.to_lowercase());
            let allowed = (word.chars().count().max(candidate.chars().count()) / 3).max(1);
            (distance <= allowed).then_some((distance, candidate))
        })
        .min_by_key(|(distance, candidate)| (*distance, *candidate))
        .map(|(_, candidate)| candidate)
}

/// "did you mean `description`?", where something is near enough.
pub fn did_you_mean<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    nearest(word, candidates).map(|candidate| format!("did you mean `{candidate}`?"))
}

/// "`a`, `b` or `c`", for help that lists what would be right.
pub fn one_of<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    listed(words, "or")
}

/// "`a`, `b` and `c`", for help that lists what there is.
pub fn all_of<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    listed(words, "and")
}

fn listed<'a>(words: impl IntoIterator<Item = &'a str>, before_last: &str) -> String {
    let words: Vec<String> = words.into_iter().map(|word| format!("`{word}`")).collect();
    match words.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} {before_last} {last}", rest.join(", ")),
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
        assert_eq!(one_of(["a", "b", "c"]), "`a`, `b` or `c`");
    }
}
