//! Sites of Hugo.

use std::collections::BTreeMap;
use std::sync::Arc;

use diagnostic::{Diagnostic, Source};
use toml::{Table, Value};

use crate::hugo_settings::settings;
use crate::model::{Feed, List, Page, Site, Taxonomy};
use crate::project::Project;
use crate::values::{day, inner, take_text, text, texts};
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
    let reader = Reader::new(&config);
    let mut site = reader.site();
    for (folder, lang) in reader.content_folders(&site) {
        for path in project.below(&folder).filter(|path| is_document(path)) {
            let is_of_other = reader.folders.keys().any(|other| {
                *other != folder && other.len() > folder.len() && path.starts_with(other.as_str())
            });
            if let Some(source) = project.text(path).filter(|_| !is_of_other) {
                reader.page(&source, &path[folder.len()..], lang.as_deref(), &mut site);
            }
        }
    }
    reader.sections(&mut site);
    for path in project.below("static/") {
        site.public
            .insert(path["static/".len()..].to_owned(), path.to_owned());
    }
    for folder in ["layouts/shortcodes/", "layouts/_shortcodes/"] {
        for path in project.below(folder) {
            let name = path[folder.len()..].trim_end_matches(".html");
            if let Some(source) = project.text(path) {
                site.shortcodes.insert(name.to_owned(), source.text.clone());
            }
        }
    }
    Ok(site)
}

fn is_document(path: &str) -> bool {
    path.ends_with(".md") || path.ends_with(".markdown")
}

struct Reader<'a> {
    config: &'a Table,
    /// Languages by their own folder of content.
    folders: BTreeMap<String, String>,
}

impl<'a> Reader<'a> {
    fn new(config: &'a Table) -> Self {
        let languages = inner(config, "languages").into_iter().flatten();
        let folders = languages.filter_map(|(code, language)| {
            let folder = text(language.as_table()?, "contentdir")?;
            Some((format!("{}/", folder.trim_matches('/')), code.clone()))
        });
        Self {
            config,
            folders: folders.collect(),
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

    /// Returns the folders of documents, each with its language if it has only one.
    fn content_folders(&self, site: &Site) -> Vec<(String, Option<String>)> {
        let main = text(self.config, "contentdir")
            .unwrap_or("content")
            .trim_matches('/');
        let main = format!("{main}/");
        let is_known = |code: &str| code == site.language || site.languages.contains_key(code);
        let folders = self.folders.iter().filter(|(_, code)| is_known(code));
        let mut all: Vec<_> = folders
            .map(|(folder, code)| (folder.clone(), Some(code.clone())))
            .collect();
        if !self.folders.contains_key(&main) {
            all.push((main, None));
        }
        all
    }

    fn page(&self, source: &Arc<Source>, path: &str, of_folder: Option<&str>, site: &mut Site) {
        let Some(parsed) = site.split(source) else {
            return;
        };
        let path = path.trim_end_matches(".markdown").trim_end_matches(".md");
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let (name, lang) = match name.rsplit_once('.') {
            Some((name, lang)) if site.languages.contains_key(lang) || lang == site.language => {
                (name, lang)
            }
            _ => (name, of_folder.unwrap_or(&site.language)),
        };
        let lang = lang.to_owned();
        let mut fields = Table::new();
        for (key, value) in parsed.fields {
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
        let build = inner(&fields, "build").or(inner(&fields, "_build"));
        let is_never = build.and_then(|one| text(one, "render")) == Some("never");
        if is_never || fields.get("headless").and_then(Value::as_bool) == Some(true) {
            let message = "this page has no URL in the old site".to_owned();
            site.report(
                source,
                0..0,
                message,
                "write a collection without `route` for such pages",
            );
            return;
        }
        if fields.contains_key("cascade") {
            let message = "`cascade` passes keys on to the pages below".to_owned();
            site.report(
                source,
                0..0,
                message,
                "write the keys in these pages, or in the template of their collection",
            );
        }
        let is_section = name == "_index";
        let has_folder = is_section || name == "index";
        let url = self.url(&mut fields, folder, name);
        let above = folder.rsplit_once('/').map_or("", |(above, _)| above);
        let inside = if name == "index" { above } else { folder };
        let section = inside.split('/').next().unwrap_or_default().to_owned();
        let is_math = |key: &str| fields.get(key).and_then(Value::as_bool) == Some(true);
        site.math |= ["math", "katex", "mathjax"].into_iter().any(is_math);
        menu(&mut fields, &url, site);
        relative_aliases(&mut fields, &url);
        for key in DROPPED {
            fields.remove(key);
        }
        if let Some(Value::Table(params)) = fields.remove("params") {
            for (key, value) in params {
                fields.entry(key).or_insert(value);
            }
        }
        let list = is_section.then(|| list(&url, &section));
        site.pages.push(Page {
            source: Arc::clone(source),
            body: parsed.body,
            fields,
            lang,
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

/// Resolves `aliases` against the folder of the page.
fn relative_aliases(fields: &mut Table, url: &str) {
    let bare = url.trim_end_matches('/');
    let folder = bare.rsplit_once('/').map_or("", |(folder, _)| folder);
    let old = texts(fields.get("aliases"));
    let resolved = old.iter().map(|one| match one.strip_prefix('/') {
        Some(_) => one.clone(),
        None => format!("{folder}/{}", one.trim_start_matches("./")),
    });
    let resolved: Vec<Value> = resolved.map(Value::String).collect();
    if !resolved.is_empty() {
        fields.insert("aliases".to_owned(), Value::Array(resolved));
    }
    aliases(fields);
}

/// Returns a path as Hugo writes it in URLs: lower case, with hyphens for spaces, and without most punctuation.
pub fn path_of(text: &str) -> String {
    let mut path = String::new();
    for one in text.trim().to_lowercase().chars() {
        if one.is_alphanumeric() || content::slug::is_mark(one) || "./_-#+~@".contains(one) {
            path.push(one);
        } else if one.is_whitespace() && !path.ends_with('-') {
            path.push('-');
        }
    }
    path.replace('#', "")
}

/// Fills in a pattern of `permalinks`.
fn filled(pattern: &str, fields: &Table, folder: &str, slug: Option<&str>, name: &str) -> String {
    let date = fields
        .get("date")
        .and_then(Value::as_datetime)
        .and_then(day);
    let (year, month, day) = date.unwrap_or((1, 1, 1));
    let title = text(fields, "title").unwrap_or(name);
    let section = folder.split('/').next().unwrap_or_default();
    let parts = pattern.split('/').map(|part| {
        let mut part = part.to_owned();
        // Longer names come first, because others are their beginnings.
        for (token, value) in [
            (":slugorcontentbasename", slug.unwrap_or(name).to_owned()),
            (":slugorfilename", slug.unwrap_or(name).to_owned()),
            (":contentbasename", name.to_owned()),
            (":monthname", String::new()),
            (":sections", folder.to_owned()),
            (":filename", name.to_owned()),
            (":section", section.to_owned()),
            (":month", format!("{month:02}")),
            (":title", title.to_owned()),
            (":year", format!("{year:04}")),
            (":slug", slug.unwrap_or(title).to_owned()),
            (":day", format!("{day:02}")),
        ] {
            if part.contains(token) {
                part = part.replace(token, &path_of(&value));
            }
        }
        part
    });
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    format!("/{}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::from_yaml;

    #[test]
    fn paths() {
        for (text, expected) in [
            ("My Post", "my-post"),
            ("C++ & C#: what's new?", "c++-c-whats-new"),
            ("docs/Über uns", "docs/über-uns"),
            ("आयकर 2025", "आयकर-2025"),
        ] {
            assert_eq!(path_of(text), expected);
        }
    }

    #[test]
    fn permalinks() {
        let fields = from_yaml("title: My Title\ndate: 2020-03-04T23:00:00-05:00\n").unwrap();
        for (pattern, slug, expected) in [
            ("/:year/:month/:day/:title/", None, "/2020/03/04/my-title"),
            (":sections/:slug", Some("own"), "/blog/tips/own"),
            ("/:section/:filename.html", None, "/blog/a-file.html"),
            ("/p/:slugorfilename", None, "/p/a-file"),
        ] {
            assert_eq!(
                filled(pattern, &fields, "blog/tips", slug, "a-file"),
                expected,
                "{pattern}"
            );
        }
    }
}
