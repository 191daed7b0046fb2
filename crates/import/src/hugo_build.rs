//! Build options of a page of Hugo: whether it has a URL, and whether lists show it.

use toml::{Table, Value};

use crate::values::inner;

/// Returns whether a page has a URL.
pub fn is_rendered(fields: &Table) -> bool {
    let is_headless = fields.get("headless").and_then(Value::as_bool) == Some(true);
    !is_headless && !is_off(fields, "render")
}

/// Returns whether lists and feeds may show a page.
pub fn is_listed(fields: &Table) -> bool {
    !is_off(fields, "list")
}

fn is_off(fields: &Table, option: &str) -> bool {
    let build = inner(fields, "build").or(inner(fields, "_build"));
    match build.and_then(|build| build.get(option)) {
        Some(Value::String(value)) => matches!(value.as_str(), "never" | "link"),
        value => value.and_then(Value::as_bool) == Some(false),
    }
}
