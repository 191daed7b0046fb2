//! Answers what can be written at a place.

mod facts;
mod item;
mod markdown;
mod template;
mod toml;

use std::ops::Range;

use lsp_types::{CompletionItem, Position};

use super::client::Client;
use super::parts::toml_part;
use super::positions::Positions;
use super::project::Project;
use super::schemas::schema;
use crate::shape::Shape;
use item::Item;
use toml::Names;

/// Returns what can be written at a position of a document.
pub fn completion(
    project: &Project,
    path: &str,
    position: Position,
    client: Client,
) -> Vec<CompletionItem> {
    let Some(source) = project.text(path) else {
        return Vec::new();
    };
    let positions = Positions::new(&source.text, client.encoding);
    let Some((span, items)) = items(project, path, positions.offset(position)) else {
        return Vec::new();
    };
    let range = positions.range(&span);
    let items = items.into_iter().enumerate();
    items
        .map(|(at, item)| item.into_protocol(at, range, client))
        .collect()
}

/// Returns the items that can be inserted at byte `offset` of a file, and the range of bytes that they replace.
fn items(project: &Project, path: &str, offset: usize) -> Option<(Range<usize>, Vec<Item>)> {
    if path.starts_with("themes/") {
        return template::completion(project, path, offset);
    }
    let text = project.text(path)?.text.as_str();
    let toml = toml_part(path, text);
    let is_toml = !toml.is_empty() && (toml.start..=toml.end).contains(&offset);
    if is_toml && let Some(schema) = schema(project, path) {
        let names = names(project);
        let today = jiff::Zoned::now().date();
        let found = toml::completion(text, &toml, offset, Shape::new(&schema), &names, today);
        if found.as_ref().is_some_and(|(_, items)| !items.is_empty()) {
            return found;
        }
    }
    // Values can contain facts and Markdown as well.
    (path.ends_with(".md") || path.ends_with(".toml"))
        .then(|| markdown::completion(project, path, offset))
        .flatten()
}

/// Returns the names that values of TOML can refer to.
fn names(project: &Project) -> Names {
    let structure = &project.structure;
    let collections = structure.collections.iter().map(|one| one.name.clone());
    let templates = project.templates().into_keys().map(str::to_owned);
    let texts = project.texts().into_keys();
    let schemas = texts.filter_map(|path| {
        let inside = path.strip_prefix("content/")?;
        inside.ends_with(".json").then(|| inside.to_owned())
    });
    let pages = project.plan.routes.iter();
    Names {
        pictures: project.pictures(),
        pages: pages
            .map(|route| (route.url.clone(), route.title(&project.loaded).into_owned()))
            .collect(),
        by_key: vec![
            ("collection", collections.collect()),
            ("template", templates.collect()),
            ("schema", schemas.collect()),
        ],
    }
}
