//! Paths of pages as Hugo makes them.

use toml::{Table, Value};

use crate::values::{day, text, texts};
use crate::zola::aliases;

/// Returns a path as Hugo writes it in URLs: lower case, with hyphens for spaces, and without most punctuation.
pub fn path_of(text: &str) -> String {
    path_with_case(&text.to_lowercase())
}

/// Returns a path as Hugo writes it in URLs if `disablePathToLower` is set.
pub fn path_with_case(text: &str) -> String {
    let mut path = String::new();
    for one in text.trim().chars() {
        if one.is_alphanumeric() || content::slug::is_mark(one) || "./_-#+~@".contains(one) {
            path.push(one);
        } else if one.is_whitespace() && !path.ends_with('-') {
            path.push('-');
        }
    }
    path.replace('#', "")
}

/// Fills in a pattern of `permalinks`.
pub fn filled(
    pattern: &str,
    fields: &Table,
    folder: &str,
    slug: Option<&str>,
    name: &str,
) -> String {
    let date = fields
        .get("date")
        .and_then(Value::as_datetime)
        .and_then(day);
    let (year, month, day) = date.unwrap_or((1, 1, 1));
    let title = text(fields, "title").unwrap_or(name);
    let section = folder.split('/').next().unwrap_or_default();
    let parts = pattern.split('/').map(|part| {
        let mut part = part.to_owned();
        // Longer names come first, because others are their beginnings.
        for (token, value) in [
            (":slugorcontentbasename", slug.unwrap_or(name).to_owned()),
            (":slugorfilename", slug.unwrap_or(name).to_owned()),
            (":contentbasename", name.to_owned()),
            (":monthname", String::new()),
            (":sections", folder.to_owned()),
            (":filename", name.to_owned()),
            (":section", section.to_owned()),
            (":month", format!("{month:02}")),
            (":title", title.to_owned()),
            (":year", format!("{year:04}")),
            (":slug", slug.unwrap_or(title).to_owned()),
            (":day", format!("{day:02}")),
        ] {
            if part.contains(token) {
                part = part.replace(token, &path_of(&value));
            }
        }
        part
    });
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    format!("/{}", parts.join("/"))
}

/// Resolves `aliases` against the folder of the page, below the URL of its language.
pub fn relative_aliases(fields: &mut Table, prefix: &str, url: &str) {
    let bare = url.trim_end_matches('/');
    let folder = bare.rsplit_once('/').map_or("", |(folder, _)| folder);
    let old = texts(fields.get("aliases"));
    let resolved = old.iter().map(|one| match one.strip_prefix('/') {
        Some(_) => format!("{prefix}{one}"),
        None => format!("{prefix}{folder}/{}", one.trim_start_matches("./")),
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
            ("C++ & C#: what's new?", "c++-c-whats-new"),
            ("docs/Über uns", "docs/über-uns"),
            ("आयकर 2025", "आयकर-2025"),
        ] {
            assert_eq!(path_of(text), expected);
        }
    }

    #[test]
    fn permalinks() {
        let fields = from_yaml("title: My Title\ndate: 2020-03-04T23:00:00-05:00\n").unwrap();
        for (pattern, slug, expected) in [
            ("/:year/:month/:day/:title/", None, "/2020/03/04/my-title"),
            (":sections/:slug", Some("own"), "/blog/tips/own"),
            ("/:section/:filename.html", None, "/blog/a-file.html"),
            ("/p/:slugorfilename", None, "/p/a-file"),
        ] {
            assert_eq!(
                filled(pattern, &fields, "blog/tips", slug, "a-file"),
                expected,
                "{pattern}"
            );
        }
    }
}
