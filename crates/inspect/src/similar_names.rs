//! Tells a misspelled name from another name.

/// Shortest word in which a slip can be told from another word.
const SHORTEST: usize = 4;

/// Returns whether two names may both be meant, such as `--pad-x` and `--pad-y`: they differ in a number, a short word, or a first letter.
pub fn is_variant(name: &str, other: &str) -> bool {
    let has_digit = |name: &str| name.contains(|c: char| c.is_ascii_digit());
    let mut words = name.split('-').zip(other.split('-'));
    let (word, meant) = words.find(|(one, other)| one != other).unwrap_or_default();
    let is_short = word.len() < SHORTEST || meant.len() < SHORTEST;
    let count = |name: &str| name.split('-').count();
    count(name) != count(other)
        || has_digit(name)
        || has_digit(other)
        || is_short
        || word.chars().next() != meant.chars().next()
}

/// Returns whether two words have the same letters in another order, such as `scr` and `src`.
pub fn is_anagram(one: &str, other: &str) -> bool {
    let letters = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    one != other && letters(one) == letters(other)
}
