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
    /// Name of the collection that the document belongs to.
    pub collection: String,
    /// Last part of the URL: `slug` in the front matter or, by default, the file name without extension and language, or the index
    /// of the `[[item]]`.
    pub slug: String,
    /// Path relative to the collection's folder, with the slug in place of the file name: `thanks/contact`.
    pub path: String,
    /// Language as a BCP 47 tag: `en`.
    pub lang: String,
    /// TOML of the file, used to locate the values that findings are about.
    pub toml: TomlText,
    /// JSON pointer of this document in the TOML: `""`, or `/item/3` in a list.
    pub pointer: String,
    /// Front matter, with facts filled in. If its TOML is invalid, only the keys that could be parsed.
    pub fields: Map<String, Value>,
    /// Byte range of the Markdown in the file; `0..0` if the file could not be split into front matter and Markdown.
    pub body: Range<usize>,
    /// Whether the document has no errors. The content of a document with errors is used only in a preview; its URL is known
    /// either way.
    pub valid: bool,
    /// Number of required values that are missing, and for which `fields` has placeholders.
    pub missing: usize,
    /// Number of words in the Markdown.
    pub words: usize,
    /// Fingerprint of everything that other pages can show of this document: fields, URL, number of words, and the beginning of
    /// the text if its collection has summaries. Comparable only while settings and schemas stay the same.
    pub entry: Fingerprint,
    /// Fingerprint of the Markdown.
    pub content: Fingerprint,
    /// Fingerprint of everything that routes are planned from. Comparable only while settings stay the same.
    pub routing: Fingerprint,
}

/// Position of a document in a site's content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocumentId {
    /// Index of the collection.
    pub collection: usize,
    /// Index of the document in the collection.
    pub index: usize,
}

impl Document {
    /// Returns the file that contains the document.
    pub fn source(&self) -> &Arc<Source> {
        &self.toml.source
    }

    /// Returns the front matter value of `key` if it is a string.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.fields.get(key).and_then(Value::as_str)
    }

    /// Returns the front matter value of `key` as a date, without its time of day; `None` if it is not a date.
    pub fn date(&self, key: &str) -> Option<Date> {
        date_of(&self.fields, key)
    }

    /// Returns the front matter value of `key` if it is a boolean, otherwise `false`.
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

    /// Returns the place for findings about the slug: the value of `slug`, or the start of the file if there is no such key.
    pub fn slug_place(&self) -> Place {
        if self.fields.contains_key("slug") {
            self.place("/slug", Part::Value)
        } else {
            Place::start_of(self.source())
        }
    }

    /// Returns the place of the front matter value at a JSON pointer (`/faq/0/answer`), or of the nearest enclosing entry.
    pub fn place(&self, pointer: &str, part: Part) -> Place {
        self.toml
            .locate(&format!("{}{pointer}", self.pointer), part)
    }
}
