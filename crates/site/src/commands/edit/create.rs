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
use crate::commands::new::target::{Target, without_accents};
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
    if let Some(date) = wanted.date.as_deref().filter(|date| !is_day(date)) {
        return Err(Problem::at(
            "date",
            format!("“{date}” is not a day with a year of four digits."),
        ));
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

/// Returns whether a text is a day as TOML writes it.
fn is_day(text: &str) -> bool {
    let lengths = text.split('-').map(str::len);
    lengths.eq([4, 2, 2]) && text.parse::<jiff::civil::Date>().is_ok()
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

/// Maximum length of a name that is made of a title, in characters.
const LONGEST: usize = 60;

/// Returns a path for the entry that is not taken. Its name comes from the title or, if that has no letters, from the collection.
fn path(
    desk: Context<'_>,
    target: &Target,
    values: &Map<String, Value>,
) -> Result<String, Problem> {
    let key = target.shape().naming_key();
    let title = key.and_then(|key| values.get(key)?.as_str());
    let name = [title.unwrap_or_default(), &target.rule.name].map(name_of);
    let name = name
        .into_iter()
        .find(|name| !name.is_empty())
        .unwrap_or_default();
    let numbered = (2..=MAX_EQUAL).map(|number| format!("{name}-{number}"));
    let options = NewOptions::default();
    // A name can be taken, or be one that Windows cannot store.
    let mut paths = std::iter::once(name.clone())
        .chain(numbered)
        .filter_map(|name| {
            let path = target.file(values, Some(&name), &options).ok().flatten()?;
            desk.draft(&path).is_none().then_some(path)
        });
    let taken = || Problem::new(409, "There is an entry with this title already.");
    paths.next().ok_or_else(taken)
}

/// Returns the name of a file for a title, which ends with a whole word.
fn name_of(title: &str) -> String {
    let name = render::slugify(&without_accents(title));
    let Some((end, _)) = name.char_indices().nth(LONGEST) else {
        return name;
    };
    let start = &name[..end];
    start
        .rsplit_once('-')
        .map_or(start, |(words, _)| words)
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::{is_day, name_of};

    #[test]
    fn days() {
        for (text, expected) in [
            ("2026-11-30", true),
            ("9999-12-31", true),
            ("20261-11-30", false),
            ("2026-11-31", false),
            ("2026-1-30", false),
            ("30.11.2026", false),
            ("", false),
        ] {
            assert_eq!(is_day(text), expected, "{text}");
        }
    }

    #[test]
    fn names() {
        let long = "the quick brown fox jumps over the lazy dog and runs away from it";
        for (title, expected) in [
            ("Gebühren & Fristen", "gebuhren-fristen"),
            ("नमस्ते लेख", "नमस्ते-लेख"),
            ("🙂", ""),
            (
                long,
                "the-quick-brown-fox-jumps-over-the-lazy-dog-and-runs-away",
            ),
            (&"x".repeat(200), &"x".repeat(60)),
        ] {
            assert_eq!(name_of(title), expected, "{title}");
        }
    }
}
