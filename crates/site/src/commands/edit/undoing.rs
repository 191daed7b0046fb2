//! Undoes the last change, unless an unsaved text still needs the picture that it added.

use serde::Deserialize;
use serde_json::json;

use super::context::Context;
use super::listing::undoable;
use super::problem::{Answered, Problem};
use super::view::View;

/// A request to undo the last change.
#[derive(Deserialize)]
pub struct Undoing {
    /// Id of the change that is undone, as `state` names it.
    id: Option<String>,
}

/// Undoes the last change.
pub fn undo(desk: Context<'_>, undoing: &Undoing) -> Answered {
    refuse_if_used(desk)?;
    let (label, revision) = desk.undo(undoing.id.as_deref())?;
    let undo = undoable(&desk);
    let number = desk.built(revision).number;
    Ok(json!({ "label": label, "undo": undo, "revision": number }))
}

/// Refuses to remove a picture that a draft names: the draft could not be saved without an error then.
fn refuse_if_used(desk: Context<'_>) -> Result<(), Problem> {
    for path in desk.removed_by_undo() {
        if content::is_text(&path) {
            continue;
        }
        let name = path.rsplit('/').next().unwrap_or(&path);
        let mut drafts = desk.drafts().into_iter();
        if let Some(draft) = drafts.find(|draft| draft.text.contains(name)) {
            let view = View::of(desk, desk.snapshot());
            let title = view.title(&draft.path);
            return Err(Problem::new(
                409,
                format!(
                    "The picture {name} is used in “{title}”, which is not saved yet. Take it out there first, or discard those changes."
                ),
            ));
        }
    }
    Ok(())
}
