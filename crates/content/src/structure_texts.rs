//! Translations of the texts of `structure.toml`: `structure.hi.toml` has the titles and descriptions of lists that read differently
//! in Hindi.

use std::collections::HashMap;
use std::sync::Arc;

use diagnostic::{Diagnostic, Source, all_of, did_you_mean};
use serde_json::{Map, Value};

use crate::codes::{STALE_TRANSLATION, WRONG_TYPE};
use crate::fill_facts::Facts;
use crate::structure::Structure;
use crate::structure_checks::{foreign_placeholders, text_placeholders};
use crate::toml_text::{Part, TomlText, escape};

/// Tables of `structure.toml` with texts that pages show.
struct TextTable {
    /// Path of the tables, such as `taxonomy.term`.
    path: &'static str,
    /// Key that names a table, such as `name`; empty if there is only one table.
    key: &'static str,
    /// Keys of the texts.
    texts: &'static [&'static str],
}

const TEXT_TABLES: [TextTable; 6] = [
    text_table(
        "taxonomy",
        "name",
        &["title", "description", "page_title", "page_description"],
    ),
    text_table("taxonomy.term", "name", &["title", "description"]),
    text_table("pagination", "page", &["title", "description"]),
    text_table("feed", "route", &["title", "description"]),
    text_table("search", "", &["suggestions", "synonyms"]),
    text_table("search.collection", "name", &["label"]),
];

const fn text_table(
    path: &'static str,
    key: &'static str,
    texts: &'static [&'static str],
) -> TextTable {
    TextTable { path, key, texts }
}

fn text_table_at(path: &str) -> Option<&'static TextTable> {
    TEXT_TABLES.iter().find(|rule| rule.path == path)
}

/// Reads `structure.LANG.toml`, which may not exist. `main` is `structure.toml`, in which no facts are filled in yet, and `facts` are
/// those of the language. Returns the structure of the language, or `None` if `main` cannot be used, and the text of the file.
pub fn read(
    main: &Value,
    source: Option<&Arc<Source>>,
    facts: Facts<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Option<Structure>, TomlText) {
    let toml = source.map(TomlText::whole).unwrap_or_default();
    let mut structure = main.clone();
    let parsed = source.map(|_| toml.parse());
    match parsed {
        Some(Ok(mut texts)) => {
            facts.fill(&mut texts, &toml, "", diagnostics);
            let mut translation = Translation {
                toml: &toml,
                diagnostics,
            };
            translation.replace(&mut structure, texts, "", "");
        }
        Some(Err(findings)) => diagnostics.extend(findings),
        None => {}
    }
    if let Value::Object(rules) = &mut structure {
        // Unknown facts were reported where they are written.
        facts.fill(rules, &toml, "", &mut Vec::new());
    }
    (serde_json::from_value(structure).ok(), toml)
}

/// A translation that is read.
struct Translation<'a> {
    toml: &'a TomlText,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Translation<'_> {
    /// Replaces the texts of `table`, which has the path `path` in `structure.toml`, by those at `pointer` of the translation.
    fn replace(&mut self, table: &mut Value, texts: Map<String, Value>, path: &str, pointer: &str) {
        let own = text_table_at(path).map_or(&[] as &[&str], |rule| rule.texts);
        for (key, text) in texts {
            let pointer = format!("{pointer}/{}", escape(&key));
            let inner = if path.is_empty() {
                key.clone()
            } else {
                format!("{path}.{key}")
            };
            if let Some(rule) = text_table_at(&inner) {
                self.table(table.get_mut(&key), text, rule, &pointer);
            } else if own.contains(&key.as_str()) {
                self.text(table, &key, text, path, &pointer);
            } else {
                self.unknown(table, &key, own, path, &pointer);
            }
        }
    }

    /// Replaces the texts of tables that the translation names.
    fn table(&mut self, tables: Option<&mut Value>, texts: Value, rule: &TextTable, pointer: &str) {
        let path = rule.path;
        match (tables, texts) {
            (Some(Value::Array(tables)), Value::Object(named)) => {
                let names = tables.iter().map(|one| one[rule.key].as_str());
                let names = names.map(|name| name.unwrap_or_default().to_owned());
                let mut positions: HashMap<String, usize> = HashMap::new();
                for (index, name) in names.enumerate() {
                    positions.entry(name).or_insert(index);
                }
                for (name, texts) in named {
                    let pointer = format!("{pointer}/{}", escape(&name));
                    let position = positions.get(&name);
                    match (position.and_then(|at| tables.get_mut(*at)), texts) {
                        (Some(table), Value::Object(texts)) => {
                            self.replace(table, texts, path, &pointer);
                        }
                        (Some(_), _) => self.no_table(rule, &pointer),
                        (None, _) => {
                            let near = did_you_mean(&name, positions.keys().map(String::as_str));
                            let key = rule.key;
                            let message =
                                format!("structure.toml has no [[{path}]] with the {key} `{name}`");
                            let place = self.toml.locate(&pointer, Part::Key);
                            self.diagnostics.push(
                                Diagnostic::new(&STALE_TRANSLATION, message)
                                    .at(place, "")
                                    .help(near.unwrap_or_else(|| "remove it".into())),
                            );
                        }
                    }
                }
            }
            (Some(table @ Value::Object(_)), Value::Object(texts)) => {
                self.replace(table, texts, path, pointer);
            }
            (None, _) => {
                let message = format!("structure.toml has no `{path}`");
                let place = self.toml.locate(pointer, Part::Key);
                let diagnostic = Diagnostic::new(&STALE_TRANSLATION, message).at(place, "");
                self.diagnostics.push(diagnostic.help("remove it"));
            }
            _ => self.no_table(rule, pointer),
        }
    }

    /// Replaces a text, and reports one of another type or with placeholders that nothing fills in.
    fn text(&mut self, table: &mut Value, key: &str, text: Value, path: &str, pointer: &str) {
        let is_list_of = |value: &Value, is_item: fn(&Value) -> bool| {
            value.as_array().is_some_and(|all| all.iter().all(is_item))
        };
        let is_texts = |value: &Value| is_list_of(value, Value::is_string);
        let (kind, fits) = match key {
            "suggestions" => ("a list of texts", is_texts(&text)),
            "synonyms" => {
                let groups = text.as_array();
                let fits = groups.is_some_and(|groups| groups.iter().all(is_texts));
                ("a list of lists of texts", fits)
            }
            _ => ("a text", text.is_string()),
        };
        if !fits {
            let message = format!("`{key}` must be {kind}");
            let place = self.toml.locate(pointer, Part::Value);
            let diagnostic = Diagnostic::new(&WRONG_TYPE, message).at(place, "");
            let help = "write it as in structure.toml";
            self.diagnostics.push(diagnostic.help(help));
            return;
        }
        let known = text_placeholders(
            path,
            key,
            table["taxonomy"].is_string() && table["terms"] != true,
        );
        let pattern = text.as_str().unwrap_or_default();
        if let Some(known) = known {
            let foreign = foreign_placeholders(self.toml, pointer, pattern, known);
            self.diagnostics.extend(foreign);
        }
        table[key] = text;
    }

    /// Reports tables that are not written as a translation names them.
    fn no_table(&mut self, rule: &TextTable, pointer: &str) {
        let path = rule.path;
        let message = format!("this is not a translation of a [[{path}]]");
        let place = self.toml.locate(pointer, Part::Value);
        let diagnostic = Diagnostic::new(&WRONG_TYPE, message).at(place, "");
        let help = format!(
            "write [{path}.\"…\"] with its `{}`, and the texts below",
            rule.key
        );
        self.diagnostics.push(diagnostic.help(help));
    }

    /// Reports a key that is not that of a text.
    fn unknown(&mut self, table: &Value, key: &str, own: &[&str], path: &str, pointer: &str) {
        let is_setting = table.get(key).is_some();
        let message = if is_setting {
            format!("`{key}` is the same in every language")
        } else if path.is_empty() {
            format!("structure.toml has no texts in `{key}`")
        } else {
            format!("`{path}` has no text `{key}`")
        };
        let tables = TEXT_TABLES.iter().map(|rule| rule.path);
        let tables = tables.filter(|one| !one.contains('.'));
        let known = || {
            own.iter()
                .copied()
                .chain(tables.clone().filter(|_| path.is_empty()))
        };
        let near = did_you_mean(key, known()).filter(|_| !is_setting);
        let help = near.unwrap_or_else(|| match own {
            [] => "remove it".into(),
            own => format!("remove it; its texts are {}", all_of(own.iter().copied())).into(),
        });
        let place = self.toml.locate(pointer, Part::Key);
        let diagnostic = Diagnostic::new(&STALE_TRANSLATION, message).at(place, "");
        self.diagnostics.push(diagnostic.help(help));
    }
}
