use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use rayon::prelude::*;

use crate::fingerprint::fingerprint;
use crate::picture_size::picture_size;
use crate::problem::Problem;

/// A file that pages may name, under its fingerprinted address.
#[derive(Debug)]
pub struct StaticFile {
    /// The name pages know it by: `images/covers/gst.svg`.
    pub name: String,
    /// Where it goes, relative to the output: `assets/images/covers/gst-AB12CD34.svg`.
    pub output: String,
    /// Width and height in CSS pixels, for pictures.
    pub size: Option<(u32, u32)>,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// Reads files below `folder`, each named by its path relative to it, in the order given.
pub fn static_files(folder: &Path, names: &[String]) -> Result<Vec<StaticFile>, Vec<Problem>> {
    let read: Vec<Result<StaticFile, Vec<Problem>>> = names
        .par_iter()
        .map(|name| {
            let path = folder.join(name);
            let bytes = fs::read(&path).map_err(Problem::io(&path))?;
            Ok(StaticFile {
                output: fingerprint(name, &bytes),
                size: picture_size(name, &bytes),
                name: name.clone(),
                bytes,
            })
        })
        .collect();
    let mut files = Vec::with_capacity(read.len());
    let mut problems = Vec::new();
    for one in read {
        match one {
            Ok(file) => files.push(file),
            Err(more) => problems.extend(more),
        }
    }
    if problems.is_empty() {
        Ok(files)
    } else {
        Err(problems)
    }
}

/// Names of all files below a folder, relative to it with `/`, in order; none where there is no such folder. `top` is the
/// folder that no link may lead out of.
pub fn names_below(top: &Path, folder: &Path) -> Result<Vec<String>, Vec<Problem>> {
    let mut paths = Vec::new();
    crate::inputs::files_below(top, folder, &mut paths)?;
    Ok(paths
        .iter()
        .filter_map(|path| {
            Some(
                path.strip_prefix(folder)
                    .ok()?
                    .to_string_lossy()
                    .replace('\\', "/"),
            )
        })
        .filter(|name| !name.split('/').any(|part| part.starts_with('.')))
        .collect())
}

/// Files of a folder that a site serves without touching them.
#[derive(Debug, Default)]
pub struct PublicFiles {
    /// Their content by their names.
    pub files: BTreeMap<String, Vec<u8>>,
    /// What lies there and is not taken, though somebody has put it there: hidden files and folders beside `.well-known`
    /// (RFC 8615).
    pub hidden: Vec<Problem>,
}

/// Files of a folder as they are. What editors and systems leave is passed over.
pub fn copied(folder: &Path) -> Result<PublicFiles, Vec<Problem>> {
    let mut paths = Vec::new();
    crate::inputs::files_below(folder, folder, &mut paths)?;
    let mut files = BTreeMap::new();
    let mut hidden = BTreeSet::new();
    for path in paths {
        let Ok(inside) = path.strip_prefix(folder) else {
            continue;
        };
        let name = inside.to_string_lossy().replace('\\', "/");
        let inside = name.strip_prefix(".well-known/").unwrap_or(&name);
        if inside.split('/').any(is_left_behind) {
            continue;
        }
        if let Some(at) = inside.split('/').position(|part| part.starts_with('.')) {
            let skipped = name.len() - inside.len();
            let length: usize = inside
                .split('/')
                .take(at + 1)
                .map(|part| part.len() + 1)
                .sum();
            hidden.insert(name[..skipped + length - 1].to_owned());
            continue;
        }
        let bytes = fs::read(&path).map_err(Problem::io(&path))?;
        files.insert(name, bytes);
    }
    let hidden = hidden.iter().map(|name| {
        let what = if folder.join(name).is_dir() {
            "folder"
        } else {
            "file"
        };
        let shown = folder.file_name().unwrap_or_default().to_string_lossy();
        Problem::of("", format!("{shown}/{name} is not published: it is a hidden {what}"))
            .help("rename it without the dot, or move it elsewhere; of hidden folders only .well-known/ is published")
    });
    Ok(PublicFiles {
        hidden: hidden.collect(),
        files,
    })
}

/// What editors, systems and version control leave in any folder: nobody means to publish it.
fn is_left_behind(name: &str) -> bool {
    const NAMES: [&str; 15] = [
        ".DS_Store",
        ".directory",
        ".editorconfig",
        ".fseventsd",
        ".git",
        ".gitattributes",
        ".gitignore",
        ".gitkeep",
        ".hg",
        ".idea",
        ".keep",
        ".svn",
        ".vscode",
        "Thumbs.db",
        "desktop.ini",
    ];
    NAMES.contains(&name)
        || ["._", ".#", ".nfs", ".Trash", ".goutputstream-"]
            .iter()
            .any(|start| name.starts_with(start))
        || name.ends_with('~')
        || (name.starts_with('#') && name.ends_with('#'))
        || [".swp", ".swo", ".swx"]
            .iter()
            .any(|ending| name.starts_with('.') && name.ends_with(ending))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_is_copied_and_what_is_told() {
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
        let PublicFiles { files, hidden } = copied(&public).unwrap();
        let names: Vec<&str> = files.keys().map(String::as_str).collect();
        assert_eq!(
            names,
            [".well-known/security.txt", "docs/menu.pdf", "swp.swp"]
        );
        let told: Vec<&str> = hidden.iter().map(|one| one.message.as_str()).collect();
        assert_eq!(
            told,
            [
                "public/.htaccess is not published: it is a hidden file",
                "public/.well-known/a/.secret is not published: it is a hidden folder",
                "public/docs/.private is not published: it is a hidden folder",
            ]
        );
    }
}
