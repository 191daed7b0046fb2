//! orphan-page: no links lead from the home page to a page.

use std::collections::BTreeSet;

use diagnostic::{Diagnostic, Severity::Warning};

use crate::addresses::resolved;
use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;
use crate::settings::matches;

pub static RULE: Rule = Rule::on_whole_pages(When::Check, ALL, check);

diagnostic::codes! {
    ORPHAN_PAGE {
        name: "orphan-page",
        severity: Warning,
        summary: "no links lead from the home page to a page",
        why: "Nobody finds it, and search engines consider it unimportant.",
        example: "a new page that no menu, list, or text links to",
        fix: "Link to it. If visitors come from elsewhere, such as an advertisement, add the page to [orphans] except in \
            checks.toml; if nobody should find it, set noindex = true.",
        source: "WCAG 2.2, 2.4.5",
    }
}

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    let routes = &site.output.plan.routes;
    // A page with a mistake may have the only link. Without a home page there is no start.
    if site.output.pages.len() < routes.len()
        || !site.output.plan.unusable.is_empty()
        || !routes.contains("/")
    {
        return;
    }
    let own = site.output.content.config.base_url.trim_end_matches('/');
    let mut reached: BTreeSet<&str> = BTreeSet::new();
    let mut waiting: Vec<&str> = vec!["/"];
    while let Some(url) = waiting.pop() {
        if !reached.insert(url) {
            continue;
        }
        let Some(page) = site.output.page(url) else {
            continue;
        };
        for link in page.links() {
            let path = link.href.strip_prefix(own).unwrap_or(link.href);
            let path = path.split(['#', '?']).next().unwrap_or(path);
            let path = resolved(url, path);
            waiting.extend(routes.get(&path).map(|route| route.url.as_str()));
        }
    }
    for route in routes {
        let url = &route.url;
        let mut exceptions = site.settings.orphans.except.iter();
        let is_page =
            site.output.page(url).is_some() && !route.noindex && route.output != "404.html";
        if is_page
            && !reached.contains(url.as_str())
            && !exceptions.any(|pattern| matches(pattern, url))
        {
            let message = format!("no links lead from the home page to {url}");
            let diagnostic = Diagnostic::new(&ORPHAN_PAGE, message).help(
                "link to it, set `noindex = true`, or add it to [orphans] except in content/checks.toml",
            );
            found.push(diagnostic.at(route.place.clone(), ""));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn reached_and_not_reached() {
        let found = site()
            .append("content/pages/index.md", "[b](/b)\n")
            .page("a", "[c](/c)")
            .page("b", "[d](d)")
            .page("c", "[a](/a)")
            .page("d", "")
            .file("content/checks.toml", "[orphans]\nexcept = [\"/c*\"]\n")
            .findings(&["orphan-page"]);
        assert_eq!(
            found,
            [
                "content/pages/a.md:1:1: warning: orphan-page: no links lead from the home page to /a"
            ]
        );
    }
}
