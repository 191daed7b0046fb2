//! Applies the fix of a finding: in the draft if its document has one, otherwise in the file.

use std::sync::Arc;

use diagnostic::{Change, Fix};
use serde::Deserialize;
use serde_json::json;
use serve::edit::Draft;

use super::document::{document, save_first};
use super::problem::{Answered, Problem};
use super::reported::{id_of, office_label};
use super::view::View;

/// A fix by its id.
#[derive(Deserialize)]
pub struct Chosen {
    id: String,
}

/// Applies a fix.
pub fn apply(view: &View<'_>, chosen: &Chosen) -> Answered {
    let gone = || Problem::new(404, "The site has changed meanwhile; nothing was written.");
    let fix = fix(view, &chosen.id).ok_or_else(gone)?;
    let mut paths: Vec<&str> = fix.changes.iter().map(Change::path).collect();
    paths.sort_unstable();
    paths.dedup();
    let drafted = paths.iter().find(|path| view.desk.draft(path).is_some());
    let revision = match (drafted, paths.as_slice()) {
        (None, _) => in_files(view, &fix)?,
        (Some(_), [path]) => in_draft(view, path, &fix).ok_or_else(gone)?,
        (Some(path), _) => return Err(save_first(&view.title(path))),
    };
    let after = View::of(view.desk, view.desk.built(revision));
    let document = match paths.as_slice() {
        [path] if after.is_editable(path) => Some(document(&after, path, None)?),
        _ => None,
    };
    Ok(json!({
        "label": fix.label,
        "changed": paths,
        "revision": after.snapshot.number,
        "document": document,
    }))
}

/// Returns the fix with an id.
fn fix(view: &View<'_>, id: &str) -> Option<Fix> {
    let (finding, index) = id.rsplit_once('-')?;
    let index: usize = index.parse().ok()?;
    let found = view.findings.iter().find(|one| id_of(one) == finding)?;
    let fix = found.fixes().into_iter().nth(index)?;
    let label = office_label(view, found, &fix.label);
    Some(Fix { label, ..fix })
}

fn in_files(view: &View<'_>, fix: &Fix) -> Result<u64, Problem> {
    let _lock = view.desk.lock();
    let (changes, chosen) = build::fixes::changes(&view.desk.root, &[fix]);
    if chosen.is_empty() {
        return Err(Problem::new(
            409,
            "The file has changed meanwhile; nothing was written.",
        ));
    }
    Ok(view.desk.change(&fix.label, changes)?)
}

/// Applies a fix that only replaces text of one document to its draft. Returns `None` if the text has changed.
fn in_draft(view: &View<'_>, path: &str, fix: &Fix) -> Option<u64> {
    let draft = view.desk.draft(path)?;
    let mut edits = Vec::new();
    for change in &fix.changes {
        let Change::Replace(place, text) = change else {
            return None;
        };
        if *place.source.text != *draft.text {
            return None;
        }
        edits.push((place.span.clone(), text.as_str()));
    }
    edits.sort_by_key(|(span, _)| (span.start, span.end));
    let text = diagnostic::line_endings::spliced(&draft.text, &edits);
    let draft = Draft {
        text: Arc::from(text),
        ..draft
    };
    Some(view.desk.set_draft(path, Some(draft)))
}
