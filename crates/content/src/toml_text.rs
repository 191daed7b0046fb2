//! TOML, or a list in another format, in which values can be located by their JSON pointers.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use diagnostic::{Place, Source, line_start};
use serde_json::Value;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::data_format::DataFormat;
use crate::data_node::{Node, NodeContent};
use crate::toml_repair::repair;

/// TOML within a source: a whole file, or the front matter of a document. A whole file may also be a list in another format, as its
/// name says: it has the values and the pointers that it would have in TOML, `/item/0` and so on.
#[derive(Debug, Clone)]
pub struct TomlText {
    /// The file.
    pub source: Arc<Source>,
    /// Byte range of the TOML in the file.
    pub span: Range<usize>,
    /// Places of keys and values, computed when a finding first needs one.
    places: Arc<OnceLock<Places>>,
}

impl Default for TomlText {
    /// Returns the TOML of an empty file.
    fn default() -> Self {
        Self::whole(&Source::new("", ""))
    }
}

impl PartialEq for TomlText {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source && self.span == other.span
    }
}

impl Eq for TomlText {}

/// The places of all entries and strings of a [`TomlText`].
#[derive(Debug, Default)]
struct Places {
    /// Entries by JSON pointer.
    entries: HashMap<String, TomlEntry>,
    /// Strings in the order of the file.
    texts: Vec<TomlString>,
}

/// Byte ranges of the key and the value of an entry. An entry of a list has no key, so both are the range of its value.
#[derive(Debug)]
struct TomlEntry {
    key: Range<usize>,
    value: Range<usize>,
}

/// A string in a TOML file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TomlString {
    /// JSON pointer of the value: `/faq/0/question`.
    pub pointer: String,
    /// Content of the string, with escapes resolved.
    pub text: String,
    /// Place of the value in the file, including its quotes.
    pub place: Place,
}

/// The part of an entry that a diagnostic points at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The key.
    Key,
    /// The value.
    Value,
}

impl TomlText {
    /// Treats a whole file as TOML.
    pub fn whole(source: &Arc<Source>) -> Self {
        Self::new(source, 0..source.text.len())
    }

    /// Treats a part of a file, such as its front matter, as TOML.
    pub fn new(source: &Arc<Source>, span: Range<usize>) -> Self {
        Self {
            source: Arc::clone(source),
            span,
            places: Arc::default(),
        }
    }

    /// Returns the format of the list; `None` for TOML.
    pub fn format(&self) -> Option<DataFormat> {
        DataFormat::of(&self.source.path)
    }

    /// Returns the TOML.
    pub(crate) fn text(&self) -> &str {
        &self.source.text[self.span.clone()]
    }

    /// Converts a byte range of the TOML into a place in the file.
    pub(crate) fn place(&self, span: Range<usize>) -> Place {
        Place::new(
            &self.source,
            self.span.start + span.start..self.span.start + span.end,
        )
    }

    /// Returns all strings in the order of the file, without keys and comments.
    pub fn texts(&self) -> &[TomlString] {
        &self.places().texts
    }

    fn places(&self) -> &Places {
        self.places.get_or_init(|| {
            let mut places = Places::default();
            if let Some(format) = self.format() {
                if let Ok(root) = format.parse(self.text()) {
                    self.add_node(&root, root.head.clone(), "/item".to_owned(), &mut places);
                }
                return places;
            }
            let (table, errors) = DeTable::parse_recoverable(self.text());
            match repair(self.text()).filter(|_| !errors.is_empty()) {
                Some(repaired) => {
                    let (table, _) = DeTable::parse_recoverable(&repaired.text);
                    let original = |span: Range<usize>| repaired.original_span(&span);
                    self.add_table(table.get_ref(), "", &original, &mut places);
                }
                None => self.add_table(table.get_ref(), "", &|span| span, &mut places),
            }
            places.texts.sort_by_key(|one| one.place.span.start);
            places
        })
    }

    /// Adds the places in a table. `original` converts a byte range of the text that was parsed to one of this text.
    fn add_table(
        &self,
        table: &DeTable<'_>,
        pointer: &str,
        original: &dyn Fn(Range<usize>) -> Range<usize>,
        places: &mut Places,
    ) {
        for (key, value) in table {
            let pointer = format!("{pointer}/{}", escape(key.get_ref()));
            self.add_value(value, original(key.span()), pointer, original, places);
        }
    }

    fn add_value(
        &self,
        value: &Spanned<DeValue<'_>>,
        key: Range<usize>,
        pointer: String,
        original: &dyn Fn(Range<usize>) -> Range<usize>,
        places: &mut Places,
    ) {
        let span = original(value.span());
        match value.get_ref() {
            DeValue::String(text) => places.texts.push(TomlString {
                pointer: pointer.clone(),
                text: text.to_string(),
                place: self.place(span.clone()),
            }),
            DeValue::Table(table) => self.add_table(table, &pointer, original, places),
            DeValue::Array(array) => {
                for (index, value) in array.iter().enumerate() {
                    let pointer = format!("{pointer}/{index}");
                    self.add_value(value, original(value.span()), pointer, original, places);
                }
            }
            _ => {}
        }
        let value = span;
        places.entries.insert(pointer, TomlEntry { key, value });
    }

    /// Adds the places in a value of another format, whose key is at `key`.
    fn add_node(&self, node: &Node, key: Range<usize>, pointer: String, places: &mut Places) {
        let value = node.span.clone();
        match &node.content {
            NodeContent::Plain(Value::String(text)) => places.texts.push(TomlString {
                pointer: pointer.clone(),
                text: text.clone(),
                place: self.place(value.clone()),
            }),
            NodeContent::Plain(_) => {}
            NodeContent::List(entries) => {
                for (index, entry) in entries.iter().enumerate() {
                    let pointer = format!("{pointer}/{index}");
                    self.add_node(entry, entry.head.clone(), pointer, places);
                }
            }
            NodeContent::Table(entries) => {
                for (name, key, entry) in entries {
                    let pointer = format!("{pointer}/{}", escape(name));
                    self.add_node(entry, key.clone(), pointer, places);
                }
            }
        }
        places.entries.insert(pointer, TomlEntry { key, value });
    }

    /// Returns the place of the value at a JSON pointer (`/faq/0/question`). Falls back to the nearest enclosing entry, and
    /// then to the start of the TOML.
    pub fn locate(&self, pointer: &str, part: Part) -> Place {
        let entries = &self.places().entries;
        let mut pointer = pointer;
        loop {
            match (entries.get(pointer), part) {
                (Some(entry), Part::Key) => return self.place(entry.key.clone()),
                (Some(entry), Part::Value) => return self.place(entry.value.clone()),
                (None, _) => match pointer.rsplit_once('/') {
                    Some((above, _)) => pointer = above,
                    None => return self.start(),
                },
            }
        }
    }

    /// Returns whether there is a value at a JSON pointer.
    pub fn has(&self, pointer: &str) -> bool {
        self.places().entries.contains_key(pointer)
    }

    /// Returns the JSON pointer of the innermost entry at a byte offset of the file, and the place of its key. Returns `None` if there
    /// is no entry.
    pub fn entry_at(&self, offset: usize) -> Option<(&str, Place)> {
        let offset = offset.checked_sub(self.span.start)?;
        let is_at = |span: &Range<usize>| span.start <= offset && offset <= span.end;
        let entries = self.places().entries.iter();
        let spans = entries.filter_map(|(pointer, entry)| {
            let key = is_at(&entry.key).then(|| entry.key.len());
            let value = is_at(&entry.value).then(|| entry.value.len());
            let smallest = key.into_iter().chain(value).min();
            smallest.map(|length| (length, std::cmp::Reverse(pointer.len()), pointer, entry))
        });
        let (.., pointer, entry) = spans.min_by_key(|(length, depth, ..)| (*length, *depth))?;
        Some((pointer, self.place(entry.key.clone())))
    }

    /// Returns the place for findings about a missing key: the line before the TOML (the opening `+++`), or the first line of a
    /// file that is all TOML.
    fn start(&self) -> Place {
        let start = if self.span.start == 0 {
            0
        } else {
            line_start(&self.source.text[..self.span.start - 1])
        };
        let end = self.source.text[start..]
            .find('\n')
            .map_or(self.source.text.len(), |at| start + at);
        Place::new(&self.source, start..end)
    }
}

/// Escapes a key so that it can be a step of a JSON pointer (RFC 6901, section 3).
pub fn escape(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// Converts a step of a JSON pointer back to the key that it names.
pub fn unescape(step: &str) -> String {
    step.replace("~1", "/").replace("~0", "~")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_at_offsets() {
        let source = Source::new(
            "a.md",
            "+++\na = \"x\"\n[b]\nc = ['y', 1]\n[[d]]\ne.f = 1\n+++\n",
        );
        let toml = TomlText::new(&source, 4..source.text.len() - 4);
        for (word, expected) in [
            ("a = ", Some("/a")),
            ("x", Some("/a")),
            ("b]", Some("/b")),
            ("c = ", Some("/b/c")),
            ("y'", Some("/b/c/0")),
            ("e.", Some("/d/0/e")),
            ("f = ", Some("/d/0/e/f")),
            ("+++", None),
        ] {
            let at = source.text.find(word).unwrap();
            let found = toml.entry_at(at).map(|(pointer, _)| pointer);
            assert_eq!(found, expected, "{word}");
        }
    }

    #[test]
    fn texts_with_their_places() {
        let source = Source::new("a.toml", "# \"no\"\na = \"x\"\n[[b]]\nc = ['y', 1]\n");
        let toml = TomlText::whole(&source);
        let shown = toml.texts().iter().map(|one| {
            let written = &source.text[one.place.span.clone()];
            format!("{} {} {written}", one.pointer, one.text)
        });
        assert_eq!(shown.collect::<Vec<_>>(), ["/a x \"x\"", "/b/0/c/0 y 'y'"]);
    }
}
