//! Lists the documents that can be edited, and what is left to do: unsaved and unpublished changes, and findings.

use std::collections::BTreeMap;

use content::CollectionRule;
use diagnostic::Severity;
use rayon::prelude::*;
use serde_json::{Map, Value, json};
use serve::edit::Desk;

use super::publish;
use super::reported::findings;
use super::stored_errors;
use super::view::View;
use crate::commands::language_server::project::rule;
use crate::shape::Shape;

/// Returns the state of the site as JSON.
pub fn state(view: &View<'_>) -> Value {
    let site = &view.project.site;
    let rules = &view.project.structure.collections;
    let counts = counts(view);
    let entries: Vec<Vec<Value>> = rules
        .par_iter()
        .map(|rule| entries(view, rule, &counts))
        .collect();
    let unpublished = entries.iter().flatten();
    let unpublished = unpublished.filter(|entry| !entry["status"].is_null());
    let unpublished: Vec<&Value> = unpublished.collect();
    let unpublished = json!(unpublished);
    let collections = rules.iter().zip(&entries);
    let collections = collections.map(|(rule, entries)| collection(view, rule, entries));
    let unsaved = view.desk.drafts().into_iter();
    let unsaved =
        unsaved.map(|draft| json!({ "document": draft.path, "title": view.title(&draft.path) }));
    let mut findings = findings(view, |_| true);
    findings.extend(stored_errors::findings(view));
    json!({
        "name": site.get("name"),
        "revision": view.snapshot.number,
        "today": jiff::Zoned::now().date().to_string(),
        "collections": collections.collect::<Vec<_>>(),
        "settings": settings(view),
        "unpublished": unpublished,
        "unsaved": unsaved.collect::<Vec<_>>(),
        "findings": findings,
        "isChecking": !view.snapshot.is_checked,
        "undo": undoable(&view.desk),
        "publish": publish::way(view),
    })
}

/// Returns the change that can be undone as JSON, or null.
pub fn undoable(desk: &Desk) -> Value {
    let last = desk.undoable();
    last.map_or(
        Value::Null,
        |(id, label)| json!({ "id": id, "label": label }),
    )
}

/// Returns the number of errors and of all findings, by path.
fn counts<'v>(view: &'v View<'_>) -> BTreeMap<&'v str, (usize, usize)> {
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for finding in &view.findings {
        if let Some((place, _)) = &finding.place {
            let (errors, all) = counts.entry(&place.source.path).or_default();
            *errors += usize::from(finding.severity == Severity::Error);
            *all += 1;
        }
    }
    counts
}

/// Returns the schema of a collection's entries.
fn schema_of(view: &View<'_>, rule: &CollectionRule) -> Value {
    let source = view.project.text(&format!("content/{}", rule.schema));
    let schema = source.and_then(|source| serde_json::from_str(&source.text).ok());
    schema.unwrap_or(Value::Null)
}

fn collection(view: &View<'_>, rule: &CollectionRule, entries: &[Value]) -> Value {
    let schema = schema_of(view, rule);
    let title = schema
        .get("title")
        .and_then(Value::as_str)
        .unwrap_or(&rule.name);
    let rules = view.project.structure.collections.iter();
    let is_shared = rules.filter(|other| other.schema == rule.schema).count() > 1;
    let name = match &rule.title {
        Some(name) => name.clone(),
        None if is_shared => format!("{title} ({})", rule.name),
        None => title.to_owned(),
    };
    let is_body = |entry: &Value| {
        entry["document"]
            .as_str()
            .is_some_and(|path| path.ends_with(".md"))
    };
    let has_body = match entries {
        [] => rule.route.is_some() && rule.dir.is_some(),
        entries => entries.iter().any(is_body),
    };
    json!({
        "collection": rule.name,
        "name": name,
        "title": title,
        "description": schema.get("description"),
        "isList": rule.file.is_some(),
        "hasBody": has_body,
        "hasDate": Shape::new(&schema).key("date").is_some(),
        "hasPages": rule.route.is_some(),
        "document": rule.file.as_ref().map(|file| format!("content/{file}")),
        "entries": entries,
    })
}

/// Returns the entries of a collection, sorted as their files are.
fn entries(
    view: &View<'_>,
    rule: &CollectionRule,
    counts: &BTreeMap<&str, (usize, usize)>,
) -> Vec<Value> {
    let schema = schema_of(view, rule);
    let shape = Shape::new(&schema);
    if let Some(file) = &rule.file {
        let path = format!("content/{file}");
        let values = view
            .project
            .text(&path)
            .and_then(|source| view.values(source));
        let items = values
            .as_ref()
            .and_then(|values| values.get("item")?.as_array());
        let items = items.into_iter().flatten().enumerate().map(|(index, item)| {
            let empty = Map::new();
            let fields = item.as_object().unwrap_or(&empty);
            let title = view.entry_title(fields, shape);
            let title = title.unwrap_or_else(|| format!("{}", index + 1));
            json!({ "document": path, "field": format!("/item/{index}"), "title": title, "status": null })
        });
        return items.collect();
    }
    let Some(dir) = &rule.dir else {
        return Vec::new();
    };
    let folder = format!("content/{dir}/");
    let content = &view.project.files.content;
    let texts = [&content.texts, &content.unreadable];
    let paths = texts.into_iter().flat_map(|texts| {
        let from = texts.range(folder.clone()..).map(|(path, _)| path);
        from.take_while(|path| path.starts_with(&folder))
    });
    let mut paths: Vec<&String> = paths.collect();
    paths.sort();
    let is_own = |path: &&&String| {
        let own = self::rule(&view.project.structure, path);
        own.is_some_and(|own| own.name == rule.name) && view.is_editable(path)
    };
    let entries = paths.iter().filter(is_own).map(|path| {
        let values = view
            .project
            .text(path)
            .and_then(|source| view.values(source));
        let title = values.and_then(|values| view.entry_title(&values, shape));
        let url = view.plan().by_source.get(path.as_str());
        let (errors, findings) = counts.get(path.as_str()).copied().unwrap_or_default();
        json!({
            "document": path,
            "title": title.unwrap_or_else(|| path[folder.len()..].to_owned()),
            "url": url,
            "status": url.and_then(|url| view.snapshot.status(url)),
            "hasDraft": view.desk.draft(path).is_some(),
            "errors": errors,
            "findings": findings,
        })
    });
    entries.collect()
}

/// How the paths of settings that an office edits begin: facts, menus, words, and forms.
const SETTINGS: [&str; 4] = ["site.", "menus.", "words.", "forms/"];

/// Returns whether a file has settings that an office edits.
pub fn is_setting(path: &str) -> bool {
    let name = path.strip_prefix("content/").unwrap_or(path);
    let is_known = SETTINGS.iter().any(|start| name.starts_with(start));
    let is_file = !name.contains('/') || name.starts_with("forms/");
    is_known && is_file && name.ends_with(".toml")
}

/// Returns the files of settings that an office edits.
fn settings(view: &View<'_>) -> Vec<Value> {
    let texts = view.project.files.content.texts.keys();
    let mut paths: Vec<&String> = texts.filter(|path| is_setting(path)).collect();
    // The facts come first, the forms last, and a translation after what it translates.
    let place = |path: &str| {
        SETTINGS
            .iter()
            .position(|start| path["content/".len()..].starts_with(start))
    };
    paths.sort_by_key(|path| (place(path), path.trim_end_matches(".toml")));
    let settings = paths.into_iter().map(|path| {
        let schema = view.schema(path);
        let values = view
            .project
            .text(path)
            .and_then(|source| view.values(source));
        let keys = values.iter().flat_map(|values| values.keys());
        let parts = keys.map(|key| {
            let title = Shape::new(&schema).child(key).and_then(Shape::title);
            json!({ "key": key, "title": title })
        });
        json!({
            "document": path,
            "title": view.title(path),
            "description": schema.get("description"),
            "parts": parts.collect::<Vec<_>>(),
        })
    });
    settings.collect()
}
