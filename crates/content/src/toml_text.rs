//! TOML text, and from a value's path to its place in the text.

use std::ops::Range;
use std::sync::Arc;

use diagnostic::{Place, Source};
use toml::de::{DeTable, DeValue};

/// TOML within a source: a whole file, or the front matter of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TomlText {
    /// The file.
    pub source: Arc<Source>,
    /// Byte range of the TOML in the file.
    pub span: Range<usize>,
}

/// A text among the values of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// JSON pointer of the value: `/faq/0/question`.
    pub pointer: String,
    /// The text, escapes resolved.
    pub text: String,
    /// Place of the value in the file, quotes included.
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
    /// Takes all of a file as TOML.
    pub fn whole(source: &Arc<Source>) -> Self {
        Self {
            source: Arc::clone(source),
            span: 0..source.text.len(),
        }
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

    /// Returns every text among the values, in the order of the file. Keys and comments are not included.
    pub fn texts(&self) -> Vec<Written> {
        let (table, _) = DeTable::parse_recoverable(self.text());
        let mut texts = Vec::new();
        self.texts_of_table(table.get_ref(), "", &mut texts);
        texts.sort_by_key(|one| one.place.span.start);
        texts
    }

    fn texts_of_table(&self, table: &DeTable<'_>, pointer: &str, texts: &mut Vec<Written>) {
        for (key, value) in table {
            let pointer = format!("{pointer}/{}", escape(key.get_ref()));
            self.texts_of(value.get_ref(), value.span(), &pointer, texts);
        }
    }

    fn texts_of(
        &self,
        value: &DeValue<'_>,
        span: Range<usize>,
        pointer: &str,
        texts: &mut Vec<Written>,
    ) {
        match value {
            DeValue::String(text) => texts.push(Written {
                pointer: pointer.to_owned(),
                text: text.to_string(),
                place: self.place(span),
            }),
            DeValue::Array(array) => {
                for (index, value) in array.iter().enumerate() {
                    let pointer = format!("{pointer}/{index}");
                    self.texts_of(value.get_ref(), value.span(), &pointer, texts);
                }
            }
            DeValue::Table(table) => self.texts_of_table(table, pointer, texts),
            _ => {}
        }
    }

    /// Returns the place of the value at a JSON pointer (`/faq/0/question`). Falls back to the nearest enclosing entry, and
    /// then to the start of the TOML.
    pub fn locate(&self, pointer: &str, part: Part) -> Place {
        let (table, _) = DeTable::parse_recoverable(self.text());
        let mut entry: Option<(Range<usize>, Range<usize>)> = None;
        let root = DeValue::Table(table.into_inner());
        let mut value = &root;
        for step in pointer.split('/').skip(1).map(unescape) {
            let next = match value {
                DeValue::Table(table) => table
                    .iter()
                    .find(|(key, _)| key.get_ref() == &step)
                    .map(|(key, value)| (key.span(), value)),
                DeValue::Array(array) => step
                    .parse::<usize>()
                    .ok()
                    .and_then(|index| array.get(index))
                    .map(|value| (value.span(), value)),
                _ => None,
            };
            let Some((key_span, next)) = next else { break };
            entry = Some((key_span, next.span()));
            value = next.get_ref();
        }
        match (entry, part) {
            (Some((key, _)), Part::Key) => self.place(key),
            (Some((_, value)), Part::Value) => self.place(value),
            (None, _) => self.start(),
        }
    }

    /// Returns the place for a missing key: the line before the TOML (the opening `+++`), or its first line.
    fn start(&self) -> Place {
        let start = if self.span.start == 0 {
            0
        } else {
            self.source.text[..self.span.start - 1]
                .rfind('\n')
                .map_or(0, |at| at + 1)
        };
        let end = self.source.text[start..]
            .find('\n')
            .map_or(self.source.text.len(), |at| start + at);
        Place::new(&self.source, start..end)
    }
}

/// Escapes a key as a step of a JSON pointer (RFC 6901, section 3).
pub fn escape(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// Returns the key that a step of a JSON pointer stands for.
pub fn unescape(step: &str) -> String {
    step.replace("~1", "/").replace("~0", "~")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_with_their_places() {
        let source = Source::new("a.toml", "# \"no\"\na = \"x\"\n[[b]]\nc = ['y', 1]\n");
        let texts = TomlText::whole(&source).texts();
        let shown = texts.iter().map(|one| {
            let written = &source.text[one.place.span.clone()];
            format!("{} {} {written}", one.pointer, one.text)
        });
        assert_eq!(shown.collect::<Vec<_>>(), ["/a x \"x\"", "/b/0/c/0 y 'y'"]);
    }
}
