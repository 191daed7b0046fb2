use std::fs;
use std::path::{Path, PathBuf};

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
        files_below(widgets, &widgets.join(source), &mut files)?;
    }
    files.retain(|file| !is_test(file));
    key(widgets, &files)
}

/// Digest of everything that a bundle is made of.
pub(crate) fn bundle_key(widgets_key: &str, styles: &Path) -> Result<String, Vec<Problem>> {
    // Styles may name pictures anywhere in the theme, not its templates.
    let theme = styles.parent().unwrap_or(styles);
    let mut files = Vec::new();
    files_below(theme.parent().unwrap_or(theme), theme, &mut files)?;
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

/// Adds all files below `folder` in the order of their names, or `folder` itself if it is a file. Adds nothing if it does
/// not exist. `top` is the folder that no link may lead out of.
pub(crate) fn files_below(
    top: &Path,
    folder: &Path,
    files: &mut Vec<PathBuf>,
) -> Result<(), Vec<Problem>> {
    if !folder.exists() {
        return Ok(());
    }
    let mut problems = Vec::new();
    for entry in walk::walk(top, folder, |_| false) {
        match entry {
            Ok(entry) if entry.is_folder => {}
            Ok(entry) => files.push(entry.path),
            Err(walk::Unreachable { path, why }) => {
                let shown = path.strip_prefix(top.parent().unwrap_or(top));
                let shown = shown.unwrap_or(&path).display();
                problems.push(Problem::of("", format!("cannot read {shown}: {why}")));
            }
        }
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems)
    }
}
