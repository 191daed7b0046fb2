//! Loads the content of the website.

use std::path::Path;

use content::{Content, Selection};
use diagnostic::Style;
use jiff::civil::Date;
use serde_json::Value;

use crate::files::read;

/// Loads the content that is published on the day of the profile's edition. Fails if the content has errors.
pub fn load(root: &Path) -> Result<Content, String> {
    let site: toml::Table = read(&root.join("content/site.toml"))?
        .parse()
        .map_err(|error| format!("content/site.toml: {error}"))?;
    let date = site
        .get("profile")
        .and_then(|profile| profile.get("edition"));
    let date = day(&date.map(ToString::to_string).unwrap_or_default())?;
    let (content, diagnostics) = content::assemble(
        &content::Tree::read(root, "content"),
        &Selection {
            date,
            drafts: false,
            future: false,
        },
    );
    let errors: String = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == diagnostic::Severity::Error)
        .map(|diagnostic| diagnostic::render(diagnostic, Style::Plain))
        .collect();
    match content {
        Some(content) if errors.is_empty() => Ok(content),
        _ => Err(format!("the content has errors\n{errors}")),
    }
}

/// Parses the profile's `edition`, which decides which documents are published, and is printed on the cover.
pub fn day(edition: &str) -> Result<Date, String> {
    edition
        .parse()
        .map_err(|error| format!("profile.edition of content/site.toml is not a date: {error}"))
}

/// Returns the text at a JSON pointer in `site.toml`, such as `/profile/file`. Fails if there is none.
pub fn text(site: &Value, pointer: &str) -> Result<String, String> {
    let text = site.pointer(pointer).and_then(Value::as_str);
    text.map(str::to_owned)
        .ok_or_else(|| format!("content/site.toml has no value at {pointer}"))
}
