//! Redirects and pages with every form of their URLs, so that no request takes two hops.

use std::collections::BTreeMap;

use render::{PlannedRedirect, Route, bare_url};

use crate::site::Site;

/// Returns the redirect for each URL that the site redirects: the declared URLs, and their forms with a trailing slash or a file
/// extension, unless a page or another redirect has that URL (the rules of `inspect::addresses`).
pub fn redirects(site: &Site) -> BTreeMap<String, &PlannedRedirect> {
    let mut redirects: BTreeMap<String, &PlannedRedirect> = BTreeMap::new();
    for (from, redirect) in &site.plan.redirects {
        for end in ["/", ".html", "/index.html"] {
            let other = format!("{from}{end}");
            if site.plan.routes.any_form(&other).is_none() {
                redirects.insert(other, redirect);
            }
        }
    }
    let declared = site.plan.redirects.iter();
    redirects.extend(declared.map(|(from, redirect)| (from.clone(), redirect)));
    redirects
}

/// Returns the routes whose URLs end with a slash or an extension. All other pages have the URLs that the general rules of each host
/// file are for.
pub fn with_ending(site: &Site) -> impl Iterator<Item = &Route> {
    let routes = site.plan.routes.iter().map(AsRef::as_ref);
    routes.filter(|route| bare_url(&route.url) != route.url)
}

/// Returns the other forms of the URL of a page that [`with_ending`] returned, which are redirected to it.
pub fn forms_of(site: &Site, route: &Route) -> Vec<String> {
    let bare = bare_url(&route.url);
    let endings = ["", "/", ".html", "/index.html"].iter();
    let forms = endings.map(|end| format!("{bare}{end}"));
    let is_other = |form: &String| *form != route.url && !site.plan.redirects.contains_key(form);
    forms.filter(is_other).collect()
}
