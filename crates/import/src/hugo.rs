//! Sites of Hugo.

use std::collections::BTreeMap;
use std::sync::Arc;

use diagnostic::{Diagnostic, Source};
use toml::{Table, Value};

use crate::front_matter::split;
use crate::hugo_cascade::{Cascade, Recipient, cascades, pass_on};
use crate::hugo_content::mounts;
use crate::hugo_paths::{filled, path_of};
use crate::hugo_settings::settings;
use crate::model::{Feed, List, Page, Site, Taxonomy, Term};
use crate::project::Project;
use crate::values::{inner, take_text, text, texts};
use crate::zola::aliases;

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

/// Reads a site.
///
/// # Errors
/// Returns a finding if its settings cannot be read.
pub fn read(project: &Project<'_>) -> Result<Site, Diagnostic> {
    let config = settings(project)?;
    let mut reader = Reader {
        config: &config,
        cascades: config
            .get("cascade")
            .map_or_else(Vec::new, |value| cascades(value, "", None)),
    };
    let mut site = reader.site();
    let documents = documents(project, &config, &site);
    for document in documents.iter().filter(|one| one.name == "_index") {
        reader.read_cascade(document);
    }
    for document in &documents {
        reader.page(document, &mut site);
    }
    reader.sections(&mut site);
    for mount in mounts(&config, "static", "staticdir") {
        for path in project.below(&mount.folder) {
            let name = format!("{}{}", mount.prefix, &path[mount.folder.len()..]);
            site.public.insert(name, path.to_owned());
        }
    }
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
            site.shortcodes
                .entry(name)
                .or_insert_with(|| source.text.clone());
        }
    }
    Ok(site)
}

/// A file of the content.
struct Document {
    source: Arc<Source>,
    /// Folder within the content.
    folder: String,
    /// Name without the ending and the language.
    name: String,
    /// Code of the language.
    lang: String,
}

/// Returns the documents of a site, in the order of their folders.
fn documents(project: &Project<'_>, config: &Table, site: &Site) -> Vec<Document> {
    let is_known = |code: &str| code == site.language || site.languages.contains_key(code);
    let mounts = mounts(config, "content", "contentdir");
    let mut documents = Vec::new();
    for mount in &mounts {
        if mount.lang.as_deref().is_some_and(|lang| !is_known(lang)) {
            continue;
        }
        let is_of_other = |path: &str| {
            let mut others = mounts.iter().map(|one| one.folder.as_str());
            others.any(|other| {
                other.len() > mount.folder.len()
                    && other.starts_with(&mount.folder)
                    && path.starts_with(other)
            })
        };
        let paths = project
            .below(&mount.folder)
            .filter(|path| is_document(path));
        for path in paths.filter(|path| !is_of_other(path)) {
            let Some(source) = project.text(path) else {
                continue;
            };
            let path = format!("{}{}", mount.prefix, &path[mount.folder.len()..]);
            let path = path
                .rsplit_once('.')
                .map_or(path.as_str(), |(path, _)| path);
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            let tagged = name.rsplit_once('.').and_then(|(name, tag)| {
                let tag = tag.to_lowercase();
                is_known(&tag).then_some((name, tag))
            });
            let (name, lang) = tagged.unwrap_or_else(|| {
                (
                    name,
                    mount.lang.clone().unwrap_or_else(|| site.language.clone()),
                )
            });
            documents.push(Document {
                source,
                folder: folder.to_owned(),
                name: name.to_owned(),
                lang,
            });
        }
    }
    documents
}

fn is_document(path: &str) -> bool {
    path.ends_with(".md") || path.ends_with(".markdown")
}

struct Reader<'a> {
    config: &'a Table,
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
        let mut site = Site {
            generator: "Hugo",
            heading_ids: "hugo",
            name: title.or_else(|| own("title")).unwrap_or_default(),
            base_url: own("baseurl").unwrap_or_default(),
            description: params
                .and_then(|one| text(one, "description"))
                .map(str::to_owned),
            author: params
                .and_then(|one| text(one, "author"))
                .map(str::to_owned),
            language,
            typography: true,
            // What Goldmark does by default.
            markdown: vec!["bare-links", "definition-lists"],
            highlight: highlights.is_none_or(|one| one.as_bool() != Some(false)),
            emoji: config.get("enableemoji").and_then(Value::as_bool) == Some(true),
            math: passthrough.is_some_and(|one| one.as_bool() == Some(true)),
            params: params.cloned().unwrap_or_default(),
            ..Site::default()
        };
        for (code, one) in languages.into_iter().flatten() {
            let one = one.as_table();
            let is_off = one.and_then(|one| one.get("disabled")?.as_bool()) == Some(true);
            if *code != site.language && !is_off {
                let keys = ["languagename", "label"];
                let name = keys.iter().find_map(|key| text(one?, key));
                site.languages
                    .insert(code.clone(), name.unwrap_or(code).to_owned());
            }
        }
        if config
            .get("defaultcontentlanguageinsubdir")
            .and_then(Value::as_bool)
            == Some(true)
        {
            let message = format!(
                "the URLs of the main language begin with /{}/",
                site.language
            );
            site.note(
                message,
                "here, they begin with /; add a [[rewrite]] or redirects for the old ones",
            );
        }
        let taxonomies: Vec<String> = match inner(config, "taxonomies") {
            Some(table) => texts(Some(&Value::Array(table.values().cloned().collect()))),
            None => ["tags", "categories"].map(str::to_owned).to_vec(),
        };
        for key in taxonomies {
            site.taxonomies.push(Taxonomy {
                route: format!("/{}/{{slug}}/", path_of(&key)),
                url: format!("/{}/", path_of(&key)),
                per_page: None,
                slug: path_of,
                terms: Vec::new(),
                key,
            });
        }
        site.feeds.push(Feed {
            route: "/index.xml".to_owned(),
            is_rss: true,
            section: None,
            limit: None,
        });
        let menus = inner(config, "menus").or(inner(config, "menu"));
        let main = menus.and_then(|one| one.get("main")?.as_array());
        let mut links: Vec<(i64, String, String)> = Vec::new();
        for link in main.into_iter().flatten().filter_map(Value::as_table) {
            let url = text(link, "pageref").or(text(link, "url"));
            let label = text(link, "name").or(text(link, "identifier"));
            if let (Some(label), Some(url)) = (label, url) {
                let weight = link.get("weight").and_then(Value::as_integer);
                let url = if url.contains("://") {
                    url.to_owned()
                } else {
                    format!("/{}", url.trim_start_matches('/'))
                };
                links.push((weight.unwrap_or(i64::MAX), label.to_owned(), url));
            }
        }
        links.sort_by_key(|link| link.0);
        site.menu = links
            .into_iter()
            .map(|(_, label, url)| (label, url))
            .collect();
        site
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
        let build = inner(&fields, "build").or(inner(&fields, "_build"));
        let render = build.and_then(|one| one.get("render"));
        let is_never = matches!(render.and_then(Value::as_str), Some("never" | "link"))
            || render.and_then(Value::as_bool) == Some(false);
        if is_never || fields.get("headless").and_then(Value::as_bool) == Some(true) {
            site.without_url.push(Arc::clone(source));
            return;
        }
        let is_section = name == "_index";
        if is_section && is_term(document, &mut fields, site) {
            return;
        }
        let has_folder = is_section || name == "index";
        let url = self.url(&mut fields, folder, name);
        let above = folder.rsplit_once('/').map_or("", |(above, _)| above);
        let inside = if name == "index" { above } else { folder };
        let section = inside.split('/').next().unwrap_or_default().to_owned();
        let is_math = |key: &str| fields.get(key).and_then(Value::as_bool) == Some(true);
        site.math |= ["math", "katex", "mathjax"].into_iter().any(is_math);
        menu(&mut fields, &url, site);
        let prefix = if *lang == site.language {
            String::new()
        } else {
            format!("/{lang}")
        };
        relative_aliases(&mut fields, &prefix, &url);
        for key in DROPPED {
            fields.remove(key);
        }
        let list = is_section.then(|| list(&url, &section));
        site.pages.push(Page {
            source: Arc::clone(source),
            body: parsed.body,
            fields,
            lang: lang.clone(),
            url,
            section: if is_section { String::new() } else { section },
            list,
            has_folder,
        });
    }

    /// Returns the URL of a page.
    fn url(&self, fields: &mut Table, folder: &str, name: &str) -> String {
        let slug = take_text(fields, "slug");
        if let Some(url) = take_text(fields, "url") {
            return format!("/{}", url.trim_start_matches('/'));
        }
        let is_section = name == "_index";
        let is_leaf = name == "index";
        let (above, own) = match (is_leaf || is_section, folder.rsplit_once('/')) {
            (true, Some(parts)) => parts,
            (true, None) => ("", folder),
            (false, _) => (folder, name),
        };
        let ending = match self.config.get("uglyurls").and_then(Value::as_bool) {
            Some(true) if !is_section => ".html",
            _ => "/",
        };
        let section = folder.split('/').next().unwrap_or_default();
        let permalinks = inner(self.config, "permalinks");
        let of_pages =
            permalinks.and_then(|one| inner(one, if is_section { "section" } else { "page" }));
        let pattern = of_pages
            .and_then(|one| text(one, section))
            .or_else(|| text(permalinks?, section).filter(|_| !is_section));
        if let Some(pattern) = pattern.filter(|_| !section.is_empty()) {
            let basename = if own.is_empty() { section } else { own };
            let url = filled(pattern, fields, folder, slug.as_deref(), basename);
            let url = url.trim_end_matches('/');
            return format!("{url}{}", if url.ends_with(".html") { "" } else { ending });
        }
        let last = slug.as_deref().unwrap_or(own);
        let path = path_of(&format!("{above}/{last}"));
        let path = path.trim_matches('/');
        if path.is_empty() {
            "/".to_owned()
        } else {
            format!("/{path}{ending}")
        }
    }

    /// Adds the pages of sections that have no `_index.md`, and the feeds of all sections.
    fn sections(&self, site: &mut Site) {
        let mut sections: BTreeMap<String, Arc<Source>> = BTreeMap::new();
        let of_main = site.pages.iter().filter(|page| page.lang == site.language);
        for page in
            of_main.filter(|page| !page.section.is_empty() && page.url.split('/').count() > 3)
        {
            sections
                .entry(page.section.clone())
                .or_insert_with(|| Arc::clone(&page.source));
        }
        for (section, source) in sections {
            let url = format!("/{}/", path_of(&section));
            site.feeds.push(Feed {
                route: format!("{url}index.xml"),
                is_rss: true,
                section: Some(section.clone()),
                limit: None,
            });
            let is_there = |page: &Page| page.url == url && page.lang == site.language;
            if site.pages.iter().any(is_there) {
                continue;
            }
            site.pages.push(Page {
                body: source.text.len()..source.text.len(),
                fields: Table::new(),
                lang: site.language.clone(),
                list: Some(list(&url, &section)),
                url,
                section: String::new(),
                has_folder: false,
                source,
            });
        }
        let per_page = self.config.get("paginate").and_then(Value::as_integer);
        let size =
            inner(self.config, "pagination").and_then(|one| one.get("pagersize")?.as_integer());
        let per_page = per_page
            .or(size)
            .and_then(|number| usize::try_from(number).ok());
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
                list.per_page = Some(per_page.unwrap_or(10));
                list.sort = Some("-date");
            }
        }
    }
}

fn list(url: &str, section: &str) -> List {
    List {
        section: section.to_owned(),
        per_page: None,
        route: format!("{url}page/{{number}}/"),
        sort: None,
    }
}

/// Returns whether a document describes a term of a taxonomy, and adds the term if so.
fn is_term(document: &Document, fields: &mut Table, site: &mut Site) -> bool {
    let Some((key, name)) = document.folder.split_once('/') else {
        return false;
    };
    let is_main = document.lang == site.language;
    let mut taxonomies = site.taxonomies.iter_mut();
    let Some(taxonomy) = taxonomies.find(|one| one.key == key) else {
        return false;
    };
    if is_main {
        taxonomy.terms.push(Term {
            name: name.to_owned(),
            slug: take_text(fields, "slug"),
            description: take_text(fields, "description"),
        });
    }
    true
}

/// Moves `menu` to the main menu of the site.
fn menu(fields: &mut Table, url: &str, site: &mut Site) {
    let Some(menu) = fields.get("menus").or(fields.get("menu")) else {
        return;
    };
    let is_main = match menu {
        Value::Table(menus) => menus.contains_key("main"),
        menu => texts(Some(menu)).iter().any(|name| name == "main"),
    };
    let own = menu
        .get("main")
        .and_then(Value::as_table)
        .and_then(|one| text(one, "name"));
    let label = own.or(text(fields, "link_title")).or(text(fields, "title"));
    if let Some(label) = label.filter(|_| is_main) {
        site.menu.push((label.to_owned(), url.to_owned()));
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
            None if is_known => lower,
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

/// Resolves `aliases` against the folder of the page, below the URL of its language.
fn relative_aliases(fields: &mut Table, prefix: &str, url: &str) {
    let bare = url.trim_end_matches('/');
    let folder = bare.rsplit_once('/').map_or("", |(folder, _)| folder);
    let old = texts(fields.get("aliases"));
    let resolved = old.iter().map(|one| match one.strip_prefix('/') {
        Some(_) => format!("{prefix}{one}"),
        None => format!("{prefix}{folder}/{}", one.trim_start_matches("./")),
    });
    let resolved: Vec<Value> = resolved.map(Value::String).collect();
    if !resolved.is_empty() {
        fields.insert("aliases".to_owned(), Value::Array(resolved));
    }
    aliases(fields);
}
