//! Paths of pages as Hugo makes them.

use diagnostic::folder_of;
use render::joined;
use toml::{Table, Value};

use crate::accents::without_accents;
use crate::model::Page;
use crate::values::texts;
use crate::zola::aliases;

/// Returns a path as Hugo writes it in URLs: lower case, with hyphens for spaces, and without most punctuation.
pub fn path_of(text: &str) -> String {
    path_with_case(&text.to_lowercase())
}

/// Returns a path as Hugo writes it in URLs if `disablePathToLower` is set.
pub fn path_with_case(text: &str) -> String {
    sanitized(&text.replace(' ', "-"))
}

/// Returns a path as Hugo writes it in URLs if `removePathAccents` is set.
pub fn path_without_accents(text: &str) -> String {
    path_of(&without_accents(text))
}

/// Returns a path as Hugo writes it in URLs if `disablePathToLower` and `removePathAccents` are set.
pub fn plain_path_with_case(text: &str) -> String {
    path_with_case(&without_accents(text))
}

/// Removes the characters that Hugo does not keep in URLs, and writes hyphens for white space.
pub fn sanitized(text: &str) -> String {
    let mut path = String::new();
    // A hyphen for white space comes before the next character that is kept.
    let mut is_after_space = false;
    for one in text.chars() {
        if one.is_alphanumeric() || content::slug::is_mark(one) || "./_-#+~@".contains(one) {
            if std::mem::take(&mut is_after_space) && one != '-' {
                path.push('-');
            }
            path.push(one);
        } else if one.is_whitespace() && !path.is_empty() && !path.ends_with('-') {
            is_after_space = true;
        }
    }
    path
}

/// Returns what may follow the name of a document in the path of its file, those of a language first.
pub fn endings(lang: &str) -> [String; 6] {
    [
        format!(".{lang}.md"),
        format!("/index.{lang}.md"),
        format!("/_index.{lang}.md"),
        ".md".to_owned(),
        "/index.md".to_owned(),
        "/_index.md".to_owned(),
    ]
}

/// Returns the paths of the files that a path in the text of a page may name, the likeliest first: from the folder of the page, from
/// the content, and from folders of documents that others show.
pub fn documents_named(page: &Page, path: &str) -> impl Iterator<Item = String> {
    let (folder, file) = page
        .source
        .path
        .rsplit_once('/')
        .unwrap_or(("", &page.source.path));
    let root = folder.split('/').next().unwrap_or_default();
    let above = folder_of(folder);
    let (own, other) = if file.starts_with("index.") {
        (above, folder)
    } else {
        (folder, above)
    };
    let lang = &page.lang;
    let mut folders = vec![own.to_owned(), other.to_owned()];
    folders
        .extend(["", lang, &format!("{lang}/includes"), "includes"].map(|one| joined(root, one)));
    if path.starts_with('/') {
        folders.rotate_left(2);
    }
    let bare = path.trim_matches('/');
    let bare = bare.strip_prefix(&format!("{root}/")).unwrap_or(bare);
    let name = bare.trim_end_matches(".md").to_owned();
    let mut ends = vec![String::new()];
    ends.extend(endings(lang));
    let given = bare.to_owned();
    folders.into_iter().flat_map(move |folder| {
        let of = |end: &String| match end.as_str() {
            "" => joined(&folder, &given),
            end => joined(&folder, &name) + end,
        };
        ends.iter().map(of).collect::<Vec<_>>()
    })
}

/// Resolves `aliases` against the folder of the page, below the URL of its language. One that begins with a slash is of the whole site.
pub fn relative_aliases(fields: &mut Table, prefix: &str, url: &str) {
    let bare = url.trim_end_matches('/');
    let folder = folder_of(bare);
    let old = texts(fields.get("aliases"));
    let resolved = old.iter().map(|one| {
        let end = if one.ends_with('/') { "/" } else { "" };
        if one.starts_with('/') {
            one.clone()
        } else {
            format!("{prefix}/{}{end}", joined(folder, one))
        }
    });
    let resolved: Vec<Value> = resolved.map(Value::String).collect();
    if !resolved.is_empty() {
        fields.insert("aliases".to_owned(), Value::Array(resolved));
    }
    aliases(fields);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::from_yaml;

    #[test]
    fn paths() {
        for (text, expected) in [
            ("My Post", "my-post"),
            ("C++ & C#: what's new?", "c++--c#-whats-new"),
            ("  Space ", "--space-"),
            ("a\tb", "a-b"),
            ("docs/Über uns", "docs/über-uns"),
            ("आयकर 2025", "आयकर-2025"),
        ] {
            assert_eq!(path_of(text), expected);
        }
    }

    #[test]
    fn accents() {
        for (text, expected) in [
            ("Éa Ünï", "ea-uni"),
            ("Việt Nam", "viet-nam"),
            ("straße øl æ", "straße-øl-æ"),
            ("e\u{301}", "e"),
            ("आयकर", "आयकर"),
        ] {
            assert_eq!(path_without_accents(text), expected);
        }
        assert_eq!(plain_path_with_case("Éa"), "Ea");
    }

    #[test]
    fn documents_in_folders() {
        for (file, path, expected) in [
            (
                "content/docs/a/index.de.md",
                "b",
                "content/docs/b/index.de.md",
            ),
            ("content/docs/a.md", "b.md", "content/docs/b.md"),
            ("content/docs/a.md", "./sub/b", "content/docs/sub/b.md"),
            ("content/docs/a.md", "/docs/b", "content/docs/b.md"),
            (
                "content/docs/a.md",
                "/content/docs/b/",
                "content/docs/b/_index.md",
            ),
            ("content/en/a/_index.md", "c.txt", "content/includes/c.txt"),
        ] {
            let page = Page {
                lang: "de".to_owned(),
                ..Page::new(&diagnostic::Source::new(file, ""))
            };
            let mut found = documents_named(&page, path);
            assert!(found.any(|one| one == expected), "{path} in {file}");
        }
    }

    #[test]
    fn old_urls() {
        for (alias, expected) in [
            ("../apis", "/de/docs/apis"),
            ("./b/", "/de/docs/c/b/"),
            ("/d/", "/d/"),
            ("/de/d/", "/de/d/"),
        ] {
            let mut fields = from_yaml(&format!("aliases: [{alias}]")).unwrap();
            relative_aliases(&mut fields, "/de", "/docs/c/page/");
            assert_eq!(texts(fields.get("aliases")), [expected]);
        }
    }
}
