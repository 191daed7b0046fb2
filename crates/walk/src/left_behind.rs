//! Files and folders that nobody means to publish.

/// Names that operating systems, editors, and version control give to their own files and folders.
const NAMES: [&str; 17] = [
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
    "Icon\r",
    "Thumbs.db",
    "desktop.ini",
    "ehthumbs.db",
];

/// Returns whether a name is one of those that operating systems, editors, office programs, and version control give to their own
/// files and folders. Windows ignores case in names.
pub fn is_left_behind(name: &str) -> bool {
    NAMES.iter().any(|one| name.eq_ignore_ascii_case(one))
        || ["._", ".#", ".nfs", ".Trash", ".goutputstream-", "~$"]
            .iter()
            .any(|start| name.starts_with(start))
        || name.ends_with('~')
        || (name.starts_with('#') && name.ends_with('#'))
        || [".swp", ".swo", ".swx"]
            .iter()
            .any(|ending| name.starts_with('.') && name.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for name in [
            "THUMBS.DB",
            "Desktop.ini",
            "~$about.docx",
            "#a.md#",
            "a.md~",
            ".a.md.swp",
        ] {
            assert!(is_left_behind(name), "{name}");
        }
        for name in ["#1-tip.md", "about.md", "thumbs.md", "$a.md", "swp.swp"] {
            assert!(!is_left_behind(name), "{name}");
        }
    }
}
