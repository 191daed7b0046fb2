//! Settings of Hugo, from one file or several, in TOML, YAML, or JSON.

use diagnostic::{Diagnostic, Place};
use toml::{Table, Value};

use crate::codes::NOT_A_SITE;
use crate::project::Project;
use crate::values::{from_json, from_toml, from_yaml_1_2, inner};

/// Returns the settings, with keys in lower case, because Hugo ignores their case.
pub fn settings(project: &Project<'_>) -> Result<Table, Diagnostic> {
    let mut config = Table::new();
    let mut has_any = false;
    let names = ["hugo", "config"];
    let top = names.iter().flat_map(|name| {
        ["toml", "yaml", "yml", "json"].map(|extension| format!("{name}.{extension}"))
    });
    // `hugo` builds for production, whose settings come last.
    let folders = ["config/_default/", "config/production/"];
    let split = folders.iter().flat_map(|folder| project.below(folder));
    let all: Vec<String> = top.chain(split.map(str::to_owned)).collect();
    for path in all {
        let Some(source) = project.text(&path) else {
            continue;
        };
        let (stem, extension) = path.rsplit_once('.').unwrap_or((&path, ""));
        let parsed = match extension {
            "toml" => from_toml(&source.text),
            "json" => from_json(&source.text),
            "yaml" | "yml" => from_yaml_1_2(&source.text),
            _ => continue,
        };
        let table = parsed.map_err(|message| {
            let message = format!("cannot read {path}: {message}");
            Diagnostic::new(&NOT_A_SITE, message).at(Place::start_of(&source), "")
        })?;
        let table = lower(table);
        has_any = true;
        // The name of a file counts, not those of the folders in which it is.
        let name = stem.rsplit_once('/').map(|(_, name)| name);
        match name {
            Some(name) if !names.contains(&name) => add(&mut config, &name.to_lowercase(), table),
            _ => merge(&mut config, table),
        }
    }
    if has_any {
        return Ok(config);
    }
    let diagnostic = Diagnostic::new(
        &NOT_A_SITE,
        "there is no hugo.toml, hugo.yaml, config.toml or config.yaml in this folder",
    );
    Err(diagnostic.help("name the folder of the Hugo site"))
}

/// Adds the table of a file, whose name is that of a key, with a language after it for those of one language: `menus.de.toml`.
fn add(config: &mut Table, name: &str, table: Table) {
    let (key, lang) = name.split_once('.').unwrap_or((name, ""));
    let path: &[&str] = match (key, lang) {
        (key, "") => &[key],
        ("languages", lang) => &["languages", lang],
        (key, lang) => &["languages", lang, key],
    };
    let mut at = config;
    for key in path {
        let inner = at.entry(*key).or_insert_with(|| Value::Table(Table::new()));
        let Value::Table(inner) = inner else {
            return;
        };
        at = inner;
    }
    merge(at, table);
}

/// Adds the values of a table to another one, and to the tables in it.
fn merge(into: &mut Table, table: Table) {
    for (key, value) in table {
        match (into.get_mut(&key), value) {
            (Some(Value::Table(inner)), Value::Table(value)) => merge(inner, value),
            (_, value) => {
                into.insert(key, value);
            }
        }
    }
}

/// Returns a table with all keys in lower case, except those within `params`.
fn lower(table: Table) -> Table {
    let lowered = table.into_iter().map(|(key, value)| {
        let key = key.to_lowercase();
        let value = match value {
            Value::Table(inner) if key != "params" => Value::Table(lower(inner)),
            Value::Array(values) => {
                let values = values.into_iter().map(|value| match value {
                    Value::Table(inner) => Value::Table(lower(inner)),
                    value => value,
                });
                Value::Array(values.collect())
            }
            value => value,
        };
        (key, value)
    });
    lowered.collect()
}

/// Returns whether quotes and dashes become typographic ones, from the settings of Goldmark.
pub fn has_typographer(goldmark: &Table) -> bool {
    let extensions = inner(goldmark, "extensions");
    match extensions.and_then(|one| one.get("typographer")) {
        Some(Value::Boolean(is_on)) => *is_on,
        Some(Value::Table(table)) => table.get("disable").and_then(Value::as_bool) != Some(true),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Files;

    #[test]
    fn typographers() {
        for (goldmark, expected) in [
            ("", true),
            ("extensions.typographer = false", false),
            ("extensions.typographer = true", true),
            ("extensions.typographer = { disable = true }", false),
            ("extensions.typographer = { leftSingleQuote = '<' }", true),
            ("extensions.table = false", true),
        ] {
            let goldmark: Table = toml::from_str(goldmark).unwrap();
            assert_eq!(has_typographer(&goldmark), expected);
        }
    }

    #[test]
    fn split_settings() {
        let files = Files::of(&[
            (
                "config/_default/hugo.toml",
                "title = 'A'\n[params]\nOwn = 1\n",
            ),
            ("config/_default/languages.de.toml", "title = 'B'\n"),
            ("config/_default/menus.de.toml", "[[main]]\nname = 'C'\n"),
            ("config/_default/theme/params.yaml", "other: 2\n"),
            ("config/production/hugo.yaml", "params: { third: 3 }\n"),
            ("hugo.yaml", "baseURL: https://a.example/\nno: on\n"),
        ]);
        let expected: Table = toml::from_str(
            "baseurl = 'https://a.example/'\ntitle = 'A'\nparams = { Own = 1, other = 2, third = 3 }\nno = 'on'\n\
             languages.de = { title = 'B', menus.main = [{ name = 'C' }] }\n",
        )
        .unwrap();
        assert_eq!(settings(&files.project()).unwrap(), expected);
    }
}
