//! Finds the files of the content and the theme to which a page or another file refers. Only these files are published.

use std::collections::HashSet;
use std::sync::Arc;

use content::Content;
use diagnostic::{Change, Diagnostic, Fix, Place, Source, nearest};
use inspect::addresses::is_picture;
use inspect::{Files, Page};
use rayon::prelude::*;
use render::{Mark, mark_of, marks_in};

use crate::site_assets::SiteAssets;

/// Returns the files to which a page or another file refers. Files that only unpublished documents use are not among them.
pub fn referenced(assets: &SiteAssets, pages: &[Arc<Page>], others: &Files) -> Files {
    let in_pages = pages
        .par_iter()
        .flat_map_iter(|page| page.asset_marks().iter().copied());
    let mut marks: HashSet<Mark> = in_pages.collect();
    let texts = others.iter().filter(|(path, _)| !is_picture(path));
    marks.extend(texts.flat_map(|(_, bytes)| marks_in(bytes)));
    let is_referenced = |path: &str| mark_of(path).is_some_and(|mark| marks.contains(&mark));
    let files = assets.pictures.iter();
    let referenced = files.filter(|(path, _)| is_referenced(path));
    referenced
        .map(|(path, bytes)| (path.clone(), bytes.clone()))
        .collect()
}

/// Reports files below `content/`, except for pictures, that are not among the `published` ones because nothing refers to them.
pub fn unreferenced(content: &Content, assets: &SiteAssets, published: &Files) -> Vec<Diagnostic> {
    let is_published = |name: &str| {
        let url = assets.index.urls.get(name);
        url.is_some_and(|url| published.contains_key(url.trim_start_matches('/')))
    };
    let is_list = |name: &str| {
        let mut collections = content.collections.iter();
        collections.any(|one| one.rule.file.as_deref() == Some(name))
    };
    // Files that a collection should read are reported when the content is loaded.
    let is_ignored = |name: &str| {
        let is_document = content::is_meant_for_a_collection(name) || is_list(name);
        is_picture(name) || is_private(name) || is_document
    };
    let files = content.files.iter();
    let unreferenced = files.filter(|name| !is_ignored(name) && !is_published(name));
    unreferenced
        .map(|name| {
            let message = format!("nothing refers to content/{name}");
            let file = Source::new(format!("content/{name}"), "");
            let diagnostic = Diagnostic::new(&content::codes::UNREAD_FILE, message)
                .at(Place::start_of(&file), "");
            if let Some(help) = named_like_a_document(content, name) {
                return diagnostic.help(help);
            }
            if let Some(help) = content::help_for_other_document(name) {
                return diagnostic.help(help);
            }
            diagnostic
                .help("it is not published; move it to public/ to publish it unchanged")
                .fix(Fix {
                    label: format!("move it to public/{name}"),
                    is_safe: false,
                    changes: vec![Change::Move {
                        from: format!("content/{name}"),
                        to: format!("public/{name}"),
                    }],
                })
        })
        .collect()
}

/// Returns help for a file in the folder of a collection whose name lacks the ending of its documents, or has a misspelled one.
fn named_like_a_document(content: &Content, name: &str) -> Option<String> {
    let (folder, file) = name.rsplit_once('/')?;
    let (stem, ending) = file.rsplit_once('.').unwrap_or((file, ""));
    let mut collections = content.collections.iter();
    let collection = collections.find(|one| one.rule.dir.as_deref() == Some(folder))?;
    let (_, own) = collection
        .documents
        .first()?
        .source()
        .path
        .rsplit_once('.')?;
    (ending.is_empty() || nearest(ending, [own]).is_some())
        .then(|| format!("rename it to {stem}.{own}, so that the collection reads it"))
}

/// Returns whether a file is not meant for visitors: it was left behind by an editor or version control, or is a note for
/// authors.
fn is_private(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let (stem, ending) = name.rsplit_once('.').unwrap_or((&name, ""));
    ["bak", "orig", "rej", "tmp"].contains(&ending)
        // Formats that browsers do not show are reported as `bad-picture`.
        || ["heic", "heif", "tif", "tiff"].contains(&ending)
        || name.ends_with('~')
        || ["readme", "license", "licence"].contains(&stem)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_found_in_urls_of_published_files() {
        for path in ["images/x.svg", "a.b/file", "a-b.c.png"] {
            let output = assets::fingerprint(path, b"1");
            let written = format!("\"/{output}\"");
            assert_eq!(marks_in(written.as_bytes()), [mark_of(&output).unwrap()]);
        }
    }
}
