//! A document: one Markdown or TOML file, or one `[[item]]` of a list, checked against its collection's schema.

use std::ops::Range;
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::tables::{Part, TomlText};
use diagnostic::Fingerprint;
use diagnostic::{Place, Source};

/// A document of a collection.
#[derive(Debug, Clone)]
pub struct Document {
    /// The collection it belongs to.
    pub collection: String,
    /// Its part of the address: the file's name without ending and language, or front matter `slug`.
    pub slug: String,
    /// Folders and slug, relative to the collection's folder: `thanks/contact`.
    pub path: String,
    /// Its language (BCP 47).
    pub lang: String,
    /// The file's TOML, for places of its values.
    pub toml: TomlText,
    /// Where in the TOML this document stands: `""`, or `/item/3` in a list.
    pub pointer: String,
    /// Front matter with facts filled in. Empty where the file could not be used.
    pub fields: Map<String, Value>,
    /// The Markdown, as bytes of the file.
    pub body: Range<usize>,
    /// `false` where the file has errors: its address is known, its content is not to be used.
    pub valid: bool,
    /// Words of the Markdown.
    pub words: usize,
    /// Of what other pages can show of this document: its fields, its address, its length. It holds as long as the
    /// settings and schemas do.
    pub entry: Fingerprint,
    /// Of the Markdown.
    pub content: Fingerprint,
}

impl Document {
    /// The file it comes from.
    pub fn source(&self) -> &Arc<Source> {
        &self.toml.source
    }

    /// A text field of the front matter.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.fields.get(key).and_then(Value::as_str)
    }

    /// A yes-or-no field of the front matter; absent is no.
    pub fn flag(&self, key: &str) -> bool {
        self.fields
            .get(key)
            .and_then(Value::as_bool)
            .unwrap_or(false)
    }

    /// The Markdown text.
    pub fn markdown(&self) -> &str {
        &self.source().text[self.body.clone()]
    }

    /// The place of a front matter value (`/faq/0/answer`), or of what encloses it.
    pub fn place(&self, pointer: &str, part: Part) -> Place {
        self.toml
            .locate(&format!("{}{pointer}", self.pointer), part)
    }
}
