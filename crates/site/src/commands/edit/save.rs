//! Stores edits: as a draft for the preview, or in the file.

use std::sync::Arc;

use build::fixes::FileChange;
use diagnostic::line_endings::normalized;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use serve::edit::Draft;

use super::context::Context;
use super::document::{document, uses};
use super::document_text::{body_span, edited, file_content, values};
use super::problem::{Answered, Problem};
use super::reported::findings_of;
use super::view::{View, fingerprint};
use crate::shape::Shape;

/// What was typed.
#[derive(Deserialize)]
pub struct Typed {
    document: String,
    /// Fingerprint of the file that was opened; empty if there was none.
    fingerprint: String,
    values: Option<Map<String, Value>>,
    #[serde(default)]
    body: String,
    /// The whole text, if its TOML could not be read.
    source: Option<String>,
    /// Fingerprint of the text that this change was made from, as an answer named it. Another tab may have changed it.
    over: Option<String>,
}

impl Typed {
    /// Returns whether a draft is neither the text that this was made from, nor what this makes of it.
    fn is_overtaken_by(&self, draft: &Draft, text: &str) -> bool {
        let over = self.over.as_ref();
        *draft.text != *text && over.is_some_and(|over| *over != fingerprint(Some(&draft.text)))
    }
}

/// Sets a draft. Answers once the preview has been built with it.
pub fn draft(desk: Context<'_>, typed: &Typed) -> Answered {
    let (path, before) = (&typed.document, desk.snapshot());
    let view = View::of(desk, before);
    let opened = view.open_to_store(path, &typed.fingerprint)?;
    let text = text_of(&view, typed, &opened.text)?;
    // Text that is equal to the file is not a draft.
    let file = view.file(path)?.map(normalized);
    let draft = (file.as_deref() != Some(text.as_str())).then(|| Draft {
        path: path.clone(),
        text: Arc::from(text.as_str()),
        base: typed.fingerprint.clone(),
    });
    let has_draft = draft.is_some();
    let revision = desk.update_draft(path, |now| match now {
        Some(now) if typed.is_overtaken_by(now, &text) => Err(other_tab(typed, &text, &now.text)),
        _ => Ok(draft),
    })?;
    let snapshot = desk.built(revision);
    let view = View::of(desk, snapshot);
    let url = view.plan().by_source.get(path);
    Ok(json!({
        "revision": view.snapshot.number,
        "findings": findings_of(&view, path),
        "url": url,
        "status": url.and_then(|url| view.snapshot.status(url)),
        "title": view.title(path),
        "hasDraft": has_draft,
        "text": fingerprint(Some(&text)),
        "uses": uses(&view, &text),
    }))
}

/// Returns the whole text of a document, given what was typed and the text that it has now.
fn text_of(view: &View<'_>, typed: &Typed, now: &str) -> Result<String, Problem> {
    if let Some(source) = &typed.source {
        return Ok(normalized(source.clone()));
    }
    let Some(values) = &typed.values else {
        return Err(Problem::new(400, "The request has no values."));
    };
    let schema = view.schema(&typed.document);
    edited(
        &typed.document,
        now,
        values,
        &typed.body,
        Shape::new(&schema),
    )
    .map_err(|message| Problem::new(409, message))
}

/// Writes a document's file, if it is still the one that was opened.
pub fn save(desk: Context<'_>, typed: &Typed) -> Answered {
    let path = &typed.document;
    let lock = desk.lock();
    let draft = desk.draft(path);
    let view = View::of(desk, desk.snapshot());
    let opened = view.open_to_store(path, &typed.fingerprint)?;
    let file = view.file(path)?;
    if let Some(draft) = &draft {
        let text = text_of(&view, typed, &draft.text)?;
        if typed.is_overtaken_by(draft, &text) {
            return Err(other_tab(typed, &text, &draft.text));
        }
    }
    if fingerprint(file.as_deref()) != typed.fingerprint && !is_saved(&view, typed, file.as_deref())
    {
        return Err(conflict(&view, typed, &opened.text, file.as_deref()));
    }
    // The lines that stay are those of the file, not those of an earlier draft.
    let base = file.clone().map_or_else(|| opened.text.clone(), normalized);
    let is_readable = values(path, &base).is_some();
    let text = text_of(&view, typed, if is_readable { &base } else { &opened.text })?;
    let bytes = match &file {
        Some(file) => file_content(file, &text),
        None => text.clone(),
    };
    let saved = fingerprint(Some(&bytes));
    let label = format!("Save “{}”", title(&view, path, &bytes));
    let change = FileChange {
        path: path.clone(),
        old: file.map(String::into_bytes),
        new: Some(bytes.into_bytes()),
    };
    if change.old != change.new {
        desk.change(&label, vec![change])?;
    }
    drop(lock);
    // Text that was typed while this was saved stays a draft, now of the saved file.
    let is_newer = |now: &&Draft| Some(*now) != draft.as_ref() && *now.text != *text;
    let rebased = |now: &Draft| {
        let is_based_on_it = now.base == typed.fingerprint;
        let base = if is_based_on_it { &saved } else { &now.base };
        Draft {
            base: base.clone(),
            ..now.clone()
        }
    };
    let kept = |now: Option<&Draft>| Ok::<_, Problem>(now.filter(is_newer).map(rebased));
    let revision = desk.update_draft(path, kept)?;
    let view = View::of(desk, desk.built(revision));
    Ok(json!({ "saved": true, "document": document(&view, path, None)? }))
}

/// Returns whether a file says already what was typed: the answer to an earlier request may have been lost.
fn is_saved(view: &View<'_>, typed: &Typed, file: Option<&str>) -> bool {
    let Some(file) = file.map(|file| normalized(file.to_owned())) else {
        return false;
    };
    text_of(view, typed, &file).is_ok_and(|text| text == file)
}

/// Returns the title of a document with another text.
fn title(view: &View<'_>, path: &str, text: &str) -> String {
    let values = values(path, &normalized(text.to_owned()));
    let title = values.and_then(|values| view.title_of(path, &values));
    title.unwrap_or_else(|| view.title(path))
}

/// Returns the problem that the draft was changed in another tab, with both texts.
fn other_tab(typed: &Typed, yours: &str, theirs: &str) -> Problem {
    let error = "This is being changed in another tab as well.";
    let mut problem = versions(&typed.document, error, yours, theirs, &typed.fingerprint);
    problem.body["conflict"]["isDraft"] = true.into();
    problem.body["conflict"]["text"] = fingerprint(Some(theirs)).into();
    problem
}

/// Returns the problem that a file has changed since it was opened, with both texts.
fn conflict(view: &View<'_>, typed: &Typed, now: &str, file: Option<&str>) -> Problem {
    let path = &typed.document;
    let theirs = normalized(file.unwrap_or_default().to_owned());
    let error = match file {
        Some(_) => "Somebody has changed this meanwhile. Nothing was written.",
        None => "Somebody has removed this meanwhile. Nothing was written.",
    };
    let yours = text_of(view, typed, now).unwrap_or_else(|_| now.to_owned());
    versions(path, error, &yours, &theirs, &fingerprint(file))
}

/// Returns a problem with two versions of a document. `fingerprint` is that of the file.
fn versions(path: &str, error: &str, yours: &str, theirs: &str, fingerprint: &str) -> Problem {
    Problem {
        status: 409,
        body: json!({
            "error": error,
            "conflict": {
                "yours": yours,
                "fingerprint": fingerprint,
                "values": values(path, theirs),
                "body": &theirs[body_span(path, theirs)],
                "theirs": theirs,
            },
        }),
    }
}
