//! Reports files below `content/` that look like documents, but that no collection reads.

use std::collections::HashSet;

use diagnostic::{Diagnostic, Place, Source, all_of, folder_of, nearest};

use crate::codes::{COPIED_FILE, UNREAD_FILE};
use crate::copied_files::is_copy_of;
use crate::file_language::split_language;
use crate::meant_name::{meant_name, with_meant_name};
use crate::site_config::SiteConfig;
use crate::structure::Structure;
use crate::tree::Tree;

/// Extensions of Markdown files.
const MARKDOWN: [&str; 5] = ["md", "markdown", "mdown", "mkd", "mdx"];
/// Extensions of other text documents.
const PROSE: [&str; 11] = [
    "html", "htm", "txt", "rst", "adoc", "doc", "docx", "odt", "rtf", "pages", "gdoc",
];
/// Extensions of files that contain nothing themselves: shortcuts, and downloads that are not finished.
const EMPTY: [&str; 6] = ["lnk", "url", "webloc", "crdownload", "part", "download"];
/// Names of the settings files directly in `content/`, without extension.
const SETTINGS: [&str; 7] = [
    "site",
    "structure",
    "menus",
    "words",
    "checks",
    "urls",
    "baseline",
];
/// Those of them that can be translated.
const TRANSLATED: [&str; 4] = ["site", "structure", "menus", "words"];
/// Folders below `content/` that contain settings.
const SETTINGS_FOLDERS: [&str; 3] = ["schemas/", "forms/", "wording/"];

/// Returns whether a file below `content/` has the name of a document or of a settings file, maybe with another ending that Explorer
/// hides. [`unread_files`] reports such a file if no collection reads it.
pub fn is_meant_for_a_collection(name: &str) -> bool {
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    let extension = extension.to_lowercase();
    let is_hidden = || has_hidden_ending(stem, &extension);
    extension == "toml" || MARKDOWN.contains(&&*extension) || is_hidden()
}

/// Returns whether `stem` already is the name of a document, so that Explorer probably hides the `extension`, which is in lower case.
fn has_hidden_ending(stem: &str, extension: &str) -> bool {
    (stem.ends_with(".md") || stem.ends_with(".toml")) && PROSE.contains(&extension)
}

/// Returns help for a file below `content/` to which nothing refers: a document of another program, a shortcut, or an unfinished
/// download. `None` for any other file. `path` is relative to `content/`.
pub fn help_for_other_document(path: &str) -> Option<String> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    let extension = extension.to_lowercase();
    if EMPTY.contains(&extension.as_str()) {
        let help = "delete it: it is a shortcut or an unfinished download, and contains no text";
        return Some(help.to_owned());
    }
    let is_prose = PROSE.contains(&extension.as_str());
    is_prose.then(|| {
        if path.starts_with("images/") {
            "move it to public/ to publish it as a download, or save the picture in it as JPEG or PNG"
                .to_owned()
        } else {
            format!("convert it to Markdown ({stem}.md), or move it to public/ to publish it unchanged")
        }
    })
}

/// Reports text files that no collection reads, and others whose names say that one should. Pictures, downloads, and documents of other
/// programs are skipped: pages refer to them by name.
pub fn unread_files(tree: &Tree, structure: &Structure, config: &SiteConfig) -> Vec<Diagnostic> {
    let others = tree.other_files.iter();
    let others = others.filter(|path| is_meant_for_a_collection(path));
    let paths = tree.texts.keys().chain(others);
    let mut diagnostics = Vec::new();
    let mut copies = HashSet::new();
    for path in paths {
        let Some(inside) = path.strip_prefix("content/") else {
            continue;
        };
        if is_read(structure, inside) || is_setting(inside, config) {
            continue;
        }
        let name = inside.rsplit('/').next().unwrap_or(inside);
        let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
        // Notes for authors, which are not meant to be published.
        let is_note = ["readme", "license", "licence"].contains(&stem.to_lowercase().as_str());
        if is_note {
            continue;
        }
        let Some(help) = help(structure, inside, stem, extension) else {
            continue;
        };
        // A name that differs from another one only in upper and lower case is reported as such.
        let read = path.to_lowercase();
        if *path != read && tree.texts.contains_key(read.as_str()) {
            continue;
        }
        let place = match tree.texts.get(path) {
            Some(source) => Place::start_of(source),
            None => Place::start_of(&Source::new(path.as_str(), "")),
        };
        if let Some((folder, original)) = copied_folder(structure, inside) {
            if copies.insert(folder) {
                let message =
                    format!("the folder content/{folder} is a copy of content/{original}");
                let diagnostic = Diagnostic::new(&COPIED_FILE, message).warning();
                let help = "delete the folder that you do not need; rename a copy that is to become another collection";
                diagnostics.push(diagnostic.help(help).at(place, ""));
            }
            continue;
        }
        let message = format!("no collection reads `{path}`");
        let diagnostic = Diagnostic::new(&UNREAD_FILE, message).at(place, "");
        let meant = meant_name(stem, &SETTINGS, config).filter(|name| {
            !inside.contains('/')
                && extension == "toml"
                && !tree
                    .texts
                    .contains_key(format!("content/{name}.toml").as_str())
        });
        diagnostics.push(match meant {
            Some(meant) => with_meant_name(diagnostic, path, &meant),
            None => diagnostic.help(help),
        });
    }
    diagnostics
}

/// Returns the folder of a file that has the name of a copy of the folder of a collection, and that folder.
fn copied_folder<'a>(structure: &'a Structure, path: &'a str) -> Option<(&'a str, &'a str)> {
    let (folder, _) = path.split_once('/')?;
    let mut folders = structure
        .collections
        .iter()
        .filter_map(|rule| rule.dir.as_deref());
    let original = folders.find(|dir| is_copy_of(folder, dir))?;
    Some((folder, original))
}

/// Returns whether a collection reads a file.
fn is_read(structure: &Structure, path: &str) -> bool {
    structure.collections.iter().any(|rule| {
        let is_list = rule.file.as_deref() == Some(path);
        let is_document = path.ends_with(".md") || path.ends_with(".toml");
        let is_below = |dir: &String| {
            let rest = path.strip_prefix(dir.as_str());
            rest.is_some_and(|rest| rest.starts_with('/'))
        };
        is_list || is_document && rule.dir.as_ref().is_some_and(is_below)
    })
}

fn is_setting(path: &str, config: &SiteConfig) -> bool {
    let is_settings = |stem: &str| {
        let base = split_language(stem, config).map(|(base, _)| base);
        SETTINGS.contains(&stem) || base.is_some_and(|base| TRANSLATED.contains(&base))
    };
    path.strip_suffix(".toml").is_some_and(is_settings)
        || SETTINGS_FOLDERS
            .iter()
            .any(|folder| path.starts_with(folder))
}

/// Returns help for a file that no collection reads, or `None` if it does not look like a document.
fn help(structure: &Structure, path: &str, stem: &str, extension: &str) -> Option<String> {
    if path.starts_with("form/") || path.starts_with("Forms/") {
        return Some("move it to content/forms".to_owned());
    }
    if ["md", "toml"].contains(&extension) {
        let folders = structure
            .collections
            .iter()
            .filter_map(|rule| rule.dir.as_deref());
        let meant = folders.into_iter().find(|dir| {
            let start = path.get(..dir.len());
            start.is_some_and(|start| {
                start.eq_ignore_ascii_case(dir) && path[dir.len()..].starts_with('/')
            })
        });
        if let Some(dir) = meant {
            return Some(format!(
                "move it to content/{dir}, which is another folder than {}",
                &path[..dir.len()]
            ));
        }
        let folder = folder_of(path);
        let folders = structure
            .collections
            .iter()
            .filter_map(|rule| rule.dir.as_deref());
        if let Some(near) = nearest(folder, folders) {
            return Some(format!(
                "move it to content/{near}, the folder of a collection"
            ));
        }
        let collections = structure.collections.iter().map(|rule| rule.name.as_str());
        return Some(format!(
            "move it into the folder of a collection, or add a [[collection]] for it to content/structure.toml; \
             collections are {}",
            all_of(collections)
        ));
    }
    let extension = extension.to_lowercase();
    if has_hidden_ending(stem, &extension) {
        return Some(format!(
            "rename it to {stem}: Windows hides the ending .{extension} unless Explorer shows file name extensions"
        ));
    }
    match extension.as_str() {
        "toml" => Some(format!("rename it to {stem}.toml")),
        extension if MARKDOWN.contains(&extension) => Some(format!("rename it to {stem}.md")),
        _ => help_for_other_document(path),
    }
}
