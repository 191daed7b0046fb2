//! The schemas of a site: `content/schemas/*.json`.

use std::sync::Arc;

use diagnostic::{Diagnostic, Place, Source, did_you_mean};

use crate::codes;
use crate::schema::Schema;
use crate::tree::Tree;

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
        if let Some(source) = self.tree.texts.get(&file) {
            return self.compile(source, diagnostics);
        }
        if !self.tree.unreadable.contains_key(&file) {
            let files = self.tree.texts.keys();
            let files = files.filter_map(|key| key.strip_prefix("content/"));
            let schemas = files.filter(|key| key.starts_with("schemas/"));
            diagnostics.push(
                Diagnostic::new(
                    &codes::MISSING_FILE,
                    format!("schema `{path}` does not exist"),
                )
                .at(place(), "no such file below content/")
                .help(did_you_mean(path, schemas).unwrap_or_else(|| {
                    "create the schema, or write the name of one in content/schemas/".into()
                })),
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
        schema.map_err(|mistakes| diagnostics.extend(mistakes)).ok()
    }
}
