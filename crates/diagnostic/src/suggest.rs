//! "Did you mean": suggests the valid word nearest to a misspelled one.

use std::collections::BTreeSet;

use crate::help::Help;
use crate::renamed::{RENAMED, Renamed, new_name};

/// Returns the candidate that `word` is probably a typo of: at most a third of the letters differ. Case is ignored, and so are
/// leading folders and a file extension that both have in common. Returns `None` if no candidate is close enough. The word itself
/// and words that differ only in their numbers, such as `member-1` and `member-2`, are not suggested. A name that an earlier version
/// had for a candidate is nearest to it, however many letters differ.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    suggest(word, candidates, RENAMED).map(|suggestion| suggestion.word)
}

/// A word that was probably meant.
struct Suggestion<'a> {
    word: &'a str,
    /// Whether nothing else can be meant: the word was renamed, or one or, in a long word, two letters differ, and every other
    /// candidate is further away.
    is_certain: bool,
    /// Set if an earlier version called the word differently.
    renamed: Option<&'a Renamed>,
}

impl Suggestion<'_> {
    /// Returns help that proposes to write the suggestion in place of `word`.
    fn help(&self, word: &str) -> Help {
        let text = self
            .renamed
            .map_or_else(|| format!("did you mean `{}`?", self.word), Renamed::help);
        let help = Help::replace(text, word, self.word);
        if self.is_certain {
            help.certainly()
        } else {
            help
        }
    }
}

fn suggest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    renamed: &'a [Renamed],
) -> Option<Suggestion<'a>> {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    if let Some(renamed) = new_name(word, &candidates, renamed) {
        return Some(Suggestion {
            word: renamed.new,
            is_certain: true,
            renamed: Some(renamed),
        });
    }
    let lower = word.to_lowercase();
    let letters = word.chars().count();
    let mut near: Vec<(usize, usize, &str, bool)> = candidates
        .into_iter()
        .filter_map(|candidate| {
            // Most candidates are too long or too short. The parts that both have in common do not change the difference.
            let count = candidate.chars().count();
            if letters.abs_diff(count) > allowed_distance(letters.max(count)) {
                return None;
            }
            let other = candidate.to_lowercase();
            if candidate == word
                || (lower != other && without_digits(&lower) == without_digits(&other))
            {
                return None;
            }
            // `min_length` is not a typo for `max_length`, although only two letters differ.
            let is_opposite = |a: &str, b: &str| lower.starts_with(a) && other.starts_with(b);
            if is_opposite("min", "max") || is_opposite("max", "min") {
                return None;
            }
            let (word, other) = without_shared_parts(&lower, &other);
            let length = word.chars().count().max(other.chars().count());
            let allowed = allowed_distance(length);
            if least_distance(word, other) > allowed {
                return None;
            }
            let distance = strsim::damerau_levenshtein(word, other);
            // Another number is another thing: GSTR-1 is no slip for GSTR-3B.
            let is_slip = digits(word) == digits(other)
                && (distance == 0
                    || distance == 1 && length >= CERTAIN_WITH_ONE
                    || distance == 2 && length >= CERTAIN_WITH_TWO);
            // Of two candidates, the one of the same length is nearer.
            let longer = other.len().abs_diff(word.len());
            (distance <= allowed).then_some((distance, longer, candidate, is_slip))
        })
        .collect();
    near.sort_unstable();
    near.dedup();
    let (distance, _, word, is_slip) = *near.first()?;
    let is_only = near.get(1).is_none_or(|next| next.0 > distance);
    Some(Suggestion {
        word,
        is_certain: is_slip && is_only,
        renamed: None,
    })
}

/// Returns how many letters of a typo may differ, for the number of letters of the longer word.
fn allowed_distance(length: usize) -> usize {
    (length / 3).max(1)
}

/// Returns a lower bound of the edit distance: the larger number of letters that one word has and the other lacks. Much faster to compute
/// than the distance.
fn least_distance(one: &str, other: &str) -> usize {
    let mut surplus = [0_isize; 64];
    let at = |letter: char| u32::from(letter) as usize % 64;
    one.chars().for_each(|letter| surplus[at(letter)] += 1);
    other.chars().for_each(|letter| surplus[at(letter)] -= 1);
    let sum = |is_counted: fn(&isize) -> bool| -> usize {
        let counted = surplus.iter().filter(|count| is_counted(count));
        counted.map(|count| count.unsigned_abs()).sum()
    };
    sum(|count| *count > 0).max(sum(|count| *count < 0))
}

/// Number of letters from which one wrong letter is certainly a slip.
const CERTAIN_WITH_ONE: usize = 4;

/// Number of letters from which two wrong letters are certainly a slip.
const CERTAIN_WITH_TWO: usize = 8;

fn digits(word: &str) -> String {
    word.chars().filter(char::is_ascii_digit).collect()
}

fn without_digits(word: &str) -> String {
    word.chars().filter(|c| !c.is_ascii_digit()).collect()
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

/// Returns help such as "did you mean `description`?" if a candidate is close enough, or the new name if `word` is one that an
/// earlier version had for a candidate. The help also proposes the replacement.
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<Help> {
    let help = suggest(word, candidates, RENAMED).map(|suggestion| suggestion.help(word))?;
    // A file whose name got a capital is what has to be renamed, rather than the links to it.
    let is_renamed = help.replacement.as_ref().is_some_and(|one| {
        word.contains('/') && one.with != word && one.with.to_lowercase() == word
    });
    Some(if is_renamed { help.to_confirm() } else { help })
}

/// Maximum number of words that [`did_you_mean_or_list`] lists.
const MOST_LISTED: usize = 20;

/// Returns help for an unknown word: "did you mean `description`?" if a candidate is close enough, otherwise the first candidates,
/// such as "components are `Note` and `Tip`" if they are called `what`. Returns `None` if there are no candidates.
pub fn did_you_mean_or_list<'a>(
    word: &str,
    what: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<Help> {
    let candidates: BTreeSet<&str> = candidates.into_iter().filter(|one| *one != word).collect();
    if candidates.is_empty() {
        return None;
    }
    let listed = candidates.iter().copied().take(MOST_LISTED);
    did_you_mean(word, candidates.iter().copied()).or_else(|| {
        let text = match candidates.len() {
            1 => {
                let what = what.trim_start_matches("its ");
                format!("the only one of the {what} is {}", all_of(listed))
            }
            2..=MOST_LISTED => format!("{what} are {}", all_of(listed)),
            count => {
                let listed: Vec<String> = listed.map(|word| format!("`{word}`")).collect();
                let more = count - MOST_LISTED;
                format!("{what} are {} and {more} more", listed.join(", "))
            }
        };
        Some(text.into())
    })
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
        assert_eq!(nearest("title", ["title", "titles"]), Some("titles"));
        assert_eq!(nearest("team/member-9.jpg", ["team/member-1.jpg"]), None);
        assert_eq!(nearest("gstr-1", ["GSTR-3"]), None);
        let list = |word| {
            did_you_mean_or_list(word, "keys", ["note", "tip"])
                .unwrap()
                .text
        };
        assert_eq!(list("nota"), "did you mean `note`?");
        assert_eq!(list("x"), "keys are `note` and `tip`");
        let files = ["content/pages/about.md", "schemas/office.json", "home.html"];
        assert_eq!(nearest("content/pages/visit.md", files), None);
        assert_eq!(nearest("schemas/article.json", files), None);
        assert_eq!(nearest("base.html", files), None);
        assert_eq!(nearest("content/pages/abuot.md", files), Some(files[0]));
        assert_eq!(one_of(["a", "b", "c"]), "`a`, `b` or `c`");
    }

    #[test]
    fn names_of_earlier_versions() {
        let renamed = [Renamed {
            old: "permalink",
            new: "route",
            version: "0.3",
        }];
        let help = |word, candidates: &'static [&'static str]| {
            suggest(word, candidates.iter().copied(), &renamed).map(|one| one.help(word))
        };
        let expected = Help::replace(
            "use `route` instead (since version 0.3)",
            "permalink",
            "route",
        );
        // `site check --fix` writes the new name.
        assert_eq!(
            help("permalink", &["permalinks", "route"]),
            Some(expected.certainly())
        );
        assert_eq!(help("permalink", &["dir"]), None);
        let typo = help("permalnk", &["permalinks", "route"]).unwrap();
        assert_eq!(typo.text, "did you mean `permalinks`?");
    }

    #[test]
    fn certainty() {
        for (word, candidates, expected) in [
            ("titel", &["title"][..], true),
            ("Title", &["title"], true),
            ("descripton", &["description"], true),
            ("decsripton", &["description"], true),
            // Either of two.
            ("tite", &["title", "tile"], false),
            // Another word rather than a slip.
            ("day", &["date", "way"], false),
            ("to", &["no"], false),
            ("house", &["horses"], false),
        ] {
            let help = did_you_mean(word, candidates.iter().copied()).unwrap();
            let replacement = help.replacement.unwrap();
            assert_eq!(replacement.is_certain, expected, "{word}");
        }
    }
}
