//! Reads and checks `menus.toml`.

use diagnostic::Diagnostic;
use serde_json::{Map, Value};

use crate::fill_facts::Facts;
use crate::schema::Schema;
use crate::structure::Structure;
use crate::structure_checks::unknown_collection;
use crate::toml_text::{Part, TomlText, escape};

/// Reads the menus and fills in facts. Checks them against `schema`, unless that is `None` because they are known to have no
/// mistakes.
pub fn read_menus(
    toml: &TomlText,
    facts: Facts<'_>,
    structure: &Structure,
    schema: Option<&Schema>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Value {
    let mut menus = match toml.parse() {
        Ok(table) => table,
        Err(findings) => {
            diagnostics.extend(findings);
            return Value::Object(Map::new());
        }
    };
    menus.shift_remove("$schema");
    facts.fill(&mut menus, toml, "", diagnostics);
    let mut menus = Value::Object(menus);
    if let Some(schema) = schema {
        diagnostics.extend(schema.check(&menus, toml, &[]));
        diagnostics.extend(unknown_collections(&menus, structure, toml));
    }
    label_links(&mut menus);
    menus
}

/// Reports links to a collection that does not exist.
fn unknown_collections(menus: &Value, structure: &Structure, toml: &TomlText) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut open: Vec<(String, &Value)> = vec![(String::new(), menus)];
    while let Some((pointer, value)) = open.pop() {
        match value {
            Value::Object(fields) => {
                let below = fields.iter();
                open.extend(below.map(|(key, one)| (format!("{pointer}/{}", escape(key)), one)));
            }
            Value::Array(all) => {
                let below = all.iter().enumerate();
                open.extend(below.map(|(index, one)| (format!("{pointer}/{index}"), one)));
            }
            Value::String(name) if pointer.ends_with("/collection") => {
                let place = || toml.locate(&pointer, Part::Value);
                let label = "not declared in structure.toml";
                diagnostics.extend(unknown_collection(name, structure, place, label));
            }
            _ => {}
        }
    }
    diagnostics
}

/// Replaces the empty label of a link with its URL. The label in `menus.toml` is reported already; if it stayed empty, every page
/// that shows the menu would be reported as well.
fn label_links(menus: &mut Value) {
    match menus {
        Value::Object(link) => {
            let url = link.get("url").cloned();
            if let (Some(label), Some(url)) = (link.get_mut("label"), url)
                && label == ""
            {
                *label = url;
            }
            link.values_mut().for_each(label_links);
        }
        Value::Array(links) => links.iter_mut().for_each(label_links),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_without_text_are_labeled_with_their_url() {
        let mut menus = serde_json::json!({
            "main": [{ "label": "", "url": "/a", "group": [{ "label": "", "url": "/b" }] }, { "label": "C", "url": "/c" }, { "label": "" }],
        });
        label_links(&mut menus);
        let expected = serde_json::json!({
            "main": [{ "label": "/a", "url": "/a", "group": [{ "label": "/b", "url": "/b" }] }, { "label": "C", "url": "/c" }, { "label": "" }],
        });
        assert_eq!(menus, expected);
    }
}
