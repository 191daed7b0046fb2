//! Replaces references to facts in all strings of a TOML table.

use std::borrow::Cow;

use diagnostic::{Diagnostic, Help};
use serde_json::{Map, Value};

use crate::codes::UNKNOWN_FACT;
use crate::facts::expand;
use crate::toml_text::{Part, TomlText, escape};

/// Returns whether the texts of a file have placeholders such as `{slug}`.
fn has_placeholders(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    name.starts_with("structure.") || name.starts_with("words.")
}

/// The facts that TOML values may refer to.
#[derive(Clone, Copy)]
pub struct Facts<'a> {
    /// The whole of `site.toml`.
    pub site: &'a Value,
    /// Whether `site.toml` has no errors. If it has, unknown facts are not reported, because their names in `site.toml` may be
    /// misspelled.
    pub are_complete: bool,
}

impl Facts<'_> {
    /// Replaces the references to facts in every string of `fields`, which is the table at `pointer` in `toml`. Reports unknown
    /// facts.
    pub fn fill(
        self,
        fields: &mut Map<String, Value>,
        toml: &TomlText,
        pointer: &str,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        for (key, value) in fields.iter_mut() {
            let pointer = format!("{pointer}/{}", escape(key));
            self.fill_value(value, toml, &pointer, diagnostics);
        }
    }

    fn fill_value(
        self,
        value: &mut Value,
        toml: &TomlText,
        pointer: &str,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        match value {
            Value::String(text) => {
                let mut unknown = Vec::new();
                let Cow::Owned(mut filled) = expand(text, self.site, &mut unknown) else {
                    return;
                };
                if !self.are_complete {
                    unknown.clear();
                }
                for (span, mut diagnostic) in unknown {
                    let reference = &text[span.clone()];
                    let name = reference.trim_matches(['{', '}', ' ']);
                    if has_placeholders(&toml.source.path)
                        && !name.contains(['.', '{'])
                        && diagnostic.replacements.is_empty()
                    {
                        let meant = format!("{{{name}}}");
                        let help =
                            format!("write {meant}: a placeholder has one brace on each side");
                        let help = Help::replace(help, reference, &meant).certainly();
                        diagnostic = Diagnostic::new(&UNKNOWN_FACT, diagnostic.message).help(help);
                        // Later checks read the placeholder that was meant.
                        filled = filled.replace(reference, &meant);
                    }
                    let mut place = toml.locate(pointer, Part::Value);
                    // The offsets do not apply to the file, where the value has quotes and escapes, so search for the reference.
                    let written = &place.source.text[place.span.clone()];
                    if let Some(at) = written.find(&text[span.clone()]) {
                        let start = place.span.start + at;
                        place.span = start..start + span.len();
                    }
                    diagnostics.push(diagnostic.at(place, ""));
                }
                *text = filled;
            }
            Value::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    self.fill_value(item, toml, &format!("{pointer}/{index}"), diagnostics);
                }
            }
            Value::Object(fields) => self.fill(fields, toml, pointer, diagnostics),
            _ => {}
        }
    }
}
