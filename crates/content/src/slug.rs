//! Slugs: the parts of a URL that come from the names of documents, folders, and terms.

use std::borrow::Cow;

use icu_normalizer::ComposingNormalizerBorrowed;
use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup};

/// Help that lists the characters that a slug may contain.
pub const SLUG_HELP: &str = "use letters of any script, digits, hyphens, dots and underscores";

/// Returns whether `slug` can be part of a URL: it has only letters of any script with their marks, digits, hyphens, dots, and
/// underscores, and no leading dot. Of these, only characters outside of ASCII are percent-encoded (RFC 3986, section 2.3).
pub fn is_slug(slug: &str) -> bool {
    let is_allowed =
        |one: char| one.is_alphanumeric() || matches!(one, '-' | '.' | '_') || is_mark(one);
    !slug.is_empty() && !slug.starts_with('.') && slug.chars().all(is_allowed)
}

/// Returns whether a character is a mark on the letter before it, such as an accent, a vowel sign, or a virama (general category M).
pub fn is_mark(character: char) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new().get(character);
    !character.is_ascii() && GeneralCategoryGroup::Mark.contains(category)
}

/// Returns a text in the Unicode normalization form C, so that a letter with an accent is the same in every URL.
pub fn composed(text: &str) -> Cow<'_, str> {
    ComposingNormalizerBorrowed::new_nfc().normalize(text)
}

/// Returns a path as Windows and macOS compare it: in lower case, and in the Unicode normalization form C.
pub fn folded(path: &str) -> String {
    if path.is_ascii() {
        path.to_ascii_lowercase()
    } else {
        composed(path).to_lowercase()
    }
}

/// Returns the slug that is most like `text`: in lower case, with hyphens for all characters that a slug cannot contain. Returns `None`
/// if nothing is left.
pub fn similar_slug(text: &str) -> Option<String> {
    let text = text.replace("%20", " ").to_lowercase();
    let is_kept = |one: char| one.is_alphanumeric() || matches!(one, '.' | '_') || is_mark(one);
    let words = text.split(|one| !is_kept(one));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    Some(words.join("-")).filter(|slug| is_slug(slug))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs() {
        for (slug, expected) in [
            ("about-us_2.0", true),
            ("новости-дня", true),
            ("新闻", true),
            ("आयकर-2025", true),
            ("e\u{301}te\u{301}", true),
            ("", false),
            (".hidden", false),
            ("a b", false),
            ("a/b", false),
            ("a\u{a0}b", false),
            ("a\u{2028}b", false),
            ("a\u{202e}b", false),
            ("a\u{200d}b", false),
            ("a\nb", false),
            ("a?b", false),
            ("新闻：今天", false),
        ] {
            assert_eq!(is_slug(slug), expected, "{slug:?}");
        }
        assert_eq!(composed("e\u{301}te\u{301}"), "\u{e9}t\u{e9}");
    }

    #[test]
    fn similar_slugs() {
        for (text, expected) in [
            ("Our Fees", Some("our-fees")),
            ("fees & terms", Some("fees-terms")),
            ("our%20fees", Some("our-fees")),
            ("visit us (2)", Some("visit-us-2")),
            ("Gebühren 2026", Some("gebühren-2026")),
            ("&", None),
        ] {
            assert_eq!(similar_slug(text).as_deref(), expected, "{text}");
        }
    }
}
