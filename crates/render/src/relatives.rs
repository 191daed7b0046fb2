//! The routes that a route is connected with: the pages above it, and its translations.

use std::borrow::Cow;
use std::collections::HashMap;

use content::Content;
use serde_json::json;
use tera::Value;

use crate::route::{Plan, Relatives, Route, RouteKind, Routes, parent_path};

/// Connects each route with its relatives.
pub fn connected(content: &Content, routes: Routes) -> Routes {
    let mut by_page: HashMap<Page<'_>, Vec<String>> = HashMap::new();
    if !content.config.languages.is_empty() {
        let mut sorted: Vec<_> = routes.iter().collect();
        sorted.sort_by_key(|route| route.lang != content.config.language);
        for route in sorted {
            if let Some(page) = page_of(content, route) {
                by_page.entry(page).or_default().push(route.url.clone());
            }
        }
    }
    let translations = |route: &Route| by_page.get(&page_of(content, route)?).cloned();
    routes.connected(|routes, route| Relatives {
        above: above(routes, route),
        translations: translations(route).unwrap_or_default(),
    })
}

/// What a page has in common with its translations: whether it is a term's, the index of its taxonomy or collection, the slug of its
/// term or the path of its document, and its number in a list.
type Page<'a> = (bool, usize, Cow<'a, str>, Option<usize>);

fn page_of<'a>(content: &'a Content, route: &Route) -> Option<Page<'a>> {
    let number = route.listing.as_ref().map(|list| list.number);
    if let (RouteKind::Taxonomy(index), Some(term)) = (route.kind, &route.term) {
        return Some((true, index, Cow::Owned(term.slug.clone()), number));
    }
    let id = route.document?;
    let path = Cow::Borrowed(content.document(id).path.as_str());
    Some((false, id.collection, path, number))
}

/// Returns the URL of each page above a route, the nearest first.
fn above(routes: &Routes, route: &Route) -> Vec<String> {
    let mut chain: Vec<String> = Vec::new();
    let mut above = route.parent.as_deref().or_else(|| parent_path(&route.url));
    while let Some(url) = above {
        let parent = routes.any_form(url);
        if let Some(parent) = parent {
            // `parent` may name a page below this one, which would make a cycle.
            if chain.contains(&parent.url) || parent.url == route.url {
                break;
            }
            chain.push(parent.url.clone());
        }
        let named = parent.and_then(|parent| parent.parent.as_deref());
        above = named.or_else(|| parent_path(url));
    }
    chain
}

/// Returns `page.breadcrumbs`: the pages above a route, from the home page down, and the route itself.
pub fn breadcrumbs(content: &Content, plan: &Plan, route: &Route) -> Value {
    let above = route.relatives.above.iter().rev();
    let above = above.filter_map(|url| plan.routes.get(url).map(AsRef::as_ref));
    let chain = above.chain([route]);
    let chain = chain.map(|one| json!({ "title": one.title(content), "url": one.url }));
    Value::from_serializable(&chain.collect::<Vec<_>>())
}
