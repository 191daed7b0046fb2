//! The direction in which a language is written.

use icu_locale::{Locale, LocaleDirectionality};

/// Returns `rtl` for a language that is written from right to left, such as Urdu or Arabic, and `ltr` for any other. `lang` is a
/// BCP 47 tag, whose script decides: `pa-Arab` is written from right to left.
pub fn direction(lang: &str) -> &'static str {
    let locale = Locale::try_from_str(lang);
    let scripts = LocaleDirectionality::new_extended();
    if locale.is_ok_and(|locale| scripts.is_right_to_left(&locale.id)) {
        "rtl"
    } else {
        "ltr"
    }
}

#[cfg(test)]
mod tests {
    use super::direction;

    #[test]
    fn languages() {
        for (lang, expected) in [
            ("en", "ltr"),
            ("hi", "ltr"),
            ("gu-IN", "ltr"),
            ("ja", "ltr"),
            ("ur", "rtl"),
            ("ar", "rtl"),
            ("ar-EG", "rtl"),
            ("he", "rtl"),
            ("fa", "rtl"),
            ("ps", "rtl"),
            ("sd", "rtl"),
            ("ckb", "rtl"),
            ("dv", "rtl"),
            ("yi", "rtl"),
            ("pa", "ltr"),
            ("pa-Arab", "rtl"),
            ("ar-Latn", "ltr"),
            ("no language", "ltr"),
        ] {
            assert_eq!(direction(lang), expected, "{lang}");
        }
    }
}
