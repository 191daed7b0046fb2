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

/// Returns whether a part of a path begins with a dot, and generators do not publish the file.
pub fn is_hidden(path: &str) -> bool {
    path.split('/')
        .any(|one| one.starts_with('.') && one != ".well-known")
}

impl Project<'_> {
    /// Returns the paths of the files that are not hidden, or not within one of the folders and files `mounted`.
    pub fn visible(&self, mounted: &[String]) -> Vec<String> {
        let is_within = |path: &str| {
            let mut rests = mounted.iter().filter_map(|one| path.strip_prefix(one));
            rests.any(|rest| !is_hidden(rest))
        };
        let files = self.files.iter();
        let visible = files.filter(|path| !is_hidden(path) || is_within(path));
        visible.cloned().collect()
    }

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

#[cfg(test)]
mod tests {
    use crate::fixture::Files;

    #[test]
    fn hidden_files() {
        let files = Files::empty(&[
            ".docs/.c.md",
            ".docs/b.md",
            ".github/a.md",
            "a.md",
            "docs/.d/e.md",
            "docs/.d/f.md",
            "static/.well-known/a.txt",
        ]);
        let project = files.project();
        for (mounted, expected) in [
            ("", "a.md static/.well-known/a.txt"),
            (".docs/", ".docs/b.md a.md static/.well-known/a.txt"),
            ("docs/.d/e.md", "a.md docs/.d/e.md static/.well-known/a.txt"),
        ] {
            let mounted: Vec<String> = mounted.split_whitespace().map(str::to_owned).collect();
            assert_eq!(project.visible(&mounted).join(" "), expected, "{mounted:?}");
        }
    }
}
