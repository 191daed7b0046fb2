//! Sites of Astro: the Markdown of their collections and pages. Pages that are programs keep only their URLs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use diagnostic::{Diagnostic, Source};
use toml::{Table, Value};

use crate::astro_settings::{Settings, all_quoted, settings};
use crate::codes::NOT_A_SITE;
use crate::model::{Entries, Feed, Language, List, Page, Site, Taxonomy, title_of};
use crate::project::Project;
use crate::values::{date_in_words, take_text, text};

/// Keys of front matter that only say how Astro makes the page.
const DROPPED: [&str; 4] = ["layout", "slug", "permalink", "sidebar"];

/// Names that sites give to the day of publication.
const DATES: [&str; 9] = [
    "date",
    "pubDate",
    "publishDate",
    "pubDatetime",
    "published",
    "publishedAt",
    "publishedDate",
    "publicationDate",
    "datePublished",
];

/// Names that sites give to the day of the last change.
const UPDATES: [&str; 8] = [
    "updated",
    "updatedDate",
    "updateDate",
    "modDatetime",
    "updatedAt",
    "lastUpdated",
    "lastModified",
    "dateModified",
];

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

/// Reads a site.
///
/// # Errors
/// Returns a finding if there are no settings.
pub fn read(project: &Project<'_>) -> Result<Site, Diagnostic> {
    let Some(settings) = settings(project) else {
        let diagnostic = Diagnostic::new(
            &NOT_A_SITE,
            "there is no astro.config.mjs or astro.config.ts in this folder",
        );
        return Err(diagnostic.help("name the folder of the Astro site"));
    };
    let reader = Reader {
        programs: programs(project),
        settings,
    };
    let mut site = reader.site();
    reader.collections(project, &mut site);
    reader.pages(project, &mut site);
    if reader.settings.is_starlight {
        untranslated(&mut site);
    }
    reader.page_programs(&mut site);
    for path in project.below("public/") {
        let name = path["public/".len()..].to_owned();
        site.public.insert(name, path.to_owned());
    }
    for path in project.below("src/components/") {
        let name = path.rsplit('/').next().unwrap_or(path);
        if let (Some((name, _)), Some(source)) = (name.rsplit_once('.'), project.text(path)) {
            site.shortcodes.insert(name.to_owned(), source.text.clone());
        }
    }
    Ok(site)
}

/// Adds redirects from the URLs at which Starlight shows pages in the main language because they are not translated.
fn untranslated(site: &mut Site) {
    let urls = |lang: &str| -> BTreeSet<&str> {
        let pages = site.pages.iter().filter(|page| page.lang == lang);
        let is_draft =
            |page: &Page| page.fields.get("draft").and_then(Value::as_bool) == Some(true);
        let docs = pages.filter(|page| page.section == "docs" && !is_draft(page));
        docs.map(|page| page.url.as_str()).collect()
    };
    let main = urls(&site.language);
    let mut redirects = Vec::new();
    for lang in site.languages.keys() {
        let own = urls(lang);
        let missing = main
            .difference(&own)
            .filter(|url| !["/", "/404/", "/404"].contains(url));
        redirects.extend(missing.map(|url| (format!("/{lang}{url}"), (*url).to_owned())));
    }
    site.redirects.extend(redirects);
}

/// A page that is a program.
struct Program {
    source: Arc<Source>,
    /// Parts of its URL; one in brackets is for a parameter.
    parts: Vec<String>,
}

/// Returns the pages that are programs.
fn programs(project: &Project<'_>) -> Vec<Program> {
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
        Some(Program {
            source: project.text(path)?,
            parts,
        })
    });
    files.collect()
}

/// Returns the name of the parameter of a part, without the dots before that of a rest.
fn parameter(part: &str) -> Option<&str> {
    let inner = part.strip_prefix('[')?.strip_suffix(']')?;
    Some(inner.trim_start_matches("..."))
}

/// Returns a part of a URL as Astro makes it of the name of a file or folder.
fn slug(name: &str) -> String {
    let name = name.to_lowercase();
    let kept = name.chars().filter_map(|one| match one {
        ' ' => Some('-'),
        one if one.is_alphanumeric() || content::slug::is_mark(one) || "-_".contains(one) => {
            Some(one)
        }
        _ => None,
    });
    kept.collect()
}

struct Reader {
    settings: Settings,
    programs: Vec<Program>,
}

impl Reader {
    fn site(&self) -> Site {
        let settings = &self.settings;
        let site = settings.site.clone().unwrap_or_default();
        let base = match settings.base.as_str() {
            "" => String::new(),
            base => format!("/{base}"),
        };
        let mut new = Site {
            generator: "Astro",
            heading_ids: "github",
            name: settings.title.clone().unwrap_or_default(),
            base_url: format!("{}{base}", site.trim_end_matches('/')),
            description: settings.description.clone(),
            language: settings.language.clone().unwrap_or_else(|| "en".to_owned()),
            typography: true,
            markdown: vec!["bare-links"],
            highlight: true,
            aliases: settings.aliases.clone(),
            ..Site::default()
        };
        for (code, name) in &settings.languages {
            if *code != new.language {
                new.languages.insert(code.clone(), Language::named(name));
            }
        }
        for (from, to) in &settings.redirects {
            if from.contains('[') {
                let message = format!("the redirect from {from} to {to} has parameters");
                new.note(
                    message,
                    "write it as a [[redirect]] from = \"/old/*\" in content/structure.toml",
                );
            } else {
                new.redirects.push((from.clone(), to.clone()));
            }
        }
        if settings.has_main_prefix {
            let message = format!(
                "the URLs of the main language begin with /{}/",
                new.language
            );
            new.note(
                message,
                "here, they begin with /; add redirects for the old ones",
            );
        }
        new
    }

    /// Returns a URL from its path.
    fn url(&self, path: &str) -> String {
        match path.trim_matches('/') {
            "" => "/".to_owned(),
            path => format!("/{path}{}", self.settings.ending),
        }
    }

    /// Returns the beginning of the URLs of a collection's pages; `None` if it has no pages.
    fn prefix(&self, name: &str) -> Option<String> {
        if self.settings.is_starlight && name == "docs" {
            return Some(String::new());
        }
        let shown = self.programs.iter().filter(|program| {
            let last = program.parts.last().and_then(|part| parameter(part));
            last.is_some_and(|last| !LISTS.contains(&last))
                && program.source.path.ends_with(".astro")
        });
        let shown: Vec<&Program> = shown.collect();
        let folder = |program: &&&Program| {
            let above = &program.parts[..program.parts.len() - 1];
            above
                .iter()
                .filter(|part| parameter(part).is_none())
                .cloned()
                .collect::<Vec<String>>()
        };
        let is_named = |program: &&&Program| {
            let calls = program.source.text.match_indices("getCollection(");
            let mut names = calls.filter_map(|(at, call)| {
                let rest = &program.source.text[at + call.len()..];
                all_quoted(rest.lines().next()?).into_iter().next()
            });
            names.any(|one| one == name)
        };
        let singular = |text: &str| text.trim_end_matches('s').to_owned();
        let is_similar = |program: &&&Program| {
            folder(program)
                .last()
                .is_some_and(|last| singular(last) == singular(name))
        };
        let is_only = self.settings.collections.len() == 1 && shown.len() == 1;
        let found = shown
            .iter()
            .find(is_named)
            .or_else(|| shown.iter().find(is_similar))
            .or_else(|| shown.first().filter(|_| is_only))?;
        Some(
            folder(&found)
                .iter()
                .map(|part| format!("/{part}"))
                .collect(),
        )
    }

    /// Adds the documents of all collections.
    fn collections(&self, project: &Project<'_>, site: &mut Site) {
        let mut read: BTreeSet<String> = BTreeSet::new();
        for (name, folder) in &self.settings.collections {
            let prefix = self.prefix(name);
            let start = format!("{folder}/");
            for path in project.below(&start).filter(|path| is_document(path)) {
                let Some(source) = project.text(path).filter(|_| read.insert(path.to_owned()))
                else {
                    continue;
                };
                match &prefix {
                    Some(prefix) => {
                        self.document(&source, &path[start.len()..], name, prefix, site);
                    }
                    None => site.without_url.push(source),
                }
            }
            if let Some(prefix) = prefix.filter(|prefix| !prefix.is_empty()) {
                self.add_list(name, &prefix, site);
            }
        }
    }

    /// Adds a document of a collection.
    fn document(
        &self,
        source: &Arc<Source>,
        path: &str,
        section: &str,
        prefix: &str,
        site: &mut Site,
    ) {
        let path = path.rsplit_once('.').map_or(path, |(path, _)| path);
        let (lang, path) = in_language(path, site);
        let has_folder = path == "index" || path.ends_with("/index");
        let path = path.trim_end_matches("index").trim_end_matches('/');
        let own: Vec<String> = path.split('/').map(slug).collect();
        let url = |slug: Option<String>| {
            let own = slug.unwrap_or_else(|| own.join("/"));
            self.url(&format!("{prefix}/{own}"))
        };
        self.add(source, lang, section, has_folder, &url, site);
    }

    /// Adds the pages that are Markdown.
    fn pages(&self, project: &Project<'_>, site: &mut Site) {
        for path in project.below("src/pages/").filter(|path| is_document(path)) {
            let Some(source) = project.text(path) else {
                continue;
            };
            let path = &path["src/pages/".len()..];
            let path = path.rsplit_once('.').map_or(path, |(path, _)| path);
            if path.split('/').any(|part| part.starts_with('_')) {
                continue;
            }
            let (lang, path) = in_language(path, site);
            let path = match path.strip_suffix("index") {
                Some(above) if above.is_empty() || above.ends_with('/') => above,
                _ => path.as_str(),
            };
            let section = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            let section = section.split('/').next().unwrap_or_default().to_owned();
            let url = self.url(path);
            self.add(&source, lang, &section, false, &|_| url.clone(), site);
        }
    }

    fn add(
        &self,
        source: &Arc<Source>,
        lang: String,
        section: &str,
        has_folder: bool,
        url: &dyn Fn(Option<String>) -> String,
        site: &mut Site,
    ) {
        let Some(parsed) = site.split(source) else {
            return;
        };
        let mut fields = parsed.fields;
        let slug = take_text(&mut fields, "slug");
        rename(&mut fields, &DATES, "date");
        rename(&mut fields, &UPDATES, "updated");
        if let Some(template) = take_text(&mut fields, "template") {
            let pages = site.templates.entry(template).or_default();
            pages.push(Arc::clone(source));
        }
        for key in DROPPED {
            fields.remove(key);
        }
        let url = url(slug);
        // The package for feeds ends every link with a slash.
        if self.settings.ending.is_empty() && fields.contains_key("date") {
            let guid = format!("{}{url}/", site.base_url);
            fields.entry("guid").or_insert(Value::String(guid));
        }
        site.pages.push(Page {
            source: Arc::clone(source),
            body: parsed.body,
            fields,
            lang,
            url,
            section: section.to_owned(),
            list: None,
            has_folder,
        });
    }

    /// Adds the page that lists a collection, if there is one.
    fn add_list(&self, name: &str, prefix: &str, site: &mut Site) {
        let parts: Vec<&str> = prefix.split('/').filter(|part| !part.is_empty()).collect();
        let is_list = |program: &Program| match program.parts.split_last() {
            _ if program.parts == parts => true,
            Some((last, above)) => parameter(last) == Some("page") && above == parts,
            None => false,
        };
        let Some(program) = self.programs.iter().find(|one| is_list(one)) else {
            return;
        };
        let is_paged = program.parts.len() > parts.len();
        let url = self.url(prefix);
        let route = format!(
            "{}/{{number}}{}",
            url.trim_end_matches('/'),
            self.settings.ending
        );
        stub(
            program,
            url,
            Some(List {
                section: name.to_owned(),
                per_page: is_paged.then_some(10),
                route,
                sort: None,
            }),
            site,
        );
    }

    /// Adds taxonomies, feeds, and empty pages in the places of programs, and reports what they showed.
    fn page_programs(&self, site: &mut Site) {
        let mut empty: Vec<String> = Vec::new();
        let mut taken: BTreeSet<String> = site.pages.iter().map(|page| page.url.clone()).collect();
        let mut taxonomies: BTreeMap<String, String> = BTreeMap::new();
        for program in &self.programs {
            let path = program.parts.join("/");
            let last = program.parts.last().map_or("", String::as_str);
            let is_static = program.parts.iter().all(|part| parameter(part).is_none());
            let is_page = program.source.path.ends_with(".astro");
            if is_static && !is_page {
                if path.ends_with(".xml") && !last.contains("sitemap") {
                    let section = self.settings.collections.keys().find(|name| {
                        program.source.text.contains(&format!("\"{name}\""))
                            || program.source.text.contains(&format!("'{name}'"))
                    });
                    site.feeds.push(Feed {
                        route: format!("/{path}"),
                        is_rss: !last.contains("atom"),
                        entries: section.map_or(Entries::Main, |one| Entries::Section(one.clone())),
                        limit: None,
                    });
                }
                continue;
            }
            let position = program
                .parts
                .iter()
                .position(|part| parameter(part).is_some());
            let name = position.and_then(|at| parameter(&program.parts[at]));
            if let (Some(at), Some(name)) = (position, name)
                && let Some(key) = key_of_terms(name, site)
            {
                let above = program.parts[..at]
                    .iter()
                    .map(|part| format!("/{part}"))
                    .collect();
                taxonomies.entry(key).or_insert(above);
                continue;
            }
            let url = self.url(&path);
            if is_static && path != "404" && !path.is_empty() && taken.insert(url.clone()) {
                let is_of_terms = self.programs.iter().any(|one| {
                    one.parts.len() > program.parts.len()
                        && one.parts.starts_with(&program.parts)
                        && key_of_terms(
                            parameter(&one.parts[program.parts.len()]).unwrap_or_default(),
                            site,
                        )
                        .is_some()
                });
                let section = program.parts.first().filter(|_| program.parts.len() == 1);
                let section =
                    section.filter(|name| site.pages.iter().any(|page| page.section == **name));
                let list = section.map(|section| List {
                    section: section.clone(),
                    per_page: None,
                    route: format!(
                        "{}/{{number}}{}",
                        url.trim_end_matches('/'),
                        self.settings.ending
                    ),
                    sort: None,
                });
                if !is_of_terms {
                    if list.is_none() {
                        empty.push(url.clone());
                    }
                    stub(program, url, list, site);
                }
            }
        }
        for (key, above) in taxonomies {
            let above = if above.is_empty() {
                format!("/{key}")
            } else {
                above
            };
            site.taxonomies.push(Taxonomy {
                route: format!("{above}/{{slug}}{}", self.settings.ending),
                url: self.url(&above),
                per_page: None,
                slug,
                terms: Vec::new(),
                key,
            });
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
    site.pages.push(Page {
        source: Arc::clone(&program.source),
        body: end..end,
        fields: Table::from_iter([("title".to_owned(), Value::String(title))]),
        lang: site.language.clone(),
        url,
        section: String::new(),
        list,
        has_folder: false,
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

fn is_document(path: &str) -> bool {
    path.ends_with(".md") || path.ends_with(".mdx")
}

/// Splits a path before the folder of its language.
fn in_language(path: &str, site: &Site) -> (String, String) {
    let is = |code: &String, lang: &str| code.eq_ignore_ascii_case(lang);
    let of = |lang: &str| {
        site.languages
            .keys()
            .chain([&site.language])
            .find(|code| is(code, lang))
    };
    match path.split_once('/').map(|(lang, rest)| (of(lang), rest)) {
        Some((Some(lang), rest)) => (lang.clone(), rest.to_owned()),
        _ => (site.language.clone(), path.to_owned()),
    }
}

/// Gives the first of several keys another name, and a date in words the form of a date.
fn rename(fields: &mut Table, keys: &[&str], new: &str) {
    let Some(key) = keys.iter().find(|key| fields.contains_key(**key)) else {
        return;
    };
    let Some(value) = fields.remove(*key) else {
        return;
    };
    let in_words = value.as_str().and_then(date_in_words);
    fields.insert(new.to_owned(), in_words.map_or(value, Value::Datetime));
    if text(fields, new).is_some_and(|text| text.trim().is_empty()) {
        fields.remove(new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_in_the_main_language() {
        let page = |lang: &str, url: &str| Page {
            lang: lang.to_owned(),
            url: url.to_owned(),
            section: "docs".to_owned(),
            ..Page::without_url(&Source::new("a.md", ""))
        };
        let mut site = Site {
            language: "en".to_owned(),
            pages: vec![
                page("en", "/"),
                page("en", "/a/"),
                page("en", "/b/"),
                page("de", "/a/"),
            ],
            ..Site::default()
        };
        site.languages
            .insert("de".to_owned(), Language::named("Deutsch"));
        untranslated(&mut site);
        assert_eq!(site.redirects, [("/de/b/".to_owned(), "/b/".to_owned())]);
    }

    #[test]
    fn slugs() {
        for (name, expected) in [
            ("My Post", "my-post"),
            ("what's-new_v1.2", "whats-new_v12"),
            ("Über", "über"),
        ] {
            assert_eq!(slug(name), expected);
        }
    }
}
