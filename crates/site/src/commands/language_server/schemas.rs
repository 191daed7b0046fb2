//! The schemas of TOML files and of front matter.

use serde_json::{Map, Value, json};

use super::project::{Project, rule};

/// Schemas of this program by the name of the file, without its language.
const OWN: [(&str, &str); 6] = [
    (
        "site",
        include_str!("../../../../content/schemas/site.json"),
    ),
    (
        "structure",
        include_str!("../../../../content/schemas/structure.json"),
    ),
    (
        "menus",
        include_str!("../../../../content/schemas/menus.json"),
    ),
    (
        "checks",
        include_str!("../../../../inspect/schemas/checks.json"),
    ),
    (
        "urls",
        include_str!("../../../../inspect/schemas/urls.json"),
    ),
    (
        "baseline",
        include_str!("../../../../inspect/schemas/baseline.json"),
    ),
];

/// Returns the schema of a document's front matter or of a TOML file, or `None` if it has none.
pub fn schema(project: &Project, path: &str) -> Option<Value> {
    let inside = path.strip_prefix("content/")?;
    let structure = &project.structure;
    if let Some(rule) = rule(structure, path) {
        let schema = project.text(&format!("content/{}", rule.schema))?;
        let schema: Value = serde_json::from_str(&schema.text).ok()?;
        return Some(if rule.file.is_some() {
            list_of(&schema)
        } else {
            schema
        });
    }
    let own = own_schema(path)?;
    let added = project
        .text("content/schemas/site.json")
        .filter(|_| inside.starts_with("site."));
    let added = added.and_then(|source| parsed(&source.text));
    Some(match added {
        Some(added) => all_of(&[own, added]),
        None => own,
    })
}

/// Returns this program's schema of a settings file, or `None` if it has none.
pub fn own_schema(path: &str) -> Option<Value> {
    let name = path.strip_prefix("content/")?.strip_suffix(".toml")?;
    if name.starts_with("forms/") {
        return parsed(include_str!("../../../../content/schemas/form.json"));
    }
    if name.starts_with("wording/") {
        return parsed(include_str!("../../../../inspect/schemas/wording.json"));
    }
    let name = name.split('.').next().unwrap_or(name);
    let (_, own) = OWN.iter().find(|(own, _)| *own == name)?;
    parsed(own)
}

fn parsed(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}

/// Returns the schema of a file with `[[item]]` tables, given that of an item.
fn list_of(item: &Value) -> Value {
    let definitions = item.get("$defs").cloned().unwrap_or_default();
    json!({
        "type": "object",
        "properties": { "item": { "type": "array", "items": item } },
        "$defs": definitions,
    })
}

/// Returns a schema that has the keys of both schemas.
fn all_of(schemas: &[Value; 2]) -> Value {
    let mut definitions = Map::new();
    for schema in schemas {
        let own = schema.get("$defs").and_then(Value::as_object);
        definitions.extend(own.cloned().unwrap_or_default());
    }
    json!({ "allOf": schemas, "$defs": definitions })
}
