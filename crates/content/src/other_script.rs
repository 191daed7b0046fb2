//! Reports texts of a translation that are in the writing system of another language of the site.

use diagnostic::{Diagnostic, Place};
use serde_json::Value;

use crate::codes::MISSING_TRANSLATION;
use crate::collection::Collection;
use crate::document::Document;
use crate::file_language::language_name;
use crate::site_config::SiteConfig;
use crate::toml_text::{Part, escape};

/// Writing systems: the name, the languages that are written in it alone, and the range of its characters (Unicode, Blocks).
const SCRIPTS: [(&str, &str, (char, char)); 18] = [
    (
        "Devanagari",
        "hi mr ne sa bho mai kok",
        ('\u{900}', '\u{97f}'),
    ),
    ("Bengali", "bn as", ('\u{980}', '\u{9ff}')),
    ("Gurmukhi", "pa", ('\u{a00}', '\u{a7f}')),
    ("Gujarati", "gu", ('\u{a80}', '\u{aff}')),
    ("Odia", "or", ('\u{b00}', '\u{b7f}')),
    ("Tamil", "ta", ('\u{b80}', '\u{bff}')),
    ("Telugu", "te", ('\u{c00}', '\u{c7f}')),
    ("Kannada", "kn", ('\u{c80}', '\u{cff}')),
    ("Malayalam", "ml", ('\u{d00}', '\u{d7f}')),
    ("Sinhala", "si", ('\u{d80}', '\u{dff}')),
    ("Thai", "th", ('\u{e00}', '\u{e7f}')),
    ("Greek", "el", ('\u{370}', '\u{3ff}')),
    ("Cyrillic", "ru uk be bg mk", ('\u{400}', '\u{52f}')),
    ("Armenian", "hy", ('\u{530}', '\u{58f}')),
    ("Hebrew", "he yi", ('\u{590}', '\u{5ff}')),
    ("Arabic", "ar fa ur ps", ('\u{600}', '\u{6ff}')),
    ("Georgian", "ka", ('\u{10a0}', '\u{10ff}')),
    ("Hangul", "ko", ('\u{ac00}', '\u{d7a3}')),
];

/// Number of letters from which on a text is more than a name or a quoted word.
const LETTERS: usize = 12;

/// A writing system of [`SCRIPTS`].
type Script = (&'static str, &'static str, (char, char));

/// Returns the writing system of a language, or `None` if it is written in Latin letters or in several systems.
fn script_of(lang: &str) -> Option<&'static Script> {
    let code = lang.split('-').next()?;
    SCRIPTS
        .iter()
        .find(|(_, languages, _)| languages.split(' ').any(|one| one == code))
}

/// Returns whether a text has a letter of the writing system of a language; `None` if the language has none of its own.
pub fn has_letter_of(lang: &str, text: &str) -> Option<bool> {
    let (_, _, (first, last)) = script_of(lang)?;
    Some(text.chars().any(|c| (*first..=*last).contains(&c)))
}

/// Reports the first text of each translation that is in the writing system of another language, and has no letter of its own.
pub fn texts_in_other_scripts(collections: &[Collection], config: &SiteConfig) -> Vec<Diagnostic> {
    let languages = || std::iter::once(&config.language).chain(config.languages.keys());
    let scripts: Vec<(&str, &Script)> = languages()
        .filter_map(|lang| Some((lang.as_str(), script_of(lang)?)))
        .collect();
    if scripts.len() < 2 {
        return Vec::new();
    }
    let documents = collections.iter().flat_map(|one| &one.documents);
    let found = documents.filter_map(|document| {
        let (_, own) = scripts.iter().find(|(lang, _)| *lang == document.lang)?;
        let mut others = scripts.iter().filter(|(_, one)| one.0 != own.0);
        let found = others.find_map(|other| Some((other, place_in(document, own, other.1)?)));
        let ((lang, script), place) = found?;
        let (name, own_name) = (
            language_name(lang, config),
            language_name(&document.lang, config),
        );
        let message = format!(
            "this text is in {}, the script of {name}, on a page in {own_name}",
            script.0
        );
        let diagnostic = Diagnostic::new(&MISSING_TRANSLATION, message).warning();
        Some(
            diagnostic
                .at(place, "")
                .help(format!("write it in {own_name}")),
        )
    });
    found.collect()
}

/// Returns the place of the first text of a document that has many letters of `other` and none of `own`.
fn place_in(document: &Document, own: &Script, other: &Script) -> Option<Place> {
    let is_other = |text: &str| is_in(text, own, other);
    // Finding the place of a field takes time, and most have no letter of the other writing system.
    let has_other = |value: &Value| {
        value
            .as_str()
            .is_some_and(|text| letters_of(other, text) >= LETTERS)
    };
    let texts = document.fields.iter().filter(|(_, value)| has_other(value));
    let places = texts.map(|(key, _)| document.place(&format!("/{}", escape(key)), Part::Value));
    // Facts, such as `{{ site.name }}`, are those of the language.
    let mut places = places.filter(|place| is_other(&place.source.text[place.span.clone()]));
    let in_fields = places.next();
    in_fields.or_else(|| {
        let markdown = document.markdown();
        let mut at = 0;
        let mut blocks = markdown.split_inclusive("\n\n").map(|block| {
            at += block.len();
            (at - block.len(), block)
        });
        // What is quoted, or says its language, is in another one on purpose.
        let is_foreign = |block: &str| block.starts_with('>') || block.contains("lang=");
        let (start, block) = blocks.find(|(_, block)| !is_foreign(block) && is_other(block))?;
        let start = document.body.start + start + block.len() - block.trim_start().len();
        let length = block.trim().lines().next().map_or(0, str::len);
        Some(Place::new(document.source(), start..start + length))
    })
}

/// Returns whether a text has many letters of `other` and none of `own`.
fn is_in(text: &str, own: &Script, other: &Script) -> bool {
    letters_of(other, text) >= LETTERS && letters_of(own, text) == 0
}

/// Returns the number of letters of a writing system in a text.
fn letters_of((_, _, (first, last)): &Script, text: &str) -> usize {
    if text.is_ascii() {
        return 0;
    }
    let is_of = |c: &char| (*first..=*last).contains(c) && c.is_alphabetic();
    text.chars().filter(is_of).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writing_systems() {
        let script = |lang: &str| script_of(lang).map_or("", |one| one.0);
        for (lang, expected) in [
            ("hi", "Devanagari"),
            ("gu-IN", "Gujarati"),
            ("ur", "Arabic"),
            ("en", ""),
            ("sr", ""),
            ("ja", ""),
        ] {
            assert_eq!(script(lang), expected, "{lang}");
        }
        let (hindi, gujarati) = (script_of("hi").unwrap(), script_of("gu").unwrap());
        for (text, expected) in [
            ("लिखें कि बात किस बारे में है।", true),
            ("लिखें कि बात किस बारे में है। જવાબ", false),
            ("हिन्दी", false),
            ("Write to us at once, please.", false),
        ] {
            assert_eq!(is_in(text, gujarati, hindi), expected, "{text}");
        }
        assert_eq!(has_letter_of("hi", "Back"), Some(false));
        assert_eq!(has_letter_of("hi", "वापस"), Some(true));
        assert_eq!(has_letter_of("de", "Back"), None);
    }
}
