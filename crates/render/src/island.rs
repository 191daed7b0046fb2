//! Islands in pages: what a template leaves behind for the stage that renders them.

use std::collections::BTreeMap;

use content::did_you_mean;
use jsonschema::Validator;
use jsonschema::error::ValidationErrorKind;
use serde_json::Value;
use tera::TeraResult;

use crate::template_error::function_error;

/// When an island may wake.
pub const MOMENTS: [&str; 4] = ["load", "idle", "visible", "interaction"];

const OPEN: &str = "<!--island ";
const CLOSE: &str = "-->";

/// An island asked for by a page.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IslandCall {
    /// The island.
    pub name: String,
    /// When it wakes.
    pub when: String,
    /// Its props as JSON, keys in the order they were given.
    pub props: String,
}

/// A comment that stands for an island until all pages are rendered.
pub fn placeholder(name: &str, when: &str, props: &Value) -> String {
    // A comment ends at `-->`: no `>` may stand in it.
    let props = props
        .to_string()
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026");
    format!("{OPEN}{name} {when} {props}{CLOSE}")
}

/// The islands a page asks for, in order, with the bytes each placeholder takes.
pub fn calls(html: &str) -> Vec<(IslandCall, std::ops::Range<usize>)> {
    let mut found = Vec::new();
    for start in memchr::memmem::find_iter(html.as_bytes(), OPEN) {
        let Some(end) = html[start..].find(CLOSE).map(|at| start + at) else {
            break;
        };
        let mut parts = html[start + OPEN.len()..end].splitn(3, ' ');
        if let (Some(name), Some(when), Some(props)) = (parts.next(), parts.next(), parts.next()) {
            let call = IslandCall {
                name: name.to_owned(),
                when: when.to_owned(),
                props: props.to_owned(),
            };
            found.push((call, start..end + CLOSE.len()));
        }
    }
    found
}

/// A page with its placeholders replaced by what `html_of` gives for each.
pub fn fill(html: &str, mut html_of: impl FnMut(&IslandCall) -> String) -> String {
    let mut filled = String::with_capacity(html.len() * 2);
    let mut rest = 0;
    for (call, span) in calls(html) {
        filled.push_str(&html[rest..span.start]);
        filled.push_str(&html_of(&call));
        rest = span.end;
    }
    filled.push_str(&html[rest..]);
    filled
}

/// Validators of islands' props.
#[derive(Debug, Default)]
pub struct Checks(BTreeMap<String, (Validator, Value)>);

impl Checks {
    /// Compiles the schema of each island. One that is no schema checks nothing: it was made by a tool, not written.
    pub fn new(schemas: &BTreeMap<String, Value>) -> Self {
        Self(
            schemas
                .iter()
                .filter_map(|(name, schema)| {
                    let validator = jsonschema::validator_for(schema).ok()?;
                    Some((name.clone(), (validator, schema.clone())))
                })
                .collect(),
        )
    }

    /// Checks props.
    ///
    /// # Errors
    /// The first prop that is missing, unknown or of the wrong type.
    pub fn check(&self, name: &str, props: &Value) -> TeraResult<()> {
        let Some((validator, schema)) = self.0.get(name) else {
            return Ok(());
        };
        let Some(error) = validator.iter_errors(props).next() else {
            return Ok(());
        };
        let at = error.instance_path().as_str();
        let at = if at.is_empty() {
            String::new()
        } else {
            format!(" at {at}")
        };
        let (message, help) = match error.kind() {
            ValidationErrorKind::AdditionalProperties { unexpected } => {
                let prop = unexpected.first().cloned().unwrap_or_default();
                let path = error.schema_path().as_str();
                let known = schema
                    .pointer(path.rsplit_once('/').map_or("", |(parent, _)| parent))
                    .and_then(|parent| parent.get("properties"))
                    .and_then(Value::as_object)
                    .map(|properties| properties.keys().cloned().collect::<Vec<_>>())
                    .unwrap_or_default();
                let help = did_you_mean(&prop, known.iter().map(String::as_str));
                (
                    format!("the island `{name}` has no prop `{prop}`{at}"),
                    help,
                )
            }
            ValidationErrorKind::Required { property } => (
                format!("the island `{name}` needs the prop {property}{at}"),
                None,
            ),
            _ => (
                format!("a prop of the island `{name}` is wrong{at}: {error}"),
                None,
            ),
        };
        Err(function_error("island-props", message, help))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_found_and_filled() {
        let props = serde_json::json!({ "text": "a --> b", "n": 1 });
        let html = format!("<p>x</p>{}<p>y</p>", placeholder("Slider", "idle", &props));
        let found = calls(&html);
        assert_eq!(found.len(), 1);
        assert_eq!(
            (found[0].0.name.as_str(), found[0].0.when.as_str()),
            ("Slider", "idle")
        );
        assert_eq!(
            serde_json::from_str::<Value>(&found[0].0.props).unwrap(),
            props
        );
        assert_eq!(
            fill(&html, |call| format!("[{}]", call.name)),
            "<p>x</p>[Slider]<p>y</p>"
        );
    }
}
