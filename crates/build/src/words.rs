//! Compares the words of each language with those that templates and forms use.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use content::{Content, Part, TomlText, Tree, codes::MISSING_TRANSLATION, translated_file};
use diagnostic::{Diagnostic, Help, Place, Source, did_you_mean, nearest};
use forms::words::{UsedBy, Word, Words, placeholders};
use render::{Templates, word_keys};
use serde_json::Value;

use crate::codes::{UNUSED_WORD, WORD_MISMATCH};

/// Number of words that a finding lists.
const LISTED: usize = 5;
/// Table of the words that all forms have in common.
const FORM: &str = "form.";

/// Reports words that no template uses, translations of words that do not exist, words that are not translated, and translations
/// with other placeholders.
pub fn check(content: &Content, templates: &Templates, tree: &Tree) -> Vec<Diagnostic> {
    let main = tree.texts.get("content/words.toml");
    // Nothing is known about words whose file cannot be read.
    if main.is_some_and(|source| TomlText::whole(source).parse().is_err()) {
        return Vec::new();
    }
    let mut diagnostics = Vec::new();
    let misspelled = misspelled_keys(content, templates);
    if let Some(source) = main {
        let toml = TomlText::whole(source);
        let unused = unused(&content.words, templates, &toml).into_iter();
        diagnostics.extend(unused.filter(|one| {
            let key = one.message.split('`').nth(1);
            !misspelled.iter().any(|(own, _)| Some(own.as_str()) == key)
        }));
        diagnostics.extend(misspelled.iter().map(|(own, all)| {
            let message =
                format!("the templates and the translations have the word `{all}`, not `{own}`");
            let place = toml.locate(&format!("/{}", own.replace('.', "/")), Part::Key);
            let (old, new) = (name_of(own), name_of(all));
            let help = Help::replace(format!("write `{new}`"), old, new).certainly();
            Diagnostic::new(&WORD_MISMATCH, message)
                .at(place, "")
                .help(help)
        }));
    }
    let is_english = content.config.language.split('-').next() == Some("en");
    let wanted = Wanted {
        words: &content.words,
        templates,
        main,
        theme: false,
        forms: if is_english {
            BTreeSet::new()
        } else {
            uses(content.forms.values())
        },
        lang: &content.config.language,
        misspelled: &misspelled,
    };
    diagnostics.extend(wanted.check(&content.words, main, "content/words.toml"));
    for (lang, translation) in content.translations.iter() {
        let source = translated_file(tree, "words", lang, &content.config);
        let is_translated = |form: &&Value| form["translations"].get(lang.as_str()).is_some();
        let wanted = Wanted {
            words: &content.words,
            templates,
            main,
            theme: true,
            forms: uses(content.forms.values().filter(is_translated)),
            lang,
            misspelled: &misspelled,
        };
        let file = format!("content/words.{lang}.toml");
        diagnostics.extend(wanted.check(&translation.words, source, &file));
    }
    diagnostics
}

/// Returns the keys of words that only the main language has, each with the similar one that a template and all translations have.
fn misspelled_keys(content: &Content, templates: &Templates) -> Vec<(String, String)> {
    let own: BTreeSet<String> = word_keys(&content.words).into_iter().collect();
    let translations = content.translations.values();
    let mut others = translations.map(|one| word_keys(&one.words));
    let mut shared: BTreeSet<String> = others.next().unwrap_or_default().into_iter().collect();
    for keys in others {
        shared.retain(|key| keys.contains(key));
    }
    let is_used = |key: &str| {
        let quoted = [format!("\"{key}\""), format!("'{key}'")];
        let mut texts = templates.values().map(|template| &template.text);
        texts.any(|text| quoted.iter().any(|quoted| text.contains(quoted)))
    };
    let missing = shared.difference(&own).map(String::as_str);
    let missing: Vec<&str> = missing.filter(|key| is_used(key)).collect();
    let unused = own.difference(&shared).filter(|key| !is_used(key));
    let table = |key: &str| key.rsplit_once('.').map(|(table, _)| table.to_owned());
    unused
        .filter_map(|key| {
            let right = nearest(key, missing.iter().copied())?;
            (table(key) == table(right)).then(|| (key.clone(), right.to_owned()))
        })
        .collect()
}

/// Returns the last part of the key of a word.
fn name_of(key: &str) -> &str {
    key.rsplit('.').next().unwrap_or(key)
}

/// Names that are written in Latin letters in every language.
const NAMES: [&str; 12] = [
    "facebook",
    "instagram",
    "google",
    "telegram",
    "twitter",
    "pinterest",
    "mastodon",
    "bluesky",
    "android",
    "windows",
    "apple",
    "github",
];

/// Returns whether a word of a language with its own writing system is still in that of the main language.
fn is_left_as_it_was(lang: &str, original: &str, translated: &str) -> bool {
    original == translated
        && !original.contains(['@', '/', '<'])
        && content::has_letter_of(lang, translated) == Some(false)
        && has_words(original)
}

/// Units that every language may write in Latin letters.
const UNITS: [&str; 14] = [
    "bpm", "cal", "dpi", "hrs", "inch", "kcal", "kmh", "kwh", "lbs", "min", "mph", "ppm", "rpm",
    "sec",
];

/// Returns whether a text has words to translate, and not only placeholders, names, units, and formats such as `dd.MM.yyyy`.
fn has_words(text: &str) -> bool {
    let mut depth = 0_usize;
    let plain = text.chars().filter(|c| match c {
        '{' => {
            depth += 1;
            false
        }
        '}' => {
            depth = depth.saturating_sub(1);
            false
        }
        _ => depth == 0,
    });
    let plain: String = plain.collect();
    // Names and abbreviations have capitals, hyphens, or dots.
    let is_word = |word: &&str| {
        word.len() > 2
            && word.bytes().all(|byte| byte.is_ascii_lowercase())
            && !NAMES.contains(word)
    };
    let words = plain.split_whitespace();
    let words = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let words: Vec<&str> = words.filter(is_word).collect();
    match words.as_slice() {
        [] => false,
        [word] => !UNITS.contains(word),
        _ => true,
    }
}

/// Returns which groups of words some forms use.
fn uses<'a>(forms: impl Iterator<Item = &'a Value>) -> BTreeSet<UsedBy> {
    let mut used = BTreeSet::new();
    for form in forms {
        let mut fields = form["field"].as_array().into_iter().flatten();
        used.insert(UsedBy::Every);
        used.extend(
            fields
                .any(|field| field["type"] == "file")
                .then_some(UsedBy::Files),
        );
        used.extend((form["double_opt_in"] == true).then_some(UsedBy::Subscriptions));
    }
    used
}

/// Returns the word of forms with this key.
fn word_of_forms(key: &str) -> Option<&'static Word> {
    let name = key.strip_prefix(FORM)?;
    Words::ALL.iter().find(|word| word.key == name)
}

/// The words that a file has to have.
struct Wanted<'a> {
    /// The words in the main language.
    words: &'a Value,
    /// The templates, which give placeholders their values.
    templates: &'a Templates,
    /// The file of the words in the main language.
    main: Option<&'a Arc<Source>>,
    /// Whether the file has to have those of the theme.
    theme: bool,
    /// The words of forms that the file has to have.
    forms: BTreeSet<UsedBy>,
    /// The language of the file.
    lang: &'a str,
    /// Keys of the main language that nothing else uses, each with the key that all others use.
    misspelled: &'a [(String, String)],
}

impl Wanted<'_> {
    /// Returns the text of a word in the main language.
    fn text(&self, key: &str) -> Option<&str> {
        let english = || Some(word_of_forms(key)?.english);
        text(self.words, key).or_else(english)
    }

    /// Returns whether a template gives a placeholder of a word its value: `word(key="files", values={"count": 2})`.
    fn is_given(&self, key: &str, placeholder: &str) -> bool {
        let (call, value) = (format!("key=\"{key}\""), format!("\"{placeholder}\":"));
        self.templates.values().any(|template| {
            let mut lines = template.text.lines().filter(|line| line.contains(&call));
            lines.any(|line| line.contains(&value))
        })
    }

    /// Returns how the main language writes a placeholder that has lost a brace or has other signs around its name, such as `{count`,
    /// `(count)`, or `%count%`. Returns `None` if the text does not contain it, or if no template and no other translation gives it.
    fn damaged<'t>(&self, key: &str, placeholder: &str, original: &'t str) -> Option<&'t str> {
        const SIGNS: [char; 9] = ['{', '}', '(', ')', '[', ']', '<', '>', '%'];
        let is_letter = |c: char| c.is_alphanumeric() || c == '_';
        let at = original.match_indices(placeholder).find_map(|(at, _)| {
            let (before, after) = (&original[..at], &original[at + placeholder.len()..]);
            let is_whole = !before.ends_with(is_letter) && !after.starts_with(is_letter);
            let has_sign = before.ends_with(SIGNS) || after.starts_with(SIGNS);
            (is_whole && has_sign).then_some(at)
        })?;
        let end = at + placeholder.len();
        let start = at - usize::from(original[..at].ends_with(SIGNS));
        let end = end + usize::from(original[end..].starts_with(SIGNS));
        let is_braced = original[start..end].contains(['{', '}']);
        (is_braced || self.is_given(key, placeholder)).then_some(&original[start..end])
    }

    /// Checks the words in the file `source`, which has the name `file` if it does not exist.
    fn check(&self, words: &Value, source: Option<&Arc<Source>>, file: &str) -> Vec<Diagnostic> {
        let keys = word_keys(words);
        let mut diagnostics = Vec::new();
        let of_theme = word_keys(self.words);
        let of_theme = of_theme
            .iter()
            .filter(|key| self.theme && !key.starts_with(FORM));
        let of_form = Words::ALL.iter().map(|word| format!("{FORM}{}", word.key));
        let known: BTreeSet<String> = of_theme.cloned().chain(of_form).collect();
        let is_wanted = |key: &&String| {
            word_of_forms(key).is_none_or(|word| self.forms.contains(&word.used_by))
        };
        let missing: Vec<&String> = known
            .iter()
            .filter(is_wanted)
            .filter(|key| !keys.contains(key))
            .collect();
        let renamed = renamed_tables(&known, &keys);
        let is_misspelled = |key: &str| {
            self.misspelled
                .iter()
                .any(|(own, all)| own == key || all == key)
        };
        let below = |key: &str, table: &str| -> Option<String> {
            let rest = key.strip_prefix(table)?.strip_prefix('.')?;
            Some(rest.to_owned())
        };
        let is_renamed = |key: &str| {
            renamed.iter().any(|(from, to)| {
                let is_there = |rest: String| keys.contains(&format!("{from}.{rest}"));
                below(key, from).is_some() || below(key, to).is_some_and(is_there)
            })
        };
        let missing: Vec<&String> = missing
            .into_iter()
            .filter(|key| !is_renamed(key) && !is_misspelled(key))
            .collect();
        if let Some(source) = source {
            let toml = TomlText::whole(source);
            diagnostics.extend(renamed.iter().map(|(from, to)| {
                let message = format!("content/words.toml has no words below `{from}`");
                let place = toml.locate(&format!("/{from}"), Part::Key);
                let help = Help::replace(format!("did you mean `{to}`?"), from, to);
                Diagnostic::new(&WORD_MISMATCH, message)
                    .at(place, "")
                    .help(help)
            }));
        }
        if !missing.is_empty() {
            let message = match missing.len() {
                1 => format!("{file} lacks a word"),
                count => format!("{file} lacks {count} words"),
            };
            let place = source.map(Place::start_of);
            let mut diagnostic = Diagnostic::new(&MISSING_TRANSLATION, message).maybe_at(place, "");
            for key in missing.iter().take(LISTED) {
                let text = self.text(key).unwrap_or_default();
                diagnostic = diagnostic.help(format!("translate `{key}`: {text:?}"));
            }
            if missing.len() > LISTED {
                diagnostic = diagnostic.help(format!("and {} more", missing.len() - LISTED));
            }
            diagnostics.push(diagnostic);
        }
        let Some(toml) = source.map(TomlText::whole) else {
            return diagnostics;
        };
        let mut untranslated = Vec::new();
        for key in keys
            .iter()
            .filter(|key| !is_renamed(key) && !is_misspelled(key))
        {
            let place = |part| toml.locate(&format!("/{}", key.replace('.', "/")), part);
            let Some(original) = self.text(key) else {
                let message = format!("content/words.toml has no word `{key}`");
                let near = did_you_mean(key, missing.iter().map(|key| key.as_str()));
                let diagnostic = Diagnostic::new(&WORD_MISMATCH, message).at(place(Part::Key), "");
                diagnostics.push(diagnostic.help(near.unwrap_or_else(|| "remove it".into())));
                continue;
            };
            let translated = text(words, key).unwrap_or_default();
            if self.theme && is_left_as_it_was(self.lang, original, translated) {
                let message =
                    format!("`{key}` is not translated: it is the same as in the main language");
                let diagnostic = Diagnostic::new(&MISSING_TRANSLATION, message).warning();
                let help = format!("translate it: {original:?}");
                untranslated.push(diagnostic.at(place(Part::Value), "").help(help));
            }
            let names = |text: &'_ str| -> BTreeSet<String> {
                placeholders(text).map(str::to_owned).collect()
            };
            let (ours, theirs) = (names(translated), names(original));
            let renamed = ours
                .difference(&theirs)
                .next()
                .zip(theirs.difference(&ours).next());
            if let Some((given, unknown)) = renamed
                && self.is_given(key, given)
                && !self.is_given(key, unknown)
                && let Some(main) = self.main
            {
                // The translation is right, and the original is not.
                let message =
                    format!("no template gives the word `{key}` a value for `{{{unknown}}}`");
                let toml = TomlText::whole(main);
                let place = toml.locate(&format!("/{}", key.replace('.', "/")), Part::Value);
                let help = Help::replace(format!("did you mean `{{{given}}}`?"), unknown, given);
                diagnostics.push(
                    Diagnostic::new(&WORD_MISMATCH, message)
                        .at(place, "")
                        .help(help),
                );
            } else if let Some(other) = ours.difference(&theirs).next()
                && let Some(main) = self.main
                && let Some(typed) = self.damaged(key, other, original)
            {
                // The translation is right: the placeholder of the original has lost a brace.
                let toml = TomlText::whole(main);
                let place = toml.locate(&format!("/{}", key.replace('.', "/")), Part::Value);
                let message =
                    format!("the placeholder `{{{other}}}` of the word `{key}` is not complete");
                let meant = format!("{{{other}}}");
                let help = Help::replace(format!("write `{meant}`"), typed, &meant);
                diagnostics.push(
                    Diagnostic::new(&WORD_MISMATCH, message)
                        .at(place, "")
                        .help(help),
                );
            } else if let Some(other) = ours.difference(&theirs).next() {
                let message = format!("the word `{key}` has no placeholder `{{{other}}}`");
                let known = theirs
                    .iter()
                    .map(|name| format!("{{{name}}}"))
                    .collect::<Vec<_>>();
                let help = match known.as_slice() {
                    [] => "write the text without it".to_owned(),
                    known => format!("its placeholders are {}", known.join(", ")),
                };
                diagnostics.push(
                    Diagnostic::new(&WORD_MISMATCH, message)
                        .at(place(Part::Value), "")
                        .help(help),
                );
            } else if let Some(lost) = theirs.difference(&ours).next() {
                let message = format!("`{key}` lacks the placeholder `{{{lost}}}`");
                diagnostics.push(
                    Diagnostic::new(&WORD_MISMATCH, message)
                        .at(place(Part::Value), "")
                        .help(format!("it stands for a value, as in {original:?}")),
                );
            }
        }
        // A copy that nobody has begun to translate is no slip.
        if untranslated.len() * 2 < keys.len() {
            diagnostics.extend(untranslated);
        }
        diagnostics
    }
}

/// Returns the names of the tables of `keys` that `known` has under another, similar name, with that name.
fn renamed_tables(known: &BTreeSet<String>, keys: &[String]) -> BTreeMap<String, String> {
    let table = |key: &String| Some(key.split_once('.')?.0.to_owned());
    let known: BTreeSet<String> = known.iter().filter_map(table).collect();
    let own: BTreeSet<String> = keys.iter().filter_map(table).collect();
    let free = || known.difference(&own).map(String::as_str);
    let unknown = own.difference(&known);
    let renamed =
        unknown.filter_map(|name| Some((name.clone(), nearest(name, free())?.to_owned())));
    renamed.collect()
}

/// Returns the text of a word, or `None` if it does not exist.
fn text<'a>(words: &'a Value, key: &str) -> Option<&'a str> {
    words
        .pointer(&format!("/{}", key.replace('.', "/")))?
        .as_str()
}

/// Reports the words of the theme that no template uses.
fn unused(words: &Value, templates: &Templates, toml: &TomlText) -> Vec<Diagnostic> {
    let texts = || templates.values().map(|template| template.text.as_str());
    let keys = word_keys(words)
        .into_iter()
        .filter(|key| !key.starts_with(FORM));
    // A template may put a key together, or pass it on: what is in quotes counts.
    let is_unused = |key: &String| {
        let quoted = [format!("\"{key}\""), format!("'{key}'")];
        !texts().any(|text| quoted.iter().any(|quoted| text.contains(quoted)))
    };
    let unused = keys.filter(is_unused);
    let report = |key: String| {
        let place = toml.locate(&format!("/{}", key.replace('.', "/")), Part::Key);
        Diagnostic::new(&UNUSED_WORD, format!("no template uses the word `{key}`"))
            .at(place, "")
            .help("remove it here and in the other languages")
    };
    unused.map(report).collect()
}

#[cfg(test)]
mod tests {
    use super::is_left_as_it_was;

    #[test]
    fn texts_that_were_not_translated() {
        for (text, expected) in [
            ("Read more", true),
            ("send us your {thing}", true),
            ("more", true),
            ("\u{a9} {year} {name}", false),
            ("{count} km", false),
            ("{count} min.", false),
            ("{the_first} {second word}", false),
            ("E-Mail", false),
            ("dd.MM.yyyy", false),
            ("Ravi Shah", false),
            ("WhatsApp", false),
        ] {
            assert_eq!(is_left_as_it_was("hi", text, text), expected, "{text}");
        }
    }
}
