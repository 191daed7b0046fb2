//! Files that are copied: pictures beside documents, and files that are published unchanged.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use diagnostic::Source;

use crate::imported::File;
use crate::model::{Page, Site};
use crate::project::Project;

/// Formats that pages can show in several sizes or inline.
const PICTURES: [&str; 7] = ["png", "jpg", "jpeg", "gif", "webp", "avif", "svg"];

/// Files that texts refer to, and where they are copied to.
#[derive(Debug)]
pub struct Copies<'a> {
    pub project: &'a Project<'a>,
    pub public: &'a BTreeMap<String, String>,
    /// Copied files, by their new path.
    pub files: BTreeMap<String, File>,
    /// Old paths of pictures that are beside documents now.
    pub beside: BTreeSet<String>,
    /// Pictures of other hosts that became links, each with its document.
    pub outside: Vec<(Arc<Source>, String)>,
}

impl Copies<'_> {
    fn exists(&self, file: &str) -> bool {
        self.project
            .files
            .binary_search_by(|one| one.as_str().cmp(file))
            .is_ok()
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
        let file = joined(folder, path);
        if !path.starts_with('/') && self.exists(&file) {
            let beside = target.rsplit_once('/').map_or("", |(folder, _)| folder);
            self.beside.insert(file.clone());
            if path.contains("..") {
                let name = file
                    .split_once('/')
                    .map_or(file.as_str(), |(_, rest)| rest)
                    .to_owned();
                self.files
                    .insert(format!("content/images/{name}"), File::Copy(file));
                return Some(format!("/images/{name}"));
            }
            let path = path.trim_start_matches("./");
            self.files
                .insert(format!("{beside}/{path}"), File::Copy(file));
            return Some(path.to_owned());
        }
        let base = if path.starts_with('/') {
            ""
        } else {
            page.url.rsplit_once('/').map_or("", |(folder, _)| folder)
        };
        let name = joined(base, path);
        let source = self.public.get(&name)?.clone();
        let short = name.strip_prefix("images/").unwrap_or(&name).to_owned();
        self.files
            .insert(format!("content/images/{short}"), File::Copy(source));
        Some(format!("/images/{short}"))
    }

    /// Publishes a file beside a page unchanged. Returns its URL; `None` if there is no such file.
    pub fn public(&mut self, page: &Page, folder: &str, path: &str) -> Option<String> {
        let file = joined(folder, path);
        let is_document = path.ends_with(".md") || path.ends_with(".markdown");
        if path.starts_with('/') || is_document || !self.exists(&file) {
            return None;
        }
        let base = if page.has_folder {
            page.url.trim_end_matches('/')
        } else {
            page.url
                .trim_end_matches('/')
                .rsplit_once('/')
                .map_or("", |(above, _)| above)
        };
        let url = format!("/{}", joined(base, path));
        self.files.insert(format!("public{url}"), File::Copy(file));
        Some(url)
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

/// Joins a folder and a relative path.
pub fn joined(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Returns all other files in the folders of pages, at their old URLs.
pub fn other_files(
    site: &Site,
    project: &Project<'_>,
    beside: &BTreeSet<String>,
) -> BTreeMap<String, File> {
    let mut files = BTreeMap::new();
    for page in site
        .pages
        .iter()
        .filter(|page| page.has_folder && !page.source.path.is_empty())
    {
        let folder = page
            .source
            .path
            .rsplit_once('/')
            .map_or(String::new(), |(folder, _)| format!("{folder}/"));
        let is_list = page.list.is_some();
        let all = project
            .below(&folder)
            .filter(|path| !is_list || !path[folder.len()..].contains('/'));
        let is_document = |path: &&str| {
            [".md", ".markdown", ".html"]
                .iter()
                .any(|end| path.ends_with(end))
        };
        for path in all.filter(|path| !is_document(path) && !beside.contains(*path)) {
            let url = format!(
                "{}/{}",
                page.url.trim_end_matches('/'),
                &path[folder.len()..]
            );
            files
                .entry(format!("public{url}"))
                .or_insert_with(|| File::Copy(path.to_owned()));
        }
    }
    files
}
