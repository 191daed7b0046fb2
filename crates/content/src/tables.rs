//! TOML text to plain values, and from a value's path back to its place in the text.

use std::ops::Range;
use std::sync::Arc;

use serde_json::{Map, Number, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::codes;
use crate::toml_mistakes::mistakes;
use diagnostic::Diagnostic;
use diagnostic::{Place, Source};

/// TOML within a source: a whole file, or the front matter of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TomlText {
    /// The file.
    pub source: Arc<Source>,
    /// The part of it that is TOML, in bytes.
    pub span: Range<usize>,
}

/// A text that a value holds, or an element of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Its JSON pointer: `/faq/0/question`.
    pub pointer: String,
    /// The text, escapes resolved.
    pub text: String,
    /// Where it stands in the file, quotes included.
    pub place: Place,
}

/// Which part of an entry a diagnostic points at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The key.
    Key,
    /// The value.
    Value,
}

impl TomlText {
    /// All of a file.
    pub fn whole(source: &Arc<Source>) -> Self {
        Self {
            source: Arc::clone(source),
            span: 0..source.text.len(),
        }
    }

    fn text(&self) -> &str {
        &self.source.text[self.span.clone()]
    }

    fn place(&self, span: Range<usize>) -> Place {
        Place::new(
            &self.source,
            self.span.start + span.start..self.span.start + span.end,
        )
    }

    /// Parses the text. Dates and times become strings in RFC 3339 form, which is what schemas and templates see.
    ///
    /// # Errors
    /// Every mistake of the text, each at its place.
    pub fn parse(&self) -> Result<Map<String, Value>, Vec<Diagnostic>> {
        let (table, found) = self.parse_what_can_be();
        if found.is_empty() {
            Ok(table)
        } else {
            Err(found)
        }
    }

    /// The same, with what could be read beside the mistakes.
    pub fn parse_what_can_be(&self) -> (Map<String, Value>, Vec<Diagnostic>) {
        let (table, errors) = DeTable::parse_recoverable(self.text());
        let mistakes = mistakes(self.text(), &errors);
        let mut found: Vec<Diagnostic> = mistakes
            .into_iter()
            .map(|mistake| {
                let message = format!("this is not valid TOML: {}", mistake.message);
                let diagnostic = Diagnostic::new(&codes::BAD_TOML, message)
                    .at(self.place(mistake.span), mistake.label)
                    .maybe_help(mistake.help);
                match mistake.first {
                    Some(first) => diagnostic.related(self.place(first), "the first is here"),
                    None => diagnostic,
                }
            })
            .collect();
        let mut numbers = Vec::new();
        for (_, value) in table.get_ref() {
            self.numbers(value, &mut numbers);
        }
        // What follows from a mistake of the line is none of its own.
        let line_of = |one: &Diagnostic| {
            let place = one.place.as_ref();
            place.map(|(place, _)| place.line_column().line)
        };
        numbers.retain(|one| !found.iter().any(|other| line_of(other) == line_of(one)));
        found.extend(numbers);
        (table_to_json(table.get_ref()), found)
    }

    /// Numbers that nothing after this can hold.
    fn numbers(&self, value: &Spanned<DeValue<'_>>, found: &mut Vec<Diagnostic>) {
        let bad = |message: &str, help: &str| {
            Diagnostic::new(&codes::BAD_TOML, message)
                .at(self.place(value.span()), "")
                .help(help)
        };
        match value.get_ref() {
            DeValue::Integer(integer)
                if i64::from_str_radix(integer.as_str(), integer.radix()).is_err() =>
            {
                found.push(bad(
                    "this whole number is too large",
                    "the largest is 9223372036854775807; a telephone or registration number is text: put it between quotes",
                ));
            }
            DeValue::Float(float) if !float.as_str().parse().is_ok_and(f64::is_finite) => {
                found.push(bad(
                    "this is no finite number",
                    "write a number with digits",
                ));
            }
            DeValue::Array(array) => array.iter().for_each(|one| self.numbers(one, found)),
            DeValue::Table(table) => {
                for (_, one) in table {
                    self.numbers(one, found);
                }
            }
            _ => {}
        }
    }

    /// Every text among the values, in the order of the file. Keys and comments are none.
    pub fn texts(&self) -> Vec<Written> {
        let (table, _) = DeTable::parse_recoverable(self.text());
        let mut found = Vec::new();
        self.texts_of_table(table.get_ref(), "", &mut found);
        found.sort_by_key(|one| one.place.span.start);
        found
    }

    fn texts_of_table(&self, table: &DeTable<'_>, pointer: &str, found: &mut Vec<Written>) {
        for (key, value) in table {
            let pointer = format!("{pointer}/{}", escape(key.get_ref()));
            self.texts_of(value.get_ref(), value.span(), &pointer, found);
        }
    }

    fn texts_of(
        &self,
        value: &DeValue<'_>,
        span: Range<usize>,
        pointer: &str,
        found: &mut Vec<Written>,
    ) {
        match value {
            DeValue::String(text) => found.push(Written {
                pointer: pointer.to_owned(),
                text: text.to_string(),
                place: self.place(span),
            }),
            DeValue::Array(array) => {
                for (index, value) in array.iter().enumerate() {
                    let pointer = format!("{pointer}/{index}");
                    self.texts_of(value.get_ref(), value.span(), &pointer, found);
                }
            }
            DeValue::Table(table) => self.texts_of_table(table, pointer, found),
            _ => {}
        }
    }

    /// The place of the value at a JSON pointer (`/faq/0/question`); the nearest enclosing entry where the text has no
    /// such value, and the start of the TOML where there is none at all.
    pub fn locate(&self, pointer: &str, part: Part) -> Place {
        let (table, _) = DeTable::parse_recoverable(self.text());
        let mut found: Option<(Range<usize>, Range<usize>)> = None;
        let root = DeValue::Table(table.into_inner());
        let mut value = &root;
        for step in pointer.split('/').skip(1) {
            let step = step.replace("~1", "/").replace("~0", "~");
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
            found = Some((key_span, next.span()));
            value = next.get_ref();
        }
        match found {
            Some((key, value)) => self.place(match part {
                Part::Key => key,
                Part::Value => value,
            }),
            None => self.start(),
        }
    }

    /// Where a key is missed: the line before the TOML (the opening `+++`), or its first line.
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

/// A key as a step of a JSON pointer (RFC 6901, section 3).
pub fn escape(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

fn table_to_json(table: &DeTable<'_>) -> Map<String, Value> {
    table
        .iter()
        .map(|(key, value)| (key.get_ref().to_string(), value_to_json(value.get_ref())))
        .collect()
}

fn value_to_json(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Integer(integer) => {
            i64::from_str_radix(integer.as_str(), integer.radix()).map_or(Value::Null, Value::from)
        }
        DeValue::Float(float) => float
            .as_str()
            .parse()
            .ok()
            .and_then(Number::from_f64)
            .map_or(Value::Null, Value::Number),
        DeValue::Boolean(yes) => Value::Bool(*yes),
        DeValue::Datetime(datetime) => Value::String(datetime.to_string()),
        DeValue::Array(array) => array
            .iter()
            .map(|value| value_to_json(value.get_ref()))
            .collect(),
        DeValue::Table(table) => Value::Object(table_to_json(table)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_places() {
        let source = Source::new(
            "a.toml",
            "a = 1\ndate = 2025-09-22\n[[faq]]\nquestion = \"?\"\n[[faq]]\nquestion = 7\n",
        );
        let toml = TomlText::whole(&source);
        let value = Value::Object(toml.parse().unwrap());
        assert_eq!(value["date"], "2025-09-22");
        let place = toml.locate("/faq/1/question", Part::Value);
        assert_eq!(&source.text[place.span.clone()], "7");
        assert_eq!(place.line_column().line, 6);
        assert_eq!(&source.text[toml.locate("/date", Part::Key).span], "date");
    }

    #[test]
    fn numbers_and_quotes() {
        for (text, message, help) in [
            (
                "a = 9223372036854775808\n",
                "this whole number is too large",
                "the largest is 9223372036854775807",
            ),
            (
                "a = [{ b = inf }]\n",
                "this is no finite number",
                "write a number with digits",
            ),
            (
                "a = “text”\n",
                "this is not valid TOML",
                "these quotes are curly",
            ),
            (
                "\u{200b}a = 1\n",
                "this is not valid TOML: a zero-width space (U+200B) stands here",
                "it cannot be seen: delete it",
            ),
            (
                "a\u{2009}= \"\u{200b}\"\n",
                "this is not valid TOML: a space of a word processor (U+2009) stands here",
                "it looks like a blank and is none: delete it, and type a blank",
            ),
        ] {
            let found = TomlText::whole(&Source::new("a.toml", text))
                .parse()
                .unwrap_err();
            assert!(found[0].message.starts_with(message), "{found:#?}");
            assert!(found[0].help[0].starts_with(help), "{found:#?}");
        }
    }

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

    #[test]
    fn every_mistake_is_reported() {
        let source = Source::new("a.toml", "a = b c\nx\ny = 2025-13-40\n");
        let found = TomlText::whole(&source).parse().unwrap_err();
        let lines: Vec<usize> = found
            .iter()
            .filter_map(|one| one.place.as_ref())
            .map(|(place, _)| place.line_column().line)
            .collect();
        assert!(lines.contains(&1) && lines.contains(&2), "{found:#?}");
    }
}
