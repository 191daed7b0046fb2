//! Chooses collections, routes, and files so that every page keeps its URL.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use content::language_tag;
use content::slug::{is_slug, similar_slug};
use diagnostic::{Diagnostic, Place};
use render::bare_url;
use toml::Value;

use crate::codes::NOT_IMPORTED;
use crate::model::{Page, Site, has_math, url_prefix};
use crate::redirects::can_redirect;
use crate::targets::{Targets, encoded};
use crate::values::day;

/// A collection of the new site.
#[derive(Debug)]
pub struct Collection {
    /// Name.
    pub name: String,
    /// Folder below `content/`.
    pub dir: String,
    /// URL pattern.
    pub route: String,
    /// Section whose pages it has; empty for pages of none.
    pub section: String,
    /// Indexes of its pages.
    pub pages: Vec<usize>,
    /// Whether text between dollar signs is a formula.
    pub math: bool,
}

/// Returns the ending of a URL.
fn ending(url: &str) -> &'static str {
    if url.ends_with('/') {
        "/"
    } else if url.ends_with(".html") {
        ".html"
    } else {
        ""
    }
}

/// Patterns of URLs with dates, before their ending.
const DATED: [&str; 3] = [
    "{year}/{month}/{day}/{slug}",
    "{year}/{month}/{slug}",
    "{year}/{slug}",
];

/// Returns the URL that a pattern without ending gives a page, if its last part is a name.
fn dated_url(pattern: &str, page: &Page) -> Option<String> {
    let (year, month, day) = page.fields.get("date")?.as_datetime().and_then(day)?;
    let slug = bare_url(&page.url).rsplit('/').next()?;
    let url = pattern
        .replace("{year}", &format!("{year:04}"))
        .replace("{month}", &format!("{month:02}"))
        .replace("{day}", &format!("{day:02}"));
    Some(url.replace("{slug}", slug))
}

/// Puts every page into a collection whose route gives it its URL.
pub fn collections(site: &mut Site) -> Vec<Collection> {
    slug_pages(site);
    let site = &*site;
    let mut sections: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, page) in site.pages.iter().enumerate() {
        sections
            .entry(page.section.clone())
            .or_default()
            .push(index);
    }
    let has_math = |pages: &[usize]| {
        let mut pages = pages.iter();
        site.math || pages.any(|index| has_math(&site.pages[*index].fields))
    };
    let mut pages = sections.remove("").unwrap_or_default();
    let mut collections = Vec::new();
    let mut names: BTreeSet<String> = ["pages", "lists"].map(str::to_owned).into();
    for (section, members) in sections {
        let endings = members.iter().map(|index| ending(&site.pages[*index].url));
        let end = most_common(endings).unwrap_or("/");
        let firsts = members
            .iter()
            .map(|index| site.pages[*index].url.split('/').nth(1).unwrap_or_default());
        let first = most_common(firsts.filter(|first| is_path(first)))
            .unwrap_or_default()
            .to_owned();
        let prefix = if first.is_empty() {
            String::new()
        } else {
            format!("/{first}")
        };
        let dated = DATED
            .iter()
            .flat_map(|pattern| [format!("{prefix}/{pattern}"), format!("/{pattern}")]);
        let fits = |route: &str, page: &Page| {
            let url = bare_url(&page.url);
            ending(&page.url) == end
                && if route.ends_with("{slug}") {
                    // A draft gets its URL with its date.
                    let is_draft = page.fields.get("draft").and_then(Value::as_bool) == Some(true);
                    let dated = dated_url(route, page);
                    dated.map_or(is_draft, |one| one == url && is_path(&one))
                } else {
                    let start = route.trim_end_matches("{path}");
                    url.len() > start.len() && url.starts_with(start) && is_path(url)
                }
        };
        let count = |route: &String| {
            members
                .iter()
                .filter(|index| fits(route, &site.pages[**index]))
                .count()
        };
        let of_end = members
            .iter()
            .filter(|index| ending(&site.pages[**index].url) == end);
        let needed = of_end.count();
        let candidates = dated.chain([format!("{prefix}/{{path}}")]);
        let route = candidates.into_iter().find(|route| count(route) >= needed);
        let route = route.unwrap_or_else(|| "/{path}".to_owned());
        let (own, others): (Vec<usize>, Vec<usize>) = members
            .iter()
            .partition(|index| fits(&route, &site.pages[**index]));
        // Pages with another kind of URL are entries of the section, too.
        let mut by_ending: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for index in others {
            let page = &site.pages[index];
            if is_path(bare_url(&page.url)) && page.is_entry() && !own.is_empty() {
                by_ending.entry(ending(&page.url)).or_default().push(index);
            } else {
                pages.push(index);
            }
        }
        let others = by_ending
            .into_iter()
            .map(|(end, pages)| (format!("/{{path}}{end}"), pages));
        for (route, pages) in std::iter::once((format!("{route}{end}"), own)).chain(others) {
            let name = unique_name(&section, &mut names);
            collections.push(Collection {
                dir: name.replace('_', "-"),
                name,
                route,
                section: section.clone(),
                math: has_math(&pages),
                pages,
            });
        }
    }
    collections.retain(|one| !one.pages.is_empty());
    let end = most_common(pages.iter().map(|index| ending(&site.pages[*index].url))).unwrap_or("/");
    let is_404 = |index: &usize| site.pages[*index].url == "/404/" || site.pages[*index].url == "/";
    // Feeds of Hugo have all pages that are not lists.
    let is_entry = |index: &usize| site.generator != "Hugo" || site.pages[*index].is_entry();
    let has_entries = pages.iter().any(is_entry);
    let mut groups: BTreeMap<(bool, &str), Vec<usize>> = BTreeMap::new();
    for index in pages {
        let own = if is_404(&index) {
            end
        } else {
            ending(&site.pages[index].url)
        };
        let is_list = has_entries && !is_entry(&index);
        groups.entry((is_list, own)).or_default().push(index);
    }
    for ((is_list, own), pages) in groups {
        let kind = if is_list { "lists" } else { "pages" };
        let name = match own {
            own if own == end => kind.to_owned(),
            "/" => format!("folder_{kind}"),
            ".html" => format!("html_{kind}"),
            _ => format!("plain_{kind}"),
        };
        collections.insert(
            0,
            Collection {
                dir: name.replace('_', "-"),
                name,
                route: format!("/{{path}}{own}"),
                section: String::new(),
                math: has_math(&pages),
                pages,
            },
        );
    }
    collections
}

fn most_common<'t>(texts: impl Iterator<Item = &'t str>) -> Option<&'t str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for text in texts {
        *counts.entry(text).or_default() += 1;
    }
    counts
        .into_iter()
        .max_by_key(|(_, count)| *count)
        .map(|(text, _)| text)
}

/// Returns a name that a collection can have, and that no other has.
fn unique_name(section: &str, names: &mut BTreeSet<String>) -> String {
    let letters = slug::slugify(section).replace('-', "_");
    let base = if letters.starts_with(|one: char| one.is_ascii_lowercase()) {
        letters
    } else {
        format!("section_{letters}")
    };
    let mut name = base.clone();
    let mut number = 2;
    while !names.insert(name.clone()) {
        name = format!("{base}_{number}");
        number += 1;
    }
    name
}

/// Gives pages whose URL this program cannot have the most similar one, and an alias. URLs that differ only in case are one for some
/// systems.
fn slug_pages(site: &mut Site) {
    let folded = |page: &Page| format!("{} {}", page.lang, bare_url(&page.url).to_lowercase());
    let mut taken: BTreeMap<String, String> = BTreeMap::new();
    let origin = site.base_url.trim_end_matches('/').to_owned();
    let mut lost = Vec::new();
    let mut hidden = Vec::new();
    // A page that is not always published leaves its URL to one that is.
    let mut pages: Vec<&mut Page> = site.pages.iter_mut().collect();
    pages.sort_by_key(|page| page.is_temporary());
    for page in pages {
        let old = page.url.clone();
        // A file with such a name would be in another language.
        let language = bare_url(&old).rsplit_once('.').map(|(_, end)| end);
        let is_language = language.is_some_and(|end| language_tag(end).is_some());
        let is_hidden = page.is_temporary() && taken.contains_key(&folded(page));
        let first = taken.entry(folded(page)).or_insert_with(|| old.clone());
        let is_taken = is_hidden || bare_url(first) != bare_url(&old);
        if is_path(bare_url(&old)) && !is_language && !is_taken {
            continue;
        }
        let parts = bare_url(&old).split('/').filter(|part| !part.is_empty());
        let mut parts: Vec<String> = parts.filter_map(similar_slug).collect();
        if let Some(last) = parts.last_mut().filter(|_| is_language) {
            *last = last.replace('.', "-");
        }
        let similar = parts.join("/");
        page.url = format!("/{similar}{}", ending(&old));
        let mut number = 2;
        while is_taken && taken.contains_key(&folded(page)) {
            page.url = format!("/{similar}-{number}{}", ending(&old));
            number += 1;
        }
        taken.entry(folded(page)).or_insert(page.url.clone());
        if is_hidden {
            hidden.push((Arc::clone(&page.source), old, page.url.clone()));
            continue;
        }
        // An entry keeps its id in feeds.
        if page.is_entry() && origin.contains("://") {
            let prefix = url_prefix(&page.lang, &site.language);
            let id = encoded(&format!("{origin}{prefix}{old}"));
            page.fields.entry("guid").or_insert(Value::String(id));
        }
        if !can_redirect(&old) {
            lost.push((Arc::clone(&page.source), old, page.url.clone()));
            continue;
        }
        let alias = Value::String(old);
        match page.fields.get_mut("aliases").and_then(Value::as_array_mut) {
            Some(aliases) => aliases.push(alias),
            None => drop(
                page.fields
                    .insert("aliases".to_owned(), Value::Array(vec![alias])),
            ),
        }
    }
    for (source, old, new) in lost {
        let message = format!("{old} is now {new}, and cannot be redirected");
        site.report(&source, 0..0, message, "redirect it at the host");
    }
    for (source, old, new) in hidden {
        let message = format!(
            "this page is not published, or not always, and gave up the URL {old} of another one for {new}"
        );
        let help = "delete it if it is only an earlier version of the other one";
        site.report(&source, 0..0, message, help);
    }
}

/// Returns whether each part of a URL can be one in this program.
fn is_path(url: &str) -> bool {
    url.split('/').filter(|part| !part.is_empty()).all(is_slug)
}

/// Returns whether a section is that of a list, or one within it.
pub fn is_within(section: &str, list: &str) -> bool {
    let rest = section.strip_prefix(list);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Returns the collections of the section that a list shows: for the home page, of the one with the most dated pages.
pub fn listed<'c>(
    site: &Site,
    collections: &'c [Collection],
    section: &str,
) -> Vec<&'c Collection> {
    let of_section = |section: &str| -> Vec<&Collection> {
        let all = collections.iter().filter(|one| !one.section.is_empty());
        all.filter(|one| is_within(&one.section, section)).collect()
    };
    if !section.is_empty() {
        return of_section(section);
    }
    let dated = |one: &&Collection| {
        let has_date = |index: &&usize| site.pages[**index].fields.contains_key("date");
        (one.pages.iter().filter(has_date).count(), one.pages.len())
    };
    let sections = collections.iter().filter(|one| !one.section.is_empty());
    let most = sections.max_by_key(dated).map(|one| one.section.as_str());
    let most = most.and_then(|section| section.split('/').next());
    most.map(of_section).unwrap_or_default()
}

/// What the list of a page shows.
#[derive(Debug)]
pub struct Listed<'c> {
    /// The collections of its section.
    pub collections: Vec<&'c Collection>,
    /// Whether the list leaves out their pages that are not below its URL, as that of a section within another one does.
    pub is_part: bool,
    /// Number of its pages in all languages.
    pub count: usize,
}

/// Returns what the list of a section shows on a page.
pub fn listed_on<'c>(
    site: &Site,
    collections: &'c [Collection],
    page: &Page,
    section: &str,
) -> Listed<'c> {
    let collections = listed(site, collections, section);
    let entries = collections.iter().flat_map(|one| &one.pages);
    let count = entries.clone().count();
    let is_below = |index: &&usize| site.pages[**index].url.starts_with(&page.url);
    let below = entries.filter(is_below).count();
    let is_part = page.url.split('/').count() > 3 && (1..count).contains(&below);
    Listed {
        collections,
        is_part,
        count: if is_part { below } else { count },
    }
}

/// Chooses the file of each page, and adds it to the targets of links. Returns the files by the index of the page.
pub fn files(
    site: &mut Site,
    collections: &[Collection],
    targets: &mut Targets,
) -> BTreeMap<usize, String> {
    let mut files = BTreeMap::new();
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    // Some systems do not distinguish capitals in names of files.
    let mut in_lower_case: BTreeSet<String> = BTreeSet::new();
    let mut clashes = Vec::new();
    for collection in collections {
        let route = &collection.route[..collection.route.len() - ending(&collection.route).len()];
        for index in &collection.pages {
            let page = &site.pages[*index];
            let url = bare_url(&page.url);
            let path = if route.ends_with("{slug}") {
                let slug = url.rsplit('/').next().unwrap_or_default();
                let file = format!("content/{}/{slug}.md", collection.dir);
                let is_taken = in_lower_case.contains(&file.to_lowercase());
                let date = url.get(route.find('{').unwrap_or(0)..).unwrap_or(url);
                if is_taken {
                    date.to_owned()
                } else {
                    slug.to_owned()
                }
            } else {
                url[route.trim_end_matches("{path}").len().min(url.len())..].to_owned()
            };
            let path = path.trim_matches('/');
            let path = if path.is_empty() { "index" } else { path };
            let is_folder = page.has_folder && path != "index";
            let name = if is_folder {
                format!("{path}/index")
            } else {
                path.to_owned()
            };
            let lang = if page.lang == site.language {
                String::new()
            } else {
                format!(".{}", page.lang)
            };
            let file = format!("content/{}/{name}{lang}.md", collection.dir);
            if let Some(other) = taken.get(&file) {
                clashes.push((*index, *other));
                continue;
            }
            taken.insert(file.clone(), *index);
            in_lower_case.insert(file.to_lowercase());
            targets
                .by_source
                .insert(page.source.path.clone(), file.clone());
            let url = match targets.url(page).as_str() {
                "/404/" => "/404".to_owned(),
                url => url.to_owned(),
            };
            let old = page.source.path.clone();
            targets.by_file.insert(old, url.clone());
            targets.by_url.insert(bare_url(&url).to_owned(), url);
            files.insert(*index, file);
        }
    }
    targets.by_source.remove("");
    for (index, other) in clashes {
        let (source, other) = (
            site.pages[index].source.clone(),
            site.pages[other].source.clone(),
        );
        let message = format!(
            "this page has the URL of another one, {}",
            site.pages[index].url
        );
        let diagnostic = Diagnostic::new(&NOT_IMPORTED, message);
        let diagnostic = diagnostic.at_duplicate(Place::start_of(&source), Place::start_of(&other));
        site.diagnostics
            .push(diagnostic.help("only the first was imported"));
    }
    for taxonomy in &site.taxonomies {
        let bare = bare_url(&taxonomy.url);
        targets
            .by_url
            .entry(bare.to_owned())
            .or_insert_with(|| taxonomy.url.clone());
    }
    files
}
