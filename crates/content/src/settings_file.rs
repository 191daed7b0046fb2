//! Reads the two files that every site has, `site.toml` and `structure.toml`.

use std::sync::Arc;

use diagnostic::Diagnostic;
use serde_json::Value;

use crate::codes::MISSING_FILE;
use crate::expected_value::explain_values;
use crate::program_schemas::ProgramSchemas;
use crate::schema::Schema;
use crate::toml_text::TomlText;
use crate::tree::Tree;

/// Parses one of the two files. Returns `None` if it is missing or invalid, and reports that. Facts are not filled in yet.
pub fn read(
    tree: &Tree,
    path: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(TomlText, Value)> {
    if tree.unreadable.contains_key(path) {
        return None;
    }
    let Some(source) = tree.texts.get(path) else {
        diagnostics.push(missing(format!("`{path}` does not exist")));
        return None;
    };
    let toml = TomlText::whole(source);
    match toml.parse() {
        Ok(table) => Some((toml, Value::Object(table))),
        Err(mut findings) => {
            let schemas = ProgramSchemas::default();
            let program = match path {
                "content/site.toml" => &schemas.site,
                _ => &schemas.structure,
            };
            let own = tree.texts.get(
                &path
                    .replace("content/", "content/schemas/")
                    .replace(".toml", ".json"),
            );
            let own = own.and_then(|source| Schema::valid(source, &Arc::default()).ok());
            explain_values(&mut findings, program, false);
            if let Some(own) = &own {
                explain_values(&mut findings, own, false);
            }
            diagnostics.extend(findings);
            None
        }
    }
}

/// Returns the finding about a missing file.
pub fn missing(message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(&MISSING_FILE, message)
        .help("run the command in the project's folder, or pass that folder with --root")
}
