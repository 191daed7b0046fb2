//! Adds pictures beside documents, lists those that exist, and shows them in the drawer.

use std::collections::BTreeMap;

use build::fixes::FileChange;
use content::portable_names::faults;
use percent_encoding::percent_decode_str;
use render::relative;
use serde::Deserialize;
use serde_json::{Value, json};

use super::context::Context;
use super::document_text::values;
use super::links::Search;
use super::problem::{Answered, Problem};
use super::view::View;
use crate::commands::language_server::links::picture;
use crate::commands::language_server::project::rule;
use crate::commands::new::target::without_accents;

/// Maximum number of pictures in an answer.
const MOST: usize = 50;

/// Maximum number of pictures with the same name.
const MAX_EQUAL: usize = 1_000;

/// Writes a picture to the folder of a document, or to that of other pictures of the same field. Never replaces a file.
pub fn add(desk: Context<'_>, query: &str, bytes: &[u8]) -> Answered {
    let value = |name: &str| -> Option<String> {
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        let (_, value) = pairs.find(|(key, _)| *key == name)?;
        let value = value.replace('+', " ");
        Some(percent_decode_str(&value).decode_utf8_lossy().into_owned())
    };
    let document = value("document").unwrap_or_default();
    let lock = desk.lock();
    let view = View::of(desk, desk.snapshot());
    view.open(&document)?;
    let kind = kind_of(bytes)?;
    if let Some(fault) = assets::picture_fault("content", &format!("picture.{kind}"), bytes) {
        let words = std::iter::once(&fault.message).chain(&fault.help);
        return Err(Problem::new(415, sentences(words)));
    }
    let field = value("field").filter(|field| !field.is_empty());
    let own = document
        .rsplit_once('/')
        .map_or("content", |(folder, _)| folder);
    let usual = field
        .as_ref()
        .and_then(|field| usual_folder(&view, &document, field));
    let folder = usual.unwrap_or_else(|| own.to_owned());
    let name = safe_name(&value("name").unwrap_or_default());
    let path = free_path(desk, &folder, &name, kind)?;
    let change = FileChange {
        path: path.clone(),
        old: None,
        new: Some(bytes.to_owned()),
    };
    let label = format!(
        "Add the picture {}",
        path.rsplit('/').next().unwrap_or(&path)
    );
    let revision = desk.change(&label, vec![change])?;
    desk.kept.add_picture(&document, &path);
    drop(lock);
    desk.built(revision);
    Ok(json!({
        "value": path.strip_prefix("content/").unwrap_or(&path),
        "markdown": format!("![]({})", relative(&document, &path)),
    }))
}

/// Removes the pictures that were added to a document whose changes are discarded, and that no text names: they would be published with
/// the next change. Returns the number of the change, or `None` if there are no such pictures.
pub fn remove_added(desk: Context<'_>, document: &str) -> Result<Option<u64>, Problem> {
    let added = desk.kept.take_pictures(document);
    let _lock = desk.lock();
    let view = View::of(desk, desk.snapshot());
    let mut changes = Vec::new();
    for path in added {
        let name = path.rsplit('/').next().unwrap_or(&path);
        let mut texts = view.project.texts().into_iter();
        if !texts.any(|(_, source)| source.text.contains(name)) {
            let old = view.bytes(&path)?;
            changes.push(FileChange {
                path,
                old,
                new: None,
            });
        }
    }
    changes.retain(|change| change.old.is_some());
    if changes.is_empty() {
        return Ok(None);
    }
    Ok(Some(
        desk.change("Remove the pictures that were added", changes)?,
    ))
}

/// Returns the extension of a picture.
fn kind_of(bytes: &[u8]) -> Result<&'static str, Problem> {
    let is = |at: usize, text: &[u8]| bytes.get(at..at + text.len()) == Some(text);
    let start = bytes.get(..1024).unwrap_or(bytes);
    let start = String::from_utf8_lossy(start);
    let kinds = [
        (is(0, &[0xff, 0xd8, 0xff]), "jpg"),
        (is(0, b"\x89PNG\r\n\x1a\n"), "png"),
        (is(0, b"RIFF") && is(8, b"WEBP"), "webp"),
        (is(0, b"GIF8"), "gif"),
        (is(4, b"ftypavif") || is(4, b"ftypavis"), "avif"),
        (start.contains("<svg"), "svg"),
    ];
    if is(4, b"ftyphei") || is(4, b"ftyphev") || is(4, b"ftypmif1") {
        let message = "Browsers do not show pictures in the format HEIC. Save or share it as JPEG: on an iPhone, choose “Most Compatible” in the settings of the camera.";
        return Err(Problem::new(415, message));
    }
    let kind = kinds
        .iter()
        .find(|(is_it, _)| *is_it)
        .map(|(_, kind)| *kind);
    kind.ok_or_else(|| {
        Problem::new(
            415,
            "This is not a picture that browsers show. Use JPEG, PNG, WebP, AVIF, GIF, or SVG.",
        )
    })
}

/// Returns messages as sentences.
fn sentences<'m>(messages: impl Iterator<Item = &'m String>) -> String {
    let sentences = messages.map(|message| {
        let mut signs = message.chars();
        let first = signs.next().into_iter().flat_map(char::to_uppercase);
        first.chain(signs).chain(['.']).collect::<String>()
    });
    sentences.collect::<Vec<_>>().join(" ")
}

/// Returns a name without its extension that is safe in URLs and on every system.
fn safe_name(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let slug: String = render::slugify(&without_accents(stem))
        .chars()
        .filter(char::is_ascii)
        .collect();
    let slug = slug.trim_matches('-');
    let slug = slug.get(..60).unwrap_or(slug).trim_matches('-');
    if slug.is_empty()
        || !content::slug::is_slug(slug)
        || !faults(&[&format!("content/{slug}.jpg")]).is_empty()
    {
        "picture".to_owned()
    } else {
        slug.to_owned()
    }
}

/// Returns a path in a folder that no file has.
fn free_path(desk: Context<'_>, folder: &str, name: &str, kind: &str) -> Result<String, Problem> {
    let numbered = (2..MAX_EQUAL).map(|number| format!("{folder}/{name}-{number}.{kind}"));
    let mut paths = std::iter::once(format!("{folder}/{name}.{kind}")).chain(numbered);
    let free = paths.find(|path| desk.root.join(path).symlink_metadata().is_err());
    free.ok_or_else(|| Problem::new(409, "There are too many pictures with this name."))
}

/// Returns the folder in which other entries of the same collection have the pictures of a field, if most have the same one.
fn usual_folder(view: &View<'_>, document: &str, field: &str) -> Option<String> {
    let own = rule(&view.project.structure, document)?;
    let texts = view.project.files.content.texts.iter();
    let same = texts.filter(|(path, _)| {
        rule(&view.project.structure, path).is_some_and(|rule| rule.name == own.name)
    });
    let mut folders: BTreeMap<String, usize> = BTreeMap::new();
    for (path, source) in same {
        let values = values(path, &source.text).map(Value::Object);
        let value = values
            .as_ref()
            .and_then(|values| values.pointer(field)?.as_str());
        let file = value.and_then(|value| picture(&view.project, path, value));
        let file = file.filter(|file| file.starts_with("content/"));
        if let Some((folder, _)) = file.as_deref().and_then(|file| file.rsplit_once('/')) {
            *folders.entry(folder.to_owned()).or_default() += 1;
        }
    }
    let most = folders.into_iter().max_by_key(|(_, count)| *count);
    most.map(|(folder, _)| folder)
}

/// Lists the pictures of the content whose path contains a query.
pub fn list(view: &View<'_>, search: &Search) -> Value {
    let query = search.query.trim().to_lowercase();
    let pictures = view.project.pictures().into_iter();
    let found = pictures.filter(|path| path.to_lowercase().contains(&query));
    let found = found.take(MOST).map(|path| {
        let markdown = relative(&search.document, &format!("content/{path}"));
        json!({ "value": path, "markdown": markdown })
    });
    json!({ "pictures": found.collect::<Vec<_>>() })
}

/// A picture to which a document refers.
#[derive(Deserialize)]
pub struct Shown {
    document: String,
    value: String,
}

/// Returns the media type and the bytes of a picture.
pub fn bytes(view: &View<'_>, shown: &Shown) -> Result<(String, Vec<u8>), Problem> {
    let missing = || Problem::new(404, "There is no such picture.");
    let file = picture(&view.project, &shown.document, &shown.value).ok_or_else(missing)?;
    let media_type = inspect::addresses::media_type(&file);
    if !media_type.starts_with("image/") {
        return Err(missing());
    }
    let bytes = std::fs::read(view.desk.root.join(&file)).map_err(|_| missing())?;
    Ok((media_type.to_owned(), bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_pictures() {
        for (name, expected) in [
            ("IMG_2041.JPG", "img-2041"),
            ("../../etc/passwd.png", "passwd"),
            ("C:\\Users\\a b.jpeg", "a-b"),
            ("x\r\nSet-Cookie: a.jpg", "x-set-cookie-a"),
            ("गुजराती.jpg", "picture"),
            (".htaccess", "picture"),
            ("con.jpg", "picture"),
            ("", "picture"),
            (&"a".repeat(300), &"a".repeat(60)),
        ] {
            assert_eq!(safe_name(name), expected, "{name}");
        }
    }

    #[test]
    fn kinds_of_pictures() {
        for (bytes, expected) in [
            (&[0xff, 0xd8, 0xff, 0xe0][..], Some("jpg")),
            (b"RIFF\0\0\0\0WEBPVP8 ", Some("webp")),
            (b"<?xml?><svg xmlns=''>", Some("svg")),
            (b"\0\0\0\x18ftypheic\0\0", None),
            (b"#!/bin/sh", None),
            (b"", None),
        ] {
            assert_eq!(kind_of(bytes).ok(), expected, "{bytes:?}");
        }
    }
}
