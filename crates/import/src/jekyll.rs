//! Sites of Jekyll.

use std::collections::BTreeMap;
use std::sync::Arc;

use diagnostic::{Diagnostic, Place, Source};
use toml::{Table, Value};

use crate::codes::NOT_A_SITE;
use crate::formulas::{has_formula, loads_math};
use crate::front_matter::begins_with_yaml;
use crate::jekyll_dates::{complete, date_in_name, read_zone};
use crate::jekyll_files::{
    FileKind, is_below, is_collected, is_hidden, is_text, is_unpublished, kind, report_of_project,
};
use crate::jekyll_plugins::plugins;
use crate::jekyll_urls::{Parts, filled, pattern_of};
use crate::model::{Entries, List, Page, Site, has_math};
use crate::project::Project;
use crate::values::{from_yaml, inner, take_text, text, texts};
use crate::zola::{absolute, aliases};
use crate::{jekyll_ids, jekyll_lists, jekyll_templates, liquid_values};

/// Keys of front matter that only say how Jekyll makes the page.
const DROPPED: [&str; 6] = [
    "layout",
    "permalink",
    "slug",
    "published",
    "category",
    "redirect_from",
];

/// Reads a site. Fails with a finding if its settings cannot be read.
pub fn read(project: &Project<'_>) -> Result<Site, Diagnostic> {
    let found = ["_config.yml", "_config.yaml"]
        .iter()
        .find_map(|name| project.text(name));
    // GitHub Pages needs no settings.
    let is_without = project.below("_posts/").next().is_some();
    let found = found.or_else(|| is_without.then(|| Source::new("_config.yml", "")));
    let Some(settings) = found else {
        let diagnostic = Diagnostic::new(&NOT_A_SITE, "there is no _config.yml in this folder");
        return Err(diagnostic.help("name the folder of the Jekyll site"));
    };
    let mut config = from_yaml(&settings.text).map_err(|message| {
        let message = format!("cannot read {}: {message}", settings.path);
        Diagnostic::new(&NOT_A_SITE, message).at(Place::start_of(&settings), "")
    })?;
    // GitHub Pages takes the address of a site without `url` from CNAME.
    if let Some(host) = project
        .text("CNAME")
        .filter(|_| !config.contains_key("url"))
    {
        let url = Value::String(format!("https://{}", host.text.trim()));
        config.insert("url".to_owned(), url);
    }
    let plugins = plugins(&config, project);
    let mut reader = Reader {
        config: &config,
        ids: None,
        included: texts(config.get("include")),
        has_math: loads_math(project, &["_includes/".to_owned(), "_layouts/".to_owned()]),
        is_kramdown: text(&config, "markdown")
            .is_none_or(|one| one.eq_ignore_ascii_case("kramdown")),
        folder: text(&config, "collections_dir")
            .unwrap_or_default()
            .trim_matches('/'),
    };
    let mut site = reader.site(&plugins);
    site.params
        .insert("data".to_owned(), liquid_values::data(project).into());
    let is_markdown = |path: &&String| path.ends_with(".md") || path.ends_with(".markdown");
    for path in project.files.iter().filter(is_markdown) {
        let source = project.text(path);
        site.documents
            .extend(source.map(|source| (source.path.clone(), source)));
    }
    for path in project.below("_includes/") {
        let name = path["_includes/".len()..].rsplit_once('.');
        if let (Some((name, _)), Some(source)) = (name, project.text(path)) {
            site.shortcodes.insert(name.to_owned(), source.text.clone());
        }
    }
    let excluded = texts(config.get("exclude"));
    report_of_project(project, &excluded, &mut site);
    let is_excluded = |path: &str| {
        excluded.iter().any(|one| is_below(path, one)) || is_unpublished(path, project)
    };
    let files = || project.files.iter().filter(|path| !is_excluded(path));
    let mut templates: BTreeMap<&str, Arc<Source>> = BTreeMap::new();
    // A collection that is published may have templates as well.
    let is_published =
        |path: &str| !reader.is_hidden(path) || reader.url_of_file(reader.within(path)).is_some();
    for path in files().filter(|path| is_published(path)) {
        let template = jekyll_templates::template(path, project).filter(|source| {
            reader
                .document(reader.within(path), Some(source.as_ref()))
                .is_none()
        });
        templates.extend(template.map(|source| (path.as_str(), source)));
    }
    let mut ids = Vec::new();
    for source in templates.values() {
        let layout = jekyll_templates::layout(source, project);
        let collections = inner(&config, "collections");
        let feed = jekyll_templates::feed(source, layout.as_deref(), collections);
        if let Some((feed, others)) = feed {
            jekyll_templates::report_others(&feed, &others, source, &mut site);
            let pattern = jekyll_ids::pattern(source, layout.as_deref(), &config);
            ids.push((feed.route.clone(), pattern));
            // The plugin `jekyll-feed` leaves an existing file alone.
            site.feeds.retain(|one| one.route != feed.route);
            site.feeds.push(feed);
        } else {
            site.liquid.push(Arc::clone(source));
        }
    }
    if plugins.iter().any(|one| one == "jekyll-feed") {
        let is_template = |route: &str| ids.iter().any(|(one, _)| one == route);
        let of_plugin = site.feeds.iter().find(|one| !is_template(&one.route));
        let pattern = jekyll_ids::OF_PLUGIN.to_owned();
        ids.extend(of_plugin.map(|one| (one.route.clone(), Some(pattern))));
    }
    reader.ids = jekyll_ids::kept(&ids, &mut site);
    for path in files().filter(|path| !templates.contains_key(path.as_str())) {
        reader.file(path, project, &mut site);
    }
    Ok(site)
}

struct Reader<'a> {
    config: &'a Table,
    /// Ids of posts in feeds, if they are not the URLs.
    ids: Option<String>,
    /// Names of files and folders that are published although Jekyll leaves out such names.
    included: Vec<String>,
    /// Whether a template loads a program that shows formulas.
    has_math: bool,
    /// Whether Kramdown reads Markdown, to which text between two dollar signs is a formula.
    is_kramdown: bool,
    /// Folder in which the folders of collections are; empty for the top of the site.
    folder: &'a str,
}

impl Reader<'_> {
    fn site(&self, plugins: &[String]) -> Site {
        let config = self.config;
        let own = |key: &str| text(config, key).map(str::to_owned);
        let author = config.get("author");
        let name = author.and_then(|one| one.as_str().or_else(|| one.get("name")?.as_str()));
        let url = own("url").unwrap_or_default();
        let path = own("baseurl").unwrap_or_default();
        let lang = own("lang")
            .or_else(|| own("locale"))
            .unwrap_or_else(|| "en".to_owned());
        let mut site = Site {
            generator: "Jekyll",
            heading_ids: "kramdown",
            name: own("title").or_else(|| own("name")).unwrap_or_default(),
            base_url: format!("{}/{}", url.trim_end_matches('/'), path.trim_matches('/')),
            description: own("description"),
            author: name.map(str::to_owned),
            language: lang.replace('_', "-"),
            typography: true,
            math: has_math(config),
            params: config.clone(),
            markdown: vec!["definition-lists"],
            // Rouge, unless it is turned off.
            highlight: config
                .get("highlighter")
                .is_none_or(|one| one.as_str() == Some("rouge")),
            ..Site::default()
        };
        site.emoji = plugins.iter().any(|one| one == "jemoji");
        if plugins.iter().any(|one| one == "jekyll-feed") {
            let path = inner(config, "feed").and_then(|one| text(one, "path"));
            let route = absolute(path.unwrap_or("feed.xml"));
            let entries = Entries::Section("posts".to_owned());
            site.feeds
                .push(jekyll_lists::feed_of(config, &route, entries));
        }
        jekyll_lists::add(config, plugins, &mut site);
        read_zone(config, &mut site);
        site
    }

    fn file(&self, path: &str, project: &Project<'_>, site: &mut Site) {
        let collections = inner(self.config, "collections");
        let within = self.within(path);
        let kind = match kind(within, collections) {
            FileKind::Other if is_text(path) && !self.is_hidden(path) => FileKind::Page,
            FileKind::Other if path.ends_with(".txt") => {
                let document = self.document(within, project.text(path).as_deref());
                document.map_or(FileKind::Other, |(one, rest)| {
                    FileKind::Collected(one, rest)
                })
            }
            kind => kind,
        };
        if kind == FileKind::Other {
            let own = self.url_of_file(within);
            let is_data = path.starts_with("_data/");
            let is_read = is_data || is_collected(within, collections);
            let source = is_read.then(|| project.text(path)).flatten();
            let source = source.filter(|one| is_data || begins_with_yaml(&one.text));
            if !self.is_hidden(path) {
                site.public.insert(path.to_owned(), path.to_owned());
            } else if let Some(own) = own.filter(|_| source.is_none()) {
                site.public.insert(own, path.to_owned());
            } else if let Some(source) = source {
                let message = "this file is not Markdown, and was left out".to_owned();
                let help = "write a document as Markdown in content/, and data as a list in content/lists/";
                site.report(&source, 0..0, message, help);
            }
            return;
        }
        let source = project.text(path);
        let Some(source) = source.filter(|source| begins_with_yaml(&source.text)) else {
            if kind == FileKind::Page {
                site.public.insert(path.to_owned(), path.to_owned());
            }
            return;
        };
        let Some(parsed) = site.split(&source) else {
            return;
        };
        if let FileKind::Collected(name, _) = kind
            && !self.is_published(name)
        {
            site.without_url.push(source);
            return;
        }
        let mut fields = self.with_defaults(parsed.fields, path, &kind);
        let target = jekyll_templates::redirect(&fields, project).map(Value::String);
        fields.extend(target.map(|target| ("redirect_to".to_owned(), target)));
        self.page(&source, parsed.body, fields, &kind, site);
    }

    /// Returns a path below `collections_dir` relative to it, and any other path unchanged.
    fn within<'p>(&self, path: &'p str) -> &'p str {
        let rest = path.strip_prefix(self.folder).unwrap_or(path);
        let rest = rest.trim_start_matches('/');
        if rest.starts_with('_') { rest } else { path }
    }

    /// Returns whether Jekyll leaves out a file because of its name.
    fn is_hidden(&self, path: &str) -> bool {
        let mut included = self.included.iter();
        let rest = included.find_map(|name| path.strip_prefix(name.trim_matches('/')));
        let rest = rest.filter(|rest| rest.is_empty() || rest.starts_with('/'));
        is_hidden(rest.unwrap_or(path))
    }

    /// Returns the collection of a text that is no Markdown but has a page, and its path there.
    fn document<'p>(&self, path: &'p str, source: Option<&Source>) -> Option<(&'p str, &'p str)> {
        let is_text = path.ends_with(".txt") && begins_with_yaml(&source?.text);
        let (name, rest) = path.strip_prefix('_')?.split_once('/')?;
        let collection = inner(inner(self.config, "collections")?, name)?;
        let pattern = text(collection, "permalink")?;
        let has_page = pattern.ends_with('/') || pattern.ends_with(".html");
        (is_text && has_page && self.is_published(name)).then_some((name, rest))
    }

    /// Returns the path at which a file of a published collection is, such as a picture.
    fn url_of_file(&self, path: &str) -> Option<String> {
        let (name, rest) = path.strip_prefix('_')?.split_once('/')?;
        let (stem, ending) = rest.rsplit_once('.')?;
        let all = inner(self.config, "collections");
        let is_file = is_collected(path, all) && self.is_published(name) && !is_hidden(rest);
        if !is_file || matches!(ending, "md" | "markdown" | "html" | "htm") {
            return None;
        }
        let pattern = self.pattern(&FileKind::Collected(name, rest), path);
        let pattern = pattern.replace(":output_ext", "").replace(".html", "");
        let parts = Parts {
            fields: &Table::new(),
            categories: &[],
            slug: stem.rsplit('/').next().unwrap_or(stem),
            collection: name,
            path: stem,
        };
        let url = filled(&pattern, &parts);
        Some(format!("{}.{ending}", url.trim_matches('/')))
    }

    /// Returns whether the documents of a collection have pages: only if its settings say so.
    fn is_published(&self, name: &str) -> bool {
        let collections = inner(self.config, "collections");
        let own = collections.and_then(|all| inner(all, name));
        own.and_then(|one| one.get("output")?.as_bool()) == Some(true)
    }

    /// Adds the values of `defaults` in the settings that apply to a file.
    fn with_defaults(&self, mut fields: Table, path: &str, kind: &FileKind<'_>) -> Table {
        let type_of = match kind {
            FileKind::Post(_) | FileKind::Draft => "posts",
            FileKind::Collected(name, _) => name,
            _ => "pages",
        };
        let defaults = self.config.get("defaults").and_then(Value::as_array);
        // Later rules take precedence.
        for rule in defaults
            .into_iter()
            .flatten()
            .rev()
            .filter_map(Value::as_table)
        {
            let scope = inner(rule, "scope");
            let folder = scope.and_then(|one| text(one, "path")).unwrap_or_default();
            let wanted = scope.and_then(|one| text(one, "type")).unwrap_or(type_of);
            if wanted == type_of && path.starts_with(folder.trim_end_matches("/*")) {
                for (key, value) in inner(rule, "values").into_iter().flatten() {
                    fields.entry(key.clone()).or_insert_with(|| value.clone());
                }
            }
        }
        fields
    }

    fn page(
        &self,
        source: &Arc<Source>,
        body: std::ops::Range<usize>,
        mut fields: Table,
        kind: &FileKind<'_>,
        site: &mut Site,
    ) {
        let path = source.path.as_str();
        let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
        let file = stem.rsplit('/').next().unwrap_or(stem);
        let dated = date_in_name(file);
        if dated.is_none() && matches!(kind, FileKind::Post(_)) {
            let message = format!("Jekyll does not publish {path}, and it was left out");
            let help = "write a date before its name, as in 2026-04-30-name.md, to publish it";
            site.report(source, 0..0, message, help);
            return;
        }
        let name = dated.map_or(file, |(_, rest)| rest);
        let (of_name, zone) = (dated.map(|(date, _)| date), text(self.config, "timezone"));
        let front_matter = &source.text[..body.start];
        let written = zone.is_none().then(|| {
            let mut written = fields.clone();
            complete(&mut written, front_matter, of_name, None);
            written
        });
        // Jekyll uses the zone of the computer, which is UTC on GitHub Pages.
        complete(&mut fields, front_matter, of_name, zone.or(Some("UTC")));
        let is_unpublished = fields.get("published").and_then(Value::as_bool) == Some(false);
        if is_unpublished || *kind == FileKind::Draft {
            fields.insert("draft".to_owned(), Value::Boolean(true));
        }
        let above = match kind {
            FileKind::Post(above) => above,
            _ => "",
        };
        let categories = categories(&fields, above);
        for (key, values) in [
            ("categories", categories.clone()),
            ("tags", words(fields.get("tags").or(fields.get("tag")))),
        ] {
            fields.remove(key);
            if !values.is_empty() {
                let values = values.into_iter().map(Value::String);
                fields.insert(key.to_owned(), Value::Array(values.collect()));
            }
        }
        let own = take_text(&mut fields, "slug");
        let slug = own.as_deref().unwrap_or(name);
        let own = text(&fields, "permalink").map(str::to_owned);
        let pattern = own.unwrap_or_else(|| self.pattern(kind, path));
        let (collection, within) = match kind {
            FileKind::Post(_) | FileKind::Draft => ("posts", slug),
            FileKind::Collected(collection, rest) => (
                *collection,
                rest.rsplit_once('.').map_or(*rest, |(rest, _)| rest),
            ),
            _ => ("", stem),
        };
        let parts = Parts {
            fields: &fields,
            categories: &categories,
            slug,
            collection,
            path: within,
        };
        let url = filled(&pattern, &parts);
        let of_other_day = written.map(|written| {
            let parts = Parts {
                fields: &written,
                ..parts
            };
            filled(&pattern, &parts)
        });
        if let Some(other) = of_other_day.filter(|other| *other != url) {
            let message = "this date is another day in UTC, and so is the URL";
            let help = "GitHub Pages builds in UTC, as the settings have no `timezone`; the URL of the day as written is redirected. If that was the right one, write `timezone` in _config.yml, and import again";
            let at = front_matter.find("\ndate:").map_or(0, |at| at + 1);
            site.report(source, at..at, message.to_owned(), help);
            site.redirects.push((other, url.clone()));
        }
        let mut old: Vec<Value> = texts(fields.get("redirect_from"))
            .into_iter()
            .map(Value::String)
            .collect();
        old.extend(texts(fields.get("aliases")).into_iter().map(Value::String));
        fields.insert("aliases".to_owned(), Value::Array(old));
        aliases(&mut fields);
        if let Some(target) = take_text(&mut fields, "redirect_to") {
            let target = absolute(&target);
            let old = texts(fields.get("aliases")).into_iter();
            site.redirects.extend(old.map(|old| (old, target.clone())));
            site.redirects.push((url, target));
            return;
        }
        for key in DROPPED {
            fields.remove(key);
        }
        if let Some(changed) = fields
            .remove("last_modified_at")
            .or_else(|| fields.remove("modified_date"))
        {
            fields.insert("updated".to_owned(), changed);
        }
        let is_post = matches!(kind, FileKind::Post(_));
        let has_pages = ["paginate", "pagination"]
            .iter()
            .any(|key| self.config.contains_key(*key));
        if is_post && has_pages && fields.get("hidden").and_then(Value::as_bool) == Some(true) {
            let message = "this post was not in the pages of lists, and is in them now".to_owned();
            let help = "they leave out nothing because of `hidden`: move such posts to a collection of their own with the same URLs, and add it to the feeds";
            site.report(source, 0..0, message, help);
        }
        let pattern = self.ids.as_ref().filter(|_| is_post);
        let id = pattern.and_then(|one| jekyll_ids::of_post(one, &url, slug, self.config));
        fields.extend(id.map(|id| ("guid".to_owned(), Value::String(id))));
        let is_markdown = path.ends_with(".md") || path.ends_with(".markdown");
        let is_template = *kind == FileKind::Page && !is_markdown;
        let text = &source.text[body.clone()];
        if self.has_math && text.contains("$$")
            || self.is_kramdown && is_markdown && has_formula(text)
        {
            fields.entry("math").or_insert(Value::Boolean(true));
        }
        if is_template && path.ends_with(".xml") {
            return;
        }
        let has_liquid = is_template && (text.contains("{%") || text.contains("{{"));
        if has_liquid {
            let message = format!("{path} is a template");
            site.report(source, body.start..body.start, message, "its page was created without a text; write it as a template in themes/plain/templates");
        }
        let is_list = has_liquid && (text.contains("site.posts") || text.contains("paginator"));
        let per_page = self.config.get("paginate").and_then(Value::as_integer);
        let per_page = per_page
            .and_then(|number| usize::try_from(number).ok())
            .filter(|_| text.contains("paginator"));
        let pages = crate::values::text(self.config, "paginate_path").unwrap_or("/page:num/");
        let list = is_list.then(|| List {
            section: "posts".to_owned(),
            per_page,
            // Jekyll writes each page as `index.html` in a folder of its own.
            route: absolute(&pages.replace(":num", "{number}"))
                .trim_end_matches('/')
                .to_owned()
                + "/",
            sort: Some("-date"),
        });
        let section = match kind {
            FileKind::Post(_) | FileKind::Draft => "posts",
            FileKind::Collected(name, _) => name,
            _ => "",
        };
        site.pages.push(Page {
            body: if has_liquid { body.end..body.end } else { body },
            fields,
            lang: site.language.clone(),
            url,
            section: section.to_owned(),
            list,
            ..Page::new(source)
        });
    }

    /// Returns the pattern of the URLs of a kind of file.
    fn pattern(&self, kind: &FileKind<'_>, path: &str) -> String {
        let style = text(self.config, "permalink").unwrap_or("date");
        let is_pretty = style == "pretty" || (style.ends_with('/') && style.contains(':'));
        let own = |name: &str| {
            let collection = inner(inner(self.config, "collections")?, name)?;
            text(collection, "permalink").map(str::to_owned)
        };
        match kind {
            FileKind::Post(_) | FileKind::Draft => {
                own("posts").unwrap_or_else(|| pattern_of(style).to_owned())
            }
            FileKind::Collected(name, _) => {
                let ending = if is_pretty { "/" } else { ".html" };
                own(name).unwrap_or_else(|| format!("/:collection/:path{ending}"))
            }
            _ => {
                let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
                match stem
                    .strip_suffix("index")
                    .filter(|above| above.is_empty() || above.ends_with('/'))
                {
                    Some(above) => format!("/{above}"),
                    None if is_pretty && stem != "404" => format!("/{stem}/"),
                    None => format!("/{stem}.html"),
                }
            }
        }
    }
}

/// Returns the words of a value: the entries of a list, or a text split at its spaces.
fn words(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::String(text)) => text.split_whitespace().map(str::to_owned).collect(),
        value => texts(value),
    }
}

fn categories(fields: &Table, above: &str) -> Vec<String> {
    let mut all: Vec<String> = above
        .split('/')
        .filter(|one| !one.is_empty())
        .map(str::to_owned)
        .collect();
    let own = match fields.get("category") {
        Some(one) => texts(Some(one)),
        None => words(fields.get("categories")),
    };
    for one in own {
        if !all.contains(&one) {
            all.push(one);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_files() {
        let config = Table::new();
        let reader = Reader {
            config: &config,
            ids: None,
            included: ["_pages", ".well-known/", ".htaccess"]
                .map(str::to_owned)
                .into(),
            has_math: false,
            is_kramdown: true,
            folder: "",
        };
        for (path, expected) in [
            ("_pages/x.md", false),
            ("_pages/_x.md", true),
            ("_pages2/x.md", true),
            (".well-known/z.txt", false),
            (".htaccess", false),
            ("_drafts/a.md", true),
            ("a/b.md", false),
        ] {
            assert_eq!(reader.is_hidden(path), expected, "{path}");
        }
    }

    #[test]
    fn files_of_collections() {
        let config = from_yaml(
            "collections:\n  recipes:\n    output: true\n    permalink: /r/:path/\n  tips:\n    output: true\n  staff:\n    output: false\n",
        )
        .unwrap();
        let reader = Reader {
            config: &config,
            ids: None,
            included: Vec::new(),
            has_math: false,
            is_kramdown: true,
            folder: "",
        };
        for (path, expected) in [
            ("_recipes/pic.png", Some("r/pic.png")),
            ("_recipes/a/b.svg", Some("r/a/b.svg")),
            ("_tips/a.pdf", Some("tips/a.pdf")),
            ("_recipes/_a.png", None),
            ("_recipes/a.md", None),
            ("_staff/a.png", None),
            ("_data/a.png", None),
        ] {
            assert_eq!(reader.url_of_file(path).as_deref(), expected, "{path}");
        }
    }
}
