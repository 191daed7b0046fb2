//! Documents: Markdown or TOML files, or `[[item]]` tables of a list, checked against their collection's schema.

use std::ops::Range;
use std::sync::Arc;

use diagnostic::{Fingerprint, Place, Source};
use jiff::civil::Date;
use serde_json::{Map, Value};

use crate::selection::date_of;
use crate::toml_text::{Part, TomlText};

/// A document of a collection.
#[derive(Debug, Clone)]
pub struct Document {
    /// Name of its collection.
    pub collection: String,
    /// Last part of its URL: `slug` of the front matter, or else the file name without extension and language.
    pub slug: String,
    /// Folders and slug, relative to the collection's folder: `thanks/contact`.
    pub path: String,
    /// Language (BCP 47).
    pub lang: String,
    /// TOML of the file, for places of its values.
    pub toml: TomlText,
    /// JSON pointer of this document in the TOML: `""`, or `/item/3` in a list.
    pub pointer: String,
    /// Front matter, facts filled in. Empty if the file cannot be used.
    pub fields: Map<String, Value>,
    /// Byte range of the Markdown in the file; `0..0` if its front matter cannot be found.
    pub body: Range<usize>,
    /// Whether the file has no errors. The content of a file with errors is used only in a preview; its URL is known either
    /// way.
    pub valid: bool,
    /// Number of words of the Markdown.
    pub words: usize,
    /// Fingerprint of what other pages can show of this document: fields, URL, number of words. Valid as long as settings
    /// and schemas stay the same.
    pub entry: Fingerprint,
    /// Fingerprint of the Markdown.
    pub content: Fingerprint,
}

impl Document {
    /// Returns the file.
    pub fn source(&self) -> &Arc<Source> {
        &self.toml.source
    }

    /// Returns a text of the front matter.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.fields.get(key).and_then(Value::as_str)
    }

    /// Returns the date of a key of the front matter, without its time.
    pub fn date(&self, key: &str) -> Option<Date> {
        date_of(&self.fields, key)
    }

    /// Returns a boolean of the front matter, or `false` if it is absent.
    pub fn flag(&self, key: &str) -> bool {
        self.fields
            .get(key)
            .and_then(Value::as_bool)
            .unwrap_or(false)
    }

    /// Returns the Markdown.
    pub fn markdown(&self) -> &str {
        &self.source().text[self.body.clone()]
    }

    /// Returns the place of the slug: `slug` of the front matter, or the start of the file.
    pub fn slug_place(&self) -> Place {
        if self.fields.contains_key("slug") {
            self.place("/slug", Part::Value)
        } else {
            Place::start_of(self.source())
        }
    }

    /// Returns the place of a value of the front matter (`/faq/0/answer`), or of the nearest enclosing entry.
    pub fn place(&self, pointer: &str, part: Part) -> Place {
        self.toml
            .locate(&format!("{}{pointer}", self.pointer), part)
    }
}
