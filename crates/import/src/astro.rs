//! Sites of Astro: the Markdown of their collections and pages. Pages that are programs keep only their URLs.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use diagnostic::{Diagnostic, Source, folder_of};
use toml::{Table, Value};

use crate::astro_collections::is_included;
use crate::astro_constants::{names, text_of};
use crate::astro_ids::{self, without_index};
use crate::astro_made_ids::id;
use crate::astro_markdown::read_plugins;
use crate::astro_params::Last;
use crate::astro_programs::{
    DATE_PARAMETERS, Program, add_list, add_pages, page_of, prefix, programs,
};
use crate::astro_settings::{Settings, settings};
use crate::astro_sidebar::read_sidebar;
use crate::astro_translations::untranslated;
use crate::astro_unread::report_unread;
use crate::codes::NOT_A_SITE;
use crate::evaluation::slug;
use crate::heading_ids::Ids;
use crate::jekyll_dates::date_in_name;
use crate::literals::{quoted, without_comments};
use crate::main_prefix;
use crate::main_prefix::name_language;
use crate::model::{Language, Page, Site};
use crate::project::Project;
use crate::targets::encoded;
use crate::values::{date_in_words, day, take_text, text};

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

/// Reads a site. Fails with a finding if there are no settings.
pub fn read(project: &Project<'_>) -> Result<Site, Diagnostic> {
    let Some(settings) = settings(project) else {
        let diagnostic = Diagnostic::new(
            &NOT_A_SITE,
            "there is no astro.config.mjs or astro.config.ts in this folder",
        );
        return Err(diagnostic.help("name the folder of the Astro site"));
    };
    let reader = Reader {
        programs: programs(project, &settings.aliases),
        hides_drafts: settings.is_starlight || reads_drafts(project),
        settings,
    };
    let mut site = reader.site();
    report_unread(&reader.settings, project, &mut site);
    if let Some((source, config, _)) = &reader.settings.config {
        read_plugins(source, config, &mut site);
    }
    reader.collections(project, &mut site);
    if reader.settings.ids.values().any(Option::is_none) {
        astro_ids::report(project, &mut site);
    }
    reader.pages(project, &mut site);
    if reader.settings.is_starlight {
        untranslated(&mut site);
    }
    if reader.settings.has_main_prefix {
        main_prefix::keep(&mut site);
    }
    add_pages(&reader.programs, &reader.settings, &mut site);
    if let Some((source, config, names)) = &reader.settings.config
        && reader.settings.is_starlight
    {
        read_sidebar(source, config, names, &reader.settings, &mut site);
    }
    for path in project
        .below("src/pages/")
        .filter(|path| path.ends_with(".html"))
    {
        let stem = path["src/pages/".len()..].trim_end_matches(".html");
        let is_index = stem == "index" || stem.ends_with("/index");
        let name = match reader.settings.ending {
            _ if is_index => format!("{stem}.html"),
            "/" => format!("{stem}/index.html"),
            _ => format!("{stem}.html"),
        };
        if !stem.contains('[') && !stem.split('/').any(|part| part.starts_with('_')) {
            site.public.insert(name, path.to_owned());
        }
    }
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
    if reader.settings.language.is_none() {
        let written = language_of_layouts(project, &reader.settings.aliases);
        name_language(written.as_deref(), &mut site);
    }
    Ok(site)
}

/// Returns the language in `<html lang="…">` of the layouts, as written.
fn language_of_layouts(project: &Project<'_>, aliases: &[(String, String)]) -> Option<String> {
    let mut paths = project
        .below("src/")
        .filter(|path| path.ends_with(".astro"));
    paths.find_map(|path| {
        let source = project.text(path)?;
        let (_, rest) = source.text.split_once("<html")?;
        let (_, value) = rest.split('>').next()?.split_once("lang=")?;
        if let Some(program) = value.strip_prefix('{') {
            let text = without_comments(&source.text);
            return text_of(program, &names(project, aliases, path, &text));
        }
        quoted(value)
    })
}

/// A collection, whose pages a program makes.
struct Collection<'r> {
    name: &'r str,
    /// Beginning of the URLs.
    prefix: &'r str,
    program: Option<&'r Program>,
    /// Whether the last parts of URLs are dates.
    has_days: bool,
}

struct Reader {
    settings: Settings,
    programs: Vec<Program>,
    /// Whether drafts have no pages.
    hides_drafts: bool,
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
            ids: if settings.has_short_ids {
                Ids::OLD_ASTRO
            } else {
                Ids::default()
            },
            ..Site::default()
        };
        for (code, name) in &settings.languages {
            if *code != new.language {
                let language = Language {
                    title: settings.titles.get(code).cloned(),
                    ..Language::named(name)
                };
                new.languages.insert(code.clone(), language);
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
        new
    }

    /// Adds the documents of all collections.
    fn collections(&self, project: &Project<'_>, site: &mut Site) {
        let mut read: BTreeSet<String> = BTreeSet::new();
        for (name, folder) in &self.settings.collections {
            let prefix = prefix(&self.programs, &self.settings, name);
            let program = page_of(&self.programs, &self.settings, name);
            let collection = prefix.as_ref().map(|prefix| Collection {
                name,
                prefix,
                program,
                has_days: program.is_some_and(Program::has_days),
            });
            let start = format!("{folder}/");
            let mut is_understood = true;
            let own_file = project.text(folder).map(|_| folder.as_str());
            let patterns = self.settings.patterns.get(name);
            let is_loaded = |path: &str| {
                patterns.is_none_or(|patterns| is_included(patterns, &path[start.len()..]))
            };
            let others = project.below(&start);
            let others = others.filter(|path| is_other_document(path) && is_loaded(path));
            for path in others.chain(own_file) {
                let source = project.text(path).filter(|_| read.insert(path.to_owned()));
                if let Some(source) = source {
                    let message = "this file is not Markdown, and was left out".to_owned();
                    let help = "write a document as Markdown in content/, and data as a list in content/lists/";
                    site.report(&source, 0..0, message, help);
                }
            }
            let documents = project.below(&start);
            for path in documents.filter(|path| is_document(path) && is_loaded(path)) {
                let Some(source) = project.text(path).filter(|_| read.insert(path.to_owned()))
                else {
                    continue;
                };
                match &collection {
                    Some(collection) => {
                        let path = &path[start.len()..];
                        is_understood &= self.document(&source, path, collection, site);
                    }
                    None => site.without_url.push(source),
                }
            }
            if let Some(program) = program.filter(|_| !is_understood) {
                program.report_params(site);
            }
            if let Some(prefix) = prefix.filter(|prefix| !prefix.is_empty()) {
                add_list(&self.programs, &self.settings, name, &prefix, site);
            }
        }
    }

    /// Adds a document of a collection. Returns whether its URL is known.
    fn document(
        &self,
        source: &Arc<Source>,
        path: &str,
        collection: &Collection<'_>,
        site: &mut Site,
    ) -> bool {
        let (prefix, has_days) = (collection.prefix, collection.has_days);
        let whole = path.rsplit_once('.').map_or(path, |(path, _)| path);
        let (lang, path) = in_language(whole, site);
        let has_language = path.len() < whole.len();
        let is_of_main = prefix.is_empty()
            && !self.settings.is_starlight
            && lang == site.language
            && has_language;
        let has_folder = without_index(&path).len() < path.len();
        let path = without_index(&path).trim_end_matches('/');
        let of_path = path.split('/').map(slug).collect::<Vec<_>>().join("/");
        let program = collection.program.filter(|_| !has_days);
        let is_understood = Cell::new(true);
        let url = |fields: &Table, id: Option<String>| {
            let own = id.map_or_else(|| of_path.clone(), |id| self.without_language(&id, &lang));
            let id = if has_language {
                format!("{lang}/{own}")
            } else {
                own.clone()
            };
            let last = program.map(|one| one.params.last(&id, &own, &source.path, fields));
            let own = match last {
                Some(Last::Own(last)) => self.without_language(&last, &lang),
                Some(Last::Unknown) => {
                    is_understood.set(false);
                    own
                }
                _ if has_days => "{year}-{month}-{day}".to_owned(),
                _ => own,
            };
            self.settings.url(&format!("{prefix}/{own}"))
        };
        let count = site.pages.len();
        self.add(source, lang.clone(), collection, has_folder, &url, site);
        // The folder of the main language may have been in the URL.
        if let Some(page) = site.pages.get(count).filter(|_| is_of_main) {
            let old = format!("/{}{}", page.lang, page.url);
            site.redirects.push((old, page.url.clone()));
        }
        is_understood.get()
    }

    /// Returns the id of a document without the code of its language, with which it may begin, and without the name of an index.
    fn without_language(&self, id: &str, lang: &str) -> String {
        let id = id.trim_matches('/');
        let inner = id
            .strip_prefix(lang)
            .and_then(|rest| rest.strip_prefix('/'));
        let inner = inner.unwrap_or(id);
        let above = if self.settings.is_starlight {
            without_index(inner)
        } else {
            inner
        };
        above.trim_end_matches('/').to_owned()
    }

    /// Returns the id that a function of the site makes for a document, without the code of the language and the URL of the collection,
    /// with which it may begin. Reports one that is not known.
    fn made_id(
        &self,
        source: &Arc<Source>,
        lang: &str,
        collection: &Collection<'_>,
        fields: &Table,
        site: &mut Site,
    ) -> Option<String> {
        let (function, entry) = self.settings.maker(collection.name, &source.path)?;
        let Some(id) = id(function, entry, fields) else {
            let message = "a program makes the id of this document, so its URL may have changed";
            let help = "compare the URL with the old one, and write its last part as `slug`";
            site.report(source, 0..0, message.to_owned(), help);
            return None;
        };
        let mut rest = id.trim_matches('/');
        for above in [lang, collection.prefix.trim_matches('/')] {
            let inner = rest.strip_prefix(above);
            let inner = inner.and_then(|inner| inner.strip_prefix('/'));
            rest = inner.unwrap_or(rest);
        }
        Some(rest.to_owned())
    }

    /// Adds the pages that are Markdown.
    fn pages(&self, project: &Project<'_>, site: &mut Site) {
        let mut programs: BTreeMap<String, Option<&Program>> = BTreeMap::new();
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
            let path = without_index(&path);
            let section = folder_of(path);
            let section = section.split('/').next().unwrap_or_default().to_owned();
            let program = programs.entry(section.clone());
            let program =
                program.or_insert_with(|| page_of(&self.programs, &self.settings, &section));
            let collection = Collection {
                name: &section,
                prefix: "",
                program: *program,
                has_days: false,
            };
            let url = self.settings.url(path);
            self.add(&source, lang, &collection, false, &|_, _| url.clone(), site);
        }
    }

    fn add(
        &self,
        source: &Arc<Source>,
        lang: String,
        collection: &Collection<'_>,
        has_folder: bool,
        url: &dyn Fn(&Table, Option<String>) -> String,
        site: &mut Site,
    ) {
        let Some(parsed) = site.split(source) else {
            return;
        };
        let mut fields = parsed.fields;
        let made = self.made_id(source, &lang, collection, &fields, site);
        let own = made.or_else(|| text(&fields, "slug").map(str::to_owned));
        let url = url(&fields, own);
        for key in ["url", "path"] {
            if collection.program.is_some_and(|one| one.params.uses(key)) {
                fields.remove(key);
            }
        }
        let is_draft = fields.get("draft").and_then(Value::as_bool) == Some(true);
        if is_draft && !self.hides_drafts {
            fields.remove("draft");
        } else if is_draft && !self.settings.is_starlight {
            let message = "this document is a draft, and is not published".to_owned();
            let help = "a program of the old site reads `draft`: remove the key here if that program published the document";
            site.report(source, 0..0, message, help);
        }
        rename(&mut fields, &DATES, "date");
        rename(&mut fields, &UPDATES, "updated");
        if let Some(template) = take_text(&mut fields, "template") {
            let pages = site.templates.entry(template).or_default();
            pages.push(Arc::clone(source));
        }
        let order = fields
            .get("sidebar")
            .and_then(|one| one.get("order"))
            .cloned();
        if let Some(order) = order.filter(Value::is_integer) {
            fields.entry("weight").or_insert(order);
        }
        for key in DROPPED {
            fields.remove(key);
        }
        let url = with_date(url, &mut fields);
        // The package for feeds ends every link with a slash.
        if self.settings.ending.is_empty() && fields.contains_key("date") {
            let guid = encoded(&format!("{}{url}/", site.base_url));
            fields.entry("guid").or_insert(Value::String(guid));
        }
        site.pages.push(Page {
            body: parsed.body,
            fields,
            lang,
            url,
            section: collection.name.to_owned(),
            has_folder,
            ..Page::new(source)
        });
    }
}

/// Fills in the parameters of a URL that are parts of the date: `/{year}/soil/`. The date may be at the beginning of the last part, as in
/// `/{year}/2026-04-30-soil/`.
fn with_date(url: String, fields: &mut Table) -> String {
    if !url.contains('{') {
        return url;
    }
    let bare = url.trim_end_matches('/');
    let (above, last) = bare.rsplit_once('/').unwrap_or(("", bare));
    let (of_name, url) = match date_in_name(last) {
        Some((date, rest)) => (Some(date), format!("{above}/{rest}{}", &url[bare.len()..])),
        None => (None, url),
    };
    if let (Some(date), false) = (of_name, fields.contains_key("date")) {
        fields.insert("date".to_owned(), Value::Datetime(date));
    }
    let own = fields.get("date").and_then(Value::as_datetime);
    match of_name.as_ref().or(own).and_then(day) {
        Some((year, month, day)) => url
            .replace("{year}", &format!("{year:04}"))
            .replace("{month}", &format!("{month:02}"))
            .replace("{day}", &format!("{day:02}")),
        None => DATE_PARAMETERS
            .iter()
            .fold(url, |url, name| url.replace(&format!("/{{{name}}}"), "")),
    }
}

fn is_document(path: &str) -> bool {
    [".md", ".mdx", ".mdoc"]
        .iter()
        .any(|end| path.ends_with(end))
}

/// Returns whether a program of a site may leave out drafts, which Astro itself does not.
fn reads_drafts(project: &Project<'_>) -> bool {
    let mut programs = project.below("src/").filter(|path| {
        let is_schema =
            path.starts_with("src/content/config.") || path.starts_with("src/content.config.");
        let end = path.rsplit('.').next().unwrap_or_default();
        !is_schema && ["astro", "js", "jsx", "mjs", "ts", "tsx", "vue", "svelte"].contains(&end)
    });
    programs.any(|path| {
        project
            .text(path)
            .is_some_and(|source| source.text.contains("draft"))
    })
}

/// Returns whether a file of a collection is a document or data that is not Markdown.
fn is_other_document(path: &str) -> bool {
    let ends = [
        ".adoc", ".csv", ".html", ".json", ".rst", ".toml", ".yaml", ".yml",
    ];
    ends.iter().any(|end| path.ends_with(end))
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
    fn dates_in_urls() {
        for (url, date, expected) in [
            ("/{year}/a/", "2024-03-04", "/2024/a/"),
            ("/b/{year}/{month}/{day}/a", "2024-03-04", "/b/2024/03/04/a"),
            ("/{year}/{month}/2010-09-12-a/", "~", "/2010/09/a/"),
            ("/{year}/2010-09-12-a", "2011-03-04", "/2010/a"),
            ("/b/2010-09-12-a/", "~", "/b/2010-09-12-a/"),
            ("/b/{year}/a/", "~", "/b/a/"),
            ("/a/", "2024-03-04", "/a/"),
        ] {
            let mut fields = crate::values::from_yaml(&format!("date: {date}")).unwrap();
            assert_eq!(with_date(url.to_owned(), &mut fields), expected);
        }
    }
}
