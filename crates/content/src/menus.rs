//! Reads and checks `menus.toml`.

use std::collections::HashMap;

use diagnostic::Diagnostic;
use serde_json::{Map, Value};

use crate::codes;
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
        repeated_links(&menus, "", toml, diagnostics);
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

/// Reports links that a menu, or a group of one, has twice, with the same label and URL.
fn repeated_links(
    value: &Value,
    pointer: &str,
    toml: &TomlText,
    diagnostics: &mut Vec<Diagnostic>,
) {
    match value {
        Value::Object(fields) => {
            for (key, one) in fields {
                let pointer = format!("{pointer}/{}", escape(key));
                repeated_links(one, &pointer, toml, diagnostics);
            }
        }
        Value::Array(all) => {
            let mut first: HashMap<(&str, &str), usize> = HashMap::new();
            for (index, one) in all.iter().enumerate() {
                let text = |key: &str| one.get(key).and_then(Value::as_str);
                if let (Some(label), Some(url)) = (text("label"), text("url"))
                    && let Some(first) = first.insert((label, url), index)
                {
                    let place = |index: usize| {
                        toml.locate(&format!("{pointer}/{index}/label"), Part::Value)
                    };
                    let message = format!("this menu has the link `{label}` to {url} twice");
                    let diagnostic = Diagnostic::new(&codes::DUPLICATE_LINK, message);
                    let diagnostic = diagnostic.at_duplicate(place(index), place(first));
                    diagnostics.push(diagnostic.help("delete one of them"));
                }
                repeated_links(one, &format!("{pointer}/{index}"), toml, diagnostics);
            }
        }
        _ => {}
    }
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
    use diagnostic::Source;

    use super::*;

    #[test]
    fn links_that_a_menu_has_twice() {
        let link =
            |menu: &str, label: &str| format!("[[{menu}]]\nlabel = \"{label}\"\nurl = \"/a\"\n");
        let text = [
            link("main", "A"),
            link("footer", "A"),
            link("main", "B"),
            link("main.group", "A"),
            link("main", "A"),
        ]
        .concat();
        let toml = TomlText::whole(&Source::new("content/menus.toml", text));
        let menus = Value::Object(toml.parse().unwrap());
        let mut found = Vec::new();
        repeated_links(&menus, "", &toml, &mut found);
        let [found] = found.as_slice() else {
            panic!("{found:?}");
        };
        assert_eq!(found.message, "this menu has the link `A` to /a twice");
        assert_eq!(found.place.as_ref().unwrap().0.line_column().line, 14);
    }

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
