//! The part of a document's path that a new name replaces.

use std::ops::Range;

use content::Structure;

use crate::commands::language_server::project::rule;

/// Returns the byte range of the name in a document's path, or `None` if the document cannot be renamed. The name of an `index.md` is
/// that of its folder; the one in the folder of a whole collection, such as the home page, has none.
pub fn name_span(structure: &Structure, path: &str) -> Option<Range<usize>> {
    let dir = rule(structure, path)?.dir.as_ref()?;
    let file = path.rfind('/')? + 1;
    let stem = path[file..].find('.')?;
    if &path[file..file + stem] != "index" {
        return Some(file..file + stem);
    }
    let folder = &path[..file - 1];
    let is_below = folder.strip_prefix("content/")?.len() > dir.len();
    is_below.then_some(folder.rfind('/')? + 1..folder.len())
}

#[cfg(test)]
mod tests {
    use super::name_span;
    use serde_json::json;

    #[test]
    fn names() {
        let collections = ["pages", "offices"]
            .map(|name| json!({ "name": name, "dir": name, "schema": "schemas/a.json" }));
        let structure = serde_json::from_value(json!({ "collection": collections })).unwrap();
        for (path, expected) in [
            ("content/pages/a.md", Some("a")),
            ("content/pages/a.hi.md", Some("a")),
            ("content/pages/below/a.md", Some("a")),
            ("content/offices/a.toml", Some("a")),
            ("content/pages/a/index.md", Some("a")),
            ("content/pages/b/a/index.hi.md", Some("a")),
            ("content/pages/index.md", None),
            ("content/pages/index.hi.md", None),
            ("content/site.toml", None),
            ("content/pagesx/a.md", None),
        ] {
            assert_eq!(
                name_span(&structure, path).map(|span| &path[span]),
                expected,
                "{path}"
            );
        }
    }
}
