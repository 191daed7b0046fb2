//! Redirects with every form of their URLs, so that no request takes two hops.

use std::collections::BTreeMap;

use render::PlannedRedirect;

use crate::site::Site;

/// Returns the redirect for each URL that the site redirects: the declared URLs, and their forms with a trailing slash or a file
/// extension, unless a page or another redirect has that URL (the rules of `inspect::addresses`).
pub fn redirects(site: &Site) -> BTreeMap<String, &PlannedRedirect> {
    let mut redirects: BTreeMap<String, &PlannedRedirect> = BTreeMap::new();
    for (from, redirect) in site.plan.redirects.iter() {
        for end in ["/", ".html", "/index.html"] {
            let other = format!("{from}{end}");
            if !site.plan.routes.contains(&other) {
                redirects.insert(other, redirect);
            }
        }
    }
    let declared = site.plan.redirects.iter();
    redirects.extend(declared.map(|(from, redirect)| (from.clone(), redirect)));
    redirects
}
