//! Reads the two files that every site has, `site.toml` and `structure.toml`.

use diagnostic::Diagnostic;
use serde_json::Value;

use crate::codes::MISSING_FILE;
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
        Err(findings) => {
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
