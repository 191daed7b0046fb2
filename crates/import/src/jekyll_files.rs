//! The kind of a file in a Jekyll site, which follows from its path.

use toml::Table;

use crate::front_matter::begins_with_yaml;
use crate::model::Site;
use crate::project::Project;

/// Folders and files at the top that Jekyll does not publish.
const UNPUBLISHED: [&str; 4] = ["Gemfile", "Gemfile.lock", "node_modules/", "vendor/"];

/// Files at the top that are about the project, which Jekyll publishes although no page shows them.
const OF_PROJECT: [&str; 7] = [
    "Rakefile",
    "package.json",
    "package-lock.json",
    "LICENSE",
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
];

/// A kind of file in a Jekyll site.
#[derive(Debug, PartialEq, Eq)]
pub enum FileKind<'p> {
    /// A post, with the folders above `_posts/`.
    Post(&'p str),
    /// A draft.
    Draft,
    /// A document of a collection, with its path there.
    Collected(&'p str, &'p str),
    /// Any other file that Jekyll makes a page of.
    Page,
    /// A file that is copied or left out.
    Other,
}

/// Returns whether Jekyll makes a page of a file.
pub fn is_text(path: &str) -> bool {
    let endings = [".md", ".markdown", ".html", ".htm"];
    endings.iter().any(|end| path.ends_with(end))
}

/// Returns the kind of a file, given the `collections` in the settings.
pub fn kind<'p>(path: &'p str, collections: Option<&Table>) -> FileKind<'p> {
    let is_text = is_text(path);
    if let Some((above, _)) = path
        .split_once("_posts/")
        .filter(|(above, _)| above.is_empty() || above.ends_with('/'))
    {
        return if is_text && !above.starts_with('_') {
            FileKind::Post(above.trim_end_matches('/'))
        } else {
            FileKind::Other
        };
    }
    if path.starts_with("_drafts/") {
        return if is_text {
            FileKind::Draft
        } else {
            FileKind::Other
        };
    }
    if let Some((folder, rest)) = path.strip_prefix('_').and_then(|path| path.split_once('/')) {
        return match collections {
            Some(all) if is_text && all.contains_key(folder) => FileKind::Collected(folder, rest),
            _ => FileKind::Other,
        };
    }
    if is_text {
        FileKind::Page
    } else {
        FileKind::Other
    }
}

/// Returns whether a file is in the folder of a collection.
pub fn is_collected(path: &str, collections: Option<&Table>) -> bool {
    let folder = path.strip_prefix('_').and_then(|path| path.split_once('/'));
    folder.is_some_and(|(folder, _)| collections.is_some_and(|all| all.contains_key(folder)))
}

/// Returns whether Jekyll leaves out a file because of its name.
pub fn is_hidden(path: &str) -> bool {
    let mut parts = path.split('/');
    parts.any(|part| part.starts_with(['_', '.', '#']) || part.ends_with('~'))
}

/// Returns whether a path is the file or folder `top`, or below it.
pub fn is_below(path: &str, top: &str) -> bool {
    let rest = path.strip_prefix(top.trim_end_matches('/'));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Returns whether a file is not published because of its name. A text with front matter is a page, whatever its name.
pub fn is_unpublished(path: &str, project: &Project<'_>) -> bool {
    let is_page = || {
        let source = project.text(path).filter(|_| path.ends_with(".md"));
        source.is_some_and(|source| begins_with_yaml(&source.text))
    };
    let mut names = UNPUBLISHED.iter().chain(&OF_PROJECT);
    names.any(|one| is_below(path, one)) && !is_page()
}

/// Reports the files about the project that Jekyll published, given those that the settings exclude.
pub fn report_of_project(project: &Project<'_>, excluded: &[String], site: &mut Site) {
    let published = OF_PROJECT.iter().filter(|path| {
        let is_excluded = excluded.iter().any(|one| is_below(path, one));
        project.files.iter().any(|one| one == *path)
            && !is_excluded
            && is_unpublished(path, project)
    });
    let published: Vec<&str> = published.copied().collect();
    if !published.is_empty() {
        let names = published.join(", ");
        let message = format!("files about the project were left out: {names}");
        let help = "Jekyll published them: put those that somebody reads into public/";
        site.note(message, help);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Files;
    use crate::values::from_yaml;

    #[test]
    fn kinds() {
        let collections = from_yaml("recipes:\n  output: true\n").unwrap();
        for (path, expected) in [
            ("_posts/2020-01-02-a.md", FileKind::Post("")),
            ("tips/_posts/2020-01-02-a.md", FileKind::Post("tips")),
            ("_posts/a.png", FileKind::Other),
            ("_drafts/a.md", FileKind::Draft),
            ("_recipes/a/b.md", FileKind::Collected("recipes", "a/b.md")),
            ("_includes/a.html", FileKind::Other),
            ("about.md", FileKind::Page),
            ("css/a.css", FileKind::Other),
        ] {
            assert_eq!(kind(path, Some(&collections)), expected, "{path}");
        }
    }

    #[test]
    fn files_of_the_project() {
        for (excluded, expected) in [
            (
                "",
                "files about the project were left out: LICENSE, README.md",
            ),
            (
                "LICENSE",
                "files about the project were left out: README.md",
            ),
            ("LICENSE README.md", ""),
        ] {
            let files = Files::empty(&["LICENSE", "README.md", "Gemfile", "a/README.md"]);
            let excluded: Vec<String> = excluded.split(' ').map(str::to_owned).collect();
            let excluded: Vec<String> =
                excluded.into_iter().filter(|one| !one.is_empty()).collect();
            let mut site = Site::default();
            report_of_project(&files.project(), &excluded, &mut site);
            let found = site
                .diagnostics
                .first()
                .map_or("", |one| one.message.as_str());
            assert_eq!(found, expected, "{excluded:?}");
        }
    }

    #[test]
    fn unpublished_files() {
        for (path, text, expected) in [
            ("README.md", "# A", true),
            ("CHANGELOG.md", "---\ntitle: A\n---\n", false),
            ("Gemfile", "---\n", true),
            ("vendor/a.html", "---\n---\n", true),
            ("about.md", "a", false),
        ] {
            let files = Files::of(&[(path, text)]);
            assert_eq!(is_unpublished(path, &files.project()), expected, "{path}");
        }
    }
}
