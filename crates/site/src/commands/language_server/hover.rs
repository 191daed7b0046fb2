//! Answers what something is: the findings at a place, a fact's value, a link's page, a key's meaning, how a component, function, or
//! value is used.

use std::ops::Range;

use diagnostic::Code;
use render::manual::Manual;
use render::manual::values::OBJECTS;

use super::components::components;
use super::definition::{FACTS, pointer_of};
use super::links::destination;
use super::project::Project;
use super::schemas::schema;
use super::target::{Target, target};
use crate::shape::{Shape, plain};

/// Returns Markdown about a byte offset of a file, and the byte range that it is about.
pub fn hover(project: &Project, path: &str, offset: usize) -> Option<(String, Range<usize>)> {
    let findings = project.findings.iter().filter_map(|finding| {
        let (place, _) = finding.place.as_ref()?;
        let is_here = place.span.start <= offset && offset <= place.span.end;
        let is_current = project.text(path).is_some_and(|text| *text == place.source);
        (is_here && is_current).then(|| (explanation(finding.code), place.span.clone()))
    });
    let found = target(project, path, offset);
    let about = found.and_then(|(target, span)| Some((about(project, path, &target)?, span)));
    let all: Vec<(String, Range<usize>)> = about.into_iter().chain(findings).collect();
    let span = all.first()?.1.clone();
    let mut texts: Vec<String> = all.into_iter().map(|(text, _)| text).collect();
    texts.dedup();
    Some((texts.join("\n\n---\n\n"), span))
}

/// Returns the manual of a finding.
fn explanation(code: &Code) -> String {
    let (name, summary) = (code.name, code.summary);
    format!("**{name}**: {summary}\n\n{}\n\n{}", code.why, code.fix)
}

fn about(project: &Project, from: &str, target: &Target) -> Option<String> {
    match target {
        Target::Address(address) => {
            let destination = destination(project, from, address)?;
            let Some(route) = destination.route else {
                return Some(format!("`{}`", destination.path));
            };
            let draft = if project.plan.hidden.contains_key(&route.url) {
                " (not published)"
            } else {
                ""
            };
            Some(format!(
                "**{}**{draft}\n\n{}\n\n`{}` from `{}`",
                route.title(&project.loaded),
                route.description(&project.loaded),
                route.url,
                destination.path
            ))
        }
        Target::Fact(keys) => {
            let value = project.site.pointer(&pointer_of(keys))?;
            let shown = match value {
                value if value.is_object() || value.is_array() => {
                    let text = serde_json::to_string_pretty(value).unwrap_or_default();
                    format!("```json\n{text}\n```")
                }
                value => plain(value),
            };
            Some(format!("{shown}\n\n`{}` in `{FACTS}`", keys.join(".")))
        }
        Target::Component(name) => {
            let mut components = components(project).into_iter();
            let component = components.find(|one| one.name == *name)?;
            let arguments = component.arguments.join(", ");
            Some(format!(
                "```\n{name}({arguments})\n```\n\nComponent in `{}`",
                component.source.path
            ))
        }
        Target::Template(path) | Target::Schema(path) => Some(format!("`{path}`")),
        Target::Collection(name) => Some(format!("collection `{name}`")),
        Target::Function(manual) => Some(manual_text(manual)),
        Target::Value(value) => {
            let (object, field) = value.split_once('.')?;
            let object = OBJECTS.iter().find(|one| one.name == object)?;
            let field = field.split('.').next()?;
            let field = object.fields.iter().find(|one| one.name == field)?;
            Some(format!("`{}.{}`: {}", object.name, field.name, field.text))
        }
        Target::Key(pointer) => {
            let schema = schema(project, from)?;
            let key = pointer[1..].replace('/', ".");
            let shape = Shape::new(&schema).at_key(&key);
            let last = key.rsplit('.').next().unwrap_or_default();
            let mut text = format!("`{last}`: {}", shape.description()?);
            let hint = shape.hint();
            if !hint.is_empty() {
                text.push_str(&format!("\n\n{hint}"));
            }
            let options = shape.options();
            if !options.is_empty() {
                let options: Vec<String> = options.iter().map(|one| format!("`{one}`")).collect();
                text.push_str(&format!("\n\nOne of {}", options.join(", ")));
            }
            Some(text)
        }
    }
}

/// Returns the manual of a function, filter, or test.
pub fn manual_text(manual: &Manual) -> String {
    let mut text = format!("**{}**: {}\n", manual.name, manual.text);
    if !manual.arguments.is_empty() {
        text.push_str(&format!("\n{}", manual.argument_list()));
    }
    text.push_str(&format!("\n```html\n{}\n```", manual.example));
    text
}
