//! The schemas of a site: JSON files below `content/`, usually in `content/schemas/`.

use std::sync::Arc;

use diagnostic::{Diagnostic, Help, Place, Source, did_you_mean};

use crate::codes;
use crate::document_files::plain_path;
use crate::schema::Schema;
use crate::tree::Tree;

/// Returns help that proposes the only schema with the name of a file, in another folder.
fn in_another_folder<'a>(path: &str, schemas: impl Iterator<Item = &'a str>) -> Option<Help> {
    let name = path.rsplit('/').next()?;
    let mut same = schemas.filter(|one| one.rsplit('/').next() == Some(name));
    let only = same.next().filter(|_| same.next().is_none())?;
    Some(Help::replace(format!("did you mean `{only}`?"), path, only))
}

/// Returns whether a text file may be a schema. [`SchemaFiles`] reads no others.
pub fn is_schema(path: &str) -> bool {
    path.ends_with(".json")
}

/// Schema files of a site, which are compiled on request.
#[derive(Clone, Copy)]
pub struct SchemaFiles<'a> {
    /// All files of the site.
    pub tree: &'a Tree,
    /// Sorted paths, relative to `content/`, that the schema format `image` accepts.
    pub images: &'a Arc<Vec<String>>,
    /// Whether the schemas have no mistakes, so that they need not be checked.
    pub are_valid: bool,
}

impl SchemaFiles<'_> {
    /// Compiles the schema at `path` (relative to `content/`), which a collection names at `place`. Reports a schema that is
    /// missing or has mistakes, and returns `None`.
    pub fn required(
        &self,
        path: &str,
        place: impl Fn() -> Place,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Schema> {
        let file = format!("content/{path}");
        let files = self.tree.texts.keys();
        let files = files.filter_map(|key| key.strip_prefix("content/"));
        let schemas = files.filter(|key| is_schema(key));
        if !is_schema(path) {
            let message = format!("schema `{path}` is not a JSON file");
            diagnostics.push(
                Diagnostic::new(&codes::INVALID_VALUE, message)
                    .at(place(), "does not end in .json")
                    .help(did_you_mean(path, schemas).unwrap_or_else(|| {
                        "write the name of a JSON file below content/, as in schemas/page.json"
                            .into()
                    })),
            );
        } else if let Some(source) = self.tree.texts.get(&file) {
            return self.compile(source, diagnostics);
        } else if !self.tree.unreadable.contains_key(&file) {
            diagnostics.push(
                Diagnostic::new(
                    &codes::MISSING_FILE,
                    format!("schema `{path}` does not exist"),
                )
                .at(place(), "no such file below content/")
                .help(
                    plain_path(path, |file| self.tree.texts.contains_key(file))
                        .or_else(|| in_another_folder(path, schemas.clone()))
                        .or_else(|| did_you_mean(path, schemas))
                        .unwrap_or_else(|| {
                            "create the schema, or write the name of one in content/schemas/".into()
                        }),
                ),
            );
        }
        None
    }

    /// Compiles the schema at `path` (relative to the project's root). Returns `None` if the file does not exist, or if the schema
    /// has mistakes, which are reported.
    pub fn optional(&self, path: &str, diagnostics: &mut Vec<Diagnostic>) -> Option<Schema> {
        self.compile(self.tree.texts.get(path)?, diagnostics)
    }

    fn compile(&self, source: &Arc<Source>, diagnostics: &mut Vec<Diagnostic>) -> Option<Schema> {
        let schema = if self.are_valid {
            Schema::valid(source, self.images)
        } else {
            Schema::compile(source, self.images)
        };
        schema.map_err(|findings| diagnostics.extend(findings)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Other text files are not read: an edit of one would not be noticed.
    #[test]
    fn only_json_files_are_schemas() {
        for (path, expected) in [
            ("models/page.json", None),
            (
                "models/page.toml",
                Some("schema `models/page.toml` is not a JSON file"),
            ),
            ("page.json", Some("schema `page.json` does not exist")),
        ] {
            let file = |path: &str| (path.to_owned(), Source::new(path, "{}"));
            let texts = ["content/models/page.json", "content/models/page.toml"];
            let mut tree = Tree::default();
            tree.texts.extend(texts.map(file));
            let schemas = SchemaFiles {
                tree: &tree,
                images: &Arc::default(),
                are_valid: true,
            };
            let place = || Place::start_of(&Source::new("content/structure.toml", ""));
            let mut diagnostics = Vec::new();
            let schema = schemas.required(path, place, &mut diagnostics);
            let message = diagnostics.first().map(|one| one.message.as_str());
            assert_eq!((schema.is_none(), message), (expected.is_some(), expected));
        }
    }
}
