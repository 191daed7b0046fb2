//! Sites of Hugo.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use diagnostic::{Diagnostic, Source, folder_of};
use toml::{Table, Value};

use crate::front_matter::split;
use crate::heading_ids::{Ids, ids};
use crate::hugo_build::{is_listed, is_rendered};
use crate::hugo_cascade::{Cascade, Recipient, cascades, pass_on};
use crate::hugo_content::{
    Document, disabled_languages, documents, file_folders, mounts, report_mounts, report_programs,
};
use crate::hugo_dates;
use crate::hugo_empty::redirect_empty;
use crate::hugo_feeds::read_templates;
use crate::hugo_includes::{read_file, without_shown};
use crate::hugo_inline::report_inline;
use crate::hugo_menus::{main_menu, menu};
use crate::hugo_paths::relative_aliases;
use crate::hugo_resources::{report_data, report_resources, take_resources};
use crate::hugo_settings::{has_typographer, settings};
use crate::hugo_terms::{is_term, keep_spaces, paginates};
use crate::hugo_urls::{Urls, is_made_file};
use crate::main_prefix::without_prefix;
use crate::model::{Entries, Feed, Language, List, Page, Site, Taxonomy, url_prefix};
use crate::project::Project;
use crate::values::{inner, text, texts};
use crate::{hugo_sections, hugo_sitemaps};

/// Keys of front matter that only say how Hugo makes the page.
const DROPPED: [&str; 14] = [
    "type",
    "layout",
    "outputs",
    "build",
    "_build",
    "cascade",
    "markup",
    "url",
    "slug",
    "menu",
    "menus",
    "headless",
    "sitemap",
    "iscjklanguage",
];

/// Keys with another name in this program.
const RENAMED: [(&str, &str); 4] = [
    ("lastmod", "updated"),
    ("publishdate", "publish"),
    ("expirydate", "expire"),
    ("linktitle", "link_title"),
];

/// Reads a site. Fails with a finding if its settings cannot be read.
pub fn read(project: &Project<'_>) -> Result<Site, Diagnostic> {
    let config = settings(project)?;
    let mut reader = Reader {
        config: &config,
        urls: Urls::new(&config),
        cascades: config
            .get("cascade")
            .map_or_else(Vec::new, |value| cascades(value, "", None)),
    };
    let mut site = reader.site();
    if !paginates(project) {
        (site.taxonomies.iter_mut()).for_each(|one| one.per_page = None);
    }
    let mut documents = documents(project, &config, &site);
    let resources = take_resources(&mut documents);
    for document in documents.iter().filter(|one| one.name == "_index") {
        reader.read_cascade(document);
        reader.urls.add_section(&document.folder);
    }
    for document in &documents {
        reader.page(document, &mut site);
        let source = &document.source;
        site.documents
            .insert(source.path.clone(), Arc::clone(source));
    }
    let sources = resources.iter().map(Arc::clone);
    site.documents
        .extend(sources.map(|source| (source.path.clone(), source)));
    let is_shortcode = |path: &&String| {
        let folder = path
            .strip_prefix("themes/")
            .and_then(|rest| Some(rest.split_once('/')?.1));
        let folder = folder.unwrap_or(path);
        folder.starts_with("layouts/shortcodes/") || folder.starts_with("layouts/_shortcodes/")
    };
    for path in project.files.iter().filter(is_shortcode) {
        if let (Some((_, name)), Some(source)) =
            (path.split_once("shortcodes/"), project.text(path))
        {
            let name = name.trim_end_matches(".html").to_owned();
            if let Some(shown) = read_file(&source.text).and_then(|file| project.text(file)) {
                site.shown_files.entry(name.clone()).or_insert(shown);
            }
            site.shortcodes
                .entry(name)
                .or_insert_with(|| source.text.clone());
        }
    }
    let shown = without_shown(&mut site);
    report_resources(&resources, &shown, &mut site);
    report_programs(project, &config, &mut site);
    report_mounts(project, &config, &mut site);
    report_data(project, &mut site);
    reader.sections(&mut site);
    hugo_sections::split(&mut site);
    let folders = file_folders(project, &config, &site, |section| {
        reader.urls.section_url(section)
    });
    site.file_folders.extend(folders);
    without_prefix(&config, &mut site);
    hugo_sitemaps::redirect(&config, &mut site);
    reader.other_feeds(&mut site);
    read_templates(project, &config, &mut site);
    redirect_empty(|kind| reader.feed_names(kind), &mut site);
    for mount in mounts(&config, "static", "staticdir") {
        let paths = project.below(&mount.folder);
        for path in paths.filter(|path| mount.has(path)) {
            let name = format!("{}{}", mount.prefix, &path[mount.folder.len()..]);
            site.public.insert(name, path.to_owned());
        }
    }
    Ok(site)
}

struct Reader<'a> {
    config: &'a Table,
    urls: Urls<'a>,
    cascades: Vec<Cascade>,
}

impl Reader<'_> {
    /// Reads the keys that a section passes on.
    fn read_cascade(&mut self, document: &Document) {
        let parsed = split(&document.source.text).ok();
        let value = parsed.and_then(|parsed| normalized(parsed.fields).remove("cascade"));
        if let Some(value) = value {
            let of_section = cascades(&value, &document.folder, Some(&document.lang));
            self.cascades.extend(of_section);
        }
    }

    fn site(&self) -> Site {
        let config = self.config;
        let own = |key: &str| text(config, key).map(str::to_owned);
        let params = inner(config, "params");
        let language = own("defaultcontentlanguage").unwrap_or_else(|| "en".to_owned());
        let languages = inner(config, "languages");
        let of_language = languages.and_then(|one| inner(one, &language));
        let title = of_language
            .and_then(|one| text(one, "title"))
            .map(str::to_owned);
        let highlight = inner(config, "markup").and_then(|one| inner(one, "highlight"));
        let highlights = highlight.and_then(|one| one.get("codefences"));
        let goldmark = inner(config, "markup").and_then(|one| inner(one, "goldmark"));
        let passthrough =
            goldmark.and_then(|one| inner(inner(one, "extensions")?, "passthrough")?.get("enable"));
        let base_url = of_language
            .and_then(|one| text(one, "baseurl"))
            .or_else(|| text(config, "baseurl"));
        let base_url = match base_url.unwrap_or_default() {
            host if host.starts_with("//") => format!("https:{host}"),
            path if !path.contains("://") => {
                let found = params.and_then(public_url).or_else(|| public_url(config));
                found.unwrap_or(path).to_owned()
            }
            url => url.to_owned(),
        };
        let mut site = Site {
            generator: "Hugo",
            heading_ids: "hugo",
            name: title.or_else(|| own("title")).unwrap_or_default(),
            base_url,
            description: params
                .and_then(|one| text(one, "description"))
                .map(str::to_owned),
            author: params
                .and_then(|one| text(one, "author"))
                .map(str::to_owned),
            language,
            typography: goldmark.is_none_or(has_typographer),
            // What Goldmark does by default.
            markdown: vec!["bare-links", "definition-lists"],
            highlight: highlights.is_none_or(|one| one.as_bool() != Some(false)),
            emoji: config.get("enableemoji").and_then(Value::as_bool) == Some(true),
            math: passthrough.is_some_and(|one| one.as_bool() == Some(true)),
            params: params.cloned().unwrap_or_default(),
            ..Site::default()
        };
        self.add_languages(&mut site);
        match goldmark.map_or(Ok(Ids::HUGO), ids) {
            Ok(ids) => {
                site.ids = ids;
                site.ids.has_emoji = site.emoji;
            }
            Err(kind) => {
                let message = format!(
                    "the ids of headings were made as `{kind}`, and are now those of `github`"
                );
                let help = "write `## Title {#id}` where links lead to another id";
                site.note(message, help);
            }
        }
        let taxonomies: Vec<String> = match inner(config, "taxonomies").or(inner(config, "indexes"))
        {
            Some(table) => texts(Some(&Value::Array(table.values().cloned().collect()))),
            None => ["tags", "categories"].map(str::to_owned).to_vec(),
        };
        let disabled = texts(config.get("disablekinds"));
        let has_terms = !disabled.iter().any(|kind| kind == "term");
        for key in taxonomies.into_iter().filter(|_| has_terms) {
            let (route, url) = self.urls.of_taxonomy(&key);
            for name in self.feed_names("term") {
                site.feeds.push(Feed {
                    entries: Entries::Terms(key.clone()),
                    ..self.feed(&route, &name)
                });
            }
            site.taxonomies.push(Taxonomy {
                route,
                url,
                per_page: Some(self.per_page()),
                pages: self.urls.pages(),
                slug: self.urls.path_of(),
                terms: Vec::new(),
                key,
            });
        }
        let home = self.feed_names("home").into_iter();
        site.feeds.extend(home.map(|name| self.feed("/", &name)));
        self.report_formats(&mut site);
        self.urls.report_tokens(&mut site);
        let own = languages.and_then(|one| inner(one, &site.language));
        let menus = own.and_then(|one| inner(one, "menus").or(inner(one, "menu")));
        let menus = menus.or(inner(config, "menus")).or(inner(config, "menu"));
        site.menu = menus.map_or_else(Vec::new, |one| main_menu(one, &mut site));
        site
    }

    /// Adds the languages other than the main one.
    fn add_languages(&self, site: &mut Site) {
        let languages = inner(self.config, "languages").into_iter().flatten();
        let disabled = disabled_languages(self.config);
        for (code, one) in languages {
            let one = one.as_table();
            if *code != site.language && !disabled.contains(code) {
                let keys = ["languagename", "label"];
                let name = keys.iter().find_map(|key| text(one?, key));
                let of_params = |key: &str| text(inner(one?, "params")?, key);
                let menus = one.and_then(|one| inner(one, "menus").or(inner(one, "menu")));
                let language = Language {
                    label: name.unwrap_or(code).to_owned(),
                    title: one.and_then(|one| text(one, "title")).map(str::to_owned),
                    description: of_params("description").map(str::to_owned),
                    menu: menus.map_or_else(Vec::new, |one| main_menu(one, site)),
                };
                site.languages.insert(code.clone(), language);
                if let Some(address) = one.and_then(|one| text(one, "baseurl")) {
                    let message = format!("the language `{code}` had the address {address}");
                    let help = format!(
                        "here, its URLs begin with /{code}/: redirect the old address to them at the host"
                    );
                    site.note(message, &help);
                }
            }
        }
    }

    /// Returns the number of pages on a page of a list.
    fn per_page(&self) -> usize {
        let config = self.config;
        let size = inner(config, "pagination").and_then(|one| one.get("pagersize"));
        let size = size.or(config.get("paginate")).and_then(Value::as_integer);
        let size = size.and_then(|size| usize::try_from(size).ok());
        size.filter(|size| *size > 0).unwrap_or(10)
    }

    /// Adds the home page of each language that has none.
    fn add_homes(&self, site: &mut Site) {
        for lang in site.langs() {
            let own = || site.pages.iter().filter(|page| page.lang == lang);
            if own().any(|page| page.url == "/") {
                continue;
            }
            let Some(source) = own().next().map(|page| Arc::clone(&page.source)) else {
                continue;
            };
            let title = site.languages.get(&lang).and_then(|one| one.title.clone());
            let title = Value::String(title.unwrap_or_else(|| site.name.clone()));
            site.pages.push(Page {
                body: source.text.len()..source.text.len(),
                fields: Table::from_iter([("title".to_owned(), title)]),
                lang,
                url: "/".to_owned(),
                list: Some(list("/", "", &self.urls.pages())),
                ..Page::new(&source)
            });
        }
        let is_kept = self.config.get("disabledefaultlanguageredirect");
        if !site.languages.is_empty() && is_kept.and_then(Value::as_bool) != Some(true) {
            let old = format!("/{}/", site.language);
            site.redirects.push((old, "/".to_owned()));
        }
    }

    /// Adds the feeds of sections within sections, and of lists of terms.
    fn other_feeds(&self, site: &mut Site) {
        let names = self.feed_names("section");
        if !names.is_empty() {
            let mut inner: BTreeMap<String, String> = BTreeMap::new();
            for page in site
                .pages
                .iter()
                .filter(|page| page.url.split('/').count() > 3)
            {
                if let Some(list) = &page.list {
                    inner.insert(page.url.clone(), list.section.clone());
                }
            }
            for (url, section) in inner {
                let mut pages = site.pages.iter();
                let is_split = section.contains('/');
                let is_below = |page: &Page| {
                    page.section == section && (is_split || page.url.starts_with(&url))
                };
                if !pages.any(is_below) {
                    continue;
                }
                for name in &names {
                    let feed = self.feed(&url, name);
                    let entries = if is_split {
                        Entries::Section(section.clone())
                    } else {
                        Entries::Below(section.clone(), url.clone())
                    };
                    site.feeds.push(Feed { entries, ..feed });
                }
            }
        }
        for name in self.feed_names("taxonomy") {
            for taxonomy in &site.taxonomies {
                let entries = Entries::ListOfTerms(taxonomy.key.clone());
                let feed = self.feed(&taxonomy.url, &name);
                site.feeds.push(Feed { entries, ..feed });
            }
        }
    }

    /// Returns the names, without their ending, of the feeds that Hugo makes of a kind of pages.
    fn feed_names(&self, kind: &str) -> Vec<String> {
        let disabled = texts(self.config.get("disablekinds"));
        let is_off = |one: &String| one == kind || one.eq_ignore_ascii_case("rss");
        if disabled.iter().any(is_off) {
            return Vec::new();
        }
        let outputs = inner(self.config, "outputs").and_then(|one| one.get(kind));
        let formats = outputs.map_or_else(|| vec!["rss".to_owned()], |all| texts(Some(all)));
        let feeds = formats.iter().filter(|format| self.is_feed(format));
        let name = |format: &String| {
            let format = self.format(format);
            let name = format.and_then(|one| text(one, "basename"));
            name.unwrap_or("index").to_owned()
        };
        feeds.map(name).collect()
    }

    /// Returns the definition of an output format.
    fn format(&self, name: &str) -> Option<&Table> {
        inner(inner(self.config, "outputformats")?, &name.to_lowercase())
    }

    /// Returns whether an output format is RSS.
    fn is_feed(&self, format: &str) -> bool {
        let media_type = self.format(format).and_then(|one| text(one, "mediatype"));
        format.eq_ignore_ascii_case("rss") || media_type.is_some_and(|one| one.contains("rss"))
    }

    /// Reports the formats in which Hugo also makes pages.
    fn report_formats(&self, site: &mut Site) {
        let outputs = inner(self.config, "outputs").into_iter().flatten();
        let formats = outputs.flat_map(|(_, formats)| texts(Some(formats)));
        let other = |format: &String| !format.eq_ignore_ascii_case("html") && !self.is_feed(format);
        let formats: BTreeSet<String> = formats.filter(other).collect();
        if formats.is_empty() {
            return;
        }
        let names = Vec::from_iter(formats).join(", ");
        let message = format!("the old site also has pages in the formats {names}");
        site.note(
            message,
            "put the files that somebody uses into public/, at their old paths",
        );
    }

    /// Returns the feed of all pages at a URL.
    fn feed(&self, url: &str, name: &str) -> Feed {
        let config = self.config;
        let services = inner(config, "services").and_then(|one| inner(one, "rss")?.get("limit"));
        let limit = services
            .or(config.get("rsslimit"))
            .and_then(Value::as_integer);
        Feed {
            route: format!("{url}{name}.xml"),
            is_rss: true,
            entries: Entries::All,
            limit: limit
                .and_then(|one| usize::try_from(one).ok())
                .filter(|one| *one > 0),
        }
    }

    fn page(&self, document: &Document, site: &mut Site) {
        let Document {
            source,
            folder,
            name,
            lang,
        } = document;
        let Some(parsed) = site.split(source) else {
            return;
        };
        let mut fields = normalized(parsed.fields);
        let recipient = Recipient { folder, name, lang };
        pass_on(&self.cascades, recipient, &mut fields, normalized);
        if !is_rendered(&fields) {
            if let Some((of_file, _)) = source.path.rsplit_once('/').filter(|_| name == "index") {
                let url = self.urls.url(&mut fields, folder, name);
                let url = url.trim_matches('/').trim_end_matches(".html");
                site.file_folders.push((of_file.to_owned(), url.to_owned()));
            }
            site.without_url.push(Arc::clone(source));
            return;
        }
        let is_listed = is_listed(&fields);
        let is_section = name == "_index";
        if is_section && is_term(document, &mut fields, &parsed.body, site) {
            return;
        }
        report_inline(source, &parsed.body, site);
        let has_folder = is_section || name == "index";
        hugo_dates::complete(self.config, &mut fields, folder, name);
        let url = self.urls.of_page(&mut fields, document, site);
        if is_made_file(&url) {
            site.liquid.push(Arc::clone(source));
            return;
        }
        let above = folder_of(folder);
        let inside = if name == "index" { above } else { folder };
        let section = inside.split('/').next().unwrap_or_default().to_owned();
        menu(&fields, &url, site);
        let prefix = url_prefix(lang, &site.language);
        relative_aliases(&mut fields, &prefix, &url);
        keep_spaces(&fields, lang, site);
        for key in DROPPED {
            fields.remove(key);
        }
        let list = is_section.then(|| list(&url, &section, &self.urls.pages()));
        let has_section = is_listed && !is_section;
        site.pages.push(Page {
            source: Arc::clone(source),
            body: parsed.body,
            fields,
            lang: lang.clone(),
            url,
            section: if has_section { section } else { String::new() },
            list,
            has_folder,
            is_listed,
        });
    }

    /// Adds the pages of sections that have no `_index.md`, and the feeds of all sections.
    fn sections(&self, site: &mut Site) {
        self.add_homes(site);
        let mut sections: BTreeMap<(String, String), Arc<Source>> = BTreeMap::new();
        let pages = site.pages.iter();
        for page in pages.filter(|page| !page.section.is_empty()) {
            sections
                .entry((page.section.clone(), page.lang.clone()))
                .or_insert_with(|| Arc::clone(&page.source));
        }
        for ((section, lang), source) in sections {
            let url = self.urls.section_url(&section);
            for name in self.feed_names("section") {
                let feed = Feed {
                    entries: Entries::Section(section.clone()),
                    ..self.feed(&url, &name)
                };
                if site.feeds.iter().all(|one| one.route != feed.route) {
                    site.feeds.push(feed);
                }
            }
            let is_there = |page: &Page| page.url == url && page.lang == lang;
            if site.pages.iter().any(is_there) {
                continue;
            }
            site.pages.push(Page {
                body: source.text.len()..source.text.len(),
                lang,
                list: Some(list(&url, &section, &self.urls.pages())),
                url,
                ..Page::new(&source)
            });
        }
        let mut dated: BTreeMap<&str, usize> = BTreeMap::new();
        let mut all: BTreeMap<&str, usize> = BTreeMap::new();
        for page in site.pages.iter().filter(|page| page.list.is_none()) {
            *all.entry(&page.section).or_default() += 1;
            *dated.entry(&page.section).or_default() +=
                usize::from(page.fields.contains_key("date"));
        }
        let newest_first = |section: &str| {
            let dated = dated.get(section).copied().unwrap_or_default();
            dated * 2 > all.get(section).copied().unwrap_or_default()
        };
        let has_dates = dated.values().any(|count| *count > 0);
        let found: Vec<bool> = site
            .pages
            .iter()
            .map(|page| {
                page.list
                    .as_ref()
                    .is_some_and(|list| newest_first(&list.section))
            })
            .collect();
        for (page, is_dated) in site.pages.iter_mut().zip(found) {
            if let Some(list) = page
                .list
                .as_mut()
                .filter(|list| is_dated && !list.section.is_empty())
            {
                list.per_page = Some(self.per_page());
                list.sort = Some("-date");
            }
        }
        for home in site.pages.iter_mut().filter(|page| page.url == "/") {
            let list = home
                .list
                .get_or_insert_with(|| list("/", "", &self.urls.pages()));
            list.per_page = has_dates.then(|| self.per_page());
        }
    }
}

/// Returns the URL of a site whose `baseURL` has no host, if a key for its templates has it.
fn public_url(table: &Table) -> Option<&str> {
    const KEYS: [&str; 4] = ["publicurl", "siteurl", "canonicalurl", "baseurl"];
    table.iter().find_map(|(key, value)| {
        let url = value.as_str().filter(|url| url.starts_with("http"))?;
        KEYS.contains(&key.to_lowercase().as_str()).then_some(url)
    })
}

/// Returns the list of the pages of a section. `pages` is the part of the URLs of its further pages.
fn list(url: &str, section: &str, pages: &str) -> List {
    List {
        section: section.to_owned(),
        per_page: None,
        route: format!("{url}{pages}/{{number}}/"),
        sort: None,
    }
}

/// Returns front matter with the names of keys that the other functions expect, and those of `params` at the top.
fn normalized(table: Table) -> Table {
    let mut fields = Table::new();
    for (key, value) in table {
        let lower = key.to_lowercase();
        let renamed = RENAMED.iter().find(|(old, _)| *old == lower);
        let is_known = matches!(
            lower.as_str(),
            "title" | "description" | "date" | "draft" | "aliases" | "weight" | "params"
        ) || DROPPED.contains(&lower.as_str());
        let key = match renamed {
            Some((_, new)) => (*new).to_owned(),
            // Hugo does not distinguish capitals in keys: `Tags` is the key of the taxonomy `tags`.
            None if is_known || key.starts_with(char::is_uppercase) => lower,
            None => key,
        };
        fields.insert(key, value);
    }
    if let Some(Value::Table(params)) = fields.remove("params") {
        for (key, value) in params {
            fields.entry(key).or_insert(value);
        }
    }
    fields
}
