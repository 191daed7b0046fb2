//! Parses the theme's templates, and reports every error that can be found without rendering.

use std::collections::BTreeSet;
use std::sync::Arc;

use diagnostic::Diagnostic;
use tera::{ArgFromValue, ErrorKind, Kwargs, State, Tera, TeraResult, Value};

use super::date_formats::foreign_formats;
use super::errors::{Scope, diagnostics};
use super::foreign_blocks::{foreign_block, foreign_text};
use super::foreign_markup::{foreign_markup, values_in_braces};
use super::graph::{Graph, Templates};
use super::growing_text::{endless_condition, growing_text};
use super::loop_settings::lost_settings;
use super::lost_parent::lost_parent;
use super::open_comment::open_comments;
use super::written_tags::{mistaken_tags, open_value};
use crate::codes;

/// The parsed templates of a theme.
pub struct Parsed {
    /// Tera with the templates that have no errors, and with everything that was registered before.
    pub tera: Tera,
    /// Names of the templates that have errors, or depend on a template with errors.
    pub excluded_templates: BTreeSet<String>,
    /// All syntax errors, and all calls of components, functions, filters, and tests that do not exist.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses all templates. Functions and filters are registered in `tera`.
pub fn parse(tera: &Tera, templates: &Templates, graph: &Graph<'_>) -> Parsed {
    let mut tera = tera.clone();
    tera.register_filter("safe", safe);
    let mut parsed = Parsed {
        tera: tera.clone(),
        excluded_templates: BTreeSet::new(),
        diagnostics: Vec::new(),
    };
    let comments = templates.values().flat_map(open_comments);
    parsed.diagnostics.extend(comments);
    // No template is rendered that would need all memory, whose HTML ends within a tag, or that is only a part of a page.
    let unusable = templates.iter().filter_map(|(name, source)| {
        let mistake = growing_text(source)
            .or_else(|| endless_condition(source))
            .or_else(|| foreign_block(source, templates))
            .or_else(|| open_value(source))
            .or_else(|| values_in_braces(source, graph))
            .or_else(|| lost_parent(name, source, templates, graph))?;
        Some((name.clone(), mistake))
    });
    let (names, found): (BTreeSet<String>, Vec<Diagnostic>) = unusable.unzip();
    parsed.excluded_templates.extend(graph.dependents(&names));
    parsed.diagnostics.extend(found);
    loop {
        let rest = templates
            .iter()
            .filter(|(name, _)| !parsed.excluded_templates.contains(*name))
            .map(|(name, source)| (name.as_str(), source.text.as_str()));
        let rest: Vec<(&str, &str)> = rest.collect();
        let Err(error) = parsed.tera.add_raw_templates(rest.iter().copied()) else {
            let parsed_templates = templates
                .iter()
                .filter(|(name, _)| !parsed.excluded_templates.contains(*name));
            for (_, source) in parsed_templates {
                parsed.diagnostics.extend(lost_settings(source));
                parsed.diagnostics.extend(foreign_formats(source));
                parsed
                    .diagnostics
                    .extend(mistaken_tags(source, &parsed.tera));
                parsed.diagnostics.extend(foreign_markup(source, graph));
                parsed.diagnostics.extend(foreign_text(source, templates));
            }
            return parsed;
        };
        let found = mistakes(&error, &rest, templates, graph);
        let places = found.iter().filter_map(|one| one.place.as_ref());
        let faulty: BTreeSet<String> = places
            .filter_map(|(place, _)| {
                let mut all = templates.iter();
                let (name, _) = all.find(|(_, source)| Arc::ptr_eq(source, &place.source))?;
                Some(name.clone())
            })
            .collect();
        let before = parsed.excluded_templates.len();
        parsed.tera = tera.clone();
        for one in found {
            add(&mut parsed.diagnostics, one);
        }
        parsed.excluded_templates.extend(graph.dependents(&faulty));
        if parsed.excluded_templates.len() == before {
            // The error has no place in a template, so no template can be used.
            parsed.excluded_templates.extend(templates.keys().cloned());
        }
    }
}

/// Tera's filter `safe`, but for a value that does not exist, which Tera would print as an empty text.
fn safe(value: &Value, _: Kwargs, _: &State<'_>) -> TeraResult<Value> {
    if value.is_undefined() {
        // Only the error about an argument of the wrong type has the place of the value.
        <&str>::from_value(value)?;
    }
    Ok(Value::safe_string(&value.to_string()))
}

/// Adds a finding. A template or block that does not exist is reported once, however many templates name it.
fn add(diagnostics: &mut Vec<Diagnostic>, one: Diagnostic) {
    let is_missing = one.code == &codes::MISSING_TEMPLATE || one.code == &codes::UNKNOWN_BLOCK;
    let is_same = |known: &&mut Diagnostic| is_missing && known.message == one.message;
    match diagnostics.iter_mut().find(is_same) {
        Some(known) => {
            let place = one.place.into_iter();
            let places = place.map(|(place, _)| (place, "named here, too".to_owned()));
            known.related.extend(places);
        }
        None => diagnostics.push(one),
    }
}

/// Returns the diagnostics of the templates in `parsed`, which caused `error` when Tera parsed them together.
fn mistakes(
    error: &tera::Error,
    parsed: &[(&str, &str)],
    templates: &Templates,
    graph: &Graph<'_>,
) -> Vec<Diagnostic> {
    let scope = Scope {
        templates,
        content: None,
        document: None,
    };
    let is_syntax = |error: &tera::Error| matches!(error.kind(), ErrorKind::SyntaxError(_));
    if is_syntax(error) {
        // Tera stops at the first syntax error, so each template is tried alone to find them all.
        let errors = parsed
            .iter()
            .filter_map(|(name, text)| Tera::new().add_raw_template(name, text).err());
        return errors
            .filter(is_syntax)
            .flat_map(|error| diagnostics(&error, scope))
            .collect();
    }
    let duplicates = graph.duplicate_components().iter();
    let duplicates: Vec<Diagnostic> = duplicates
        .filter(|(_, place, _)| {
            let mut texts = parsed.iter();
            texts.any(|(_, text)| std::ptr::eq(*text, place.source.text.as_str()))
        })
        .map(|(name, place, first)| {
            let message = format!("two components are named `{name}`");
            Diagnostic::new(&codes::DUPLICATE_COMPONENT, message)
                .at_duplicate(place.clone(), first.clone())
                .help("rename one of the two")
        })
        .collect();
    if duplicates.is_empty() {
        diagnostics(error, scope)
    } else {
        duplicates
    }
}
