//! Folders from which a site of Hugo takes its content and its files, and the documents in them.

use std::collections::BTreeSet;
use std::sync::Arc;

use diagnostic::Source;
use regex::Regex;
use toml::{Table, Value};

use crate::hugo_settings::settings;
use crate::model::Site;
use crate::project::{Project, is_hidden};
use crate::values::{inner, text, texts};

/// A file of the content.
pub struct Document {
    /// The file.
    pub source: Arc<Source>,
    /// Folder within the content.
    pub folder: String,
    /// Name without the ending and the language.
    pub name: String,
    /// Code of the language.
    pub lang: String,
}

/// A folder, or a document, that is mounted in another place.
#[derive(Debug, PartialEq, Eq)]
pub struct Mount {
    /// The folder, with a slash at its end, or the document.
    pub folder: String,
    /// Path of its files in the place where it is mounted: nothing, or a path with a slash at its end. Path of a document there.
    pub prefix: String,
    /// Code of the language of all files, if they have the same.
    pub lang: Option<String>,
    /// Patterns of the files that are mounted; those after `! ` are of files that are not. The first that fits decides.
    files: Vec<String>,
}

impl Mount {
    /// Returns whether a file is mounted.
    pub fn has(&self, path: &str) -> bool {
        let rest = path.strip_prefix(self.folder.as_str());
        let Some(rest) = rest.filter(|rest| !is_hidden(rest)) else {
            return false;
        };
        let path = format!("/{}", rest.to_lowercase());
        let fits = |pattern: &&String| {
            let pattern = pattern.trim_start_matches("! ").to_lowercase();
            let pattern = format!("/{}", pattern.trim_start_matches('/'));
            fast_glob::glob_match(across_folders(&pattern), &path)
        };
        match self.files.iter().find(fits) {
            Some(first) => !first.starts_with("! "),
            None => self.files.iter().all(|one| one.starts_with("! ")),
        }
    }
}

/// Returns a pattern in which two asterisks beside other characters also stand for slashes, as they do for Hugo.
pub fn across_folders(pattern: &str) -> String {
    let mut result = String::with_capacity(pattern.len());
    let mut parts = pattern.split("**").peekable();
    while let Some(part) = parts.next() {
        result.push_str(part);
        if let Some(next) = parts.peek() {
            let is_whole = part.ends_with('/') && (next.is_empty() || next.starts_with('/'));
            result.push_str(if is_whole { "**" } else { "{*,*/**/*}" });
        }
    }
    result
}

/// Returns a folder without slashes at its beginning, and with one at its end. A document has no slash at its end.
fn folder(path: &str) -> String {
    let path = path.trim_start_matches("./").trim_matches('/');
    if path.is_empty() || is_document(path) {
        path.to_owned()
    } else {
        format!("{path}/")
    }
}

/// Returns the folders that are mounted in `place`, such as `content`; the default is the setting `key` of each language and of
/// the site.
pub fn mounts(config: &Table, place: &str, key: &str) -> Vec<Mount> {
    let mut all: Vec<Mount> = Vec::new();
    let mounts = inner(config, "module").and_then(|one| one.get("mounts")?.as_array());
    for mount in mounts.into_iter().flatten().filter_map(Value::as_table) {
        let target = folder(text(mount, "target").unwrap_or_default());
        let (Some(prefix), Some(source)) = (
            target
                .strip_prefix(place)
                .and_then(|rest| rest.strip_prefix('/')),
            text(mount, "source"),
        ) else {
            continue;
        };
        let matrix = inner(mount, "sites").and_then(|one| inner(one, "matrix"));
        let langs = texts(
            matrix
                .and_then(|one| one.get("languages"))
                .or(mount.get("lang")),
        );
        let mut files = texts(mount.get("files"));
        files.extend(texts(mount.get("includefiles")));
        let excluded = texts(mount.get("excludefiles")).into_iter();
        files.extend(excluded.map(|one| format!("! {one}")));
        all.push(Mount {
            folder: folder(source),
            prefix: prefix.to_owned(),
            lang: langs.into_iter().next(),
            files,
        });
    }
    if !all.is_empty() {
        return all;
    }
    let mut add = |path: &str, lang: Option<&String>| {
        let mount = Mount {
            folder: folder(path),
            prefix: String::new(),
            lang: lang.cloned(),
            files: Vec::new(),
        };
        if !all.iter().any(|one| one.folder == mount.folder) {
            all.push(mount);
        }
    };
    let disabled = disabled_languages(config);
    let mut has_all = None;
    for (code, language) in inner(config, "languages").into_iter().flatten() {
        let own = texts(language.as_table().and_then(|one| one.get(key)));
        for path in &own {
            add(path, Some(code));
        }
        if !disabled.contains(code) {
            has_all = Some(!own.is_empty() && has_all.unwrap_or(true));
        }
    }
    // The folder of the whole site is that of the languages without one of their own.
    if has_all == Some(true) {
        return all;
    }
    let own = texts(config.get(key));
    for path in &own {
        add(path, None);
    }
    if own.is_empty() {
        add(place, None);
    }
    all
}

/// Returns the folders and documents that the settings mount as content, or publish unchanged.
pub fn mounted(project: &Project<'_>) -> Vec<String> {
    let config = settings(project).unwrap_or_default();
    let mut all = mounts(&config, "content", "contentdir");
    all.extend(mounts(&config, "static", "staticdir"));
    all.into_iter().map(|one| one.folder).collect()
}

/// Removes the files of the content and the data that `ignoreFiles` names. Its patterns are for whole paths on the computer.
pub fn without_ignored(project: &Project<'_>, files: &mut Vec<String>) {
    let config = settings(project).unwrap_or_default();
    let patterns = texts(config.get("ignorefiles")).into_iter();
    let patterns: Vec<Regex> = patterns.filter_map(|one| Regex::new(&one).ok()).collect();
    let mut folders = vec!["data/".to_owned()];
    folders.extend(
        mounts(&config, "content", "contentdir")
            .into_iter()
            .map(|one| one.folder),
    );
    files.retain(|path| {
        let whole = format!("/site/{path}");
        let is_read = folders.iter().any(|folder| path.starts_with(folder));
        !is_read || !patterns.iter().any(|one| one.is_match(&whole))
    });
}

/// Returns the codes of the languages that Hugo does not publish.
pub fn disabled_languages(config: &Table) -> BTreeSet<String> {
    let languages = inner(config, "languages").into_iter().flatten();
    let is_off = |one: &Value| one.get("disabled").and_then(Value::as_bool) == Some(true);
    let disabled = languages.filter(|(_, one)| is_off(one));
    let disabled = disabled.map(|(code, _)| code.clone());
    disabled
        .chain(texts(config.get("disablelanguages")))
        .collect()
}

fn is_known(lang: &str, site: &Site) -> bool {
    lang == site.language || site.languages.contains_key(lang)
}

/// Returns whether a folder is not that of a language that Hugo does not publish.
fn is_published(mount: &Mount, site: &Site) -> bool {
    let lang = mount.lang.as_deref();
    lang.is_none_or(|lang| is_known(lang, site))
}

/// Returns the folders whose files Hugo publishes although they have no document `_index.md`, each with its URL without slashes at its
/// ends: those of the content, and those of its sections. `section_url` returns the URL of a section.
pub fn file_folders(
    project: &Project<'_>,
    config: &Table,
    site: &Site,
    section_url: impl Fn(&str) -> String,
) -> Vec<(String, String)> {
    let mut folders = Vec::new();
    for mount in mounts(config, "content", "contentdir") {
        if !is_published(&mount, site) {
            continue;
        }
        let lang = mount.lang.as_deref().filter(|lang| *lang != site.language);
        let at = |url: &str| {
            format!(
                "{}{url}",
                lang.map_or(String::new(), |lang| format!("{lang}/"))
            )
        };
        let folder = mount.folder.trim_end_matches('/').to_owned();
        folders.push((folder, at(mount.prefix.trim_end_matches('/'))));
        let paths = project
            .below(&mount.folder)
            .filter(|path| is_document(path) && mount.has(path));
        let sections: BTreeSet<&str> = paths
            .filter_map(|path| Some(path[mount.folder.len()..].split_once('/')?.0))
            .filter(|_| mount.prefix.is_empty())
            .collect();
        for section in sections {
            let url = section_url(section);
            let folder = format!("{}{section}", mount.folder);
            folders.push((folder, at(url.trim_matches('/'))));
        }
    }
    folders
}

/// Reports what is mounted as content and cannot be read.
pub fn report_mounts(project: &Project<'_>, config: &Table, site: &mut Site) {
    for mount in mounts(config, "content", "contentdir") {
        let is_default = inner(config, "module").is_none();
        if !is_default && project.below(&mount.folder).next().is_none() {
            let message = format!("{} is mounted as content, but has no files", mount.folder);
            let help = "copy its files into the old site, and import it again";
            site.note(message, help);
        }
    }
}

/// Returns the documents of a site, in the order of their folders.
pub fn documents(project: &Project<'_>, config: &Table, site: &Site) -> Vec<Document> {
    let disabled = disabled_languages(config);
    let mounts = mounts(config, "content", "contentdir");
    let mut documents = Vec::new();
    // Several mounts may have the same file.
    let mut known: BTreeSet<(String, String)> = BTreeSet::new();
    for mount in &mounts {
        if !is_published(mount, site) {
            continue;
        }
        let is_of_other = |path: &str| {
            mounts.iter().any(|other| {
                other.folder.len() > mount.folder.len()
                    && other.folder.ends_with('/')
                    && other.folder.starts_with(&mount.folder)
                    && other.has(path)
            })
        };
        let paths = project
            .below(&mount.folder)
            .filter(|path| is_document(path) && mount.has(path));
        for path in paths.filter(|path| !is_of_other(path)) {
            let Some(source) = project.text(path).filter(has_page) else {
                continue;
            };
            let path = format!("{}{}", mount.prefix, &path[mount.folder.len()..]);
            let path = path
                .rsplit_once('.')
                .map_or(path.as_str(), |(path, _)| path);
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            let tag = name.rsplit_once('.');
            let tag = tag.map(|(name, tag)| (name, tag.to_lowercase()));
            if tag.as_ref().is_some_and(|(_, tag)| disabled.contains(tag)) {
                continue;
            }
            let tagged = tag.filter(|(_, tag)| is_known(tag, site));
            let (name, lang) = tagged.unwrap_or_else(|| {
                (
                    name,
                    mount.lang.clone().unwrap_or_else(|| site.language.clone()),
                )
            });
            if !known.insert((source.path.clone(), lang.clone())) {
                continue;
            }
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

/// Returns whether a document is a page. HTML without front matter is a file of the page beside it.
pub fn has_page(source: &Arc<Source>) -> bool {
    !source.path.contains(".htm") || source.text.trim_start().starts_with(['-', '+', '{'])
}

fn is_document(path: &str) -> bool {
    let endings = [".md", ".markdown", ".mdown", ".html", ".htm"];
    endings.iter().any(|end| path.ends_with(end))
}

/// Endings of documents in other languages than Markdown and HTML.
const OTHERS: [&str; 6] = [".adoc", ".asciidoc", ".org", ".rst", ".pandoc", ".pdc"];

/// Name of a program that makes the pages of its folder from data.
const PROGRAM: &str = "_content.gotmpl";

/// Returns whether a file of the content is neither a page nor published: a document in another language, or a file with a name of
/// editors and systems.
pub fn is_skipped(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.starts_with(['.', '#'])
        || name == PROGRAM
        || name.ends_with('~')
        || OTHERS.iter().any(|end| name.ends_with(end))
}

/// Reports programs that make pages from data, and documents in other languages than Markdown and HTML.
pub fn report_programs(project: &Project<'_>, config: &Table, site: &mut Site) {
    for mount in mounts(config, "content", "contentdir") {
        for path in project.below(&mount.folder) {
            let folder = path[mount.folder.len()..].strip_suffix(PROGRAM);
            let (Some(folder), Some(source)) = (folder, project.text(path)) else {
                continue;
            };
            let url = format!("/{}{}", mount.prefix, folder.to_lowercase());
            let name = url.trim_matches('/').rsplit('/').next().unwrap_or_default();
            let name = if name.is_empty() { "entries" } else { name };
            let message =
                format!("the pages below {url} that this program makes from data were left out");
            let help = format!(
                "write the data as [[item]] tables in content/lists/{name}.toml, and a [[collection]] with `file = \"lists/{name}.toml\"`, `route = \"{url}{{slug}}/\"`, and `template` in content/structure.toml"
            );
            site.report(&source, 0..0, message, &help);
        }
    }
    report_documents(project, site);
}

/// Reports documents in other languages than Markdown and HTML.
fn report_documents(project: &Project<'_>, site: &mut Site) {
    let folders: BTreeSet<&str> = site
        .pages
        .iter()
        .filter_map(|page| page.source.path.split('/').next())
        .collect();
    let mut others: Vec<Arc<Source>> = Vec::new();
    for path in project.files {
        let is_other = OTHERS.iter().any(|end| path.ends_with(end));
        let is_content = || {
            path.split('/')
                .next()
                .is_some_and(|one| folders.contains(one))
        };
        if is_other && is_content() {
            others.extend(project.text(path));
        }
    }
    let Some(first) = others.first() else {
        return;
    };
    let message = match others.len() {
        1 => format!("{} is not Markdown, and was left out", first.path),
        count => format!(
            "{count} files of the content are not Markdown, and were left out, such as {}",
            first.path
        ),
    };
    let help = "convert it to Markdown, and import the site again";
    site.report(first, 0..0, message, help);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Files;
    use crate::model::Page;

    #[test]
    fn files_that_are_not_markdown() {
        for (files, expected) in [
            (vec!["content/a.md", "data/b.org"], ""),
            (
                vec!["content/_content.gotmpl", "content/a.md"],
                "the pages below / that this program makes from data were left out",
            ),
            (
                vec!["content/Books/new/_content.gotmpl", "content/a.md"],
                "the pages below /books/new/ that this program makes from data were left out",
            ),
            (
                vec!["content/a.md", "content/b.org", "content/c.adoc"],
                "2 files of the content are not Markdown, and were left out, such as content/b.org",
            ),
        ] {
            let files = Files::empty(&files);
            let mut site = Site {
                pages: vec![Page::new(&Source::new("content/a.md", ""))],
                ..Site::default()
            };
            report_programs(&files.project(), &Table::new(), &mut site);
            let messages: Vec<&str> = site
                .diagnostics
                .iter()
                .map(|one| one.message.as_str())
                .collect();
            assert_eq!(messages.join("; "), expected);
        }
    }

    #[test]
    fn ignored_files() {
        for (settings, expected) in [
            (
                "",
                "content/a.foo content/drafts/b.md data/c.foo static/d.foo",
            ),
            (
                "ignoreFiles = ['\\.foo$']",
                "content/drafts/b.md static/d.foo",
            ),
            (
                "ignoreFiles = ['/drafts/', '(']",
                "content/a.foo data/c.foo static/d.foo",
            ),
            (
                "ignoreFiles = '^/content/'",
                "content/a.foo content/drafts/b.md data/c.foo static/d.foo",
            ),
        ] {
            let files = Files::of(&[
                ("content/a.foo", ""),
                ("content/drafts/b.md", ""),
                ("data/c.foo", ""),
                ("hugo.toml", settings),
                ("static/d.foo", ""),
            ]);
            let project = files.project();
            let mut left = project.files.to_vec();
            without_ignored(&project, &mut left);
            left.retain(|path| path != "hugo.toml");
            assert_eq!(left.join(" "), expected, "{settings}");
        }
    }

    #[test]
    fn files_of_two_mounts() {
        let files = Files::of(&[
            ("content/a.ja.md", "---\ntitle: A\n---\n"),
            ("content/a.en.md", "---\ntitle: A\n---\n"),
            ("content/b.md", "---\ntitle: B\n---\n"),
        ]);
        let mount = |lang: &str| {
            format!("[[module.mounts]]\nsource = 'content'\ntarget = 'content'\nlang = '{lang}'\n")
        };
        for (langs, expected) in [
            ("ja en", "a.en a.ja b.ja b.en"),
            ("ja ja", "a.en a.ja b.ja"),
            ("en", "a.en a.ja b.en"),
        ] {
            let config: String = langs.split(' ').map(mount).collect();
            let config: Table = toml::from_str(&config).unwrap();
            let mut site = Site {
                language: "en".to_owned(),
                ..Site::default()
            };
            let japanese = crate::model::Language::named("Japanese");
            site.languages.insert("ja".to_owned(), japanese);
            let found = documents(&files.project(), &config, &site);
            let found = found.iter().map(|one| format!("{}.{}", one.name, one.lang));
            assert_eq!(found.collect::<Vec<_>>().join(" "), expected, "{langs}");
        }
    }

    #[test]
    fn documents_in_html() {
        for (text, expected) in [
            ("<p>a part of the page beside it</p>", 0),
            ("---\ntitle: A\n---\n<p>a</p>", 1),
            ("\n+++\ntitle = 'A'\n+++\n<p>a</p>", 1),
        ] {
            let files = Files::of(&[("content/docs/a.html", text)]);
            let found = documents(&files.project(), &Table::new(), &Site::default());
            assert_eq!(found.len(), expected, "{text}");
        }
    }

    #[test]
    fn files_of_mounts() {
        for (settings, path, expected) in [
            ("", "docs/a.md", true),
            ("", "other/a.md", false),
            ("", "docs/.a/b.md", false),
            ("files = ['! de/**']", "docs/de/a/b.md", false),
            ("files = ['! de/**']", "docs/en/a.md", true),
            ("files = ['! a/**', '**.MD']", "docs/a/b.md", false),
            ("files = ['! a/**', '**.MD']", "docs/b/c/d.md", true),
            ("files = '/b/**/c.md'", "docs/b/c.md", true),
            ("files = '/b/**/c.md'", "docs/b/d/c.md", true),
            ("files = '*.md'", "docs/b/c.md", false),
            ("includefiles = ['blog/**']", "docs/blog/a.md", true),
            ("includefiles = ['blog/**']", "docs/a.md", false),
            ("excludefiles = '{a,b}.md'", "docs/b.md", false),
            ("excludefiles = '{a,b}.md'", "docs/c.md", true),
            ("excludefiles = 'draft**'", "docs/drafts/c.md", false),
        ] {
            let config =
                format!("[[module.mounts]]\nsource = 'docs'\ntarget = 'content'\n{settings}");
            let config: Table = toml::from_str(&config).unwrap();
            let mounts = mounts(&config, "content", "contentdir");
            assert_eq!(mounts[0].has(path), expected, "{settings}: {path}");
        }
    }

    #[test]
    fn folders() {
        for (config, expected) in [
            ("", "content/ to  in -"),
            ("contentdir = './src/docs/'", "src/docs/ to  in -"),
            (
                "languages.de.contentdir = 'content/de'\nlanguages.en.contentdir = 'content'",
                "content/de/ to  in de, content/ to  in en",
            ),
            (
                "languages.de.contentdir = 'content/de'\nlanguages.en.weight = 1",
                "content/de/ to  in de, content/ to  in -",
            ),
            (
                "disablelanguages = ['fr']\n[languages]\nde.contentdir = 'de'\nen.contentdir = 'en'\nfr.weight = 3",
                "de/ to  in de, en/ to  in en",
            ),
            (
                "[[module.mounts]]\nsource = 'docs'\ntarget = 'content/manual'\nlang = 'en'\n\
                 [[module.mounts]]\nsource = 'src'\ntarget = 'assets'\n\
                 [[module.mounts]]\nsource = 'c'\ntarget = 'content'\nsites.matrix.languages = ['fr']",
                "docs/ to manual/ in en, c/ to  in fr",
            ),
            (
                "[[module.mounts]]\nsource = 'parts/a.md'\ntarget = 'content/docs/b.md'",
                "parts/a.md to docs/b.md in -",
            ),
        ] {
            let config: Table = toml::from_str(config).unwrap();
            let found = mounts(&config, "content", "contentdir");
            let shown = found.iter().map(|one| {
                let lang = one.lang.as_deref().unwrap_or("-");
                format!("{} to {} in {lang}", one.folder, one.prefix)
            });
            assert_eq!(shown.collect::<Vec<_>>().join(", "), expected);
        }
    }
}
