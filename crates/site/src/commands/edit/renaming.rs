//! Renames a document: its file, the links to it and from it, its pictures, and a redirect from its old URL.

use std::collections::BTreeMap;

use build::fixes::FileChange;
use diagnostic::{Change, Place};
use serde::Deserialize;
use serde_json::json;

use super::choices;
use super::document::{document, save_first};
use super::entry_name::name_span;
use super::file_changes::{changed_meanwhile, file_changes};
use super::problem::{Answered, Problem};
use super::view::View;
use crate::commands::language_server::moves;
use crate::commands::language_server::project::rule;

/// A document and its new name.
#[derive(Deserialize)]
pub struct Renaming {
    document: String,
    slug: String,
    #[serde(default)]
    confirm: bool,
}

/// Answers what a new name changes, or gives it to the document.
pub fn rename(view: &View<'_>, renaming: &Renaming) -> Answered {
    let old = &renaming.document;
    view.open(old)?;
    let structure = &view.project.structure;
    let Some(name) = name_span(structure, old) else {
        return Err(Problem::new(
            409,
            "This belongs to the site as a whole, so it cannot be renamed.",
        ));
    };
    let slug = render::slugify(&renaming.slug);
    if slug.is_empty() || !content::slug::is_slug(&slug) {
        return Err(Problem::new(
            409,
            "The name needs letters or digits. Use the letters a to z, digits, and hyphens.",
        ));
    }
    let new = [&old[..name.start], &slug, &old[name.end..]].concat();
    if new == *old {
        return Err(Problem::new(409, "This is already its name."));
    }
    let is_taken =
        view.desk.root.join(&new).symlink_metadata().is_ok() || view.desk.draft(&new).is_some();
    let is_moved_away =
        rule(structure, &new).map(|rule| &rule.name) != rule(structure, old).map(|rule| &rule.name);
    if is_taken || is_moved_away || !content::portable_names::faults(&[&new]).is_empty() {
        return Err(Problem::new(
            409,
            "This name is taken, or cannot be used. Choose another one.",
        ));
    }
    let mut changes = moves::changes(&view.project, &[(old.clone(), new.clone())], true);
    for (path, span) in choices::places_of(view, old) {
        if let Some(source) = view.project.text(&path) {
            let place = Place::new(source, span);
            changes.push(Change::Replace(place, format!("\"{slug}\"")));
        }
    }
    let touched = changes.iter().map(Change::path).chain([old.as_str()]);
    let mut touched: Vec<&str> = touched.collect();
    touched.sort_unstable();
    touched.dedup();
    if touched.iter().any(|path| path.starts_with("themes/")) {
        return Err(Problem::new(
            409,
            "The design links to this page, so its address cannot be changed here. Ask whoever looks after the website.",
        ));
    }
    if let Some(path) = touched.iter().find(|path| view.desk.draft(path).is_some()) {
        return Err(save_first(&view.title(path)));
    }
    let from = view.plan().by_source.get(old).cloned();
    let mut words = Vec::new();
    if from.is_some() {
        words.push(
            "The address of the page changes. The old address redirects to the new one.".to_owned(),
        );
    }
    words.extend(words_for(view, old, &changes));
    if !renaming.confirm {
        return Ok(json!({ "slug": slug, "from": from, "changes": words, "done": false }));
    }
    let lock = view.desk.lock();
    let label = format!("Rename “{}”", view.title(old));
    let revision = view.desk.change(&label, moved(view, old, &new, changes)?)?;
    drop(lock);
    let after = View::of(view.desk, view.desk.built(revision));
    Ok(json!({
        "slug": slug,
        "from": from,
        "to": after.plan().by_source.get(&new),
        "changes": words,
        "done": true,
        "document": document(&after, &new, None)?,
    }))
}

/// Says in words what changes besides the document.
fn words_for(view: &View<'_>, old: &str, changes: &[Change]) -> Vec<String> {
    let mut links: BTreeMap<&str, usize> = BTreeMap::new();
    let mut pictures = 0;
    for change in changes {
        match change {
            Change::Replace(place, _) if place.source.path != old => {
                *links.entry(&place.source.path).or_default() += 1;
            }
            Change::Move { .. } => pictures += 1,
            _ => {}
        }
    }
    let mut words: Vec<String> = links
        .into_iter()
        .map(|(path, count)| {
            let title = if view.is_editable(path) {
                view.title(path)
            } else {
                "the design".to_owned()
            };
            let links = if count == 1 {
                "A link".to_owned()
            } else {
                format!("{count} links")
            };
            format!("{links} in “{title}” will lead to the new address.")
        })
        .collect();
    if pictures > 0 {
        words.push("Its pictures move with it.".to_owned());
    }
    words
}

/// Returns the changes of files: those of the texts, and that the document has another path.
fn moved(
    view: &View<'_>,
    old: &str,
    new: &str,
    changes: Vec<Change>,
) -> Result<Vec<FileChange>, Problem> {
    let computed = file_changes(&view.desk.root, changes)?;
    let bytes = view.bytes(old)?.ok_or_else(changed_meanwhile)?;
    let (own, mut others): (Vec<_>, Vec<_>) = computed.into_iter().partition(|one| one.path == old);
    let edited = own.into_iter().find_map(|one| one.new);
    others.push(FileChange {
        path: new.to_owned(),
        old: None,
        new: Some(edited.unwrap_or_else(|| bytes.clone())),
    });
    others.push(FileChange {
        path: old.to_owned(),
        old: Some(bytes),
        new: None,
    });
    Ok(others)
}
