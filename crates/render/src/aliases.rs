//! `aliases` in front matter: old URLs that redirect to the document's page.

use content::{ALIASES as KEY, Document, Part};
use diagnostic::{Diagnostic, Place};
use serde_json::Value;

use crate::redirects::without_slash;

/// Returns the valid aliases of a document, without trailing slashes, each with its index in the list.
pub fn aliases(document: &Document) -> impl Iterator<Item = (&str, usize)> {
    let values = document.fields.get(KEY).and_then(Value::as_array);
    let values = values.into_iter().flatten().enumerate();
    values.filter_map(|(index, value)| {
        let url = value.as_str().filter(|url| problem(url).is_none())?;
        Some((without_slash(url), index))
    })
}

/// Returns the place of a document's alias.
pub fn place(document: &Document, index: usize) -> Place {
    document.place(&format!("/{KEY}/{index}"), Part::Value)
}

/// Reports aliases that cannot be redirected. The schema of the document's collection need not check them.
pub fn faulty_aliases(document: &Document) -> Vec<Diagnostic> {
    let Some(value) = document.fields.get(KEY) else {
        return Vec::new();
    };
    let Some(values) = value.as_array() else {
        let message = format!("`{KEY}` must be a list");
        let place = document.place(&format!("/{KEY}"), Part::Value);
        let diagnostic = Diagnostic::new(&content::codes::WRONG_TYPE, message).at(place, "");
        return vec![diagnostic.help(format!("write old URLs as {KEY} = [\"/old\"]"))];
    };
    let faulty = values.iter().enumerate().filter_map(|(index, value)| {
        let help = match value.as_str() {
            Some(url) => problem(url)?,
            None => "write old URLs in quotes".to_owned(),
        };
        let message = format!("{value} is not a URL that can be redirected");
        let diagnostic = Diagnostic::new(&content::codes::WRONG_FORM, message);
        Some(diagnostic.at(place(document, index), "").help(help))
    });
    faulty.collect()
}

/// Returns help for an alias that cannot be redirected, or `None` if it can.
fn problem(url: &str) -> Option<String> {
    if url.contains("://") || !url.starts_with('/') {
        let path = url.split_once("://").map_or(url, |(_, rest)| {
            rest.split_once('/').map_or("", |(_, path)| path)
        });
        let path = path.trim_start_matches(['.', '/']).trim_end_matches('/');
        return Some(format!("URLs of this site start with `/`: write `/{path}`"));
    }
    if url.split('/').any(|part| matches!(part, "." | "..")) {
        return Some("write the whole old URL, without `.` and `..` between slashes".to_owned());
    }
    let is_forbidden = |one: char| one.is_control() || "\"#%*<>?\\`{}".contains(one);
    if let Some(character) = url.chars().find(|one| is_forbidden(*one)) {
        return Some(format!(
            "remove `{}`: write the old URL unescaped and without a query",
            character.escape_default()
        ));
    }
    None
}
