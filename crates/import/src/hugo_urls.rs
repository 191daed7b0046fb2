//! URLs of pages as Hugo makes them.

use std::collections::BTreeSet;

use toml::{Table, Value};

use crate::hugo_content::Document;
use crate::hugo_paths::{path_of, path_with_case, path_without_accents, plain_path_with_case};
use crate::hugo_permalinks::{Parts, filled, route_of_terms, unknown_tokens};
use crate::main_prefix::{is_in_folder, of_complete};
use crate::model::{Site, url_prefix};
use crate::values::{inner, take_text, text};

/// Settings of the URLs of a site.
pub struct Urls<'a> {
    config: &'a Table,
    /// Folders that have a document `_index.md`.
    sections: BTreeSet<String>,
}

impl<'a> Urls<'a> {
    /// Returns the URLs of a site with these settings.
    pub fn new(config: &'a Table) -> Self {
        Self {
            config,
            sections: BTreeSet::new(),
        }
    }

    /// Adds a folder that has a document `_index.md`.
    pub fn add_section(&mut self, folder: &str) {
        self.sections.insert(folder.to_owned());
    }

    /// Returns the function that makes paths of URLs.
    pub fn path_of(&self) -> fn(&str) -> String {
        let is_on = |key: &str| self.config.get(key).and_then(Value::as_bool) == Some(true);
        match (is_on("disablepathtolower"), is_on("removepathaccents")) {
            (false, false) => path_of,
            (false, true) => path_without_accents,
            (true, false) => path_with_case,
            (true, true) => plain_path_with_case,
        }
    }

    /// Returns the part of the URLs of further pages of a list: `page` in `/posts/page/2/`.
    pub fn pages(&self) -> String {
        let own = inner(self.config, "pagination").and_then(|one| text(one, "path"));
        let own = own.or(text(self.config, "paginatepath"));
        own.unwrap_or("page").trim_matches('/').to_owned()
    }

    /// Returns the pattern in `permalinks` for a kind of pages.
    fn pattern(&self, kind: &str, name: &str) -> Option<&str> {
        let permalinks = inner(self.config, "permalinks")?;
        let own = inner(permalinks, kind).and_then(|one| text(one, name));
        // A pattern outside of a kind is for pages and terms.
        let is_general = matches!(kind, "page" | "term");
        own.or_else(|| text(permalinks, name).filter(|_| is_general))
    }

    /// Returns the section in which a folder is: the longest beginning of its path that has a document, or its first part.
    fn section_of<'p>(&self, folder: &'p str) -> &'p str {
        let mut at = folder;
        loop {
            match at.rsplit_once('/') {
                Some((above, _)) if !self.sections.contains(at) => at = above,
                _ => return at,
            }
        }
    }

    /// Returns the URL of a document without the code of its language, which `url` in its front matter has if it begins with a slash.
    pub fn of_page(&self, fields: &mut Table, document: &Document, site: &Site) -> String {
        let Document {
            folder, name, lang, ..
        } = document;
        let is_complete = text(fields, "url").is_some_and(|url| url.starts_with('/'));
        let url = self.url(fields, folder, name);
        let prefix = if is_in_folder(self.config) {
            format!("/{lang}")
        } else {
            url_prefix(lang, &site.language)
        };
        if is_complete {
            of_complete(&url, &prefix, site, fields)
        } else {
            url
        }
    }

    /// Returns the URL of a page.
    pub fn url(&self, fields: &mut Table, folder: &str, name: &str) -> String {
        let slug = take_text(fields, "slug");
        let is_section = name == "_index";
        let is_leaf = name == "index";
        let (above, own) = match (is_leaf || is_section, folder.rsplit_once('/')) {
            (true, Some(parts)) => parts,
            (true, None) => ("", folder),
            (false, _) => (folder, name),
        };
        let section = folder.split('/').next().unwrap_or_default();
        let parts = Parts {
            sections: self.section_of(if is_leaf { above } else { folder }),
            slug: slug.as_deref(),
            name: if own.is_empty() { section } else { own },
            path: self.path_of(),
        };
        if let Some(url) = take_text(fields, "url") {
            let url = if url.contains(':') {
                filled(&url, fields, &parts)
            } else {
                format!("/{}", url.trim_start_matches('/'))
            };
            // Hugo takes any URL with a dot for that of a file.
            let is_complete = url.ends_with('/') || url.contains('.');
            return if is_complete { url } else { url + "/" };
        }
        let is_ugly = match self.config.get("uglyurls") {
            Some(Value::Table(sections)) => sections.get(section).and_then(Value::as_bool),
            is_ugly => is_ugly.and_then(Value::as_bool),
        };
        let ending = match is_ugly {
            Some(true) if !is_section => ".html",
            _ => "/",
        };
        let kind = if is_section { "section" } else { "page" };
        if let Some(pattern) = self.pattern(kind, section).filter(|_| !section.is_empty()) {
            let url = filled(pattern, fields, &parts);
            let url = url.trim_end_matches('/');
            return format!("{url}{}", if url.ends_with(".html") { "" } else { ending });
        }
        let last = slug.as_deref().map_or(own, str::trim);
        let path = (self.path_of())(&format!("{above}/{last}"));
        let path = path.trim_matches('/');
        if path.is_empty() {
            "/".to_owned()
        } else {
            format!("/{path}{ending}")
        }
    }

    /// Returns the URL of a section that has no document.
    pub fn section_url(&self, section: &str) -> String {
        self.url(&mut Table::new(), section, "_index")
    }

    /// Returns the pattern of the URLs of a taxonomy's terms, and the URL of their list.
    pub fn of_taxonomy(&self, key: &str) -> (String, String) {
        let path = (self.path_of())(key);
        let of_terms = self.pattern("term", key);
        let route = of_terms.and_then(|pattern| route_of_terms(pattern, &path));
        let of_list = self.pattern("taxonomy", key);
        let url = of_list.map(|pattern| {
            let parts = Parts {
                sections: key,
                slug: None,
                name: key,
                path: self.path_of(),
            };
            let url = filled(pattern, &Table::new(), &parts);
            format!("{}/", url.trim_end_matches('/'))
        });
        (
            route.unwrap_or_else(|| format!("/{path}/{{slug}}/")),
            url.unwrap_or_else(|| format!("/{path}/")),
        )
    }

    /// Reports tokens of `permalinks` that are not known.
    pub fn report_tokens(&self, site: &mut Site) {
        let permalinks = inner(self.config, "permalinks").into_iter().flatten();
        let mut unknown: BTreeSet<String> = BTreeSet::new();
        for (_, value) in permalinks {
            let own = std::slice::from_ref(value).iter();
            let inner = value.as_table().into_iter().flat_map(Table::values);
            for pattern in own.chain(inner).filter_map(Value::as_str) {
                unknown.extend(unknown_tokens(pattern));
            }
        }
        if !unknown.is_empty() {
            let names = Vec::from_iter(unknown).join(", ");
            let message = format!("the meaning of {names} in `permalinks` is not known");
            site.note(
                message,
                "the URLs of these pages changed: redirect the old ones with `aliases`",
            );
        }
    }
}

/// Returns whether a URL in front matter is that of a file that a template makes, such as `/search.json`.
pub fn is_made_file(url: &str) -> bool {
    let name = url.rsplit('/').next().unwrap_or_default();
    let ending = name
        .rsplit_once('.')
        .map(|(_, ending)| ending.to_lowercase());
    let endings = [
        "json",
        "xml",
        "txt",
        "js",
        "css",
        "csv",
        "ics",
        "webmanifest",
    ];
    ending.is_some_and(|one| endings.contains(&one.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_templates() {
        for (url, expected) in [
            ("/search.json", true),
            ("/a/feed.XML", true),
            ("/a/node.js/", false),
            ("/a.html", false),
            ("/a/v1.18", false),
            ("/", false),
        ] {
            assert_eq!(is_made_file(url), expected, "{url}");
        }
    }

    #[test]
    fn urls() {
        for (config, folder, name, expected) in [
            ("", "Posts", "a & b", "/posts/a--b/"),
            ("", "posts", " a b ", "/posts/-a-b-/"),
            ("", "Posts/My Bundle", "index", "/posts/my-bundle/"),
            ("", "docs", "_index", "/docs/"),
            ("", "", "_index", "/"),
            ("uglyurls = true", "posts", "a", "/posts/a.html"),
            ("removepathaccents = true", "Posts", "Ünï", "/posts/uni/"),
            (
                "disablepathtolower = true\nremovepathaccents = true",
                "Posts",
                "Ünï",
                "/Posts/Uni/",
            ),
            (
                "permalinks.posts = '/:sections/:filename'",
                "posts/x/y",
                "a",
                "/posts/a/",
            ),
            (
                "permalinks.posts = '/:sections/:filename'",
                "posts/known/y",
                "index",
                "/posts/known/y/",
            ),
            (
                "permalinks.section.posts = '/articles/'",
                "posts",
                "_index",
                "/articles/",
            ),
        ] {
            let config: Table = toml::from_str(config).unwrap();
            let mut urls = Urls::new(&config);
            urls.add_section("posts/known");
            let found = urls.url(&mut Table::new(), folder, name);
            assert_eq!(found, expected, "{folder}/{name}");
        }
    }

    #[test]
    fn taxonomies() {
        for (config, expected) in [
            ("", "/tags/{slug}/ /tags/"),
            ("permalinks.term.tags = '/t/:slug/'", "/t/{slug}/ /tags/"),
            (
                "permalinks.tags = '/:section/t/:title'",
                "/tags/t/{slug}/ /tags/",
            ),
            ("permalinks.taxonomy.tags = '/all'", "/tags/{slug}/ /all/"),
            (
                "permalinks.term.tags = '/:year/:slug/'",
                "/tags/{slug}/ /tags/",
            ),
        ] {
            let config: Table = toml::from_str(config).unwrap();
            let (route, url) = Urls::new(&config).of_taxonomy("tags");
            assert_eq!(format!("{route} {url}"), expected, "{config}");
        }
    }
}
