//! placeholder-data: content is still made up, because the firm has not supplied it yet.

use content::{Part, TomlText};
use diagnostic::Diagnostic;
use serde_json::Value;

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::new(When::Publish, ALL, check);

diagnostic::codes! {
    PLACEHOLDER_DATA {
        name: "placeholder-data",
        summary: "content is marked as a placeholder",
        why: "Visitors would call a number that does not exist, or believe that an invented client is real.",
        example: "[contact.mumbai]\nplaceholder = true",
        fix: "Enter the real data and remove the line `placeholder = true`.",
    }
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let documents = site.documents();
    let pages = documents
        .filter(|document| document.source().path.ends_with(".md"))
        .map(|document| document.toml.clone());
    let files = site.output.tree.texts.values();
    let files = files
        .filter(|source| source.path.ends_with(".toml"))
        .map(TomlText::whole);
    for toml in files.chain(pages) {
        let Ok(table) = toml.parse() else { continue };
        let mut pointers = Vec::new();
        placeholder_tables(&Value::Object(table), "", &mut pointers);
        for pointer in pointers {
            let name = pointer.trim_start_matches('/').replace('/', ".");
            let path = &toml.source.path;
            let message = match name.as_str() {
                "" => format!("{path} is placeholder data"),
                name => format!("`{name}` of {path} is placeholder data"),
            };
            let place = toml.locate(&format!("{pointer}/placeholder"), Part::Key);
            diagnostics.push(
                Diagnostic::new(&PLACEHOLDER_DATA, message)
                    .at(place, "")
                    .help("enter the real data and remove this line"),
            );
        }
    }
}

/// Adds the JSON pointers of all tables with `placeholder = true` to `pointers`.
fn placeholder_tables(value: &Value, pointer: &str, pointers: &mut Vec<String>) {
    match value {
        Value::Object(table) => {
            if table.get("placeholder") == Some(&Value::Bool(true)) {
                pointers.push(pointer.to_owned());
            }
            for (key, value) in table {
                placeholder_tables(value, &format!("{pointer}/{key}"), pointers);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                placeholder_tables(item, &format!("{pointer}/{index}"), pointers);
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
