//! orphan-page: a page that no link leads to.

use std::collections::BTreeSet;

use diagnostic::{Code, Diagnostic, Severity};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;
use crate::settings::is_meant;

pub static RULE: Rule = Rule {
    when: When::Check,
    codes: &[&ORPHAN_PAGE],
    check,
};

/// `orphan-page`
pub static ORPHAN_PAGE: Code = Code {
    name: "orphan-page",
    severity: Severity::Warning,
    summary: "no way of links leads from the home page to a page",
    why: "Nobody finds it, and search engines take it for unimportant.",
    example: "a new page that no menu, list or text names",
    fix: "Link to it. A page that is reached from elsewhere, such as from an advertisement, is named under [orphans] \
              except in checks.toml; one that is not to be found gets noindex = true.",
    source: "WCAG 2.2, 2.4.5",
};

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    let routes = &site.output.plan.routes;
    // What links to a page may stand on one that has a mistake.
    // And without a home page there is nowhere to begin.
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
        let Some(facts) = site.facts(url) else {
            continue;
        };
        for link in &facts.links {
            let path = link.href.strip_prefix(own).unwrap_or(&link.href);
            let path = path.split(['#', '?']).next().unwrap_or(path);
            let path = crate::rules::broken_link::resolve(url, path);
            waiting.extend(routes.get(&path).map(|route| route.url.as_str()));
        }
    }
    for route in routes {
        let url = &route.url;
        let is_page = site.facts(url).is_some() && !route.noindex && route.output != "404.html";
        if is_page
            && !reached.contains(url.as_str())
            && !is_meant(&site.settings.orphans.except, url)
        {
            let message = format!("no links lead from the home page to {url}");
            let diagnostic = Diagnostic::new(&ORPHAN_PAGE, message)
                .help("link to it, or set noindex = true, or name it under [orphans] in content/checks.toml");
            found.push(diagnostic.at(route.place.clone(), "not reached by any link"));
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
