//! Sites of Zola.

use std::sync::Arc;

use diagnostic::{Diagnostic, Place, Source};
use toml::{Table, Value};

use crate::codes::{NOT_A_SITE, NOT_IMPORTED};
use crate::formulas::{has_formula, loads_math};
use crate::hugo_content::across_folders;
use crate::main_prefix::of_complete;
use crate::model::{
    Entries, Feed, Language, List, MenuLink, Page, Site, Taxonomy, has_math, url_prefix,
};
use crate::project::Project;
use crate::redirects::folder_url;
use crate::values::{date, from_toml, inner, take_text, text, texts};
use crate::zola_root::root_section;
use crate::zola_terms::take_terms;

/// Keys of front matter that only say how Zola makes the page.
const DROPPED: [&str; 13] = [
    "template",
    "page_template",
    "in_search_index",
    "insert_anchor_links",
    "transparent",
    "render",
    "generate_feeds",
    "generate_feed",
    "paginate_reversed",
    "paginate_path",
    "redirect_to",
    "render_pages",
    "sort_by",
];

/// Reads a site. Fails with a finding if its settings cannot be read.
pub fn read(project: &Project<'_>) -> Result<Site, Diagnostic> {
    let found = ["config.toml", "zola.toml"]
        .iter()
        .find_map(|name| project.text(name));
    let Some(settings) = found else {
        let diagnostic = Diagnostic::new(&NOT_A_SITE, "there is no config.toml in this folder");
        return Err(diagnostic.help("name the folder of the Zola site"));
    };
    let config = from_toml(&settings.text).map_err(|message| {
        let message = format!("cannot read {}: {message}", settings.path);
        Diagnostic::new(&NOT_A_SITE, message).at(Place::start_of(&settings), "")
    })?;
    let reader = Reader::new(&config, project);
    let mut site = reader.site();
    for path in project
        .below("content/")
        .filter(|path| path.ends_with(".md") && !is_ignored(path, &config))
    {
        if let Some(source) = project.text(path) {
            reader.page(&source, &mut site);
        }
    }
    take_terms(&mut site);
    reader.report_feed_templates(&mut site);
    for path in project.below("static/") {
        let name = path["static/".len()..].to_owned();
        site.public.insert(name, path.to_owned());
    }
    Ok(site)
}

/// Returns whether a setting leaves out a file of the content. Its patterns are for whole paths on the computer, and an asterisk also
/// stands for slashes.
fn is_ignored(path: &str, config: &Table) -> bool {
    let whole = format!("site/{path}");
    let patterns = texts(config.get("ignored_content")).into_iter();
    let mut patterns = patterns.map(|one| across_folders(&one.replace('*', "**")));
    patterns.any(|one| fast_glob::glob_match(&one, &whole))
}

/// Returns the folders of the site's own templates, and of its theme's.
fn template_folders(config: &Table) -> Vec<String> {
    let theme = text(config, "theme").map(|name| format!("themes/{name}/templates/"));
    let own = std::iter::once("templates/".to_owned());
    own.chain(theme).collect()
}

struct Reader<'a> {
    config: &'a Table,
    project: &'a Project<'a>,
    /// The function that makes parts of URLs of names of files.
    slug: fn(&str) -> String,
    /// Whether URLs keep the dates in names of files.
    keeps_dates: bool,
    /// Names of the feeds' files.
    feeds: Vec<String>,
    /// Whether a template loads a program that shows formulas.
    has_math: bool,
    /// Section of the dated pages that the home page lists from the folder of the content itself.
    root: String,
}

impl<'a> Reader<'a> {
    fn new(config: &'a Table, project: &'a Project<'a>) -> Self {
        let slugify = inner(config, "slugify");
        let keeps_dates = slugify.and_then(|one| one.get("paths_keep_dates")?.as_bool());
        let mut feeds = texts(config.get("feed_filenames").or(config.get("feed_filename")));
        if feeds.is_empty() {
            let taxonomies = config.get("taxonomies").and_then(Value::as_array);
            let mut tables = taxonomies.into_iter().flatten().filter_map(Value::as_table);
            // Before Zola 0.11, the keys were `generate_rss` and `rss`.
            let is_old =
                config.contains_key("generate_rss") || tables.any(|one| one.contains_key("rss"));
            feeds.push(if is_old { "rss.xml" } else { "atom.xml" }.to_owned());
        }
        feeds.retain(|name| !name.ends_with(".json"));
        Self {
            config,
            project,
            slug: slug_of(slugify, "paths"),
            keeps_dates: keeps_dates == Some(true),
            feeds,
            has_math: loads_math(project, &template_folders(config)),
            root: root_section(project),
        }
    }

    fn site(&self) -> Site {
        let config = self.config;
        let own = |key: &str| text(config, key).map(str::to_owned);
        let markdown = inner(config, "markdown");
        let is_on = |key: &str| markdown.and_then(|one| one.get(key)?.as_bool()) == Some(true);
        let mut site = Site {
            generator: "Zola",
            heading_ids: "zola",
            name: own("title").unwrap_or_default(),
            base_url: own("base_url").unwrap_or_default(),
            description: own("description"),
            author: own("author"),
            language: own("default_language").unwrap_or_else(|| "en".to_owned()),
            typography: is_on("smart_punctuation"),
            // Zola 0.22 has a table in place of the key.
            highlight: is_on("highlight_code")
                || markdown.is_some_and(|one| one.contains_key("highlighting")),
            emoji: is_on("render_emoji"),
            markdown: if is_on("definition_list") {
                vec!["definition-lists"]
            } else {
                Vec::new()
            },
            ..Site::default()
        };
        self.add_languages(&mut site);
        // A language other than the main one has taxonomies of its own, which usually have the same names.
        let languages = inner(config, "languages").into_iter().flatten();
        let languages = languages.filter_map(|(_, language)| language.as_table());
        let taxonomies = std::iter::once(config).chain(languages);
        let taxonomies = taxonomies.filter_map(|one| one.get("taxonomies")?.as_array());
        for taxonomy in taxonomies.flatten().filter_map(Value::as_table) {
            let Some(name) = text(taxonomy, "name") else {
                continue;
            };
            let is_hidden = taxonomy.get("render").and_then(Value::as_bool) == Some(false);
            if is_hidden || site.taxonomies.iter().any(|one| one.key == name) {
                continue;
            }
            let per_page = taxonomy.get("paginate_by").and_then(Value::as_integer);
            let path = render::slugify(name);
            site.taxonomies.push(Taxonomy {
                key: name.to_owned(),
                route: format!("/{path}/{{slug}}/"),
                url: format!("/{path}/"),
                per_page: per_page.and_then(|number| usize::try_from(number).ok()),
                pages: text(taxonomy, "paginate_path").unwrap_or("page").to_owned(),
                slug: slug_of(inner(config, "slugify"), "taxonomies"),
                terms: Vec::new(),
            });
            let mut keys = ["feed", "rss"].iter();
            if keys.any(|key| taxonomy.get(*key).and_then(Value::as_bool) == Some(true)) {
                for file in &self.feeds {
                    let url = format!("/{path}/{{slug}}/");
                    let entries = Entries::Terms(name.to_owned());
                    site.feeds.push(self.feed(file, &url, entries));
                }
            }
        }
        site.math = inner(config, "extra").is_some_and(has_math);
        for name in texts(config.get("feed_filenames")) {
            if name.ends_with(".json") {
                let message = format!("the feed {name} was left out");
                let help = "feeds are Atom or RSS here; redirect its URL to one of them";
                site.note(message, help);
            }
        }
        let has_feeds = |table: &Table| {
            let mut keys = ["generate_feeds", "generate_feed", "generate_rss"].iter();
            keys.any(|key| table.get(*key).and_then(Value::as_bool) == Some(true))
        };
        let mut languages = inner(config, "languages").into_iter().flatten();
        // A feed is in each language that has entries.
        if has_feeds(config) || languages.any(|(_, one)| one.as_table().is_some_and(has_feeds)) {
            for name in &self.feeds {
                site.feeds.push(self.feed(name, "/", Entries::All));
            }
        }
        self.add_menu(&mut site);
        for folder in template_folders(config) {
            for path in self.project.below(&format!("{folder}shortcodes/")) {
                let name = path.rsplit('/').next().unwrap_or(path);
                let name = name.rsplit_once('.').map_or(name, |(name, _)| name);
                if let Some(source) = self.project.text(path) {
                    site.shortcodes
                        .entry(name.to_owned())
                        .or_insert(source.text.clone());
                }
            }
        }
        site
    }

    /// Adds the languages other than the main one.
    fn add_languages(&self, site: &mut Site) {
        for (code, language) in inner(self.config, "languages").into_iter().flatten() {
            if *code != site.language {
                let own = |key: &str| text(language.as_table()?, key).map(str::to_owned);
                let language = Language {
                    label: own("language_name").unwrap_or_else(|| code.clone()),
                    title: own("title"),
                    description: own("description"),
                    menu: Vec::new(),
                };
                site.languages.insert(code.clone(), language);
            }
        }
    }

    /// Adds the menu that a theme reads.
    fn add_menu(&self, site: &mut Site) {
        let extra = inner(self.config, "extra");
        let keys = [
            "main_menu",
            "menu",
            "menu_items",
            "nav",
            "navbar_items",
            "header_menu",
        ];
        let menu = keys.iter().find_map(|key| extra?.get(*key)?.as_array());
        for link in menu.into_iter().flatten().filter_map(Value::as_table) {
            let label = text(link, "name").or(text(link, "title"));
            if let (Some(label), Some(url)) = (label, text(link, "url")) {
                let path = url.trim_start_matches("$BASE_URL").trim_start_matches('/');
                let is_outside = url.contains("://");
                let url = if is_outside {
                    url.to_owned()
                } else {
                    format!("/{path}")
                };
                let link = MenuLink::single(Some(label.to_owned()), url);
                site.menu.push(link);
            }
        }
    }

    fn page(&self, source: &Arc<Source>, site: &mut Site) {
        let Some(parsed) = site.split(source) else {
            return;
        };
        let path = source
            .path
            .trim_start_matches("content/")
            .trim_end_matches(".md");
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let (name, lang) = match name.rsplit_once('.') {
            Some((name, lang)) if site.languages.contains_key(lang) || lang == site.language => {
                (name, lang.to_owned())
            }
            _ => (name, site.language.clone()),
        };
        let mut fields = parsed.fields;
        let is_section = name == "_index";
        let has_folder = name == "index" && !folder.is_empty();
        if !is_section && fields.get("render").and_then(Value::as_bool) == Some(false) {
            let message = "this page is only part of a list, and has no URL".to_owned();
            site.report(
                source,
                0..0,
                message,
                "write a collection without `route` for such pages",
            );
            return;
        }
        if let Some(template) = text(&fields, "template") {
            let pages = site.templates.entry(template.to_owned()).or_default();
            pages.push(Arc::clone(source));
        }
        let (above, own) = match (has_folder, folder.rsplit_once('/')) {
            (true, Some(parts)) => parts,
            (true, None) => ("", folder),
            (false, _) => (folder, name),
        };
        let (written, rest) = dated_name(own);
        if let (Some(written), None) = (written, fields.get("date")) {
            fields.insert("date".to_owned(), Value::Datetime(written));
        }
        let rest = if self.keeps_dates { own } else { rest };
        let slug = take_text(&mut fields, "slug");
        let own_path = take_text(&mut fields, "path");
        // Themes show and sort by a date that only the path has.
        let of_path = own_path.as_deref().and_then(date_of_path);
        if let (Some(written), None) = (of_path, fields.get("date")) {
            fields.insert("date".to_owned(), Value::Datetime(written));
        }
        let url = if is_section {
            format!("/{folder}/").replace("//", "/")
        } else if let Some(path) = own_path {
            // Zola writes no prefix before such a path.
            let path = format!("/{}/", path.trim().trim_matches('/')).replace("//", "/");
            let prefix = url_prefix(&lang, &site.language);
            of_complete(&path, &prefix, site, &mut fields)
        } else if folder.is_empty() && name == "index" {
            "/".to_owned()
        } else {
            let slug = (self.slug)(slug.as_deref().unwrap_or(rest));
            format!("/{above}/{slug}/").replace("//", "/")
        };
        let inside = if is_section { folder } else { above };
        let is_of_root = inside.is_empty() && !is_section && fields.contains_key("date");
        let section = inside.split('/').next().unwrap_or_default().to_owned();
        let section = if is_of_root {
            self.root.clone()
        } else {
            section
        };
        let list = is_section.then(|| self.list(&fields, &url, &section, site));
        aliases(&mut fields);
        taxonomies_and_extra(&mut fields, source, site);
        if self.has_math && has_formula(&source.text[parsed.body.clone()]) {
            fields.entry("math").or_insert(Value::Boolean(true));
        }
        if let Some(target) = text(&fields, "redirect_to").filter(|_| is_section) {
            site.redirects.push((url, absolute(target)));
            return;
        }
        for key in DROPPED {
            fields.remove(key);
        }
        if is_section {
            fields.remove("paginate_by");
        }
        site.pages.push(Page {
            source: Arc::clone(source),
            body: parsed.body,
            fields,
            lang,
            url,
            section: if is_section { String::new() } else { section },
            list,
            has_folder: has_folder || is_section,
            is_listed: true,
        });
    }

    fn feed(&self, name: &str, url: &str, entries: Entries) -> Feed {
        let limit = self.config.get("feed_limit").and_then(Value::as_integer);
        Feed {
            route: format!("{url}{name}"),
            is_rss: self.is_rss(name),
            entries,
            limit: limit.and_then(|limit| usize::try_from(limit).ok()),
        }
    }

    /// Returns whether the template of a feed writes RSS.
    fn is_rss(&self, name: &str) -> bool {
        let template = self.feed_template(name);
        template.map_or(name.contains("rss"), |source| source.text.contains("<rss"))
    }

    /// Returns the template of a feed in the site or its theme.
    fn feed_template(&self, name: &str) -> Option<Arc<Source>> {
        let theme = text(self.config, "theme").unwrap_or_default();
        let paths = [
            format!("templates/{name}"),
            format!("themes/{theme}/templates/{name}"),
        ];
        paths.iter().find_map(|path| self.project.text(path))
    }

    /// Reports the feeds whose templates may show other entries or ids than the ones of Zola.
    fn report_feed_templates(&self, site: &mut Site) {
        let is_made = |name: &&String| {
            site.feeds
                .iter()
                .any(|one| one.route.ends_with(&format!("/{name}")))
        };
        let names: Vec<&String> = self.feeds.iter().filter(is_made).collect();
        for source in names
            .into_iter()
            .filter_map(|name| self.feed_template(name))
        {
            let message = "this feed has a template of its own, which was not converted".to_owned();
            let help = "compare the entries of the feed and their ids with those of the old one, and correct its [[feed]] in content/structure.toml";
            site.report(&source, 0..0, message, help);
        }
    }

    /// Returns the list of a section, and adds the feed of the section.
    fn list(&self, fields: &Table, url: &str, section: &str, site: &mut Site) -> List {
        let has_feed = ["generate_feeds", "generate_feed"]
            .iter()
            .any(|key| fields.get(*key).and_then(Value::as_bool) == Some(true));
        if has_feed && url != "/" {
            for name in &self.feeds {
                let route = format!("{url}{name}");
                if site.feeds.iter().all(|one| one.route != route) {
                    let entries = Entries::Section(section.to_owned());
                    site.feeds.push(self.feed(name, url, entries));
                }
            }
        }
        let per_page = fields.get("paginate_by").and_then(Value::as_integer);
        let path = text(fields, "paginate_path").unwrap_or("page");
        List {
            section: section.to_owned(),
            per_page: per_page
                .and_then(|number| usize::try_from(number).ok())
                .filter(|number| *number > 0),
            route: format!("{url}{path}/{{number}}/"),
            sort: match text(fields, "sort_by") {
                Some("date") => Some("-date"),
                Some("update_date") => Some("-updated"),
                Some("title" | "title_bytes" | "slug") => Some("title"),
                Some("weight") => Some("weight"),
                _ => None,
            },
        }
    }
}

/// Returns the function that makes parts of URLs of names, by a setting of `[slugify]`.
fn slug_of(slugify: Option<&Table>, key: &str) -> fn(&str) -> String {
    match slugify.and_then(|one| text(one, key)) {
        Some("off") => str::to_owned,
        Some("safe") => |name| {
            let mut name = name.trim_end_matches([' ', '.']).to_owned();
            name.retain(|one| !r#"<>:"/\|?*"#.contains(one));
            name
        },
        _ => |name| slug::slugify(name),
    }
}

/// Splits a name such as `2020-01-02-soil`, or with a time as `2020-01-02T10:00:00Z-soil`, into its date and the rest.
fn dated_name(name: &str) -> (Option<toml::value::Datetime>, &str) {
    // A moment has at most as many bytes as one with nanoseconds and an offset.
    let ends = name
        .match_indices(['-', '_'])
        .take_while(|(at, _)| *at < 40);
    let moments = ends.filter_map(|(at, _)| {
        let moment = date(name[..at].trim_end()).filter(|one| one.time.is_some())?;
        Some((Some(moment), name[at + 1..].trim_start()))
    });
    if let Some(found) = moments.last().filter(|(_, rest)| !rest.is_empty()) {
        return found;
    }
    let parts = name.split_at_checked(10);
    let dated = parts.and_then(|(day, rest)| {
        let rest = rest.strip_prefix(['-', '_'])?;
        Some((date(day)?, rest.trim_start()))
    });
    match dated {
        Some((day, rest)) if !rest.is_empty() => (Some(day), rest),
        _ => (None, name),
    }
}

/// Returns the first date in a path such as `2020/01/02/soil` or `garden/2020/01/02/soil`.
fn date_of_path(path: &str) -> Option<toml::value::Datetime> {
    let path = path.trim_start_matches('/');
    let folders = path.match_indices('/').map(|(at, _)| at + 1);
    std::iter::once(0).chain(folders).find_map(|at| {
        let (day, rest) = path[at..].split_at_checked(10)?;
        rest.starts_with('/')
            .then(|| date(&day.replace('/', "-")))?
    })
}

/// Returns a path with a slash at the beginning.
pub fn absolute(path: &str) -> String {
    if path.contains("://") || path.starts_with('/') {
        path.to_owned()
    } else {
        format!("/{path}")
    }
}

/// Gives `aliases` slashes at the beginning.
pub fn aliases(fields: &mut Table) {
    let old = texts(fields.remove("aliases").as_ref());
    let old = old.iter().map(|one| folder_url(&absolute(one)).to_owned());
    let old: Vec<Value> = old.map(Value::String).collect();
    if !old.is_empty() {
        fields.insert("aliases".to_owned(), Value::Array(old));
    }
}

/// Moves the keys of `[taxonomies]` and `[extra]` to the top.
fn taxonomies_and_extra(fields: &mut Table, source: &Arc<Source>, site: &mut Site) {
    for table in ["taxonomies", "extra"] {
        let Some(Value::Table(inner)) = fields.remove(table) else {
            continue;
        };
        for (key, value) in inner {
            if fields.contains_key(&key) {
                let message = format!("`{key}` is in [{table}] and at the top of the front matter");
                let diagnostic =
                    Diagnostic::new(&NOT_IMPORTED, message).at(Place::start_of(source), "");
                site.diagnostics
                    .push(diagnostic.help("the one at the top was kept"));
            } else {
                fields.insert(key, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_dates() {
        for (name, expected) in [
            ("2020-01-02-soil", "2020-01-02 soil"),
            ("2020-01-02_soil", "2020-01-02 soil"),
            ("2024-03-05T10:00:00Z-e", "2024-03-05T10:00:00Z e"),
            (
                "2024-03-05T10:00:00-05:00_e-f",
                "2024-03-05T10:00:00-05:00 e-f",
            ),
            ("2020-01-02", "- 2020-01-02"),
            ("soil-2020", "- soil-2020"),
        ] {
            let (date, rest) = dated_name(name);
            let date = date.map_or("-".to_owned(), |date| date.to_string());
            assert_eq!(format!("{date} {rest}"), expected, "{name}");
        }
    }

    #[test]
    fn ignored_files() {
        for (pattern, path, expected) in [
            ("*/README.md", "content/README.md", true),
            ("*/README.md", "content/a/README.md", true),
            ("*/README.md", "content/a.md", false),
            ("*.{tmp,bak}.md", "content/a/b.tmp.md", true),
            ("**/drafts/*", "content/a/drafts/b/c.md", true),
        ] {
            let config = Table::from_iter([("ignored_content".to_owned(), pattern.into())]);
            assert_eq!(is_ignored(path, &config), expected, "{pattern}: {path}");
        }
    }

    #[test]
    fn paths_with_dates() {
        for (path, expected) in [
            ("2020/01/02/soil", "2020-01-02"),
            ("/2020/01/02/soil/", "2020-01-02"),
            ("garden/notes/2020/01/02/soil", "2020-01-02"),
            ("garden/2020/13/02/soil", "-"),
            ("2020/01/02", "-"),
            ("gärtenüber/soil", "-"),
        ] {
            let date = date_of_path(path).map(|date| date.to_string());
            assert_eq!(date.as_deref().unwrap_or("-"), expected, "{path}");
        }
    }

    #[test]
    fn slugs() {
        for (setting, text, expected) in [
            ("", "Ünï A", "uni-a"),
            ("paths = 'on'", "C++ x", "c-x"),
            ("paths = 'safe'", "C++: x. ", "C++ x"),
            ("paths = 'off'", "Ünï A?", "Ünï A?"),
        ] {
            let table: Table = toml::from_str(setting).unwrap();
            assert_eq!(slug_of(Some(&table), "paths")(text), expected, "{setting}");
        }
    }
}
