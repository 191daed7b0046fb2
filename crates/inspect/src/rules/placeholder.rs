//! placeholder-data: made-up data that stands in for what the firm has still to supply.

use content::{Part, TomlText};
use diagnostic::{Code, Diagnostic, Severity};
use serde_json::Value;

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule {
    when: When::Publish,
    codes: &[&PLACEHOLDER_DATA],
    check,
};

/// `placeholder-data`
pub static PLACEHOLDER_DATA: Code = Code {
    name: "placeholder-data",
    severity: Severity::Error,
    summary: "content is marked as a placeholder",
    why: "Visitors would call a number that is nobody's, or take an invented client for a real one.",
    example: "[contact.mumbai]\nplaceholder = true",
    fix: "Put in the real data and take the line `placeholder = true` away.",
    source: "",
};

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    let documents = site
        .output
        .content
        .collections
        .iter()
        .flat_map(|collection| &collection.documents);
    let pages = documents
        .filter(|document| document.source().path.ends_with(".md"))
        .map(|document| document.toml.clone());
    let others = site
        .output
        .tree
        .texts
        .values()
        .filter(|source| source.path.ends_with(".toml"))
        .map(TomlText::whole);
    for toml in others.chain(pages) {
        let Ok(table) = toml.parse() else { continue };
        let mut pointers = Vec::new();
        marked(&Value::Object(table), "", &mut pointers);
        for pointer in pointers {
            let name = pointer.trim_start_matches('/').replace('/', ".");
            let what = if name.is_empty() {
                String::new()
            } else {
                format!("`{name}` of ")
            };
            let message = format!("{what}{} is placeholder data", toml.source.path);
            let place = toml.locate(&format!("{pointer}/placeholder"), Part::Key);
            found.push(
                Diagnostic::new(&PLACEHOLDER_DATA, message).at(place, "still to be supplied"),
            );
        }
    }
}

/// Pointers of tables with `placeholder = true`.
fn marked(value: &Value, pointer: &str, pointers: &mut Vec<String>) {
    match value {
        Value::Object(table) => {
            if table.get("placeholder") == Some(&Value::Bool(true)) {
                pointers.push(pointer.to_owned());
            }
            for (key, value) in table {
                marked(value, &format!("{pointer}/{key}"), pointers);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                marked(item, &format!("{pointer}/{index}"), pointers);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;
    use crate::scope::Scope;

    #[test]
    fn every_mark_at_its_line() {
        let text = "\n[contact.b]\nplaceholder = true\n[[list]]\nn = 1\n[[list]]\nplaceholder = true\n[contact.c]\nplaceholder = false\n";
        let project = site().append("content/site.toml", text);
        assert!(
            project.findings(&["placeholder-data"]).is_empty(),
            "only when publishing"
        );
        let scope = Scope {
            check: true,
            publish: true,
            external: false,
        };
        assert_eq!(
            project.scope(scope).findings(&["placeholder-data"]),
            [
                "content/site.toml:15:1: error: placeholder-data: `contact.b` of content/site.toml is placeholder data",
                "content/site.toml:19:1: error: placeholder-data: `list.1` of content/site.toml is placeholder data",
            ]
        );
    }
}
