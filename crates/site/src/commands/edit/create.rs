//! Creates an entry of a collection as a draft. Nothing is on disk until it is saved.

use std::sync::Arc;

use build::Project;
use serde::Deserialize;
use serde_json::{Map, Value};
use serve::edit::Draft;

use super::context::Context;
use super::document::document;
use super::problem::{Answered, Problem};
use super::reported::Focus;
use super::view::View;
use crate::arguments::NewOptions;
use crate::commands::new::draft;
use crate::commands::new::target::Target;
use crate::project;

/// The entry that is wanted.
#[derive(Deserialize)]
pub struct New {
    collection: String,
    title: Option<String>,
    date: Option<String>,
}

/// Maximum number of entries with the same title.
const MAX_EQUAL: usize = 20;

/// Creates an entry.
pub fn create(desk: Context<'_>, wanted: &New) -> Answered {
    let project: Project =
        project::find(Some(&desk.root)).map_err(crate::failure::Failure::from)?;
    let target = Target::find(&project, Some(&wanted.collection))?;
    if target.rule.file.is_some() {
        let path = format!("content/{}", target.place());
        let view = View::of(desk, desk.snapshot());
        let text = view.open(&path)?.text;
        let values = super::document_text::values(&path, &text);
        let items = values
            .as_ref()
            .and_then(|values| values.get("item")?.as_array());
        let next = items.map_or(0, Vec::len);
        return document(&view, &path, Some(Focus::Field(format!("/item/{next}"))));
    }
    let values = values(&target, wanted);
    // Two entries that are created at the same time get different paths.
    let lock = desk.lock();
    let path = path(desk, &target, &values)?;
    let draft = draft::Draft::new(&target, &values, Some(path), "")?;
    let revision = desk.set_draft(
        &draft.path,
        Some(Draft {
            path: draft.path.clone(),
            text: Arc::from(draft.text.as_str()),
            base: String::new(),
        }),
    );
    drop(lock);
    let view = View::of(desk, desk.built(revision));
    document(&view, &draft.path, None)
}

/// Returns the values that are known: the title, the date, and the defaults of what is required.
fn values(target: &Target, wanted: &New) -> Map<String, Value> {
    let shape = target.shape();
    let mut values = Map::new();
    if let (Some(title), Some(key)) = (&wanted.title, shape.naming_key()) {
        values.insert(key.to_owned(), Value::from(title.trim()));
    }
    if let Some(date) = wanted.date.as_ref().filter(|_| shape.key("date").is_some()) {
        values.insert("date".to_owned(), Value::from(date.as_str()));
    }
    // What is still missing is filled in by the person.
    let _ = target.complete(&mut values);
    if target.page_keys().contains(&"template")
        && let Some(template) = target.usual_template()
    {
        values.entry("template").or_insert(template.into());
    }
    values
}

/// Returns a path for the entry that is not taken.
fn path(
    desk: Context<'_>,
    target: &Target,
    values: &Map<String, Value>,
) -> Result<String, Problem> {
    let options = NewOptions::default();
    let first = target.file(values, None, &options);
    let key = target.shape().naming_key();
    let title = key
        .and_then(|key| values.get(key)?.as_str())
        .unwrap_or_default();
    let slug = render::slugify(title);
    let numbered = (2..=MAX_EQUAL).map(|number| {
        let slug = format!("{slug}-{number}");
        target.file(values, Some(&slug), &options)
    });
    let is_free = |path: &String| desk.draft(path).is_none();
    let error = match first {
        Ok(Some(path)) if is_free(&path) => return Ok(path),
        Ok(_) => None,
        Err(failure) => Some(failure),
    };
    let is_taken = error.as_ref().is_none_or(|failure| {
        let mut diagnostics = failure.diagnostics.iter();
        diagnostics.any(|one| one.code == &crate::codes::SLUG_TAKEN)
    });
    let mut free = numbered
        .filter_map(|path| path.ok().flatten())
        .filter(is_free);
    match (free.next().filter(|_| is_taken && !slug.is_empty()), error) {
        (Some(path), _) => Ok(path),
        (None, Some(failure)) => Err(failure.into()),
        (None, None) => Err(Problem::new(
            409,
            "There is an entry with this title already.",
        )),
    }
}
