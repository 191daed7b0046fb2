//! Describes what publishing will change, publishes exactly that, and reverts the last publication.
//!
//! A project is published to a bucket if `SITE_BUCKET` is set, otherwise by a commit of its content.

#[cfg(feature = "aws")]
mod bucket;
mod comparison;
mod git;

use std::collections::BTreeSet;

use content::Tree;
use diagnostic::{Diagnostic, Fingerprinter};
use inspect::{RULES, Scope, When};
use serde::Deserialize;
use serde_json::{Value, json};

use super::problem::{Answered, Problem};
use super::reported::as_of_build;
use super::view::View;
#[cfg(feature = "aws")]
use bucket::Planned;
use comparison::{MOST_PAGES, errors_first, other_changes, pages, site_of};

/// A request to compare, publish, or revert.
#[derive(Deserialize)]
pub struct Publication {
    #[serde(default)]
    confirm: bool,
    /// Whether the last publication is reverted.
    #[serde(default)]
    back: bool,
    /// Fingerprint of the changes that the person has seen and confirms.
    #[serde(default)]
    seen: String,
    /// Whether only the progress of a running publication is requested.
    #[serde(default)]
    progress: bool,
}

/// Variable that names the bucket of `site publish`.
const BUCKET: &str = "SITE_BUCKET";

/// Returns how the project is published, or `None` if that is not known.
pub fn way(view: &View<'_>) -> Option<&'static str> {
    if std::env::var_os(BUCKET).is_some_and(|bucket| !bucket.is_empty()) {
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
        (_, true) => revert_commit(view, publication),
    };
    if publication.confirm {
        progress.clear();
    }
    answered
}

impl Publication {
    /// Sets the progress of the publication, unless the request only compares.
    fn set_progress(&self, view: &View<'_>, doing: &str) {
        if self.confirm {
            view.desk.kept.progress.set(doing);
        }
    }
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

/// Returns whether a finding is one that only `site check --publish` reports.
fn is_for_public_site(finding: &Diagnostic) -> bool {
    let mut rules = RULES.iter().filter(|rule| rule.when == When::Publish);
    rules.any(|rule| rule.codes.iter().any(|code| code.name == finding.code.name))
}

fn by_commit(view: &View<'_>, publication: &Publication) -> Answered {
    let root = &view.desk.root;
    publication.set_progress(view, "Comparing with what is published…");
    let base = git::published(root)?;
    let changed = git::changed_files(root, &base)?;
    let seen = fingerprint(view, &changed, &base)?;
    if publication.confirm {
        confirmed(publication, &seen)?;
    }
    let now = Tree::read(root, "content");
    publication.set_progress(view, "Checking the site…");
    let scope = Scope {
        check: true,
        publish: true,
        external: false,
    };
    let (after, errors) = site_of(root, now.clone(), scope);
    // A version may still have placeholders, but it cannot be public with them.
    let (later, errors): (Vec<_>, Vec<_>) = errors.into_iter().partition(is_for_public_site);
    let blocked = if changed.is_empty() {
        Some("Nothing has changed since the last time.".to_owned())
    } else {
        errors_first(errors.len())
    };
    if publication.confirm {
        if let Some(blocked) = blocked {
            return Err(Problem::new(409, blocked));
        }
        let confirm = || {
            let changed = git::changed_files(root, &base)?;
            confirmed(publication, &fingerprint(view, &changed, &base)?)
        };
        let message = git::commit(view, &changed, confirm)?;
        return Ok(json!({ "done": true, "message": message }));
    }
    let before = git::committed(root, now, &changed, &base);
    let (before, _) = site_of(root, before, Scope::default());
    let mut pages = match (&before, &after) {
        (Some(before), Some(after)) => pages(before, after),
        _ => Vec::new(),
    };
    let others = other_changes(view, &changed, &pages);
    pages.truncate(MOST_PAGES);
    Ok(json!({
        "how": "commit",
        "label": "Publish",
        "blocked": blocked,
        "errors": as_of_build(view, errors.iter()),
        "later": as_of_build(view, later.iter()),
        "pages": pages,
        "others": others,
        "unsaved": unsaved(view),
        "fingerprint": seen,
    }))
}

/// Reverts the last commit of the content.
fn revert_commit(view: &View<'_>, publication: &Publication) -> Answered {
    let root = &view.desk.root;
    publication.set_progress(view, "Comparing with the version before…");
    let last = git::last(root)?;
    let seen = || fingerprint(view, &last.changed, &last.before());
    let shown = seen()?;
    let now = Tree::read(root, "content");
    let (after, errors) = site_of(
        root,
        git::committed(root, now.clone(), &last.changed, &last.before()),
        Scope::default(),
    );
    let blocked = errors_first(errors.len());
    if publication.confirm {
        confirmed(publication, &shown)?;
        if let Some(blocked) = blocked {
            return Err(Problem::new(409, blocked));
        }
        let message = git::revert(view, &last, || confirmed(publication, &seen()?))?;
        return Ok(json!({ "done": true, "message": message }));
    }
    let (before, _) = site_of(root, now, Scope::default());
    let mut pages = match (&before, &after) {
        (Some(before), Some(after)) => pages(before, after),
        _ => Vec::new(),
    };
    pages.truncate(MOST_PAGES);
    Ok(json!({
        "how": "commit",
        "label": "Take it back",
        "blocked": blocked,
        "errors": as_of_build(view, errors.iter()),
        "later": [],
        "pages": pages,
        "others": [],
        "unsaved": [],
        "fingerprint": shown,
    }))
}

#[cfg(not(feature = "aws"))]
fn to_bucket(_: &View<'_>, _: &Publication, _: bool) -> Answered {
    Err(Problem::new(
        409,
        "This program was built without publishing to a bucket. Ask whoever looks after the site.",
    ))
}

#[cfg(feature = "aws")]
fn to_bucket(view: &View<'_>, publication: &Publication, back: bool) -> Answered {
    publication.set_progress(view, "Checking the site…");
    if publication.confirm {
        let agrees = |seen: &str| {
            publication.set_progress(view, "Sending the changes…");
            confirmed(publication, seen)
        };
        let message = bucket::publish(&view.desk.root, back, agrees)?;
        return Ok(json!({ "done": true, "message": message }));
    }
    let (blocked, errors, seen, others) = match bucket::plan(&view.desk.root, back)? {
        Planned::Faulty(errors) => (
            errors_first(errors.len()),
            errors,
            String::new(),
            Vec::new(),
        ),
        Planned::Nothing => {
            let words = "Nothing has changed since the last time.".to_owned();
            (Some(words), Vec::new(), String::new(), Vec::new())
        }
        Planned::Changes(seen, others) => (None, Vec::new(), seen, others),
    };
    Ok(json!({
        "how": "publish",
        "label": if back { "Take it back" } else { "Publish" },
        "blocked": blocked,
        "errors": as_of_build(view, errors.iter()),
        "later": [],
        "pages": [],
        "others": others,
        "unsaved": unsaved(view),
        "fingerprint": seen,
    }))
}
