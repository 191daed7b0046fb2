//! The files of the site that is converted.

use std::sync::Arc;

use diagnostic::Source;

/// The files of a site.
pub struct Project<'a> {
    /// Paths of all files, sorted, with `/` as separator.
    pub files: &'a [String],
    /// Reads a file; `None` if that is not possible.
    pub read: &'a dyn Fn(&str) -> Option<Vec<u8>>,
}

impl Project<'_> {
    /// Returns a text file, with line feeds at the ends of lines; `None` if it does not exist or is not UTF-8.
    pub fn text(&self, path: &str) -> Option<Arc<Source>> {
        self.files
            .binary_search_by(|one| one.as_str().cmp(path))
            .ok()?;
        let text = String::from_utf8((self.read)(path)?).ok()?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        Some(Source::new(path, text.replace("\r\n", "\n")))
    }

    /// Returns the paths of all files below a folder, which ends with a slash, in order.
    pub fn below<'s>(&'s self, folder: &'s str) -> impl Iterator<Item = &'s str> {
        let start = self.files.partition_point(|one| one.as_str() < folder);
        let rest = self.files[start..].iter().map(String::as_str);
        rest.take_while(move |one| one.starts_with(folder))
    }

    /// Returns the paths of the files in a folder, which ends with a slash, without those in folders below it.
    pub fn in_folder<'s>(&'s self, folder: &'s str) -> impl Iterator<Item = &'s str> {
        self.below(folder)
            .filter(move |one| !one[folder.len()..].contains('/'))
    }
}

impl std::fmt::Debug for Project<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Project").finish_non_exhaustive()
    }
}
