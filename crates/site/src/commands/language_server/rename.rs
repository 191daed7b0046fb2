//! Answers what must change when a fact is renamed: its key in `site.toml` and its translations, and every reference to it.

use std::ops::Range;
use std::sync::Arc;

use content::{Part, TomlText, escape};
use diagnostic::{Change, Place, Source};

use super::definition::{FACTS, pointer_of};
use super::project::Project;
use super::references::references;
use super::schemas::own_schema;
use super::target::{Target, target};
use crate::shape::Shape;

/// Returns the keys of the fact at a byte offset of a file, and the byte range of its last key there. Fails with a message if there is no
/// fact, or one that cannot be renamed.
pub fn fact_at(
    project: &Project,
    path: &str,
    offset: usize,
) -> Result<(Vec<String>, Range<usize>), String> {
    let found = target(project, path, offset);
    let (keys, span) = match found {
        Some((Target::Fact(keys), span)) => (keys, span),
        Some((Target::Key(pointer), span)) if path == FACTS => {
            let keys = pointer.split('/').skip(1).map(str::to_owned);
            (keys.collect(), span)
        }
        _ => return Err("only a fact can be renamed".to_owned()),
    };
    let pointer = pointer_of(&keys);
    let last = keys.last().map_or(0, String::len);
    let is_read = own_schema(FACTS).is_some_and(|schema| {
        let mut shape = Some(Shape::new(&schema));
        for key in &keys {
            shape = shape.and_then(|shape| shape.key(key));
        }
        shape.is_some()
    });
    match project.site.pointer(&pointer) {
        None => Err(format!("`{FACTS}` has no such fact")),
        Some(value) if value.is_object() || value.is_array() => {
            Err("only a single value can be renamed, not a table or a list".to_owned())
        }
        Some(_) if is_read => Err("this key is read by the program itself".to_owned()),
        Some(_) => Ok((keys, span.end.saturating_sub(last)..span.end)),
    }
}

/// Returns the changes that give a fact a new name. Fails with a message if the name cannot be used.
pub fn changes(project: &Project, keys: &[String], name: &str) -> Result<Vec<Change>, String> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.chars().all(is_word) {
        return Err("a fact's name consists of letters, digits, and underscores".to_owned());
    }
    let (last, above) = keys.split_last().ok_or("there is no fact")?;
    let new = [above, &[name.to_owned()]].concat();
    if project.site.pointer(&pointer_of(&new)).is_some() {
        return Err(format!("there is a fact `{}` already", new.join(".")));
    }
    let fact = Target::Fact(keys.to_vec());
    let mut changes = Vec::new();
    for (path, span) in references(project, FACTS, Some(&fact)) {
        if let Some(source) = project.text(&path) {
            changes.extend(replaced(
                source,
                span.end - last.len()..span.end,
                last,
                name,
            ));
        }
    }
    if let Some(schema) = project.text(SCHEMA) {
        changes.extend(in_schema(schema, above, last, name));
    }
    let pointer = pointer_of(keys);
    for (path, source) in project.texts() {
        let inside = path.strip_prefix("content/site.");
        if inside.is_some_and(|rest| rest.ends_with("toml") && !rest.contains('/')) {
            let key = TomlText::whole(source).locate(&pointer, Part::Key).span;
            changes.extend(replaced(source, key, last, name));
        }
    }
    Ok(changes)
}

/// Schema of the facts that a site adds.
const SCHEMA: &str = "content/schemas/site.json";

/// Returns the changes that give the key `last` of the table `above` a new name in the schema of the facts: where it is described, and
/// among the keys that must be there.
fn in_schema(schema: &Arc<Source>, above: &[String], last: &str, name: &str) -> Vec<Change> {
    let places = content::json_places(&schema.text);
    let tables = above
        .iter()
        .map(|key| format!("/properties/{}", escape(key)));
    let table: String = tables.collect();
    let described = places.get(&format!("{table}/properties/{}", escape(last)));
    let described = described.and_then(|value| {
        let key = schema.text[..value.start]
            .trim_end()
            .strip_suffix(':')?
            .trim_end();
        let end = key.strip_suffix('"')?.len();
        Some(end.checked_sub(last.len())?..end)
    });
    let required = (0..).map_while(|index| places.get(&format!("{table}/required/{index}")));
    let required = required.map(|value| value.start + 1..value.end.saturating_sub(1));
    let spans = described.into_iter().chain(required);
    spans
        .filter_map(|span| replaced(schema, span, last, name))
        .collect()
}

/// Returns the change that replaces a word, or `None` if another text is there.
fn replaced(source: &Arc<Source>, span: Range<usize>, word: &str, new: &str) -> Option<Change> {
    let is_it = source.text.get(span.clone()) == Some(word);
    is_it.then(|| Change::Replace(Place::new(source, span), new.to_owned()))
}
