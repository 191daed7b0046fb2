//! Reads files that are neither styles nor scripts: pictures, which get fingerprinted names, and the files in `public/`.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

use diagnostic::{Diagnostic, Place, Source};
use rayon::prelude::*;

use crate::codes::HIDDEN_FILE;
use crate::encoded_pictures::{Encoding, PictureSource, load_colors, picture_source};
use crate::fingerprint::fingerprint;
use crate::inputs::{unreachable_below, unreadable};
use crate::picture_fault::picture_fault;
use crate::picture_size::{is_drawing, picture_size};
use crate::public_fault::public_fault;
use crate::svg_minified::minified;
use crate::text_files;

/// A file that pages can refer to, with its fingerprinted path.
#[derive(Debug)]
pub struct StaticFile {
    /// Path by which pages refer to it: `images/covers/gst.svg`.
    pub name: String,
    /// Path in the output: `assets/images/covers/gst-AB12CD34.svg`.
    pub output: String,
    /// Width and height in CSS pixels; `None` if the file is not an image or has no intrinsic size.
    pub size: Option<(u32, u32)>,
    /// Source of smaller pictures; `None` if none can be made from this file.
    pub source: Option<PictureSource>,
    /// Content. Empty if only smaller pictures made from it are published, or if it is faulty.
    pub bytes: Vec<u8>,
    /// The finding about a faulty picture, or about a file that cannot be read.
    pub fault: Option<Diagnostic>,
}

/// Reads files of a folder of the project, in the order of `names`, and checks the pictures among them. `folder` is relative to
/// `root`, and `names` to the folder. `quality` is the quality of smaller pictures. SVG files are minified, and metadata is removed
/// from animations.
pub fn static_files(
    (root, cache): (&Path, &Path),
    folder: &str,
    names: &[String],
    quality: u8,
    encoding: Encoding,
) -> Vec<StaticFile> {
    let read = |name: &String| {
        let path = format!("{folder}/{name}");
        let (bytes, fault) = match text_files::read(&root.join(&path)) {
            Ok(bytes) => {
                let fault = picture_fault(folder, name, &bytes);
                (bytes, fault)
            }
            Err(error) => (Vec::new(), Some(unreadable_file(path, &error))),
        };
        let source = fault
            .is_none()
            .then(|| picture_source(cache, &bytes, quality, encoding));
        let source = source.flatten();
        let bytes = if fault.is_some() || source.is_some() {
            bytes
        } else {
            published(name, bytes)
        };
        let size = source.as_ref().map(|source| (source.width, source.height));
        StaticFile {
            output: fingerprint(name, &bytes),
            size: size.or_else(|| picture_size(name, &bytes)),
            name: name.clone(),
            // Photographs are large. In the rare case that a size is not in the cache, the file is read again. No rule measures a faulty
            // picture.
            bytes: if fault.is_some() || source.is_some() && encoding == Encoding::Now {
                Vec::new()
            } else {
                bytes
            },
            source,
            fault,
        }
    };
    let mut files: Vec<StaticFile> = names.par_iter().map(read).collect();
    let sources = files.iter_mut().filter_map(|file| {
        let path = format!("{folder}/{}", file.name);
        Some((path, file.source.as_mut()?))
    });
    let faults = load_colors(root, cache, &mut sources.collect::<Vec<_>>(), encoding);
    let pictures = files.iter_mut().filter(|file| file.source.is_some());
    for (file, fault) in pictures.zip(faults).filter(|(_, fault)| fault.is_some()) {
        file.source = None;
        file.fault = fault;
    }
    files
}

/// Returns the bytes to publish for a file without faults that is not a photograph: its content without invisible parts.
fn published(name: &str, bytes: Vec<u8>) -> Vec<u8> {
    if is_drawing(name) {
        return minified(&String::from_utf8_lossy(&bytes)).into_bytes();
    }
    pictures::without_metadata(&bytes).unwrap_or(bytes)
}

fn unreadable_file(path: String, error: &io::Error) -> Diagnostic {
    unreadable(Place::new(&Source::new(path, ""), 0..1), error)
}

/// Returns the sorted paths of all files below a folder, relative to it and with `/` as separator, except hidden ones. Also
/// returns a finding for each file or folder that cannot be reached. Both are empty if the folder does not exist. Links are
/// followed unless their target is outside `top`.
pub fn names_below(top: &Path, folder: &Path) -> (Vec<String>, Vec<Diagnostic>) {
    let (mut names, unreachable) = all_names_below(top, folder);
    names.retain(|name| !name.split('/').any(|part| part.starts_with('.')));
    (names, unreachable)
}

fn all_names_below(top: &Path, folder: &Path) -> (Vec<String>, Vec<Diagnostic>) {
    let mut paths = Vec::new();
    let unreachable = unreachable_below(top, folder, &mut paths);
    let names = paths
        .iter()
        .filter_map(|path| path.strip_prefix(folder).ok());
    (names.map(walk::slashed).collect(), unreachable)
}

/// The files in `public/`.
#[derive(Debug, Default)]
pub struct PublicFiles {
    /// Content by path relative to `public/`. The content of a file that cannot be read is empty.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Findings about hidden files and folders other than `.well-known` (RFC 8615), which are not published.
    pub hidden: Vec<Diagnostic>,
    /// Findings about files that are damaged or private.
    pub faults: Vec<Diagnostic>,
    /// Findings about files that cannot be read.
    pub unreadable: Vec<Diagnostic>,
    /// Findings about files, folders, and links that cannot be reached. Files in such folders are missing from `files`.
    pub unreachable: Vec<Diagnostic>,
}

/// Reads all files in the folder `public/` that are published.
pub fn public_files(folder: &Path) -> PublicFiles {
    let shown = folder.file_name().unwrap_or_default().to_string_lossy();
    let mut files = BTreeMap::new();
    let mut hidden = BTreeSet::new();
    let (mut faults, mut unreadable) = (Vec::new(), Vec::new());
    let (names, unreachable) = all_names_below(folder, folder);
    for name in names {
        let inside = name.strip_prefix(".well-known/").unwrap_or(&name);
        let start = name.len() - inside.len();
        let is_start_of_hidden = |at: &usize| *at == 0 || inside.as_bytes()[at - 1] == b'/';
        let mut dots = inside.match_indices('.').map(|(at, _)| at);
        if let Some(dot) = dots.find(is_start_of_hidden) {
            let length = inside[dot..].find('/').unwrap_or(inside.len() - dot);
            hidden.insert(name[..start + dot + length].to_owned());
            continue;
        }
        let bytes = match text_files::read(&folder.join(&name)) {
            Ok(bytes) => {
                faults.extend(public_fault(&shown, &name, &bytes));
                bytes
            }
            Err(error) => {
                unreadable.push(unreadable_file(format!("{shown}/{name}"), &error));
                Vec::new()
            }
        };
        files.insert(name, bytes);
    }
    let hidden = hidden.iter().map(|name| {
        let is_folder = folder.join(name).is_dir();
        let kind = if is_folder { "folder" } else { "file" };
        let message = format!("{shown}/{name} is not published: it is a hidden {kind}");
        let help = if name.ends_with(".htaccess") {
            "only Apache reads it: write each redirect as a [[redirect]] in content/structure.toml, which works on every host, and delete the file"
        } else {
            "rename it without the dot, or move it elsewhere; .well-known/ is the only hidden folder that is published"
        };
        Diagnostic::new(&HIDDEN_FILE, message).help(help)
    });
    PublicFiles {
        hidden: hidden.collect(),
        faults,
        files,
        unreadable,
        unreachable,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn published_and_hidden_files() {
        let folder = tempfile::tempdir().unwrap();
        let public = folder.path().join("public");
        for name in [
            ".well-known/security.txt",
            ".well-known/.DS_Store",
            ".well-known/a/.secret/b",
            ".git/config",
            ".htaccess",
            "docs/.private/a",
            "docs/.private/b",
            "docs/.menu.pdf.swp",
            "docs/menu.pdf",
            "docs/menu.pdf~",
            "swp.swp",
        ] {
            let path = public.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, name).unwrap();
        }
        let PublicFiles { files, hidden, .. } = public_files(&public);
        let names: Vec<&str> = files.keys().map(String::as_str).collect();
        assert_eq!(
            names,
            [".well-known/security.txt", "docs/menu.pdf", "swp.swp"]
        );
        let messages: Vec<&str> = hidden.iter().map(|one| one.message.as_str()).collect();
        assert_eq!(
            messages,
            [
                "public/.htaccess is not published: it is a hidden file",
                "public/.well-known/a/.secret is not published: it is a hidden folder",
                "public/docs/.private is not published: it is a hidden folder",
            ]
        );
    }
}
