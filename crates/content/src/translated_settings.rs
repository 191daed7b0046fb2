//! Settings in the other languages of a site: `site.hi.toml` has the facts that read differently in Hindi, `structure.hi.toml` the
//! titles and descriptions of lists, `menus.hi.toml` the menus, and `words.hi.toml` the words of the theme and of forms.

use std::collections::BTreeMap;
use std::sync::Arc;

use diagnostic::{Diagnostic, Fingerprint, Source, did_you_mean, did_you_mean_or_list};
use serde_json::{Map, Value};

use crate::codes::{STALE_TRANSLATION, WRONG_TYPE};
use crate::file_language::split_language;
use crate::fill_facts::Facts;
use crate::pattern_help::ascii_digit;
use crate::site_config::SiteConfig;
use crate::stale_translation::stale_translation;
use crate::structure::Structure;
use crate::toml_text::{Part, TomlText, escape};
use crate::tree::Tree;

/// What pages in one language read instead of the settings in the main language.
#[derive(Debug, Clone)]
pub struct TranslatedSettings {
    /// `site.toml`, with the facts of `site.LANG.toml`.
    pub site: Value,
    /// `menus.toml`, with the menus of `menus.LANG.toml`.
    pub menus: Value,
    /// `words.LANG.toml`; an empty table if there is no such file.
    pub words: Value,
    /// `structure.toml`, with the texts of `structure.LANG.toml`.
    pub structure: Structure,
    /// Text of `structure.LANG.toml`, which is empty if there is no such file.
    pub structure_toml: TomlText,
}

/// Settings that are the same in every language.
const SAME: [&str; 6] = [
    "base_url",
    "language",
    "languages",
    "theme",
    "updated",
    "utc_offset",
];

/// Returns whether a key of `site.toml` has the same value in every language.
pub fn is_same_in_every_language(key: &str) -> bool {
    SAME.contains(&key)
}

/// Returns the file `content/NAME.LANG.toml`, whose language may be spelled in any case; `None` if there is no such file.
pub fn translated_file<'a>(
    tree: &'a Tree,
    name: &str,
    lang: &str,
    config: &SiteConfig,
) -> Option<&'a Arc<Source>> {
    let prefix = format!("content/{name}.");
    let files = tree.texts.range(prefix.clone()..);
    let mut files = files.take_while(|(path, _)| path.starts_with(&prefix));
    let is_wanted = |path: &str| {
        let stem = path.strip_suffix(".toml");
        let split = stem.and_then(|stem| split_language(stem, config));
        split.is_some_and(|(base, found)| found == lang && base.len() + 1 == prefix.len())
    };
    files
        .find(|(path, _)| is_wanted(path))
        .map(|(_, source)| source)
}

/// The facts and the words of each language of a site, the main one included.
#[derive(Debug, Default)]
pub struct Languages {
    /// `site.toml` in each language.
    sites: BTreeMap<String, Value>,
    /// `words.toml` in each language.
    words: BTreeMap<String, Value>,
    /// Whether `site.toml` has no errors.
    are_complete: bool,
}

impl Languages {
    /// Reads the facts and the words of each language. `main` are the facts of `site.toml`. `check` checks the translated facts.
    pub fn read(
        main: Facts<'_>,
        check: impl Fn(&Value, &TomlText) -> Vec<Diagnostic>,
        config: &SiteConfig,
        tree: &Tree,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let mut languages = Self {
            are_complete: main.are_complete,
            ..Self::default()
        };
        for lang in std::iter::once(&config.language).chain(config.languages.keys()) {
            let is_main = *lang == config.language;
            let file = |name: &str| {
                if is_main {
                    tree.texts.get(&format!("content/{name}.toml"))
                } else {
                    translated_file(tree, name, lang, config)
                }
            };
            let mut translated = main.site.clone();
            if let Some(source) = file("site").filter(|_| !is_main) {
                let toml = TomlText::whole(source);
                match (toml.parse(), &mut translated) {
                    (Ok(mut texts), Value::Object(base)) => {
                        let stale = stale_facts(base, &mut texts, &toml);
                        let mut found = Vec::new();
                        replace(base, texts, "", &toml, &mut found);
                        // A key that was renamed is reported itself.
                        diagnostics.extend(stale.filter(|_| found.is_empty()));
                        diagnostics.extend(found);
                        // The main settings have no violations, so all are the translation's.
                        let faults = if main.are_complete {
                            check(&translated, &toml)
                        } else {
                            Vec::new()
                        };
                        if !faults.is_empty() {
                            translated = main.site.clone();
                        }
                        diagnostics.extend(faults);
                    }
                    (Err(findings), _) => diagnostics.extend(findings),
                    _ => {}
                }
            }
            languages.sites.insert(lang.clone(), translated);
            let words = read_words(file("words"), languages.facts(lang), diagnostics);
            languages.words.insert(lang.clone(), words);
        }
        languages
    }

    /// Returns the facts of a language of the site.
    pub fn facts(&self, lang: &str) -> Facts<'_> {
        Facts {
            site: self.sites.get(lang).unwrap_or(&Value::Null),
            are_complete: self.are_complete,
        }
    }

    /// Returns what pages in another language read, given its menus and its structure.
    pub fn translation(
        &self,
        lang: &str,
        menus: Value,
        (structure, structure_toml): (Structure, TomlText),
    ) -> TranslatedSettings {
        TranslatedSettings {
            site: self.facts(lang).site.clone(),
            menus,
            words: self.words(lang).clone(),
            structure,
            structure_toml,
        }
    }

    /// Returns the words of a language of the site.
    pub fn words(&self, lang: &str) -> &Value {
        self.words.get(lang).unwrap_or(&Value::Null)
    }
}

/// Takes the version of `site.toml` that the translated `texts` name, and reports it if their originals in `base` have changed since. Texts
/// that name no version are never reported.
fn stale_facts(
    base: &Map<String, Value>,
    texts: &mut Map<String, Value>,
    toml: &TomlText,
) -> Option<Diagnostic> {
    let named = texts.remove("translates")?;
    let mut originals = String::new();
    add_originals(base, texts, &mut originals);
    let version = Fingerprint::of(originals).mark();
    let named = named.as_str().unwrap_or_default();
    let path = &toml.source.path;
    let message = format!("facts of site.toml have changed since {path} was translated");
    (named != version).then(|| {
        let place = toml.locate("/translates", Part::Value);
        stale_translation(message, place, named, &version)
    })
}

/// Adds the values in `base` of all keys that `texts` has.
fn add_originals(base: &Map<String, Value>, texts: &Map<String, Value>, originals: &mut String) {
    let sorted: BTreeMap<&String, &Value> = texts.iter().collect();
    for (key, text) in sorted {
        originals.push_str(key);
        originals.push('\0');
        match (base.get(key), text) {
            (Some(Value::Object(base)), Value::Object(texts)) => {
                add_originals(base, texts, originals);
            }
            (Some(value), _) => originals.push_str(&value.to_string()),
            (None, _) => {}
        }
    }
}

/// Replaces the texts of `base`, the table at `pointer` of `site.toml`, by those of its translation.
fn replace(
    base: &mut Map<String, Value>,
    texts: Map<String, Value>,
    pointer: &str,
    toml: &TomlText,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let tables = base.iter().filter(|(_, value)| value.is_object());
    let untranslated = tables.filter(|(key, _)| !texts.contains_key(*key));
    let untranslated: Vec<String> = untranslated.map(|(key, _)| key.clone()).collect();
    for (key, text) in texts {
        let pointer = format!("{pointer}/{}", escape(&key));
        let name = pointer[1..].replace('/', ".");
        if is_same_in_every_language(&name) {
            let message = format!("`{name}` is the same in every language");
            diagnostics.push(
                Diagnostic::new(&STALE_TRANSLATION, message)
                    .at(toml.locate(&pointer, Part::Key), "")
                    .help("remove it"),
            );
            continue;
        }
        let known = base.keys().map(String::as_str);
        let near = did_you_mean(&key, known);
        match (base.get_mut(&key), text) {
            (Some(Value::Object(base)), Value::Object(texts)) => {
                replace(base, texts, &pointer, toml, diagnostics);
            }
            (Some(Value::String(base)), Value::String(text)) => {
                if is_other_number(base, &text) {
                    let message =
                        format!("`{name}` has other digits than in site.toml, where it is {base}");
                    diagnostics.push(
                        Diagnostic::new(&STALE_TRANSLATION, message)
                            .at(toml.locate(&pointer, Part::Value), "")
                            .help("correct one of them"),
                    );
                }
                *base = text;
            }
            (Some(base @ Value::Array(_)), text @ Value::Array(_)) => *base = text,
            (Some(_), _) => {
                let message = format!("`{name}` of site.toml is not a text of the same kind");
                diagnostics.push(
                    Diagnostic::new(&WRONG_TYPE, message)
                        .at(toml.locate(&pointer, Part::Value), "")
                        .help("translate texts and lists of texts only"),
                );
            }
            (None, text) => {
                let message = format!("site.toml has no `{name}`");
                let tables = untranslated.iter().map(String::as_str);
                let tables = tables.filter(|_| text.is_object());
                let near = near
                    .or_else(|| did_you_mean_or_list(&key, "tables without a translation", tables));
                diagnostics.push(
                    Diagnostic::new(&STALE_TRANSLATION, message)
                        .at(toml.locate(&pointer, Part::Key), "")
                        .help(near.unwrap_or_else(|| "remove it".into())),
                );
            }
        }
    }
}

/// Returns whether a text is a long number, such as a telephone number, and its translation has other digits.
fn is_other_number(text: &str, translation: &str) -> bool {
    const LONG: usize = 7;
    let digits = |text: &str| -> String { text.chars().filter_map(ascii_digit).collect() };
    let number = digits(text);
    number.len() >= LONG
        && !text.contains(|c: char| c.is_alphabetic() || c == ':')
        && !translation.contains(char::is_alphabetic)
        && digits(translation) != number
}

/// Reads a file of words: tables of texts, which may contain other tables. Returns an empty table if the file is missing or
/// invalid.
fn read_words(
    source: Option<&Arc<Source>>,
    facts: Facts<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Value {
    let Some(toml) = source.map(TomlText::whole) else {
        return Value::Object(Map::new());
    };
    match toml.parse() {
        Ok(mut words) => {
            facts.fill(&mut words, &toml, "", diagnostics);
            let words = Value::Object(words);
            diagnostics.extend(other_values(&words, "", &toml));
            words
        }
        Err(findings) => {
            diagnostics.extend(findings);
            Value::Object(Map::new())
        }
    }
}

/// Reports values that are neither texts nor tables.
fn other_values(value: &Value, pointer: &str, toml: &TomlText) -> Vec<Diagnostic> {
    match value {
        Value::String(_) => Vec::new(),
        Value::Object(fields) => {
            let below = fields.iter().flat_map(|(key, value)| {
                other_values(value, &format!("{pointer}/{}", escape(key)), toml)
            });
            below.collect()
        }
        _ => {
            let message = format!("`{}` must be a text", pointer[1..].replace('/', "."));
            let diagnostic = Diagnostic::new(&WRONG_TYPE, message);
            vec![
                diagnostic
                    .at(toml.locate(pointer, Part::Value), "")
                    .help("write it in quotes"),
            ]
        }
    }
}
