//! Files that are copied: pictures beside documents, and files that are published unchanged.

use diagnostic::folder_of;
use render::joined;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::html::Hosts;
use crate::hugo_content::{has_page, is_skipped};
use crate::imported::File;
use crate::model::{Page, Site};
use crate::project::Project;
use crate::redirects::can_redirect;
use crate::report::Losses;
use crate::scripts::Scripts;
use crate::targets::Targets;
use crate::unfit_pictures::unfit;

/// Formats that pages can show in several sizes or inline.
const PICTURES: [&str; 7] = ["png", "jpg", "jpeg", "gif", "webp", "avif", "svg"];

/// Files that texts refer to, and where they are copied to.
#[derive(Debug)]
pub struct Copies<'a> {
    pub project: &'a Project<'a>,
    pub public: &'a BTreeMap<String, String>,
    /// Beginnings of paths that stand for folders.
    pub aliases: &'a [(String, String)],
    /// Copied files, by their new path.
    pub files: BTreeMap<String, File>,
    /// Old paths of pictures that are beside documents now.
    pub beside: BTreeSet<String>,
    /// Files in the folders of pages, by their URL without a slash at the beginning.
    pub bundled: &'a BTreeMap<String, String>,
    /// Other hosts that pages use, and for what.
    pub hosts: Hosts,
    /// Styles that were in attributes, each with its number.
    pub styles: BTreeMap<String, usize>,
    /// Scripts that were in texts.
    pub scripts: Scripts,
    pub losses: Losses,
}

impl Copies<'_> {
    fn exists(&self, file: &str) -> bool {
        self.project
            .files
            .binary_search_by(|one| one.as_str().cmp(file))
            .is_ok()
    }

    /// Returns whether the old site has a file at an address of a page. `folder` is that of the page's file.
    pub fn has(&self, page: &Page, folder: &str, path: &str) -> bool {
        let base = if path.starts_with('/') {
            ""
        } else {
            folder_of(&page.url)
        };
        let name = joined(base, path);
        let is_published = self.published(page, &name).is_some();
        is_published || !path.starts_with('/') && self.exists(&joined(folder, path))
    }

    /// Returns the old file at a URL without a slash at its beginning, or at that URL in the language of the page.
    fn published(&self, page: &Page, name: &str) -> Option<&String> {
        let in_language = || self.bundled.get(&format!("{}/{name}", page.lang));
        // The URLs of the main language may have begun with its code, too.
        let without_language = || {
            let name = name.strip_prefix(&page.lang)?.strip_prefix('/')?;
            self.bundled.get(name)
        };
        let own = self.public.get(name).or_else(|| self.bundled.get(name));
        own.or_else(in_language).or_else(without_language)
    }

    /// Copies a picture to where the page in the new file `target` can show it. Returns its address there; `None` if there is no
    /// such file.
    pub fn picture(
        &mut self,
        page: &Page,
        folder: &str,
        path: &str,
        target: &str,
    ) -> Option<String> {
        let (_, extension) = path.rsplit_once('.')?;
        if !PICTURES.contains(&extension.to_lowercase().as_str()) {
            return self.public(page, folder, path);
        }
        let file = self.file(folder, path);
        let is_outside = path.contains("..") || self.alias(path).is_some();
        let Some(file) = file.filter(|_| !is_outside) else {
            return self.shared_picture(page, folder, path);
        };
        if self.is_unfit(&file) {
            return self.public(page, folder, path);
        }
        let beside = folder_of(target);
        self.beside.insert(file.clone());
        let path = path.trim_start_matches("./");
        self.files
            .insert(format!("{beside}/{path}"), File::Copy(file));
        Some(path.to_owned())
    }

    /// Copies a picture to the folder of pictures that all pages can show. Returns its address there; `None` if there is no such file.
    pub fn shared_picture(&mut self, page: &Page, folder: &str, path: &str) -> Option<String> {
        let (_, extension) = path.rsplit_once('.')?;
        if !PICTURES.contains(&extension.to_lowercase().as_str()) {
            return None;
        }
        let (name, source) = if let Some(file) = self.file(folder, path) {
            if self.is_unfit(&file) {
                let name = file.rsplit('/').next().unwrap_or(&file);
                return Some(self.publish(format!("/old-pictures/{name}"), file.clone()));
            }
            self.beside.insert(file.clone());
            let name = file.split_once('/').map_or(file.as_str(), |(_, rest)| rest);
            (name.to_owned(), file)
        } else {
            let base = if path.starts_with('/') {
                ""
            } else {
                folder_of(&page.url)
            };
            let name = joined(base, path);
            let source = self.published(page, &name)?.clone();
            if self.is_unfit(&source) {
                return Some(self.publish(format!("/{name}"), source));
            }
            let short = name.strip_prefix("images/").unwrap_or(&name).to_owned();
            (short, source)
        };
        self.files
            .insert(format!("content/images/{name}"), File::Copy(source));
        Some(format!("/images/{name}"))
    }

    /// Returns the path of a file for which a site of Astro has an abbreviation.
    fn alias(&self, path: &str) -> Option<String> {
        let mut aliases = self.aliases.iter();
        aliases.find_map(|(start, folder)| Some(format!("{folder}{}", path.strip_prefix(start)?)))
    }

    /// Returns the file at a path relative to the folder of a document.
    fn file(&self, folder: &str, path: &str) -> Option<String> {
        let file = self.alias(path).unwrap_or_else(|| joined(folder, path));
        (!path.starts_with('/') && self.exists(&file)).then_some(file)
    }

    /// Publishes a file beside a page unchanged. Returns its URL; `None` if there is no such file.
    pub fn public(&mut self, page: &Page, folder: &str, path: &str) -> Option<String> {
        let file = joined(folder, path);
        let is_document = path.ends_with(".md") || path.ends_with(".markdown");
        // Jekyll publishes no file of such folders, unless they are collections.
        let top = file.split('/').next().unwrap_or_default();
        let is_template = top.starts_with('_') && !page.source.path.starts_with(top);
        if path.starts_with('/') || is_document || is_template || !self.exists(&file) {
            return None;
        }
        let url = format!("/{}", joined(page.folder_url(), path));
        Some(self.publish(url, file))
    }

    /// Publishes a file unchanged at a URL, which is returned.
    fn publish(&mut self, url: String, file: String) -> String {
        self.files.insert(format!("public{url}"), File::Copy(file));
        url
    }

    /// Returns whether a picture has to be published unchanged, which is reported.
    fn is_unfit(&mut self, file: &str) -> bool {
        if let Some(known) = self.losses.pictures.get(file) {
            return known.is_some();
        }
        let bytes = (self.project.read)(file).unwrap_or_default();
        let reason = unfit(file, &bytes);
        self.losses.pictures.insert(file.to_owned(), reason);
        reason.is_some()
    }
}

/// Returns the path of a file relative to the folder of another one.
pub fn relative(from: &str, file: &str) -> String {
    let mut folders: Vec<&str> = from.split('/').collect();
    folders.pop();
    let mut rest = file;
    let mut shared = 0;
    while let (Some(folder), Some((first, tail))) = (folders.get(shared), rest.split_once('/')) {
        if *folder != first {
            break;
        }
        shared += 1;
        rest = tail;
    }
    "../".repeat(folders.len() - shared) + rest
}

/// Returns the files in the folders of pages, except documents, by their old URLs without a slash at the beginning.
pub fn bundled(site: &Site, project: &Project<'_>) -> BTreeMap<String, String> {
    // The URL of each folder, and whether files in folders below it are published.
    let mut folders: HashMap<&str, (String, bool)> = HashMap::new();
    for page in site.pages.iter().filter(|page| page.has_folder) {
        // The pages of a section of Zola do not have files in folders below it.
        let is_deep = page.list.is_none() || site.generator == "Hugo";
        if let Some((folder, name)) = page.source.path.rsplit_once('/') {
            // Hugo publishes the files of a folder that is of one language below the URL of the language.
            let is_of_language = site.generator == "Hugo"
                && page.lang != site.language
                && !name.contains(&format!(".{}.", page.lang));
            let url = match (is_of_language, page.folder_url()) {
                (true, url) => format!("{}/{url}", page.lang),
                (false, url) => url.to_owned(),
            };
            folders.entry(folder).or_insert((url, is_deep));
        }
    }
    for (folder, url) in &site.file_folders {
        folders.entry(folder).or_insert((url.clone(), true));
    }
    let mut files = BTreeMap::new();
    for path in project.files {
        let is_markdown = [".md", ".markdown", ".mdx"]
            .iter()
            .any(|end| path.ends_with(end));
        let is_page = || match site.generator {
            "Hugo" => project.text(path).is_some_and(|source| has_page(&source)),
            "Zola" => false,
            _ => true,
        };
        let is_html = path.ends_with(".html") || path.ends_with(".htm");
        let is_document = is_markdown || is_html && is_page();
        if is_document || site.generator == "Hugo" && is_skipped(path) {
            continue;
        }
        let mut above = path.as_str();
        while let Some((folder, _)) = above.rsplit_once('/') {
            above = folder;
            let Some((url, is_deep)) = folders.get(folder) else {
                continue;
            };
            let rest = &path[folder.len()..];
            if *is_deep || !rest[1..].contains('/') {
                let url = format!("{url}{rest}");
                files.insert(url.trim_start_matches('/').to_owned(), path.clone());
            }
            break;
        }
    }
    files
}

/// Returns redirects from the URLs at which Zola also publishes the files in the folder of a translated page, below the code of the
/// language: one for each file, or for each folder in that of the page.
pub fn files_of_translations(
    site: &Site,
    bundled: &BTreeMap<String, String>,
) -> BTreeSet<(String, String)> {
    let urls = bundled
        .iter()
        .map(|(url, path)| (path.as_str(), url.as_str()));
    let urls: BTreeMap<&str, &str> = urls.collect();
    let mut moved = BTreeSet::new();
    let is_translated = |page: &&Page| page.has_folder && page.lang != site.language;
    let pages = site.pages.iter().filter(|_| site.generator == "Zola");
    for page in pages
        .filter(is_translated)
        .filter(|page| page.list.is_none())
    {
        let above = format!("{}/", folder_of(&page.source.path));
        let files = urls.range(above.as_str()..);
        for (path, url) in files.take_while(|(path, _)| path.starts_with(&above)) {
            let rest = &path[above.len()..];
            let Some(to) = url.strip_suffix(rest) else {
                continue;
            };
            let from = format!("/{}", joined(&page.lang, page.folder_url()));
            let part = match rest.split_once('/') {
                Some((folder, _)) => format!("{folder}/*"),
                None => rest.to_owned(),
            };
            if can_redirect(&format!("/{}", part.trim_end_matches("/*"))) {
                moved.insert((format!("{from}/{part}"), format!("/{to}{part}")));
            }
        }
    }
    moved
}

/// Returns the files in the folders of pages at their old URLs, without the pictures that texts show if they had other URLs.
pub fn other_files(
    site: &Site,
    bundled: &BTreeMap<String, String>,
    beside: &BTreeSet<String>,
) -> BTreeMap<String, File> {
    let has_urls = ["Hugo", "Zola"].contains(&site.generator);
    let others = bundled
        .iter()
        .filter(|(_, path)| has_urls || !beside.contains(*path));
    let others = others.map(|(url, path)| (format!("public/{url}"), File::Copy(path.clone())));
    others.collect()
}

/// Removes the published files at whose URLs the new site has a page, such as `index.html`, and reports them. `files` has the new file of
/// each page by its index.
pub fn without_pages(site: &mut Site, files: &BTreeMap<usize, String>, targets: &Targets) {
    let mut pages: BTreeMap<String, &String> = BTreeMap::new();
    for (index, file) in files {
        let Some(page) = site.pages.get(*index) else {
            continue;
        };
        let url = match page.url.as_str() {
            "/404/" => targets.url_in(&page.lang, "/404.html"),
            _ => targets.url(page),
        };
        let path = match url.trim_start_matches('/') {
            path if path.is_empty() || path.ends_with('/') => format!("{path}index.html"),
            path if path.ends_with(".html") => path.to_owned(),
            path => format!("{path}.html"),
        };
        pages.insert(path, file);
    }
    let taken = site.public.keys().filter(|path| pages.contains_key(*path));
    let taken: Vec<String> = taken.cloned().collect();
    for path in taken {
        site.public.remove(&path);
        let message = format!("{path} was left out, because a page has its URL");
        let help = format!("write what it showed into {}", pages[&path]);
        site.note(message, &help);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Files;
    use diagnostic::Source;

    #[test]
    fn files_in_folders() {
        for (file, url, expected) in [
            (
                "content/posts/b/index.md",
                "/posts/b/",
                "posts/b/f.pdf posts/b/in/g.pdf",
            ),
            (
                "content/posts/b/index.md",
                "/posts/b.html",
                "posts/b/f.pdf posts/b/in/g.pdf",
            ),
            ("content/posts/b/index.md", "/", "f.pdf in/g.pdf"),
            (
                "content/posts/c/index.md",
                "/posts/c/",
                "h/f.pdf h/in/g.pdf",
            ),
        ] {
            let page = Page {
                url: url.to_owned(),
                has_folder: true,
                ..Page::new(&Source::new(file, ""))
            };
            let site = Site {
                generator: "Hugo",
                pages: vec![page],
                file_folders: vec![("content/posts/b".to_owned(), "h".to_owned())],
                ..Site::default()
            };
            let files = Files::empty(&["content/posts/b/f.pdf", "content/posts/b/in/g.pdf"]);
            let found: Vec<String> = bundled(&site, &files.project()).into_keys().collect();
            assert_eq!(found.join(" "), expected, "{file} {url}");
            let files = Files::of(&[
                ("content/posts/b/in/index.html", "<!DOCTYPE html><p>a</p>"),
                ("content/posts/b/page.html", "---\ntitle: A\n---\n<p>a</p>"),
            ]);
            let found: Vec<String> = bundled(&site, &files.project()).into_keys().collect();
            let page = expected.replace("in/g.pdf", "in/index.html");
            assert_eq!(
                found.join(" "),
                page.split(' ').next_back().unwrap(),
                "{file} {url}"
            );
        }
    }

    #[test]
    fn files_at_urls_of_translations() {
        for (page, url, files, expected) in [
            (
                "content/p/index.ja.md",
                "/p/",
                "content/p/a.png content/p/in/b.png content/p/in/c.png",
                "/ja/p/a.png=/p/a.png /ja/p/in/*=/p/in/*",
            ),
            (
                "content/p/index.ja.md",
                "/own/",
                "content/p/a.png",
                "/ja/own/a.png=/p/a.png",
            ),
            ("content/p/index.ja.md", "/p/", "content/p/a#.png", ""),
            ("content/p/index.ja.md", "/p/", "content/p/i/b.png", ""),
            ("content/p/index.md", "/p/", "content/p/a.png", ""),
        ] {
            let lang = if page.contains(".ja.") { "ja" } else { "en" };
            let of = |source: &str, url: &str, lang: &str| Page {
                url: url.to_owned(),
                lang: lang.to_owned(),
                has_folder: true,
                ..Page::new(&Source::new(source, ""))
            };
            let site = Site {
                generator: "Zola",
                language: "en".to_owned(),
                pages: vec![
                    of("content/p/index.md", "/p/", "en"),
                    of("content/p/i/index.md", "/ünü/", "en"),
                    of(page, url, lang),
                ],
                ..Site::default()
            };
            let files: Vec<&str> = files.split(' ').collect();
            let files = Files::empty(&files);
            let bundled = bundled(&site, &files.project());
            let moved = files_of_translations(&site, &bundled).into_iter();
            let moved: Vec<String> = moved.map(|(from, to)| format!("{from}={to}")).collect();
            assert_eq!(moved.join(" "), expected, "{page} {url}");
        }
    }
}
