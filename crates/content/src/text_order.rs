//! The order of texts in a language: `Éclair` before `Zoë`, and `Chain 2` before `chain 10`.

use std::cmp::Ordering;

use icu_collator::options::CollatorOptions;
use icu_collator::preferences::CollationNumericOrdering;
use icu_collator::{CollatorBorrowed, CollatorPreferences};
use icu_locale::Locale;

/// The order of texts in a language (Unicode Collation Algorithm), with numbers ordered by value.
#[derive(Debug)]
pub struct TextOrder(Option<CollatorBorrowed<'static>>);

impl TextOrder {
    /// Returns the order of a language, given as a BCP 47 tag. An unknown language has the order that most languages share.
    pub fn of(lang: &str) -> Self {
        let locale = Locale::try_from_str(lang).unwrap_or(Locale::UNKNOWN);
        let mut preferences = CollatorPreferences::from(&locale);
        preferences.numeric_ordering = Some(CollationNumericOrdering::True);
        let options = CollatorOptions::default();
        Self(CollatorBorrowed::try_new(preferences, options).ok())
    }

    /// Compares two texts. Only equal texts are equal.
    pub fn compare(&self, a: &str, b: &str) -> Ordering {
        let order = match &self.0 {
            // The order of dates is that of their characters.
            Some(collator) if !(is_date(a) && is_date(b)) => collator.compare(a, b),
            _ => Ordering::Equal,
        };
        order.then_with(|| a.cmp(b))
    }
}

/// Returns whether text begins with a date, as in RFC 3339.
fn is_date(text: &str) -> bool {
    let Some(date) = text.as_bytes().first_chunk::<10>() else {
        return false;
    };
    let is_separator = |at: usize| at == 4 || at == 7;
    let fits = |(at, byte): (usize, &u8)| {
        if is_separator(at) {
            *byte == b'-'
        } else {
            byte.is_ascii_digit()
        }
    };
    date.iter().enumerate().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_and_numbers() {
        for (lang, sorted) in [
            ("en", "apple, Chain 2, chain 10, Éclair, Zoë"),
            ("en", "9a, 10 loaves, a 1, a 2, a 10"),
            ("sv", "apa, Zorn, ål, ända, öl"),
            ("de", "ähre, apfel, öl, Öl, Zopf"),
            ("es", "llama, luz, nube, ñandú, ola"),
            ("hi", "अनार, आम, केला, खजूर"),
            ("en", "2026-04-01, 2026-04-01T01:30:00+05:30, 2026-10-01"),
            ("x", "a, B, c"),
        ] {
            let order = TextOrder::of(lang);
            let expected: Vec<&str> = sorted.split(", ").collect();
            let mut texts = expected.clone();
            texts.reverse();
            texts.sort_by(|a, b| order.compare(a, b));
            assert_eq!(texts, expected, "{lang}");
        }
    }
}
