//! Form definitions: `content/forms/*.toml`.

use std::collections::BTreeMap;

use diagnostic::Diagnostic;
use serde_json::Value;

use crate::fill_facts::Facts;
use crate::schema_files::SchemaFiles;
use crate::toml_text::TomlText;

/// Reads the form definitions by name. Facts are filled in, and each is checked against the site's `schemas/form.json`.
/// A form that cannot be read is null.
pub fn read_forms(
    schemas: SchemaFiles<'_>,
    facts: Facts<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> BTreeMap<String, Value> {
    let mut forms = BTreeMap::new();
    let name_of = |path: &str| {
        let name = path.strip_prefix("content/forms/")?.strip_suffix(".toml")?;
        Some(name.to_owned())
    };
    // Whatever names a form that cannot be read is right.
    let unreadable = schemas.tree.unreadable.keys();
    let unreadable = unreadable.filter_map(|path| name_of(path));
    forms.extend(unreadable.map(|name| (name, Value::Null)));
    let texts = schemas.tree.texts.iter();
    let mut sources = texts
        .filter_map(|(path, source)| Some((name_of(path)?, source)))
        .peekable();
    if sources.peek().is_none() {
        return forms;
    }
    let schema = schemas.optional("content/schemas/form.json", diagnostics);
    for (name, source) in sources {
        let toml = TomlText::whole(source);
        let mut table = match toml.parse() {
            Ok(table) => table,
            Err(mistakes) => {
                diagnostics.extend(mistakes);
                forms.insert(name, Value::Null);
                continue;
            }
        };
        facts.fill(&mut table, &toml, "", diagnostics);
        let value = Value::Object(table);
        if let Some(schema) = schema.as_ref().filter(|_| !schemas.are_valid) {
            diagnostics.extend(schema.check(&value, &toml, "", schemas.images));
        }
        forms.insert(name, value);
    }
    forms
}
