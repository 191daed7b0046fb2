//! Answers where something is written: the document or heading that a link leads to, a fact, a component, a template.

use std::ops::Range;

use content::{Part, TomlText};

use super::components::components;
use super::links::{Destination, destination};
use super::outline::outline;
use super::project::Project;
use super::target::Target;

/// File with the facts.
pub const FACTS: &str = "content/site.toml";

/// File with the collections.
pub const STRUCTURE: &str = "content/structure.toml";

/// Returns the file, and the byte range in it, where something is written.
pub fn definition(
    project: &Project,
    from: &str,
    target: &Target,
) -> Option<(String, Range<usize>)> {
    match target {
        Target::Address(address) => {
            let destination = destination(project, from, address)?;
            let span = span_of(project, &destination);
            Some((destination.path, span))
        }
        Target::Fact(keys) => {
            let toml = TomlText::whole(project.text(FACTS)?);
            let pointer = pointer_of(keys);
            let place = toml.locate(&pointer, Part::Key);
            project.site.pointer(&pointer)?;
            Some((FACTS.to_owned(), place.span))
        }
        Target::Component(name) => {
            let mut components = components(project).into_iter();
            let component = components.find(|one| one.name == *name)?;
            Some((component.source.path.clone(), component.span))
        }
        Target::Template(path) | Target::Schema(path) => Some((path.clone(), 0..0)),
        Target::Collection(name) => {
            let toml = TomlText::whole(project.text(STRUCTURE)?);
            let mut texts = toml.texts().iter();
            let named = texts.find(|one| {
                let key = one.pointer.strip_prefix("/collection/");
                key.is_some_and(|key| key.ends_with("/name")) && one.text == *name
            })?;
            Some((STRUCTURE.to_owned(), named.place.span.clone()))
        }
        Target::Function(_) | Target::Value(_) | Target::Key(_) => None,
    }
}

/// Returns the JSON pointer of a fact in `site.toml`.
pub fn pointer_of(keys: &[String]) -> String {
    keys.iter().map(|key| format!("/{key}")).collect()
}

/// Returns the byte range of a destination in its file: the heading, the entry of a list, or the start.
fn span_of(project: &Project, destination: &Destination) -> Range<usize> {
    if let Some(anchor) = &destination.anchor {
        let mut headings = outline(project, &destination.path).into_iter();
        let heading = headings.find(|heading| heading.id == *anchor);
        return heading.map_or(0..0, |heading| heading.span);
    }
    let document = destination
        .route
        .as_ref()
        .and_then(|route| route.document_in(&project.loaded));
    match document.filter(|document| !document.pointer.is_empty()) {
        Some(document) => document.place("", Part::Key).span,
        None => 0..0,
    }
}
