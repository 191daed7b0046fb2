//! Pages of Astro that are programs: what of them can be kept are their URLs, lists, taxonomies, and feeds.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use diagnostic::Source;
use toml::{Table, Value};

use crate::astro_ids::{imported_text, report_slugs};
use crate::astro_params::Params;
use crate::astro_settings::Settings;
use crate::evaluation::slug;
use crate::literals::all_quoted;
use crate::model::{Entries, Feed, List, Page, Site, Taxonomy, title_of};
use crate::project::Project;

/// Parameters of pages that list other pages.
const LISTS: [&str; 7] = [
    "page",
    "tag",
    "tags",
    "category",
    "categories",
    "author",
    "locale",
];

/// Parameters of pages that are parts of the date.
pub const DATE_PARAMETERS: [&str; 3] = ["year", "month", "day"];

/// A page that is a program.
pub struct Program {
    source: Arc<Source>,
    /// Parts of its URL; one in brackets is for a parameter.
    parts: Vec<String>,
    /// The Markdown that it shows as its own text.
    body: Option<Arc<Source>>,
    /// Names of the collections that it reads.
    collections: Vec<String>,
    /// Whether it only redirects, as old URLs of pages do.
    is_redirect: bool,
    /// How it computes the last segment of its URLs.
    pub params: Params,
}

/// Returns the pages that are programs.
pub fn programs(project: &Project<'_>, aliases: &[(String, String)]) -> Vec<Program> {
    const ENDINGS: [&str; 4] = [".astro", ".ts", ".js", ".mjs"];
    let files = project.below("src/pages/").filter_map(|path| {
        let ending = ENDINGS.iter().find(|end| path.ends_with(*end))?;
        let rest = path["src/pages/".len()..].strip_suffix(ending)?;
        let mut parts: Vec<String> = rest.split('/').map(str::to_owned).collect();
        if parts.iter().any(|part| part.starts_with('_')) {
            return None;
        }
        if parts.last().is_some_and(|last| last == "index") {
            parts.pop();
        }
        let source = project.text(path)?;
        let last = parts.last().and_then(|last| parameter(last));
        let params = last.map_or_else(Params::default, |last| {
            Params::read(project, aliases, &source, last)
        });
        Some(Program {
            body: imported_text(&source, project),
            params,
            ..Program::new(source, parts)
        })
    });
    files.collect()
}

/// Returns the name of the parameter of a part, without the dots before that of a rest.
fn parameter(part: &str) -> Option<&str> {
    let inner = part.strip_prefix('[')?.strip_suffix(']')?;
    Some(inner.trim_start_matches("..."))
}

impl Program {
    fn new(source: Arc<Source>, parts: Vec<String>) -> Self {
        let text = &source.text;
        let calls = text.split("getCollection(").skip(1);
        let names = calls.filter_map(|rest| all_quoted(rest.lines().next()?).into_iter().next());
        Self {
            collections: names.collect(),
            is_redirect: text.contains("Astro.redirect(")
                && !text.contains("<Content")
                && !text.contains("render("),
            source,
            parts,
            body: None,
            params: Params::default(),
        }
    }

    /// Returns whether the URL has no parameters.
    fn is_static(&self) -> bool {
        self.parts.iter().all(|part| parameter(part).is_none())
    }

    /// Reports that the program makes URLs of documents in a way that was not understood.
    pub fn report_params(&self, site: &mut Site) {
        self.params.report(&self.source, site);
    }

    fn path(&self) -> String {
        self.parts.join("/")
    }

    /// Returns the number of entries on a page of a list.
    fn page_size(&self) -> usize {
        let text = &self.source.text;
        let rest = text.split("pageSize").nth(1).unwrap_or_default();
        let rest = rest.trim_start_matches([':', ' ', '=']);
        let end = rest.find(|one: char| !one.is_ascii_digit());
        let size = rest[..end.unwrap_or(rest.len())].parse().ok();
        size.filter(|size| *size > 0).unwrap_or(10)
    }

    /// Returns whether the names of the pages in their URLs are their dates, as in `/diary/2026-04-30/`.
    pub fn has_days(&self) -> bool {
        const DAYS: [&str; 3] = ["slice(0, 10)", "slice(0,10)", "split("];
        let parameters = self.source.text.split_once("params:");
        let parameters = parameters
            .and_then(|(_, rest)| rest.split(['}', '\n']).find(|line| line.contains("slug:")));
        parameters.is_some_and(|line| {
            let day = line.split_once("date.toISOString().");
            day.is_some_and(|(_, rest)| DAYS.iter().any(|one| rest.starts_with(one)))
        })
    }

    /// Returns the redirects from the URLs of the program to the pages of a collection whose names they have.
    fn redirects(
        &self,
        programs: &[Self],
        settings: &Settings,
        site: &Site,
    ) -> Vec<(String, String)> {
        let names = &self.collections;
        let Some((name, prefix)) = names
            .iter()
            .find_map(|name| Some((name, prefix(programs, settings, name)?)))
            .filter(|(_, prefix)| self.source.text.contains(&format!("{prefix}/$")))
        else {
            return Vec::new();
        };
        let above: String = folders(self)
            .iter()
            .map(|part| format!("{part}/"))
            .collect();
        let is_draft =
            |page: &Page| page.fields.get("draft").and_then(Value::as_bool) == Some(true);
        let pages = site
            .pages
            .iter()
            .filter(|page| page.section == *name && !is_draft(page));
        let moved = pages.filter_map(|page| {
            let rest = page.url.strip_prefix(&prefix)?.trim_matches('/');
            Some((settings.url(&format!("{above}{rest}")), page.url.clone()))
        });
        moved.collect()
    }

    /// Returns the function that makes the part of the URL of a term.
    fn slug_of_terms(&self) -> fn(&str) -> String {
        let text = &self.source.text;
        let changes = ["slug", "kebab", "toLowerCase"];
        let parameters = self.parameters().unwrap_or(text);
        let is_raw = text.contains("getStaticPaths")
            && self.collections.len() == 1
            && !text.contains("toLowerCase")
            && !changes.iter().any(|one| parameters.contains(one));
        if is_raw { str::to_owned } else { slug }
    }

    /// Returns what the program says of the parameters of its URLs.
    fn parameters(&self) -> Option<&str> {
        let (_, rest) = self.source.text.split_once("params:")?;
        rest.trim_start().strip_prefix('{')?.split('}').next()
    }

    /// Returns whether a function of the site makes the parts of URLs of terms.
    fn has_own_slug(&self) -> bool {
        self.parameters().is_some_and(|parameters| {
            let known = ["encodeURI", "String(", "toLowerCase("];
            parameters.contains('(') && !known.iter().any(|one| parameters.contains(one))
        })
    }
}

/// Returns the beginning of the URLs of a collection's pages; `None` if it has no pages.
pub fn prefix(programs: &[Program], settings: &Settings, name: &str) -> Option<String> {
    if settings.is_starlight && name == "docs" {
        return Some(String::new());
    }
    let folders = folders(page_of(programs, settings, name)?);
    Some(folders.iter().map(|part| format!("/{part}")).collect())
}

/// Returns the folders in the URLs of a program's pages, without those that are parameters, except parts of the date.
fn folders(program: &Program) -> Vec<String> {
    let above = program
        .parts
        .split_last()
        .map_or(&[][..], |(_, above)| above);
    let known = above.iter().filter_map(|part| match parameter(part) {
        None => Some(part.clone()),
        Some(name) if DATE_PARAMETERS.contains(&name) => Some(format!("{{{name}}}")),
        Some(_) => None,
    });
    known.collect()
}

/// Returns the program that makes the pages of a collection.
pub fn page_of<'p>(
    programs: &'p [Program],
    settings: &Settings,
    name: &str,
) -> Option<&'p Program> {
    let shown = programs.iter().filter(|program| {
        let last = program.parts.last().and_then(|part| parameter(part));
        last.is_some_and(|last| !LISTS.contains(&last))
            && program.source.path.ends_with(".astro")
            && !program.is_redirect
    });
    let shown: Vec<&Program> = shown.collect();
    let is_named = |program: &&&Program| program.collections.iter().any(|one| one == name);
    let singular = |text: &str| text.trim_end_matches('s').to_owned();
    let is_similar = |program: &&&Program| {
        folders(program)
            .last()
            .is_some_and(|last| singular(last) == singular(name))
    };
    let is_only = settings.collections.len() == 1 && shown.len() == 1;
    let found = shown
        .iter()
        .find(is_named)
        .or_else(|| shown.iter().find(is_similar));
    found.or_else(|| shown.first().filter(|_| is_only)).copied()
}

/// Adds the page that lists a collection, if there is one.
pub fn add_list(
    programs: &[Program],
    settings: &Settings,
    name: &str,
    prefix: &str,
    site: &mut Site,
) {
    let parts: Vec<&str> = prefix.split('/').filter(|part| !part.is_empty()).collect();
    let is_list = |program: &Program| match program.parts.split_last() {
        _ if program.parts == parts => true,
        Some((last, above)) => parameter(last) == Some("page") && above == parts,
        None => false,
    };
    let Some(program) = programs.iter().find(|one| is_list(one)) else {
        return;
    };
    let is_paged = program.parts.len() > parts.len();
    let url = settings.url(prefix);
    let route = format!(
        "{}/{{number}}{}",
        url.trim_end_matches('/'),
        settings.ending
    );
    stub(
        program,
        url,
        Some(List {
            section: name.to_owned(),
            per_page: is_paged.then(|| program.page_size()),
            route,
            sort: None,
        }),
        site,
    );
}

/// Adds taxonomies, feeds, and empty pages in the places of programs, and reports what they showed.
pub fn add_pages(programs: &[Program], settings: &Settings, site: &mut Site) {
    let mut empty: Vec<String> = Vec::new();
    let mut lost: Vec<&Program> = Vec::new();
    let names = || settings.collections.keys();
    let of_pages: Vec<&Program> = names()
        .filter_map(|name| page_of(programs, settings, name))
        .collect();
    let mut taken: BTreeSet<String> = site.pages.iter().map(|page| page.url.clone()).collect();
    let mut files: Vec<String> = Vec::new();
    let mut taxonomies: BTreeMap<String, (String, &Program)> = BTreeMap::new();
    for program in programs {
        let feed = feed(program, settings, site);
        if feed.is_some() || program.is_static() && !program.source.path.ends_with(".astro") {
            if feed.is_none() && !is_made(&program.path()) {
                files.push(format!("/{}", program.path()));
            }
            if feed.is_some() && !program.source.text.contains("@astrojs/rss") {
                let message =
                    "this feed has a program of its own, which was not converted".to_owned();
                let help = "compare the entries of the feed and their ids with those of the old one, and correct its [[feed]] in content/structure.toml";
                site.report(&program.source, 0..0, message, help);
            }
            site.feeds.extend(feed);
        } else if let Some((key, above)) = terms(program, site) {
            if program.has_own_slug() {
                report_slugs(&program.source, &key, site);
            }
            taxonomies.entry(key).or_insert((above, program));
        } else if let Some((url, mut list)) = paged_list(program, settings) {
            let is_dated =
                |page: &Page| page.section == list.section && page.fields.contains_key("date");
            list.sort = list.sort.filter(|_| site.pages.iter().any(is_dated));
            if taken.insert(url.clone()) {
                stub(program, url, Some(list), site);
            }
        } else if program.is_static() && !["", "404"].contains(&program.path().as_str()) {
            let url = settings.url(&program.path());
            let below = |one: &&Program| {
                one.parts.len() > program.parts.len() && one.parts.starts_with(&program.parts)
            };
            let is_of_terms = |one: &Program| {
                let parameter = parameter(&one.parts[program.parts.len()]);
                parameter.is_some_and(|name| key_of_terms(name, site).is_some())
            };
            if !taken.insert(url.clone()) || programs.iter().filter(below).any(is_of_terms) {
                continue;
            }
            let list = list_of_section(program, &url, settings, site);
            if list.is_none() && program.body.is_none() {
                empty.push(url.clone());
            }
            stub(program, url, list, site);
        } else if !program.is_static() {
            if program.is_redirect {
                let redirects = program.redirects(programs, settings, site);
                let is_known = !redirects.is_empty();
                site.redirects.extend(redirects);
                if is_known {
                    continue;
                }
            }
            let is_of_pages = of_pages.iter().any(|one| std::ptr::eq(*one, program));
            let mut pages = site.pages.iter();
            let is_whole = is_of_pages && !program.params.has_others();
            if !is_whole && !pages.any(|page| Arc::ptr_eq(&page.source, &program.source)) {
                lost.push(program);
            }
        }
    }
    for program in lost {
        let message = "this program makes pages or files, which were left out".to_owned();
        let help = "write the pages in content/pages/, lists of documents with [[pagination]] or [[taxonomy]] in content/structure.toml, or save the files in public/";
        site.report(&program.source, 0..0, message, help);
    }
    for (key, (above, program)) in taxonomies {
        let above = if above.is_empty() {
            format!("/{key}")
        } else {
            above
        };
        site.taxonomies.push(Taxonomy {
            route: format!("{above}/{{slug}}{}", settings.ending),
            url: settings.url(&above),
            per_page: None,
            pages: "page".to_owned(),
            slug: program.slug_of_terms(),
            terms: Vec::new(),
            key,
        });
    }
    if !files.is_empty() {
        let message = format!("these files are made by programs: {}", files.join(", "));
        let help = "they were left out: save them from the old site in public/, at their old paths";
        site.note(message, help);
    }
    if !empty.is_empty() {
        let message = format!(
            "these pages are programs, of which only the titles were kept: {}",
            empty.join(", ")
        );
        site.note(
            message,
            "write their text in content/pages/, or delete those that you do not need",
        );
    }
}

/// Returns whether this program makes such a file itself.
fn is_made(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.starts_with("sitemap") || name == "robots.txt"
}

/// Returns the list, and its URL, that a program such as `blog/[...page].astro` makes of a collection: the one that it names, or the only
/// one if another file reads it.
fn paged_list(program: &Program, settings: &Settings) -> Option<(String, List)> {
    let (last, above) = program.parts.split_last()?;
    let is_list = last == "[...page]" && above.iter().all(|part| parameter(part).is_none());
    let mut names = program.collections.clone();
    if names.is_empty() && settings.collections.len() == 1 {
        names.extend(settings.collections.keys().cloned());
    }
    let mut names = names.into_iter().filter(|_| is_list);
    let section = names.find(|name| settings.collections.contains_key(name))?;
    let url = settings.url(&above.join("/"));
    let route = format!(
        "{}/{{number}}{}",
        url.trim_end_matches('/'),
        settings.ending
    );
    let list = List {
        section,
        per_page: Some(program.page_size()),
        route,
        sort: Some("-date"),
    };
    Some((url, list))
}

/// Returns the feed that a program makes. That of each term is in the taxonomy whose key the parameter stands for.
fn feed(program: &Program, settings: &Settings, site: &Site) -> Option<Feed> {
    let path = program.path();
    let last = program.parts.last()?;
    if !path.ends_with(".xml") || last.contains("sitemap") {
        return None;
    }
    let mut parts = program.parts.iter();
    let part =
        parts.find_map(|part| Some(&part[..=part.starts_with('[').then(|| part.find(']'))??]));
    if let Some(part) = part {
        return Some(Feed {
            route: format!("/{}", path.replace(part, "{slug}")),
            is_rss: !last.contains("atom") && !program.source.text.contains("astrojs-atom"),
            entries: Entries::Terms(key_of_terms(parameter(part)?, site)?),
            limit: None,
        });
    }
    let text = &program.source.text;
    let quoted: BTreeSet<&str> = text.split(['"', '\'']).collect();
    let mut names = settings.collections.keys();
    let section = names.find(|name| quoted.contains(name.as_str()));
    Some(Feed {
        route: format!("/{path}"),
        is_rss: !last.contains("atom") && !text.contains("astrojs-atom"),
        entries: section.map_or(Entries::Main, |one| Entries::Section(one.clone())),
        limit: None,
    })
}

/// Returns the key whose terms a program shows, and the URL above them.
fn terms(program: &Program, site: &Site) -> Option<(String, String)> {
    let (at, name) = (program.parts.iter().enumerate())
        .find_map(|(at, part)| parameter(part).map(|name| (at, name)))?;
    let key = key_of_terms(name, site)?;
    let above = program.parts[..at].iter().map(|part| format!("/{part}"));
    Some((key, above.collect()))
}

/// Returns the list of the section that a program is named for.
fn list_of_section(program: &Program, url: &str, settings: &Settings, site: &Site) -> Option<List> {
    let [section] = program.parts.as_slice() else {
        return None;
    };
    let is_used = site.pages.iter().any(|page| page.section == *section);
    is_used.then(|| List {
        section: section.clone(),
        per_page: None,
        route: format!(
            "{}/{{number}}{}",
            url.trim_end_matches('/'),
            settings.ending
        ),
        sort: None,
    })
}

/// Adds a page without text in the place of a program.
fn stub(program: &Program, url: String, list: Option<List>, site: &mut Site) {
    let last = program
        .parts
        .iter()
        .rev()
        .find(|part| parameter(part).is_none());
    let title = last.map_or_else(|| site.name.clone(), |part| title_of(part));
    let end = program.source.text.len();
    let mut fields = Table::from_iter([("title".to_owned(), Value::String(title))]);
    let (mut source, mut body) = (&program.source, end..end);
    if let Some(text) = &program.body
        && let Some(parsed) = site.split(text)
    {
        fields.extend(parsed.fields);
        fields.remove("layout");
        (source, body) = (text, parsed.body);
    }
    site.pages.push(Page {
        body,
        fields,
        lang: site.language.clone(),
        url,
        list,
        ..Page::new(source)
    });
}

/// Returns the key of front matter whose values a parameter of a route stands for.
fn key_of_terms(parameter: &str, site: &Site) -> Option<String> {
    let keys: &[&str] = match parameter {
        "tag" | "tags" | "topic" => &["tags", "tag", "topics"],
        "category" | "categories" => &["categories", "category"],
        "author" | "authors" => &["authors", "author"],
        "series" => &["series"],
        _ => return None,
    };
    let is_used = |key: &&&str| {
        site.pages
            .iter()
            .any(|page| page.fields.contains_key(**key))
    };
    keys.iter().find(is_used).map(|key| (*key).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_several_pages() {
        for (file, text, expected) in [
            (
                "blog/[...page]",
                "await getCollection(\"blog\"); paginate(a, { pageSize: 2 })",
                "/blog/ blog 2 /blog/{number}/",
            ),
            ("[...page]", "getCollection('blog')", "/ blog 10 /{number}/"),
            ("[...page]", "all({ paginate })", "/ blog 10 /{number}/"),
            ("blog/[...page]", "getCollection(\"other\")", ""),
            ("blog/[page]", "getCollection(\"blog\")", ""),
            ("[lang]/[...page]", "getCollection(\"blog\")", ""),
        ] {
            let parts = file.split('/').map(str::to_owned).collect();
            let program = Program::new(Source::new("a.astro", text), parts);
            let settings = Settings {
                collections: [("blog".to_owned(), "src/content/blog".to_owned())].into(),
                ending: "/",
                ..Settings::default()
            };
            let found = paged_list(&program, &settings).map(|(url, list)| {
                let size = list.per_page.unwrap_or_default();
                format!("{url} {} {size} {}", list.section, list.route)
            });
            assert_eq!(found.unwrap_or_default(), expected, "{file}");
        }
    }

    #[test]
    fn feeds_of_terms() {
        for (file, expected) in [
            ("tags/[tag].xml", "/tags/{slug}.xml Terms(\"tags\")"),
            ("tags/[tag]/rss.xml", "/tags/{slug}/rss.xml Terms(\"tags\")"),
            ("[lang]/rss.xml", ""),
            ("a/[tag", ""),
            ("rss.xml", "/rss.xml Main"),
        ] {
            let parts = file.split('/').map(str::to_owned).collect();
            let program = Program::new(Source::new("a.ts", ""), parts);
            let mut site = Site::default();
            stub(&program, "/a".to_owned(), None, &mut site);
            site.pages[0].fields = Table::from_iter([("tags".to_owned(), Value::from(1))]);
            let found = feed(&program, &Settings::default(), &site);
            let shown = found.map(|feed| format!("{} {:?}", feed.route, feed.entries));
            assert_eq!(shown.unwrap_or_default(), expected, "{file}");
        }
    }

    #[test]
    fn slugs() {
        for (name, expected) in [
            ("My Post", "my-post"),
            ("what's-new_v1.2", "whats-new_v12"),
            ("Über", "über"),
            ("What? -m²-", "what--m-"),
        ] {
            assert_eq!(slug(name), expected);
        }
    }
}
