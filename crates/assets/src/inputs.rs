//! The inputs of a bundle, and the keys under which the cache keeps it.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::codes::WIDGETS_ERROR;
use crate::fingerprint::digest;
use crate::text_files;
use diagnostic::codes::UNREADABLE_FILE;
use diagnostic::line_endings::normalized;
use diagnostic::{Diagnostic, Place, Source};

/// The folders from which a bundle is made, and the cache.
#[derive(Debug, Clone, Copy)]
pub struct BundleInputs<'a> {
    /// Project folder; findings show paths relative to it.
    pub root: &'a Path,
    /// Folder of the widgets, with `package.json` and `build.mjs`; `None` for a site with styles only, which needs no Node.
    pub widgets: Option<&'a Path>,
    /// `themes/<name>/styles`, with the style sheets.
    pub styles: &'a Path,
    /// Cache folder. It may be deleted at any time.
    pub cache: &'a Path,
}

impl BundleInputs<'_> {
    /// Returns a file as a source for findings.
    pub(crate) fn source(&self, file: &Path, text: String) -> std::sync::Arc<Source> {
        let path = file.strip_prefix(self.root).unwrap_or(file);
        Source::new(walk::slashed(path), text)
    }

    /// Returns the place of `length` bytes at a line and a column of a file, both counted from 1. Treats a file that cannot be
    /// read as empty.
    pub(crate) fn place(&self, file: &Path, line: usize, column: usize, length: usize) -> Place {
        let text = fs::read_to_string(file).unwrap_or_default();
        let source = self.source(file, normalized(text));
        let start = source.offset(line, 1) + column.saturating_sub(1);
        let start = start.min(source.text.len());
        Place::new(&source, start..start + length)
    }

    /// Returns an error about a file or folder as a whole.
    pub(crate) fn error(&self, file: &Path, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(&WIDGETS_ERROR, message).at(self.place(file, 1, 1, 1), "")
    }

    /// Returns a function that reports a file as unreadable, for use with `map_err`.
    pub(crate) fn unreadable<'a>(
        &'a self,
        file: &'a Path,
    ) -> impl FnOnce(io::Error) -> Diagnostic + 'a {
        move |error| unreadable(self.place(file, 1, 1, 1), &error)
    }

    /// Returns a function that reports a file of the cache as not writable, for use with `map_err`.
    pub(crate) fn unwritable<'a>(
        &'a self,
        file: &'a Path,
    ) -> impl FnOnce(io::Error) -> Diagnostic + 'a {
        move |error| self.error(file, format!("cannot write {}: {error}", file.display()))
    }
}

/// Returns the finding that the file at `place` cannot be read.
pub(crate) fn unreadable(place: Place, error: &io::Error) -> Diagnostic {
    let message = format!("cannot read {}: {error}", place.source.path);
    Diagnostic::new(&UNREADABLE_FILE, message).at(place, "")
}

/// Files and folders of the widgets from which a bundle is made. Their unit tests are left out.
const WIDGET_SOURCES: [&str; 6] = [
    "build",
    "build.mjs",
    "package-lock.json",
    "package.json",
    "src",
    "tsconfig.json",
];

/// Returns a digest of the widgets' sources: everything that TypeScript reads.
pub(crate) fn widgets_key(inputs: &BundleInputs, widgets: &Path) -> Result<String, Diagnostic> {
    let mut files = Vec::new();
    for source in WIDGET_SOURCES {
        files_below(widgets, &widgets.join(source), &mut files)?;
    }
    files.retain(|file| !is_test(file));
    key(inputs, widgets, &files)
}

/// Returns a digest of everything from which a bundle is made: the widgets' sources, and the theme without its templates.
pub(crate) fn bundle_key(inputs: &BundleInputs, widgets_key: &str) -> Result<String, Diagnostic> {
    // A style sheet may refer to images anywhere in the theme, but not to templates.
    let theme = inputs.styles.parent().unwrap_or(inputs.styles);
    let mut files = Vec::new();
    files_below(theme.parent().unwrap_or(theme), theme, &mut files)?;
    files.retain(|file| !file.starts_with(theme.join("templates")));
    let theme_key = key(inputs, theme, &files)?;
    Ok(digest(&[widgets_key.as_bytes(), theme_key.as_bytes()]))
}

fn is_test(file: &Path) -> bool {
    file.file_name()
        .is_some_and(|name| name.to_string_lossy().contains(".test."))
}

fn key(inputs: &BundleInputs, folder: &Path, files: &[PathBuf]) -> Result<String, Diagnostic> {
    let mut parts = Vec::new();
    for file in files {
        let name = file.strip_prefix(folder).unwrap_or(file);
        let bytes = text_files::read(file).map_err(inputs.unreadable(file))?;
        parts.push(digest(&[walk::slashed(name).as_bytes(), &bytes]));
    }
    let parts: Vec<&[u8]> = parts.iter().map(String::as_bytes).collect();
    Ok(digest(&parts))
}

/// Adds all files below `folder`, sorted by name, to `files`, except those that editors and operating systems leave behind. If `folder`
/// is a file, adds the file; if it does not exist, adds nothing. Links are followed unless their target is outside `top`. Fails with a
/// finding about the first file or folder that cannot be reached. All other files are still added.
pub(crate) fn files_below(
    top: &Path,
    folder: &Path,
    files: &mut Vec<PathBuf>,
) -> Result<(), Diagnostic> {
    let unreachable = unreachable_below(top, folder, files);
    unreachable.into_iter().next().map_or(Ok(()), Err)
}

/// Adds files as [`files_below`] does, and returns a finding for each file or folder that cannot be reached.
pub(crate) fn unreachable_below(
    top: &Path,
    folder: &Path,
    files: &mut Vec<PathBuf>,
) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    if !folder.exists() {
        return errors;
    }
    for entry in walk::walk(top, folder, walk::is_left_behind) {
        match entry {
            Ok(entry) if entry.is_folder => {}
            Ok(entry) => files.push(entry.path),
            Err(walk::Unreachable { path, why }) => {
                let shown = path.strip_prefix(top.parent().unwrap_or(top));
                let shown = walk::slashed(shown.unwrap_or(&path));
                let message = format!("cannot read {shown}: {why}");
                let place = Place::new(&Source::new(shown, ""), 0..0);
                errors.push(Diagnostic::new(&UNREADABLE_FILE, message).at(place, ""));
            }
        }
    }
    errors
}
