//! Writes the lists of `structure.toml`: pages of lists, taxonomies, and feeds, with their texts in each language.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use content::slug::{folded, is_slug};
use render::bare_url;
use toml::Value;

use crate::collections::{Collection, listed, listed_on};
use crate::model::{Entries, Feed, List, Page, Site, Taxonomy, url_prefix};
use crate::term_redirects::{Moved, of_term};
use crate::values::{quoted, texts};

/// Tables of `structure.toml`, and their texts in other languages by language.
#[derive(Default)]
pub struct Lists {
    /// Tables of `structure.toml`.
    pub main: String,
    /// Tables of `structure.LANG.toml`.
    pub translated: BTreeMap<String, String>,
    /// Old URLs of terms that cannot be redirected.
    pub lost: Vec<String>,
    /// Redirects from old URLs of terms.
    pub moved: Vec<(String, String)>,
    /// URLs of the terms' pages.
    pub terms: BTreeSet<String>,
}

/// Returns the lists of a site.
pub fn lists(site: &Site, collections: &[Collection]) -> Lists {
    let mut lists = Lists {
        main: paginations(site, collections),
        ..Lists::default()
    };
    for taxonomy in &site.taxonomies {
        add_taxonomy(site, collections, taxonomy, &mut lists);
    }
    lists.main.push_str(&feeds(site, collections));
    lists
}

/// Returns names as a value of `collection`.
fn names(collections: &[&Collection]) -> String {
    match collections {
        [only] => quoted(&only.name),
        several => {
            let names = several.iter().map(|one| quoted(&one.name));
            format!("[{}]", names.collect::<Vec<_>>().join(", "))
        }
    }
}

fn paginations(site: &Site, collections: &[Collection]) -> String {
    let mut text = String::new();
    let of_main = site.pages.iter().filter(|page| page.lang == site.language);
    for page in of_main {
        let list = page.list.as_ref();
        let Some((list, per_page)) = list.and_then(|list| Some((list, list.per_page?))) else {
            continue;
        };
        let shown = listed_on(site, collections, page, &list.section);
        if shown.collections.is_empty() {
            continue;
        }
        if shown.count > per_page {
            let pages = format!("pages = {}\n", quoted(&format!("{}*", page.url)));
            let is_described = page.fields.contains_key("description")
                || !page.source.text[page.body.clone()].trim().is_empty();
            let described_by = if is_described { "description" } else { "title" };
            text.push_str(&format!(
                "\n[[pagination]]\npage = {}\ncollection = {}\n{}per_page = {per_page}\nroute = {}\ntitle = \"{{title}} ({{number}})\"\ndescription = \"{{{described_by}}} ({{number}})\"\n",
                quoted(&page.url),
                names(&shown.collections),
                if shown.is_part { &pages } else { "" },
                quoted(&list.route),
            ));
        }
        text.push_str(&first_pages(site, page, list));
    }
    text
}

/// Returns redirects from the URLs that the first page of a list also has in Hugo and Zola, one in each language of the list.
fn first_pages(site: &Site, page: &Page, list: &List) -> String {
    let langs = site.langs().into_iter();
    let langs = langs.filter(|lang| {
        let mut pages = site.pages.iter();
        pages.any(|one| one.lang == *lang && one.url == page.url)
    });
    let redirects = langs.map(|lang| first_page(site, &lang, &list.route, &page.url));
    redirects.collect()
}

/// Returns the redirect from the URL that the first page of a list also has in Hugo and Zola. `route` is the pattern of the URLs of
/// its pages.
fn first_page(site: &Site, lang: &str, route: &str, url: &str) -> String {
    if !["Hugo", "Zola"].contains(&site.generator) {
        return String::new();
    }
    let from = in_language(site, lang, &route.replace("{number}", "1"));
    redirects(&[(from, in_language(site, lang, url))])
}

/// Returns the collections whose documents have a key, those with the most such documents first.
fn users<'c>(site: &Site, collections: &'c [Collection], key: &str) -> Vec<&'c Collection> {
    most(collections, |index| {
        site.pages[index].fields.contains_key(key)
    })
}

/// Returns the collections with pages for which `is_counted` returns true, those with the most such pages first.
fn most(collections: &[Collection], is_counted: impl Fn(usize) -> bool) -> Vec<&Collection> {
    let count = |one: &Collection| {
        let pages = one.pages.iter();
        pages.filter(|index| is_counted(**index)).count()
    };
    let mut counted: Vec<(usize, &Collection)> =
        collections.iter().map(|one| (count(one), one)).collect();
    counted.retain(|(count, _)| *count > 0);
    counted.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    counted.into_iter().map(|(_, one)| one).collect()
}

/// Returns the name of a taxonomy.
pub fn name_of_taxonomy(key: &str) -> String {
    key.replace('-', "_")
}

fn add_taxonomy(site: &Site, collections: &[Collection], taxonomy: &Taxonomy, lists: &mut Lists) {
    let users = users(site, collections, &taxonomy.key);
    if users.is_empty() {
        return;
    }
    let name = name_of_taxonomy(&taxonomy.key);
    lists.main.push_str(&format!(
        "\n[[taxonomy]]\nname = {}\ncollection = {}\nfield = {}\nroute = {}\ntemplate = \"term.html\"\nparent = {}\ntitle = \"{{term}}\"\ndescription = \"{{{{ site.name }}}}: {{term}}\"\npage_title = \"{{title}} ({{number}})\"\npage_description = \"{{description}} ({{number}})\"\n",
        quoted(&name),
        names(&users),
        quoted(&taxonomy.key),
        quoted(&taxonomy.route),
        quoted(&taxonomy.url),
    ));
    if let Some(per_page) = taxonomy.per_page {
        lists.main.push_str(&format!("per_page = {per_page}\n"));
    }
    // Languages of each term, and the number of its documents.
    let mut terms: BTreeMap<String, (BTreeSet<&str>, usize)> = BTreeMap::new();
    // Languages in which a term has a document that is not a draft. Without one, it has no page.
    let mut published: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    let pages = users.iter().flat_map(|one| &one.pages);
    for page in pages.map(|index| &site.pages[*index]) {
        for term in texts(page.fields.get(&taxonomy.key)) {
            if page.fields.get("draft").and_then(Value::as_bool) != Some(true) {
                published
                    .entry(term.clone())
                    .or_default()
                    .insert(&page.lang);
            }
            let (langs, count) = terms.entry(term).or_default();
            langs.insert(&page.lang);
            *count += 1;
        }
    }
    let is_of_terms =
        |feed: &&Feed| matches!(&feed.entries, Entries::Terms(key) if *key == taxonomy.key);
    let feeds = site.feeds.iter().filter(is_of_terms);
    let feeds: Vec<&str> = feeds.map(|feed| feed.route.as_str()).collect();
    // `index` is the name of a folder's own page.
    let langs = std::iter::once(&site.language).chain(site.languages.keys());
    let mut slugs: BTreeSet<_> = langs
        .map(|lang| (lang.as_str(), "index".to_owned()))
        .collect();
    let described = |term: &str, lang: &str| {
        let slug = (taxonomy.slug)(term);
        let mut described = taxonomy.terms.iter();
        described.find(|one| one.lang == lang && (taxonomy.slug)(&one.name) == slug)
    };
    let main_of = |langs: &BTreeSet<&str>| {
        let main = langs.get(site.language.as_str()).or(langs.first());
        main.map_or_else(String::new, |lang| (*lang).to_owned())
    };
    let old_of = |term: &str, langs: &BTreeSet<&str>| {
        let declared = described(term, &main_of(langs)).and_then(|one| one.slug.clone());
        let old = declared.unwrap_or_else(|| (taxonomy.slug)(term));
        redirected(site, taxonomy, &old).unwrap_or(old)
    };
    let mut chosen: BTreeMap<String, (String, String)> = BTreeMap::new();
    // A term that can keep its URL keeps it, even if another one would get the same.
    for keeps in [true, false] {
        for (term, (langs, _)) in &terms {
            let old = old_of(term, langs);
            if is_slug(&old) == keeps {
                let wanted = if keeps {
                    old.clone()
                } else {
                    render::slugify(term)
                };
                let new = unique(&wanted, langs, &mut slugs);
                chosen.insert(term.clone(), (old, new));
            }
        }
    }
    let mut first = String::new();
    let start = lists.moved.len();
    for (term, (langs, count)) in terms {
        let main = main_of(&langs);
        let declared = described(&term, &main);
        let own = render::slugify(&term);
        let (old, slug) = chosen.remove(&term).unwrap_or_default();
        let url = taxonomy.route.replace("{slug}", &slug);
        let published = published.remove(&term).unwrap_or_default();
        let moved = Moved {
            taxonomy,
            feeds: &feeds,
            langs: &published,
            old: &old,
            new: &slug,
            is_long: taxonomy.per_page.is_some_and(|size| count > size),
        };
        for lang in &published {
            lists.terms.insert(in_language(site, lang, &url));
        }
        let moved = of_term(site, &moved, &mut lists.lost);
        lists.moved.extend(moved);
        if taxonomy.per_page.is_some() {
            let route = format!("{url}{}/{{number}}/", taxonomy.pages);
            let pages = published
                .iter()
                .map(|lang| first_page(site, lang, &route, &url));
            first.extend(pages);
        }
        let mut table = String::new();
        if slug != own {
            table.push_str(&format!("slug = {}\n", quoted(&slug)));
        }
        table.push_str(&declared.map_or_else(String::new, |one| texts_of(&term, one)));
        let mut others: Vec<(&str, String)> = Vec::new();
        for lang in langs.iter().filter(|lang| **lang != main) {
            let own = described(&term, lang).map_or_else(String::new, |one| texts_of(&term, one));
            if !own.is_empty() {
                others.push((*lang, own));
            }
        }
        if !table.is_empty() || !others.is_empty() {
            let term = quoted(&term);
            let declared = format!("\n[[taxonomy.term]]\nname = {term}\n{table}");
            lists.main.push_str(&declared);
        }
        for (lang, texts) in others {
            let translated = lists.translated.entry(lang.to_owned()).or_default();
            let header = format!("[taxonomy.{}.term.{}]", quoted(&name), quoted(&term));
            translated.push_str(&format!("{header}\n{texts}\n"));
        }
    }
    let moved = redirects(&lists.moved[start..]);
    lists.main.push_str(&moved);
    lists.main.push_str(&first);
}

/// Returns tables of redirects.
pub fn redirects(pairs: &[(String, String)]) -> String {
    let tables = pairs.iter().map(|(from, to)| {
        let (from, to) = (quoted(from), quoted(to));
        format!("\n[[redirect]]\nfrom = {from}\nto = {to}\n")
    });
    tables.collect()
}

/// Returns the redirects of the host with the terms' new URLs as their targets, and without those from pages of terms, which
/// are added to the URLs that cannot be redirected.
pub fn of_host(site: &Site, lists: &mut Lists) -> Vec<(String, String)> {
    let moved = lists.moved.iter();
    let moved: BTreeMap<&str, &str> = moved
        .map(|(from, to)| (bare_url(from), to.as_str()))
        .collect();
    let terms: BTreeSet<&str> = lists.terms.iter().map(|url| bare_url(url)).collect();
    let mut kept = Vec::new();
    let mut taken = Vec::new();
    for (from, to) in &site.redirects {
        let to = moved.get(bare_url(to)).map_or(to.as_str(), |new| *new);
        match terms.contains(bare_url(from)) {
            _ if bare_url(from) == bare_url(to) || moved.contains_key(bare_url(from)) => {}
            true => taken.push(from.clone()),
            false => kept.push((from.clone(), to.to_owned())),
        }
    }
    lists.lost.extend(taken);
    kept
}

/// Returns a URL with the prefix of a language.
fn in_language(site: &Site, lang: &str, url: &str) -> String {
    format!("{}{url}", url_prefix(lang, &site.language))
}

/// Returns the part of the URL to which the host redirects that of a term, which is another name for the term.
fn redirected(site: &Site, taxonomy: &Taxonomy, slug: &str) -> Option<String> {
    let url = taxonomy.route.replace("{slug}", slug);
    let mut redirects = site.redirects.iter();
    let (_, to) = redirects.find(|(from, _)| bare_url(from) == bare_url(&url))?;
    let (start, end) = taxonomy.route.split_once("{slug}")?;
    let new = to.strip_prefix(start)?.strip_suffix(end)?;
    is_slug(new).then(|| new.to_owned())
}

/// Returns the texts of a term.
fn texts_of(name: &str, term: &crate::model::Term) -> String {
    let title = term.title.as_deref().filter(|title| *title != name);
    let mut text = title.map_or_else(String::new, |title| format!("title = {}\n", quoted(title)));
    if let Some(description) = &term.description {
        text.push_str(&format!("description = {}\n", quoted(description)));
    }
    text
}

/// Returns a slug, with a number if `taken` has it in one of the languages, and adds it there. Slugs that differ only in case are one for
/// some systems.
fn unique<'l>(
    slug: &str,
    langs: &BTreeSet<&'l str>,
    taken: &mut BTreeSet<(&'l str, String)>,
) -> String {
    let mut number = 2;
    let mut unique = slug.to_owned();
    while langs
        .iter()
        .any(|lang| taken.contains(&(*lang, folded(&unique))))
    {
        unique = format!("{slug}-{number}");
        number += 1;
    }
    taken.extend(langs.iter().map(|lang| (*lang, folded(&unique))));
    unique
}

/// Returns the URLs of the sections in that of a feed, whose pages the feed of Hugo does not have. `lists` and `entries` are the URLs of
/// all lists and entries.
fn inner_sections<'s>(
    feed: &Feed,
    lists: &BTreeSet<&'s str>,
    entries: &BTreeSet<&'s str>,
) -> Vec<&'s str> {
    let is_of_section = matches!(feed.entries, Entries::Section(_) | Entries::Below(..));
    let folder = feed.route.rfind('/').map_or("", |at| &feed.route[..=at]);
    if !is_of_section || folder.len() < 2 {
        return Vec::new();
    }
    let mut inner: Vec<&str> = Vec::new();
    for url in below(folder, lists).filter(|url| url.ends_with('/')) {
        let is_outermost = inner.last().is_none_or(|last| !url.starts_with(last));
        if is_outermost && below(url, entries).next().is_some() {
            inner.push(url);
        }
    }
    inner
}

/// Returns the URLs below one that ends with a slash.
fn below<'s>(url: &str, all: &BTreeSet<&'s str>) -> impl Iterator<Item = &'s str> {
    let after = all.range::<str, _>((Bound::Excluded(url), Bound::Unbounded));
    after.copied().take_while(move |one| one.starts_with(url))
}

fn feeds(site: &Site, collections: &[Collection]) -> String {
    let mut text = String::new();
    let is_dated = |index: &usize| site.pages[*index].fields.contains_key("date");
    let has_undated = matches!(site.generator, "Hugo" | "Astro");
    let is_entry = |index: usize| site.pages[index].is_entry() && (has_undated || is_dated(&index));
    let is_weighted = |index: usize| {
        let weight = site.pages[index].fields.get("weight");
        is_entry(index) && weight.and_then(Value::as_integer).unwrap_or(0) != 0
    };
    // Hugo's feed of the home page has the entries with a weight before all others.
    let is_full_of_weights = |feed: &Feed| {
        let weighted = (0..site.pages.len()).filter(|index| is_weighted(*index));
        let count = weighted.count();
        site.generator == "Hugo" && feed.limit.is_some_and(|limit| count >= limit)
    };
    let urls_of = |is_wanted: fn(&Page) -> bool| -> BTreeSet<&str> {
        let pages = site
            .pages
            .iter()
            .filter(|page| has_undated && is_wanted(page));
        pages.map(|page| page.url.as_str()).collect()
    };
    let lists = urls_of(|page| page.list.is_some());
    let entries = urls_of(Page::is_entry);
    for feed in &site.feeds {
        let section = match &feed.entries {
            Entries::Section(section) | Entries::Below(section, _) => section,
            _ => "",
        };
        let members: Vec<&Collection> = match &feed.entries {
            Entries::Terms(key) | Entries::ListOfTerms(key)
                if site.taxonomies.iter().any(|one| one.key == *key) =>
            {
                users(site, collections, key)
            }
            Entries::All if is_full_of_weights(feed) => most(collections, is_weighted),
            Entries::All => most(collections, is_entry),
            _ => Vec::new(),
        };
        let members = match &feed.entries {
            Entries::Terms(_) | Entries::ListOfTerms(_) => members,
            _ if !members.is_empty() => members,
            Entries::Section(section) if collections.iter().any(|one| one.section == *section) => {
                let of_section = |one: &&Collection| one.section == *section;
                collections.iter().filter(of_section).collect()
            }
            _ => listed(site, collections, section),
        };
        if members.is_empty() {
            continue;
        }
        let (source, title) = match &feed.entries {
            Entries::Terms(key) => {
                let source = format!("taxonomy = {}", quoted(&name_of_taxonomy(key)));
                (source, "{term} – {{ site.name }}")
            }
            Entries::ListOfTerms(key) => {
                let taxonomy = quoted(&name_of_taxonomy(key));
                (
                    format!("taxonomy = {taxonomy}\nterms = true"),
                    "{{ site.name }}",
                )
            }
            _ => {
                let source = format!("collection = {}", names(&members));
                (source, "{{ site.name }}")
            }
        };
        text.push_str(&format!(
            "\n[[feed]]\nroute = {}\n{source}\ntitle = {}\n",
            quoted(&feed.route),
            quoted(title),
        ));
        if let Entries::Below(_, url) = &feed.entries {
            text.push_str(&format!("pages = {}\n", quoted(&format!("{url}*"))));
        }
        let inner = inner_sections(feed, &lists, &entries);
        if !inner.is_empty() {
            let inner: Vec<String> = inner.iter().map(|url| quoted(&format!("{url}*"))).collect();
            text.push_str(&format!("except = [{}]\n", inner.join(", ")));
        }
        if has_undated && feed.is_rss && !members.iter().flat_map(|one| &one.pages).all(is_dated) {
            text.push_str("undated = true\n");
        }
        if feed.is_rss {
            text.push_str("format = \"rss\"\n");
        }
        if let Some(limit) = feed.limit {
            text.push_str(&format!("limit = {limit}\n"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use diagnostic::Source;
    use toml::Table;

    use super::*;

    #[test]
    fn terms_that_the_host_redirects() {
        for (from, to, expected) in [
            ("/tag/模板/", "/tag/template/", Some("template")),
            ("/tag/模板", "/tag/template/", Some("template")),
            ("/tag/other/", "/tag/template/", None),
            ("/tag/模板/", "/template/", None),
            ("/tag/模板/", "/tag/a/b/", None),
        ] {
            let site = Site {
                redirects: vec![(from.to_owned(), to.to_owned())],
                ..Site::default()
            };
            let taxonomy = Taxonomy {
                key: "tags".to_owned(),
                route: "/tag/{slug}/".to_owned(),
                url: "/tag/".to_owned(),
                per_page: None,
                pages: "page".to_owned(),
                slug: str::to_owned,
                terms: Vec::new(),
            };
            let found = redirected(&site, &taxonomy, "模板");
            assert_eq!(found.as_deref(), expected, "{from} {to}");
        }
    }

    #[test]
    fn entries_with_a_weight() {
        let page = |url: &str, weight: i64| Page {
            url: url.to_owned(),
            fields: Table::from_iter([("weight".to_owned(), Value::Integer(weight))]),
            ..Page::new(&Source::new("a.md", ""))
        };
        let collection = |name: &str, pages: &[usize]| Collection {
            name: name.to_owned(),
            dir: name.to_owned(),
            route: "/{path}/".to_owned(),
            section: name.to_owned(),
            pages: pages.to_vec(),
            math: false,
        };
        for (limit, expected) in [
            (Some(2), "collection = \"news\""),
            (Some(3), "collection = [\"news\", \"tutorials\"]"),
            (None, "collection = [\"news\", \"tutorials\"]"),
        ] {
            let feed = Feed {
                route: "/index.xml".to_owned(),
                is_rss: true,
                entries: Entries::All,
                limit,
            };
            let site = Site {
                generator: "Hugo",
                pages: vec![page("/a/", 1), page("/b/", 2), page("/c/", 0)],
                feeds: vec![feed],
                ..Site::default()
            };
            let collections = [collection("news", &[0, 1]), collection("tutorials", &[2])];
            let text = feeds(&site, &collections);
            assert!(text.contains(expected), "{limit:?}: {text}");
        }
    }
}
