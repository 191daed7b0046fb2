//! Reads form definitions: `content/forms/*.toml`.

use std::collections::BTreeMap;

use diagnostic::Diagnostic;
use serde_json::Value;

use crate::fill_facts::Facts;
use crate::schema::Schema;
use crate::toml_text::TomlText;
use crate::tree::Tree;

/// Reads the form definitions and fills in facts. Returns them by name; a form that cannot be read is null. Checks them against
/// `schema`, unless that is `None` because they are known to match it.
pub fn read_forms(
    tree: &Tree,
    facts: Facts<'_>,
    schema: Option<&Schema>,
    diagnostics: &mut Vec<Diagnostic>,
) -> BTreeMap<String, Value> {
    let mut forms = BTreeMap::new();
    let name_of = |path: &str| {
        let name = path.strip_prefix("content/forms/")?.strip_suffix(".toml")?;
        Some(name.to_owned())
    };
    // A form that cannot be read still exists: pages that use it must not be reported.
    let unreadable = tree.unreadable.keys();
    let unreadable = unreadable.filter_map(|path| name_of(path));
    forms.extend(unreadable.map(|name| (name, Value::Null)));
    let texts = tree.texts.iter();
    for (name, source) in texts.filter_map(|(path, source)| Some((name_of(path)?, source))) {
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
        if let Some(schema) = schema {
            diagnostics.extend(schema.check(&value, &toml, &[]));
        }
        forms.insert(name, value);
    }
    forms
}
