//! Removes a document, after listing what still refers to it.

use build::fixes::FileChange;
use diagnostic::Place;
use serde::Deserialize;
use serde_json::{Value, json};

use super::choices;
use super::pictures;
use super::problem::{Answered, Problem};
use super::reported::Focus;
use super::view::View;
use crate::commands::language_server::project::rule;
use crate::commands::language_server::references::references;

/// A document to remove.
#[derive(Deserialize)]
pub struct Removal {
    document: String,
    #[serde(default)]
    confirm: bool,
}

/// Lists what refers to a document, or removes it.
pub fn remove(view: &View<'_>, removal: &Removal) -> Answered {
    let path = &removal.document;
    let opened = view.open(path)?;
    let own = rule(&view.project.structure, path).filter(|rule| rule.dir.is_some());
    if own.is_none() {
        return Err(Problem::new(
            409,
            "This belongs to the site as a whole, so it cannot be removed.",
        ));
    }
    if !removal.confirm {
        let references = references(&view.project, path, None).into_iter();
        let references = references.chain(choices::places_of(view, path));
        let others = references.filter(|(from, _)| from != path);
        let listed = others.filter_map(|(from, span)| reference(view, &from, span));
        return Ok(json!({ "references": listed.collect::<Vec<_>>(), "done": false }));
    }
    if !opened.is_new {
        let _lock = view.desk.lock();
        let old = view.bytes(path)?;
        let label = format!("Remove “{}”", view.title(path));
        let change = FileChange {
            path: path.clone(),
            old,
            new: None,
        };
        view.desk.change(&label, vec![change])?;
    }
    let revision = view.desk.set_draft(path, None);
    view.desk.built(revision);
    if opened.is_new {
        pictures::remove_added(view.desk, path)?;
    }
    Ok(json!({ "done": true }))
}

fn reference(view: &View<'_>, from: &str, span: std::ops::Range<usize>) -> Option<Value> {
    let source = view.project.text(from)?;
    let text = source.text.get(span.clone())?;
    let focus = Focus::of(&Place::new(source, span));
    let (field, body) = match focus {
        Some(Focus::Field(field)) => (Some(field), None),
        Some(Focus::Body(start, end)) => (None, Some([start, end])),
        None => (None, None),
    };
    let is_editable = view.is_editable(from);
    Some(json!({
        "document": is_editable.then_some(from),
        "title": if is_editable { view.title(from) } else { "the design".to_owned() },
        "url": view.plan().by_source.get(from),
        "text": text,
        "field": field,
        "body": body,
    }))
}
