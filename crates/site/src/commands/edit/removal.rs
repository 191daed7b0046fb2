//! Removes a document: lists what still refers to it, and leads its visitors and the links to it to another page.

use build::fixes::FileChange;
use diagnostic::{Change, Place};
use inspect::url_ledger;
use serde::Deserialize;
use serde_json::{Value, json};

use super::choices;
use super::document::save_first;
use super::file_changes::file_changes;
use super::pictures;
use super::problem::{Answered, Problem};
use super::reported::Focus;
use super::view::View;
use crate::commands::language_server::moves::{is_replaceable, replacement, urls_of};
use crate::commands::language_server::project::rule;
use crate::commands::language_server::references::references;

/// A document to remove.
#[derive(Deserialize)]
pub struct Removal {
    document: String,
    /// URL of the page that its visitors are led to; `None` if nothing replaces it.
    to: Option<String>,
    /// Whether the links to it are changed so that they lead there as well.
    #[serde(default)]
    links: bool,
    #[serde(default)]
    confirm: bool,
}

/// Reason that is stored with a URL that nothing replaces.
const REASON: &str = "The page was removed, and no other one replaces it.";

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
    if view
        .plan()
        .by_source
        .get(path)
        .is_some_and(|url| url == "/")
    {
        return Err(Problem::new(
            409,
            "This is the home page, without which there is no site, so it cannot be removed.",
        ));
    }
    if !removal.confirm {
        let links = references(&view.project, path, None).into_iter();
        let names = choices::places_of(view, path).into_iter();
        let all = links
            .map(|link| (link, true))
            .chain(names.map(|name| (name, false)));
        let others = all.filter(|((from, _), _)| from != path);
        let listed =
            others.filter_map(|((from, span), is_link)| reference(view, &from, span, is_link));
        let address = public_url(view, path).filter(|_| !opened.is_new);
        return Ok(json!({
            "references": listed.collect::<Vec<_>>(),
            "address": address,
            "to": address.and_then(|url| page_above(view, path, url)),
            "losesDraft": opened.is_draft && !opened.is_new,
            "done": false,
        }));
    }
    if !opened.is_new {
        let changes = changes(view, removal)?;
        let touched = changes.iter().map(Change::path);
        let mut others = touched.filter(|other| *other != path.as_str());
        if let Some(other) = others.find(|other| view.desk.draft(other).is_some()) {
            return Err(save_first(&view.title(other)));
        }
        let _lock = view.desk.lock();
        let old = view.bytes(path)?;
        let label = format!("Remove “{}”", view.title(path));
        let mut files = file_changes(&view.desk.root, changes)?;
        files.push(FileChange {
            path: path.clone(),
            old,
            new: None,
        });
        view.desk.change(&label, files)?;
    }
    let revision = view.desk.set_draft(path, None);
    view.desk.built(revision);
    if opened.is_new {
        pictures::remove_added(view.desk, path)?;
    }
    Ok(json!({ "done": true }))
}

/// Returns the URL of a document that visitors can know: its page is public, or was once.
fn public_url<'v>(view: &'v View<'_>, path: &str) -> Option<&'v String> {
    let url = view.plan().by_source.get(path)?;
    let tree = &view.project.files.content;
    let is_public = || view.snapshot.status(url).is_none();
    (url_ledger::lists(tree, url) || is_public()).then_some(url)
}

/// Returns the nearest public page above the URL of a document.
fn page_above(view: &View<'_>, path: &str, url: &str) -> Option<Value> {
    let bare = render::bare_url(url);
    let ends = bare.rmatch_indices('/').map(|(at, _)| at);
    let mut urls = ends.map(|at| if at == 0 { "/" } else { &bare[..at] });
    urls.find_map(|above| {
        let route = view.plan().routes.any_form(above)?;
        page_at(view, path, &route.url).ok()?;
        let title = route.title(view.content());
        Some(json!({ "title": title, "url": route.url, "href": route.url }))
    })
}

/// Returns the path of the document whose page takes the place of another one.
fn page_at<'v>(view: &'v View<'_>, removed: &str, url: &str) -> Result<&'v str, Problem> {
    let refused = |words: &str| Problem::new(409, words);
    let unknown = || refused("Choose a page of the site from the list.");
    let route = view.plan().routes.any_form(url).ok_or_else(unknown)?;
    let document = route.document_in(view.content()).ok_or_else(unknown)?;
    let path = document.source().path.as_str();
    if path == removed || view.plan().by_source.get(path) != Some(&route.url) {
        return Err(unknown());
    }
    if view.snapshot.status(&route.url).is_some() {
        return Err(refused(
            "That page is not public, so nobody can be led there. Choose another one.",
        ));
    }
    Ok(path)
}

/// Returns the changes of other documents that go with a removal.
fn changes(view: &View<'_>, removal: &Removal) -> Result<Vec<Change>, Problem> {
    let path = &removal.document;
    if let Some(to) = &removal.to {
        let other = page_at(view, path, to)?;
        return Ok(replacement(&view.project, path, other, removal.links));
    }
    let urls = urls_of(&view.project, path);
    let change = url_ledger::giving_up(&view.project.files.content, &urls, REASON);
    Ok(change.into_iter().collect())
}

/// Returns a place that refers to the document, either by a link or by its name.
fn reference(
    view: &View<'_>,
    from: &str,
    span: std::ops::Range<usize>,
    is_link: bool,
) -> Option<Value> {
    let source = view.project.text(from)?;
    let text = source.text.get(span.clone())?;
    let is_replaceable = is_link && is_replaceable(source, span.start);
    // A redirect does not help a link to a file, or a rule of the site's structure.
    let is_url = is_link && render::file_of_link(from, text).is_none();
    let is_redirected = is_url && (is_replaceable || !from.starts_with("content/"));
    let focus = Focus::of(&Place::new(source, span.clone()));
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
        "isRedirected": is_redirected,
        "isReplaceable": is_replaceable,
    }))
}
