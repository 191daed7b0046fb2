//! Reports folders beside `content/` from which other generators publish files.

use std::path::Path;

use diagnostic::{Diagnostic, Place, Source};

/// Folders from which Hugo, Zola, Astro, and Jekyll publish files.
const FOLDERS: [&str; 2] = ["static", "assets"];

/// Reports each of these folders that has files, at the first of them.
pub fn other_folders(root: &Path) -> Vec<Diagnostic> {
    let report = |folder: &&str| {
        let (names, _) = assets::names_below(root, &root.join(folder));
        let first = names.first()?;
        let message = format!("the files of {folder}/ are not published");
        let place = Place::start_of(&Source::new(format!("{folder}/{first}"), ""));
        let finding = Diagnostic::new(&content::codes::UNREAD_FILE, message).at(place, "");
        Some(finding.help("move its files to public/, from which files are published unchanged"))
    };
    FOLDERS.iter().filter_map(report).collect()
}
