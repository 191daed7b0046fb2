//! Finds the page that shows an entry without a page of its own, such as an office.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use rayon::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};

use super::document_text::values;
use super::problem::{Answered, Problem};
use super::translation::main_of;
use super::view::View;
use crate::commands::language_server::project::rule;

/// Request for the page that shows an entry.
#[derive(Deserialize)]
pub struct EntryRequest {
    document: String,
    /// Pointer to a field of the entry, if it is one of a list.
    field: Option<String>,
}

/// Texts shorter than this are on too many pages to say anything.
const SHORTEST: usize = 3;

/// Returns the URL of the page with most of an entry's texts, the shortest of several, or null if none has one. Only pages whose template
/// no other page has are searched: they show collections, and there are few of them.
pub fn page(view: &View<'_>, entry: &EntryRequest) -> Answered {
    if entry.document.starts_with("content/forms/") {
        return Ok(json!({ "url": page_of_form(view, &entry.document)? }));
    }
    if rule(&view.project.structure, &entry.document).is_none() {
        // Settings of the whole site are on every page.
        return Ok(json!({ "url": null }));
    }
    let text = view.open(&entry.document)?.text;
    let values = values(&entry.document, &text).map(Value::Object);
    let of_list = entry.field.as_deref().and_then(item);
    let value = values.as_ref().and_then(|values| match of_list {
        Some(pointer) => values.pointer(pointer),
        None => Some(values),
    });
    let mut texts = BTreeSet::new();
    if let Some(value) = value {
        add_texts(value, &mut texts);
    }
    let mut pages: HashMap<&str, usize> = HashMap::new();
    for route in &view.plan().routes {
        *pages.entry(&route.template).or_default() += 1;
    }
    let routes = view.plan().routes.iter();
    let routes: Vec<_> = routes
        .filter(|route| pages.get(route.template.as_str()) == Some(&1))
        .collect();
    let site = view.snapshot.site.as_ref();
    let scores = routes.into_par_iter().filter_map(|route| {
        let html = site?.file(&route.output)?;
        let html = String::from_utf8_lossy(&html);
        let found = texts.iter().filter(|text| html.contains(**text)).count();
        (found > 0).then_some((found, Reverse((html.len(), &route.url))))
    });
    let best = scores.max();
    Ok(json!({ "url": best.map(|(_, Reverse((_, url)))| url) }))
}

/// Returns the URL of the page with a form, in the language of the form's translation.
fn page_of_form(view: &View<'_>, path: &str) -> Result<Option<String>, Problem> {
    let main = main_of(view, path);
    let text = view.open(main.as_deref().unwrap_or(path))?.text;
    let values = values(path, &text);
    let page = values
        .as_ref()
        .and_then(|values| values.get("page")?.as_str());
    let routes = &view.plan().routes;
    let Some(page) = page.and_then(|page| routes.any_form(page)) else {
        return Ok(None);
    };
    let stem = path.trim_end_matches(".toml");
    let language = stem.rsplit_once('.').map(|(_, language)| language);
    let language = language.filter(|_| main.is_some());
    let mut translations = page.relatives.translations.iter();
    let translated = language.and_then(|language| {
        translations.find(|url| {
            let route = routes.get(url);
            route.is_some_and(|route| route.lang.eq_ignore_ascii_case(language))
        })
    });
    Ok(Some(translated.unwrap_or(&page.url).clone()))
}

/// Returns the pointer of the entry of a list that a pointer leads into.
fn item(field: &str) -> Option<&str> {
    let rest = field.strip_prefix("/item/")?;
    let end = rest.find('/').unwrap_or(rest.len());
    Some(&field[..field.len() - rest.len() + end])
}

/// Adds the texts of a value that HTML contains without escapes.
fn add_texts<'a>(value: &'a Value, texts: &mut BTreeSet<&'a str>) {
    match value {
        Value::String(text) => {
            let is_escaped = text.contains(['&', '<', '>', '"', '\'']);
            texts
                .extend((text.chars().count() >= SHORTEST && !is_escaped).then_some(text.as_str()));
        }
        Value::Array(items) => items.iter().for_each(|item| add_texts(item, texts)),
        Value::Object(fields) => fields.values().for_each(|field| add_texts(field, texts)),
        _ => {}
    }
}
