//! Passes each request of the drawer on to the file that answers it.

use serde::de::DeserializeOwned;
use serde_json::json;
use serve::edit::{Answer, Request};

use super::context::Context;
use super::problem::{Answered, Problem};
use super::view::View;
use super::{
    clicked, create, document, fixes, links, listing, pictures, publish, removal, renaming, save,
    shown, text_search, undoing, unknown_form,
};

/// Answers a request of the drawer.
pub fn answer(desk: Context<'_>, request: &Request) -> Answer {
    let answered = match request.name.as_str() {
        "picture" => pictures::add(desk, &request.query, &request.body),
        "picture-bytes" => return picture_bytes(desk, &request.body),
        name => answer_json(desk, name, &request.body),
    };
    match answered {
        Ok(value) => Answer::json(200, &value),
        Err(problem) => Answer::json(problem.status, &problem.body),
    }
}

fn answer_json(desk: Context<'_>, name: &str, body: &[u8]) -> Answered {
    let view = || View::of(desk, desk.snapshot());
    match name {
        "state" => Ok(listing::state(&view())),
        "changes" => {
            let changes: Changes = read(body)?;
            Ok(json!({ "revision": desk.next(changes.revision) }))
        }
        "open" => open(&view(), &read(body)?),
        "shown" => shown::page(&view(), &read(body)?),
        "draft" => save::draft(desk, &read(body)?),
        "discard" => {
            let named: Named = read(body)?;
            let revision = desk.set_draft(&named.document, None);
            let built = desk.built(revision);
            let removed = pictures::remove_added(desk, &named.document)?;
            let built = removed.map_or(built, |revision| desk.built(revision));
            Ok(json!({ "revision": built.number }))
        }
        "save" => save::save(desk, &read(body)?),
        "new" => create::create(desk, &read(body)?),
        "rename" => renaming::rename(&view(), &read(body)?),
        "remove" => removal::remove(&view(), &read(body)?),
        "undo" => undoing::undo(desk, &read(body)?),
        "find" => Ok(text_search::search(&view(), &read(body)?)),
        "links" => Ok(links::links(&view(), &read(body)?)),
        "pictures" => Ok(pictures::list(&view(), &read(body)?)),
        "fix" => fixes::apply(&view(), &read(body)?),
        "publish" => publish::publish(&view(), &read(body)?),
        _ => Err(Problem::new(
            404,
            "The drawer is of another version. Reload the page.",
        )),
    }
}

/// Parses the body of a request.
fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(body)
        .map_err(|error| Problem::new(400, format!("The request cannot be read: {error}")))
}

#[derive(serde::Deserialize)]
struct Changes {
    revision: u64,
}

/// A request about a document.
#[derive(serde::Deserialize)]
pub struct Named {
    /// Path of the file.
    pub document: String,
}

/// Opens a document, or what an element of a page was made from.
fn open(view: &View<'_>, request: &clicked::OpenRequest) -> Answered {
    match clicked::find(view, request)? {
        clicked::Found::Document(path, focus) => match unknown_form::reason(view, &path) {
            Some(reason) => Ok(json!({ "document": null, "reason": reason, "isToCorrect": true })),
            None => document::document(view, &path, focus),
        },
        clicked::Found::Design(reason) => Ok(json!({ "document": null, "reason": reason })),
    }
}

fn picture_bytes(desk: Context<'_>, body: &[u8]) -> Answer {
    let view = View::of(desk, desk.snapshot());
    let bytes = read(body).and_then(|request| pictures::bytes(&view, &request));
    match bytes {
        Ok((media_type, bytes)) => Answer {
            status: 200,
            media_type,
            body: bytes.into(),
        },
        Err(problem) => Answer::json(problem.status, &problem.body),
    }
}
