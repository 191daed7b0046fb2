//! Lists without pages: Hugo publishes them and their feeds, and this program does not make them.

use std::collections::BTreeSet;

use crate::collections::is_within;
use crate::model::{Entries, Page, Site, Taxonomy, url_prefix};
use crate::values::texts;

/// Redirects the URLs of taxonomies without terms and of terms without pages to the list above them, and the feeds of lists without
/// pages to that of the home page. `names` returns the names, without their ending, of the feeds of a kind of pages.
pub fn redirect_empty(names: impl Fn(&str) -> Vec<String>, site: &mut Site) {
    let mut redirects: Vec<(String, String)> = Vec::new();
    let home = site
        .feeds
        .iter()
        .find(|feed| feed.route.matches('/').count() == 1);
    let home = home.map(|feed| feed.route.clone());
    for lang in site.langs() {
        let prefix = url_prefix(&lang, &site.language);
        let pages: Vec<&Page> = site.pages.iter().filter(|page| page.lang == lang).collect();
        // A language without pages has no home page either.
        if pages.is_empty() {
            continue;
        }
        let has_entries = |url: &str| {
            let mut entries = pages.iter().filter(|page| page.is_entry());
            entries.any(|page| page.url.starts_with(url))
        };
        let has_page = |url: &str| pages.iter().any(|page| page.url == url);
        let feed = home.as_ref().filter(|_| has_entries("/"));
        let feed = format!("{prefix}{}", feed.map_or("/", String::as_str));
        let mut add =
            |from: &str, to: &str| redirects.push((format!("{prefix}{from}"), to.to_owned()));
        if !has_entries("/") {
            let names = names("home").into_iter();
            names.for_each(|name| add(&format!("/{name}.xml"), &feed));
        }
        for one in &site.taxonomies {
            let used = used_terms(one, &pages);
            let above = if used.is_empty() { "/" } else { &one.url };
            if used.is_empty() && !has_page(&one.url) {
                add(&one.url, &format!("{prefix}/"));
            }
            if used.is_empty() {
                let names = names("taxonomy").into_iter();
                names.for_each(|name| add(&format!("{}{name}.xml", one.url), &feed));
            }
            for term in one.terms.iter().filter(|term| term.lang == lang) {
                let slug = term.slug.clone().unwrap_or_else(|| (one.slug)(&term.name));
                let url = one.route.replace("{slug}", &slug);
                if !used.contains(&slug) && !used.contains(&(one.slug)(&term.name)) {
                    add(&url, &format!("{prefix}{above}"));
                    let names = names("term").into_iter();
                    names.for_each(|name| add(&format!("{url}{name}.xml"), &feed));
                }
            }
        }
        let is_of_terms = |url: &str| site.taxonomies.iter().any(|one| one.url == url);
        let lists = pages
            .iter()
            .filter(|page| page.list.is_some() && page.url.ends_with('/'));
        for list in lists.filter(|page| page.url != "/" && !is_of_terms(&page.url)) {
            // The entries of a section at the top may have URLs elsewhere.
            let is_inner = list.url.split('/').count() > 3;
            let section = list.list.as_ref();
            let section = section.filter(|list| !is_inner || list.section.contains('/'));
            let is_of_section = |page: &&Page| {
                page.is_entry()
                    && section.is_some_and(|list| is_within(&page.section, &list.section))
            };
            if !has_entries(&list.url) && !pages.iter().any(is_of_section) {
                let names = names("section").into_iter();
                names.for_each(|name| add(&format!("{}{name}.xml", list.url), &feed));
            }
        }
    }
    let all: Vec<&Page> = site.pages.iter().collect();
    let unused = site
        .taxonomies
        .iter()
        .filter(|one| used_terms(one, &all).is_empty());
    let unused: BTreeSet<String> = unused.map(|one| one.key.clone()).collect();
    site.feeds.retain(|feed| match &feed.entries {
        Entries::Terms(key) | Entries::ListOfTerms(key) => !unused.contains(key),
        _ => true,
    });
    redirects.retain(|(from, _)| site.feeds.iter().all(|feed| feed.route != *from));
    site.redirects.extend(redirects);
}

/// Returns the parts of URLs that stand for the terms of pages.
fn used_terms(taxonomy: &Taxonomy, pages: &[&Page]) -> BTreeSet<String> {
    let names = pages
        .iter()
        .flat_map(|page| texts(page.fields.get(&taxonomy.key)));
    let slugs = names.flat_map(|name| [(taxonomy.slug)(&name), (taxonomy.slug)(name.trim())]);
    slugs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Feed, Language, List, Term};
    use crate::values::{from_yaml, text};
    use diagnostic::Source;

    #[test]
    fn empty_lists() {
        for (pages, described, expected) in [
            ("/a/ tags: [x]", "", ""),
            (
                "/a/ title: A",
                "",
                "/tags/ > /, /tags/index.xml > /index.xml",
            ),
            (
                "/a/ tags: [x]",
                "y",
                "/tags/y/ > /tags/, /tags/y/index.xml > /index.xml",
            ),
            (
                "/a/ tags: [x]; /news/ list: news",
                "x",
                "/news/index.xml > /index.xml",
            ),
            ("/news/a/ tags: [x]; /news/ list: news", "", ""),
            ("/2020/a/ tags: [x]\nsection: n; /n/ list: n", "", ""),
            (
                "/n/a/ tags: [x]\nsection: n; /n/b/ list: n",
                "",
                "/n/b/index.xml > /index.xml",
            ),
            ("/tags/ list: tags", "", "/tags/index.xml > /"),
            (
                "/a/ tags: [x]; / lang: he\ntags: [x]\nlist: home",
                "",
                "/he/index.xml > /he/",
            ),
        ] {
            let page = |page: &str| {
                let (url, fields) = page.split_once(' ').unwrap();
                let fields = from_yaml(fields).unwrap();
                let named = |key: &str| text(&fields, key).unwrap_or_default().to_owned();
                let list = fields.contains_key("list").then(|| List {
                    section: named("list"),
                    per_page: None,
                    route: String::new(),
                    sort: None,
                });
                Page {
                    url: url.to_owned(),
                    lang: text(&fields, "lang").unwrap_or("en").to_owned(),
                    section: named("section"),
                    list,
                    fields,
                    ..Page::new(&Source::new("a.md", ""))
                }
            };
            let terms = described.split_whitespace().map(|name| Term {
                name: name.to_owned(),
                lang: "en".to_owned(),
                title: None,
                slug: None,
                description: None,
            });
            let mut site = Site {
                language: "en".to_owned(),
                languages: [("he".to_owned(), Language::default())].into(),
                pages: pages.split("; ").map(page).collect(),
                taxonomies: vec![Taxonomy {
                    key: "tags".to_owned(),
                    route: "/tags/{slug}/".to_owned(),
                    url: "/tags/".to_owned(),
                    per_page: None,
                    pages: "page".to_owned(),
                    slug: str::to_owned,
                    terms: terms.collect(),
                }],
                feeds: vec![Feed {
                    route: "/index.xml".to_owned(),
                    is_rss: true,
                    entries: Entries::All,
                    limit: None,
                }],
                ..Site::default()
            };
            redirect_empty(|_| vec!["index".to_owned()], &mut site);
            let redirects = site.redirects.iter();
            let shown: Vec<String> = redirects
                .map(|(from, to)| format!("{from} > {to}"))
                .collect();
            assert_eq!(shown.join(", "), expected, "{pages}");
        }
    }
}
