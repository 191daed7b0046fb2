//! The pages above a page, for breadcrumbs.

use serde_json::json;
use tera::Value;

use crate::route::{Plan, Route, parent_path};

/// Returns the title and URL of each page above a route, the nearest first.
pub fn ancestors<'a>(plan: &'a Plan, route: &'a Route) -> Vec<(&'a str, &'a str)> {
    let mut chain = Vec::new();
    let mut above = route.parent.as_deref().or_else(|| parent_path(&route.url));
    while let Some(url) = above {
        let parent = plan.routes.any_form(url);
        if let Some(parent) = parent {
            // `parent` may name a page below this one, which would make a cycle.
            if chain.iter().any(|(_, known)| *known == parent.url) || parent.url == route.url {
                break;
            }
            chain.push((parent.title.as_str(), parent.url.as_str()));
        }
        let named = parent.and_then(|parent| parent.parent.as_deref());
        above = named.or_else(|| parent_path(url));
    }
    chain
}

/// Returns `page.breadcrumbs`: the pages above a route, from the home page down, and the route itself.
pub fn breadcrumbs(plan: &Plan, route: &Route) -> Value {
    let mut chain = ancestors(plan, route);
    chain.reverse();
    chain.push((&route.title, &route.url));
    let chain = chain.iter();
    let chain = chain.map(|(title, url)| json!({ "title": title, "url": url }));
    Value::from_serializable(&chain.collect::<Vec<_>>())
}
