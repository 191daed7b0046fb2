//! Searches the pages of the site for a link.

use render::relative;
use serde::Deserialize;
use serde_json::{Value, json};

use super::view::View;

/// A search in a document.
#[derive(Deserialize)]
pub struct Search {
    /// Path of the document that will contain the link.
    pub document: String,
    /// Words, in any case.
    #[serde(default)]
    pub query: String,
}

/// Maximum number of links in an answer.
const MOST: usize = 20;

/// Returns the other pages whose title, URL, or description contains all words of a query. Those whose title begins with it come first,
/// then those whose title contains it.
pub fn links(view: &View<'_>, search: &Search) -> Value {
    let query = search.query.trim().to_lowercase();
    let words: Vec<&str> = query.split_whitespace().collect();
    let mut found: Vec<(bool, bool, &str, Value)> = Vec::new();
    for route in &view.plan().routes {
        let Some(document) = route.document_in(view.content()) else {
            continue;
        };
        let path = document.source().path.as_str();
        if path == search.document {
            continue;
        }
        let shown = route.title(view.content());
        let title = shown.to_lowercase();
        let description = document.text("description").unwrap_or_default();
        let all = format!("{title} {} {description}", route.url).to_lowercase();
        if !words.iter().all(|word| all.contains(word)) {
            continue;
        }
        // Entries of a list have no file of their own.
        let is_file = view.plan().by_source.get(path) == Some(&route.url);
        let href = if is_file {
            relative(&search.document, path)
        } else {
            route.url.clone()
        };
        let link = json!({ "title": shown, "url": route.url, "href": href });
        found.push((
            !title.starts_with(&query),
            !title.contains(&query),
            &route.url,
            link,
        ));
    }
    found.sort_by(|one, other| (one.0, one.1, one.2).cmp(&(other.0, other.1, other.2)));
    let links: Vec<Value> = found
        .into_iter()
        .take(MOST)
        .map(|(.., link)| link)
        .collect();
    json!({ "links": links })
}
