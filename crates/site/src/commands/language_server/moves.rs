//! Answers what must change when documents are renamed or moved: links to them and from them, their pictures, and a redirect from each
//! URL that vanishes; and what leads to another document when one is removed.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use content::{Part, TomlText, Tree};
use diagnostic::{Change, Place, Source, folder_of, lines_in};
use render::{Plan, file_of_link, joined, relative};
use serde_json::{Map, Value};

use super::definition::STRUCTURE;
use super::links::{Link, destination, links, picture};
use super::parts::toml_part;
use super::project::{Project, routed};
use super::references::to_template;

/// Returns the changes that go with renaming files and folders, given as pairs of their old and new paths. The files themselves are
/// renamed by the editor; `moves_pictures` says whether it can also move the pictures that only a moved document uses.
pub fn changes(
    project: &Project,
    renamed: &[(String, String)],
    moves_pictures: bool,
) -> Vec<Change> {
    let tree = project.content();
    let mut moved = moved_files(&tree, renamed);
    let mut changes = structure_changes(project, renamed);
    let before = routed(&tree);
    let after = routed(&after(tree, &moved, &changes));
    changes.extend(template_changes(project, renamed));
    let (Some((_, before)), Some((_, after))) = (before, after) else {
        return Vec::new();
    };
    let texts = project.texts().into_iter();
    let linked = texts.map(|(path, source)| (path, source, links(path, source)));
    let linked: Vec<Linked<'_>> = linked.collect();
    let pictures = if moves_pictures {
        pictures_that_move(project, &linked, &moved)
    } else {
        BTreeMap::new()
    };
    moved.extend(pictures.clone());
    let moves = Moves {
        project,
        moved: &moved,
        before: &before,
        after: &after,
        keeps_anchors: true,
    };
    for (path, source, links) in &linked {
        for link in links {
            if let Some(address) = moves.new_address(path, link) {
                changes.push(Change::Replace(
                    Place::new(source, link.span.clone()),
                    address,
                ));
            }
        }
        changes.extend(moves.redirect(path, source));
    }
    let pictures = pictures.into_iter();
    changes.extend(pictures.map(|(from, to)| Change::Move { from, to }));
    changes
}

/// Returns the changes that lead whoever opens the URL of a document to another one, so that the first can be removed: the other one gets
/// its URLs as aliases, and redirects to it lead there. With `mends_links`, the links to it do as well, without their anchors.
pub fn replacement(
    project: &Project,
    removed: &str,
    other: &str,
    mends_links: bool,
) -> Vec<Change> {
    let moved = BTreeMap::from([(removed.to_owned(), other.to_owned())]);
    let moves = Moves {
        project,
        moved: &moved,
        before: &project.plan,
        after: &project.plan,
        keeps_anchors: false,
    };
    let mut changes = Vec::new();
    for (path, source) in project.texts() {
        if path == removed || !(mends_links || path == STRUCTURE) {
            continue;
        }
        for link in links(path, source) {
            let found = destination(project, path, &link.address);
            let is_it = found.is_some_and(|found| found.path == removed);
            if is_it
                && is_replaceable(source, link.span.start)
                && let Some(address) = moves.new_address(path, &link)
            {
                changes.push(Change::Replace(Place::new(source, link.span), address));
            }
        }
    }
    let urls = urls_of(project, removed);
    let source = project.text(other).filter(|_| !urls.is_empty());
    changes.extend(source.and_then(|source| with_aliases(source, &urls)));
    changes
}

/// Returns whether a link at a byte offset of a file can lead to another page than before. Links of templates are part of the design,
/// and the other URLs in `structure.toml` say what the site consists of.
pub fn is_replaceable(source: &Arc<Source>, offset: usize) -> bool {
    if source.path != STRUCTURE {
        return source.path.starts_with("content/");
    }
    let toml = TomlText::whole(source);
    let entry = toml.entry_at(offset);
    entry.is_some_and(|(pointer, _)| {
        let is_rule = ["/redirect/", "/rewrite/"]
            .iter()
            .any(|table| pointer.starts_with(table));
        is_rule && pointer.ends_with("/to")
    })
}

/// Returns the URL of a document and its aliases; nothing if it has no page.
pub fn urls_of(project: &Project, path: &str) -> Vec<String> {
    let url = project.plan.by_source.get(path);
    let fields = project.text(path).and_then(|source| {
        let toml = TomlText::new(source, toml_part(path, &source.text));
        toml.unchecked::<Map<String, Value>>()
    });
    let aliases = fields.and_then(|mut fields| fields.remove("aliases"));
    let aliases: Vec<String> = aliases
        .and_then(|aliases| serde_json::from_value(aliases).ok())
        .unwrap_or_default();
    url.into_iter()
        .flat_map(|url| std::iter::once(url.clone()).chain(aliases.clone()))
        .collect()
}

/// Returns the change that adds URLs to the `aliases` of a document, or `None` if it has them all, or no place for them.
fn with_aliases(source: &Arc<Source>, urls: &[String]) -> Option<Change> {
    let toml = TomlText::new(source, toml_part(&source.path, &source.text));
    let fields: Map<String, Value> = toml.unchecked()?;
    let aliases = fields.get("aliases").and_then(Value::as_array);
    let is_new = |url: &&String| {
        let mut known = aliases.into_iter().flatten();
        !known.any(|known| known == *url)
    };
    let new = urls.iter().filter(is_new);
    let new: Vec<String> = new.map(|url| format!("\"{url}\"")).collect();
    let new = new.join(", ");
    if new.is_empty() || toml.span.is_empty() {
        return None;
    }
    let (at, text) = match aliases {
        Some(aliases) => {
            let list = toml.locate("/aliases", Part::Value).span;
            let comma = if aliases.is_empty() { "" } else { ", " };
            (list.start + 1, format!("{new}{comma}"))
        }
        None => (
            before_tables(&source.text, toml.span),
            format!("aliases = [{new}]\n"),
        ),
    };
    Some(Change::Replace(Place::new(source, at..at), text))
}

/// A text with its path and links.
type Linked<'a> = (&'a str, &'a Arc<Source>, Vec<Link>);

/// Returns the new path of each file that is renamed, or is below a folder that is renamed.
fn moved_files(tree: &Tree, renamed: &[(String, String)]) -> BTreeMap<String, String> {
    let files = tree.texts.keys().chain(&tree.other_files);
    let moved = files.filter_map(|file| Some((file.clone(), new_path(file, renamed)?)));
    moved.collect()
}

/// Returns the new path of a file or folder, or `None` if it is not renamed.
fn new_path(path: &str, renamed: &[(String, String)]) -> Option<String> {
    renamed.iter().find_map(|(old, new)| {
        let rest = path.strip_prefix(old.as_str())?;
        let is_it = rest.is_empty() || rest.starts_with('/');
        is_it.then(|| format!("{new}{rest}"))
    })
}

/// Returns the changes of `structure.toml` that keep the paths of collections and schemas valid.
fn structure_changes(project: &Project, renamed: &[(String, String)]) -> Vec<Change> {
    let Some(source) = project.text(STRUCTURE) else {
        return Vec::new();
    };
    let toml = TomlText::whole(source);
    let texts = toml.texts().iter();
    let paths = texts.filter(|text| {
        let key = text.pointer.rsplit('/').next().unwrap_or_default();
        ["dir", "file", "schema"].contains(&key)
    });
    let changes = paths.filter_map(|text| {
        let new = new_path(&format!("content/{}", text.text), renamed)?;
        let new = new.strip_prefix("content/")?;
        Some(Change::Replace(text.place.clone(), format!("\"{new}\"")))
    });
    changes.collect()
}

/// Returns the changes of the names of templates in other templates, front matter, and `structure.toml`.
fn template_changes(project: &Project, renamed: &[(String, String)]) -> Vec<Change> {
    let mut changes = Vec::new();
    for (name, path) in project.templates() {
        let folder = path.strip_suffix(name).unwrap_or_default();
        let new = new_path(path, renamed);
        let Some(new) = new.as_deref().and_then(|new| new.strip_prefix(folder)) else {
            continue;
        };
        for (file, span) in to_template(project, path) {
            let place = project.text(&file).map(|source| Place::new(source, span));
            changes.extend(place.map(|place| Change::Replace(place, new.to_owned())));
        }
    }
    changes
}

/// Returns the files after the moves, and with the changes of `structure.toml`.
fn after(mut tree: Tree, moved: &BTreeMap<String, String>, changes: &[Change]) -> Tree {
    if let Some(source) = tree.texts.get_mut(STRUCTURE) {
        let mut text = source.text.clone();
        for change in changes.iter().rev() {
            if let Change::Replace(place, new) = change {
                text.replace_range(place.span.clone(), new);
            }
        }
        *source = Source::new(STRUCTURE, text);
    }
    let texts: Vec<_> = moved
        .iter()
        .filter_map(|(old, new)| Some((tree.texts.remove(old)?, new)))
        .collect();
    for (source, new) in texts {
        let folders = new.match_indices('/').map(|(at, _)| new[..at].to_owned());
        tree.folders.extend(folders);
        tree.texts
            .insert(new.clone(), Source::new(new.as_str(), source.text.as_str()));
    }
    let lists = std::mem::take(&mut tree.lists).into_iter();
    tree.lists = lists
        .map(|(old, text)| (moved.get(&old).cloned().unwrap_or(old), text))
        .collect();
    for name in &mut tree.other_files {
        if let Some(new) = moved.get(name) {
            name.clone_from(new);
        }
    }
    tree.other_files.sort();
    tree
}

/// Files that are moved, and the routes before and after.
struct Moves<'a> {
    project: &'a Project,
    moved: &'a BTreeMap<String, String>,
    before: &'a Plan,
    after: &'a Plan,
    /// Whether the headings of a document are still in the one to which links lead then.
    keeps_anchors: bool,
}

impl Moves<'_> {
    fn new_path<'p>(&'p self, path: &'p str) -> &'p str {
        self.moved.get(path).map_or(path, String::as_str)
    }

    /// Returns the new address of a link in the file `from`, or `None` if it stays.
    fn new_address(&self, from: &str, link: &Link) -> Option<String> {
        let address = link.address.as_str();
        let found = destination(self.project, from, address)?;
        let new_from = self.new_path(from);
        let new = self.new_path(&found.path);
        if address.starts_with('#') || (new_from == from && new == found.path) {
            return None;
        }
        let is_text = self.project.text(&found.path).is_some();
        let is_from_root = address.starts_with('/');
        let address_of = |file: &str| {
            if is_from_root {
                format!("/{}", file.strip_prefix("content/").unwrap_or(file))
            } else {
                relative(new_from, file)
            }
        };
        let new_address = if file_of_link(from, address).is_some() {
            let anchor = found.anchor.filter(|_| self.keeps_anchors);
            let anchor = anchor.map_or_else(String::new, |anchor| format!("#{anchor}"));
            address_of(new) + &anchor
        } else if is_text {
            let (old_url, new_url) = self.urls(&found.path)?;
            let rest = address.find(['#', '?']).map_or("", |at| &address[at..]);
            let path = &address[..address.len() - rest.len()];
            // A link through a redirect stays as it is.
            if render::bare_url(path) != render::bare_url(old_url) {
                return None;
            }
            let rest = if self.keeps_anchors { rest } else { "" };
            format!("{new_url}{rest}")
        } else {
            // A picture is looked up beside the document and in `content/`.
            let folder = folder_of(new_from);
            let folders = [if is_from_root { "content" } else { folder }, "content"];
            if folders.iter().any(|folder| joined(folder, address) == new) {
                return None;
            }
            let inner = new.strip_prefix("content/")?;
            let beside = new
                .strip_prefix(folder)
                .and_then(|rest| rest.strip_prefix('/'));
            if !is_from_root && joined("content", address) == found.path {
                inner.to_owned()
            } else {
                let beside = beside.filter(|_| !is_from_root);
                beside.map_or_else(|| format!("/{inner}"), str::to_owned)
            }
        };
        (new_address != address).then_some(new_address)
    }

    /// Returns the URLs of a document before and after the moves.
    fn urls(&self, path: &str) -> Option<(&str, &str)> {
        let old = self.before.by_source.get(path)?;
        let new = self.after.by_source.get(self.new_path(path))?;
        Some((old, new))
    }

    /// Returns the change that adds the old URL of a moved document to its `aliases`; `None` if the URL stays, or if the document is a
    /// draft.
    fn redirect(&self, path: &str, source: &Arc<Source>) -> Option<Change> {
        self.moved.get(path)?;
        let (old, new) = self.urls(path)?;
        let toml = TomlText::new(source, toml_part(path, &source.text));
        let fields: Map<String, Value> = toml.unchecked()?;
        if old == new || content::is_draft(&fields) {
            return None;
        }
        let aliases = fields.get("aliases").and_then(Value::as_array);
        let known = aliases.into_iter().flatten().enumerate();
        for (index, alias) in known {
            // A document that moves back to an earlier URL.
            if alias
                .as_str()
                .is_some_and(|alias| render::bare_url(alias) == render::bare_url(new))
            {
                let place = toml.locate(&format!("/aliases/{index}"), Part::Value);
                return Some(Change::Replace(place, format!("\"{old}\"")));
            }
        }
        with_aliases(source, &[old.to_owned()])
    }
}

/// Returns the new paths of the pictures that move with the only document that refers to them, because they are in its folder.
fn pictures_that_move(
    project: &Project,
    linked: &[Linked<'_>],
    moved: &BTreeMap<String, String>,
) -> BTreeMap<String, String> {
    let mut users: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (path, _, links) in linked {
        for link in links {
            if let Some(picture) = picture(project, path, &link.address) {
                users.entry(picture).or_default().insert(path);
            }
        }
    }
    let moving = users.into_iter().filter_map(|(picture, users)| {
        let user = users.first().filter(|_| users.len() == 1)?;
        let (old, new) = (folder_of(user), folder_of(moved.get(*user)?));
        let name = picture.strip_prefix(old)?.strip_prefix('/')?;
        let is_beside = !name.contains('/') && old != new && !moved.contains_key(&picture);
        is_beside.then(|| (picture.clone(), format!("{new}/{name}")))
    });
    moving.collect()
}

/// Returns the offset at which a key can be added to a table: before the first header of another table.
fn before_tables(text: &str, toml: Range<usize>) -> usize {
    let end = toml.end;
    let header = lines_in(text, toml).find(|(_, line)| line.trim_start().starts_with('['));
    header.map_or(end, |(start, _)| start)
}
