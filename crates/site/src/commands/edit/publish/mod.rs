//! Says in words what publishing will change, publishes exactly that, and takes the last publication back.
//!
//! A project is published to a bucket if `SITE_BUCKET` is set, otherwise by a commit of its content.

mod bucket;
mod comparison;
mod git;

use std::collections::BTreeSet;

use content::Tree;
use diagnostic::Fingerprinter;
use serde::Deserialize;
use serde_json::{Value, json};

use super::problem::{Answered, Problem};
use super::view::View;
use comparison::{MOST_PAGES, others, pages, site_of};

/// What is wanted: an answer, or the publication.
#[derive(Deserialize)]
pub struct Publication {
    #[serde(default)]
    confirm: bool,
    /// Whether the last publication is taken back.
    #[serde(default)]
    back: bool,
    /// Fingerprint of what the person has seen and confirms.
    #[serde(default)]
    seen: String,
    /// Whether the answer only says how far a publication is.
    #[serde(default)]
    progress: bool,
}

/// Returns how the project is published, or `None` if that is not known.
pub fn way(view: &View<'_>) -> Option<&'static str> {
    if bucket::is_used() {
        return Some("publish");
    }
    let mut folders = view.desk.root.ancestors();
    folders
        .any(|folder| folder.join(".git").exists())
        .then_some("commit")
}

/// Answers what publishing changes, or publishes.
pub fn publish(view: &View<'_>, publication: &Publication) -> Answered {
    let progress = &view.desk.kept.progress;
    if publication.progress {
        return Ok(json!({ "doing": progress.get() }));
    }
    let Some(way) = way(view) else {
        return Err(Problem::new(
            409,
            "This project is not kept in Git, so it cannot be published from here.",
        ));
    };
    let answered = match (way, publication.back) {
        ("publish", back) => to_bucket(view, publication, back),
        (_, false) => by_commit(view, publication),
        (_, true) => back_by_commit(view, publication),
    };
    progress.clear();
    answered
}

/// Refuses a publication of something else than what was shown.
fn confirmed(publication: &Publication, fingerprint: &str) -> Result<(), Problem> {
    if publication.seen == fingerprint {
        return Ok(());
    }
    Err(Problem::new(
        409,
        "Something has changed since this was shown, so nothing was published. Look at it again, and publish then.",
    ))
}

/// Returns the fingerprint of some files of the content, and of the version that they are compared with.
fn fingerprint(view: &View<'_>, changed: &BTreeSet<String>, base: &str) -> Result<String, Problem> {
    let mut fingerprint = Fingerprinter::default().text(base);
    for path in changed {
        let bytes = view.bytes(path)?;
        fingerprint = fingerprint.text(path).number(usize::from(bytes.is_some()));
        fingerprint = fingerprint.bytes(&bytes.unwrap_or_default());
    }
    Ok(format!("{:032x}", fingerprint.finish().0))
}

/// Returns the unsaved documents as JSON.
fn unsaved(view: &View<'_>) -> Vec<Value> {
    let drafts = view.desk.drafts().into_iter();
    let unsaved =
        drafts.map(|draft| json!({ "document": draft.path, "title": view.title(&draft.path) }));
    unsaved.collect()
}

/// Returns why a site with errors cannot be published.
fn errors_first(errors: usize) -> Option<String> {
    let verb = if errors == 1 {
        "error has"
    } else {
        "errors have"
    };
    (errors > 0).then(|| format!("{errors} {verb} to be corrected first."))
}

fn by_commit(view: &View<'_>, publication: &Publication) -> Answered {
    let root = &view.desk.root;
    let progress = &view.desk.kept.progress;
    progress.set("Comparing with what is published…");
    let base = git::published(root)?;
    let changed = git::changed_files(root, &base)?;
    let seen = fingerprint(view, &changed, &base)?;
    if publication.confirm {
        confirmed(publication, &seen)?;
    }
    let now = Tree::read(root, "content");
    progress.set("Checking the site…");
    let (after, errors) = site_of(root, now.clone());
    let blocked = if changed.is_empty() {
        Some("Nothing has changed since the last time.".to_owned())
    } else {
        errors_first(errors)
    };
    if publication.confirm {
        return match blocked {
            Some(blocked) => Err(Problem::new(409, blocked)),
            None => Ok(json!({ "done": true, "message": git::commit(view, &changed, &now)? })),
        };
    }
    let (before, _) = site_of(root, git::committed(root, now, &changed, &base));
    let mut pages = match (&before, &after) {
        (Some(before), Some(after)) => pages(before, after),
        _ => Vec::new(),
    };
    let others = others(view, &changed, &pages);
    pages.truncate(MOST_PAGES);
    Ok(json!({
        "how": "commit",
        "label": "Publish",
        "blocked": blocked,
        "pages": pages,
        "others": others,
        "unsaved": unsaved(view),
        "fingerprint": seen,
    }))
}

/// Takes the last commit of the content back.
fn back_by_commit(view: &View<'_>, publication: &Publication) -> Answered {
    let root = &view.desk.root;
    view.desk
        .kept
        .progress
        .set("Comparing with the version before…");
    let last = git::last(root)?;
    let seen = fingerprint(view, &last.changed, &last.before())?;
    let now = Tree::read(root, "content");
    let (after, errors) = site_of(
        root,
        git::committed(root, now.clone(), &last.changed, &last.before()),
    );
    let blocked = errors_first(errors);
    if publication.confirm {
        confirmed(publication, &seen)?;
        return match blocked {
            Some(blocked) => Err(Problem::new(409, blocked)),
            None => Ok(json!({ "done": true, "message": git::take_back(view, &last)? })),
        };
    }
    let (before, _) = site_of(root, now);
    let mut pages = match (&before, &after) {
        (Some(before), Some(after)) => pages(before, after),
        _ => Vec::new(),
    };
    pages.truncate(MOST_PAGES);
    Ok(json!({
        "how": "commit",
        "label": "Take it back",
        "blocked": blocked,
        "pages": pages,
        "others": [],
        "unsaved": [],
        "fingerprint": seen,
    }))
}

fn to_bucket(view: &View<'_>, publication: &Publication, back: bool) -> Answered {
    let root = &view.desk.root;
    let progress = &view.desk.kept.progress;
    let lines = bucket::plan(root, back, progress)?;
    let texts = Tree::read(root, "content").texts;
    let texts = texts.values().map(|source| source.fingerprint);
    let all = texts.fold(Fingerprinter::default(), Fingerprinter::part);
    let all = lines.iter().fold(all, |all, line| all.text(line));
    let seen = format!("{:032x}", all.finish().0);
    if publication.confirm {
        confirmed(publication, &seen)?;
        return Ok(json!({ "done": true, "message": bucket::publish(root, back, progress)? }));
    }
    let nothing = lines
        .iter()
        .find(|line| line.starts_with("Nothing has changed"));
    Ok(json!({
        "how": "publish",
        "label": if back { "Take it back" } else { "Publish" },
        "blocked": nothing,
        "pages": [],
        "others": if nothing.is_some() { Vec::new() } else { lines.clone() },
        "unsaved": unsaved(view),
        "fingerprint": seen,
    }))
}
