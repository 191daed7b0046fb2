//! orphan-page: a page cannot be reached from the home page by following links.

use std::collections::{BTreeMap, BTreeSet};

use diagnostic::{Diagnostic, Severity::Warning, nearest};
use render::Route;

use crate::inspection::Inspection;
use crate::page_links::resolve;
use crate::rule::Rule;
use crate::scope::When;
use crate::settings::matches;

pub static RULE: Rule = Rule::on_whole_pages(When::Check, ALL, check);

diagnostic::codes! {
    ORPHAN_PAGE {
        name: "orphan-page",
        severity: Warning,
        summary: "a page cannot be reached from the home page",
        why: "Nobody finds it, and search engines consider it unimportant.",
        example: "a new page that no menu, list, or text links to",
        fix: "Link to it. If visitors come from elsewhere, such as an advertisement, add the page to `except` of [orphans] \
            in checks.toml; if nobody should find it, set noindex = true.",
        source: "WCAG 2.2, 2.4.5",
    }
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let routes = &site.output.plan.routes;
    let collections = &site.output.content.structure.collections;
    // A page that has errors may have the only link to another. Without a home page, no page can be reached.
    if site.output.pages.len() < routes.len()
        || !site.output.plan.unusable.is_empty()
        || !routes.contains("/")
        // So may a menu that has errors.
        || !site.output.content.are_menus_valid
    {
        return;
    }
    let mut reached: BTreeSet<&str> = BTreeSet::new();
    add_reachable(site, "/", &mut reached);
    let mut orphans: Vec<&Route> = routes
        .iter()
        .map(AsRef::as_ref)
        .filter(|route| {
            let mut exceptions = site.settings.orphans.except.iter();
            let is_page = site.output.page(&route.url).is_some()
                && !route.is_noindex(site.output.content)
                && route.output != "404.html";
            is_page
                && !reached.contains(route.url.as_str())
                && !exceptions.any(|pattern| matches(pattern, &route.url))
        })
        .collect();
    // A list page links to its entries, and entries often link back. Starting with the shortest URL reports the list page.
    orphans.sort_by_key(|route| (route.url.matches('/').count(), route.url.len()));
    let urls: BTreeSet<&str> = orphans.iter().map(|route| route.url.as_str()).collect();
    // A broken link that resembles a page without links was meant for it, and is reported itself.
    if !urls.is_empty() {
        for broken in broken_paths(site) {
            let file = site.page_of_file(&broken);
            if let Some(url) = file.or_else(|| nearest(&broken, urls.iter().copied())) {
                add_reachable(site, url, &mut reached);
            }
        }
    }
    let mut roots: Vec<(&Route, usize)> = Vec::new();
    for orphan in &orphans {
        if !reached.contains(orphan.url.as_str()) {
            let others = add_reachable(site, &orphan.url, &mut reached).into_iter();
            let others = others.filter(|url| *url != orphan.url && urls.contains(url));
            roots.push((orphan, others.count()));
        }
    }
    // If no page of a collection is linked, the cause is most likely a missing list page, so there is one finding.
    let mut by_collection: BTreeMap<&str, Vec<(&Route, usize)>> = BTreeMap::new();
    for (route, more) in roots {
        let rule = route.document.map(|id| site.output.content.rule_of(id));
        let collection = rule.map_or("", |rule| rule.name.as_str());
        by_collection
            .entry(collection)
            .or_default()
            .push((route, more));
    }
    for (collection, roots) in by_collection {
        let rule = (collections.iter()).position(|rule| rule.name == collection);
        let documents = (site.documents()).filter(|document| document.collection == collection);
        if let Some(index) = rule.filter(|_| roots.len() > 2 && roots.len() == documents.count()) {
            let message = format!(
                "the {} pages of `{collection}` cannot be reached from the home page",
                roots.len()
            );
            let place = site.output.blame.rule(&format!("/collection/{index}/name"));
            let help = format!(
                "list them in the template of a page: {{% for page in collection(name=\"{collection}\") %}}"
            );
            diagnostics.push(
                Diagnostic::new(&ORPHAN_PAGE, message)
                    .maybe_at(place, "")
                    .help(help),
            );
            continue;
        }
        for (route, more) in roots {
            let others = match more {
                0 => String::new(),
                1 => " and 1 page that it links to".to_owned(),
                _ => format!(" and {more} pages that it links to"),
            };
            let message = format!("{}{others} cannot be reached from the home page", route.url);
            let diagnostic = Diagnostic::new(&ORPHAN_PAGE, message).help(
                "link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml",
            );
            diagnostics.push(diagnostic.at(route.place(site.output.content), ""));
        }
    }
}

/// Maximum number of broken links that are compared with pages.
const MOST: usize = 50;

/// Returns the paths of links that no page or file of the site has.
fn broken_paths(site: &Inspection<'_>) -> BTreeSet<String> {
    let base_url = &site.output.content.config.base_url;
    let (routes, files) = (&site.output.plan.routes, site.output.files);
    let pages = site.output.pages.iter();
    let paths = pages.flat_map(|page| {
        let links = page.facts().links();
        links.filter_map(|link| resolve(link.href, page.url(), base_url).map(|(path, _)| path))
    });
    let is_broken = |path: &String| {
        routes.any_form(path).is_none() && !files.contains_key(path.trim_start_matches('/'))
    };
    paths.filter(is_broken).take(MOST).collect()
}

/// Adds a page, and all pages that can be reached from it by links, to `reached`. Returns the pages that were added.
fn add_reachable<'a>(
    site: &'a Inspection<'_>,
    start: &'a str,
    reached: &mut BTreeSet<&'a str>,
) -> Vec<&'a str> {
    let base_url = &site.output.content.config.base_url;
    let mut new = Vec::new();
    let mut waiting: Vec<&str> = vec![start];
    while let Some(url) = waiting.pop() {
        if !reached.insert(url) {
            continue;
        }
        new.push(url);
        let Some(page) = site.output.page(url) else {
            continue;
        };
        for link in page.facts().links() {
            let path = resolve(link.href, url, base_url).map(|(path, _)| path);
            // A link with another ending is reported where it is written.
            let route = path.and_then(|path| site.output.plan.routes.any_form(&path));
            waiting.extend(route.map(|route| route.url.as_str()));
        }
    }
    new
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn reached_and_not_reached() {
        site()
            .append("content/pages/index.md", "[b](/b) [f](/e/f)\n")
            .page("a", "[c](/c)")
            .page("b", "[d](d)")
            .page("c", "[a](/a)")
            .page("d", "")
            .page("e", "")
            .page("e/f", "[top](#top)")
            .file("content/checks.toml", "[orphans]\nexcept = [\"/c*\"]\n")
            .assert_findings(
                &["orphan-page"],
                &[
                    "content/pages/a.md:1:1: warning: orphan-page: /a cannot be reached from the home page",
                    "content/pages/e.md:1:1: warning: orphan-page: /e cannot be reached from the home page",
                ],
            );
        let section = site()
            .page("notes", "[b](/notes/b) [c](/notes/c)")
            .page("notes/b", "[all](/notes)")
            .page("notes/c", "[all](/notes)");
        section.assert_findings(
            &["orphan-page"],
            &[
                "content/pages/notes.md:1:1: warning: orphan-page: /notes and 2 pages that it links to cannot be reached from the home page",
            ],
        );
    }
}
