use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::fingerprint::digest;
use crate::problem::Problem;

/// Folders that go into a bundle, and where results are kept.
#[derive(Debug, Clone, Copy)]
pub struct Inputs<'a> {
    /// The widgets, a folder with `package.json` and `build.mjs`. `None`: a site with styles only, built without Node.
    pub widgets: Option<&'a Path>,
    /// `themes/<name>/styles`, with `main.css`.
    pub styles: &'a Path,
    /// A folder of ours to keep results in. May be deleted at any time.
    pub cache: &'a Path,
}

/// Parts of the widgets' folder that reach the output. Tests and end-to-end tests do not.
const WIDGET_SOURCES: [&str; 5] = [
    "build",
    "build.mjs",
    "package-lock.json",
    "src",
    "tsconfig.json",
];

/// Digest of everything that TypeScript sees.
pub(crate) fn widgets_key(widgets: &Path) -> Result<String, Vec<Problem>> {
    let mut files = Vec::new();
    for source in WIDGET_SOURCES {
        files_below(&widgets.join(source), &mut files)?;
    }
    files.retain(|file| !is_test(file));
    key(widgets, &files)
}

/// Digest of everything that a bundle is made of.
pub(crate) fn bundle_key(widgets_key: &str, styles: &Path) -> Result<String, Vec<Problem>> {
    // Styles may name pictures anywhere in the theme, not its templates.
    let theme = styles.parent().unwrap_or(styles);
    let mut files = Vec::new();
    files_below(theme, &mut files)?;
    files.retain(|file| file.extension().is_none_or(|extension| extension != "html"));
    Ok(digest(&[
        widgets_key.as_bytes(),
        key(theme, &files)?.as_bytes(),
    ]))
}

fn is_test(file: &Path) -> bool {
    file.file_name()
        .is_some_and(|name| name.to_string_lossy().contains(".test."))
}

fn key(root: &Path, files: &[PathBuf]) -> Result<String, Vec<Problem>> {
    let mut parts = Vec::new();
    for file in files {
        let name = file.strip_prefix(root).unwrap_or(file);
        let bytes = fs::read(file).map_err(Problem::io(file))?;
        parts.push(digest(&[name.to_string_lossy().as_bytes(), &bytes]));
    }
    let parts: Vec<&[u8]> = parts.iter().map(String::as_bytes).collect();
    Ok(digest(&parts))
}

/// Adds all files below `root` in the order of their names, or `root` itself if it is a file. Adds nothing if there is none.
/// Links are followed, as in the content; a hidden one that leads nowhere is an editor's lock.
pub(crate) fn files_below(root: &Path, files: &mut Vec<PathBuf>) -> Result<(), Vec<Problem>> {
    if !root.exists() {
        return Ok(());
    }
    for entry in WalkDir::new(root).follow_links(true).sort_by_file_name() {
        let is_lock = |error: &walkdir::Error| {
            let name = error.path().and_then(Path::file_name);
            name.is_some_and(|name| name.to_string_lossy().starts_with('.'))
        };
        if entry.as_ref().is_err_and(is_lock) {
            continue;
        }
        let entry = entry.map_err(|error| {
            let file = error.path().unwrap_or(root);
            let what = match (error.loop_ancestor(), error.io_error()) {
                (Some(ancestor), _) => format!("links back to {}", ancestor.display()),
                (None, Some(error)) => error.to_string(),
                (None, None) => error.to_string(),
            };
            vec![Problem::of(
                "",
                format!("cannot read {}: {what}", file.display()),
            )]
        })?;
        if entry.file_type().is_file() {
            files.push(entry.into_path());
        }
    }
    Ok(())
}
