//! Values of a list that is not in TOML, with their places.

use std::collections::HashMap;
use std::ops::Range;

use serde_json::{Map, Value};

/// A value and its place.
#[derive(Debug)]
pub struct Node {
    /// Byte range of the value.
    pub span: Range<usize>,
    /// Byte range at which findings about the value as a whole are placed.
    pub head: Range<usize>,
    /// The value.
    pub content: NodeContent,
}

/// Content of a [`Node`].
#[derive(Debug)]
pub enum NodeContent {
    /// A string, number, boolean, or null.
    Plain(Value),
    /// A list.
    List(Vec<Node>),
    /// A table: its keys, with their places, and its values.
    Table(Vec<(String, Range<usize>, Node)>),
}

/// A syntax error in a list.
#[derive(Debug)]
pub struct SyntaxError {
    /// Byte range of the error.
    pub span: Range<usize>,
    /// Message.
    pub message: String,
    /// Advice on how to correct it.
    pub help: Option<&'static str>,
}

impl SyntaxError {
    /// Creates an error. `span` may reach beyond the text, or begin within a character.
    pub fn new(
        text: &str,
        span: Range<usize>,
        message: impl Into<String>,
        help: Option<&'static str>,
    ) -> Self {
        let start = text.floor_char_boundary(span.start.min(text.len()));
        let end = text.ceil_char_boundary(span.end.clamp(start, text.len()));
        Self {
            span: start..end,
            message: message.into(),
            help,
        }
    }
}

impl Node {
    /// Creates a value that is neither a list nor a table.
    pub fn plain(span: Range<usize>, value: Value) -> Self {
        Self {
            head: span.clone(),
            span,
            content: NodeContent::Plain(value),
        }
    }

    /// Returns the value without its places. Keys whose value is null are left out. `report` is called for each key that a table has
    /// twice, with the places of the second and the first.
    pub fn value(&self, report: &mut impl FnMut(&str, &Range<usize>, &Range<usize>)) -> Value {
        match &self.content {
            NodeContent::Plain(value) => value.clone(),
            NodeContent::List(entries) => entries.iter().map(|entry| entry.value(report)).collect(),
            NodeContent::Table(entries) => {
                let mut first: HashMap<&str, &Range<usize>> = HashMap::new();
                let mut table = Map::new();
                for (key, span, node) in entries {
                    match first.get(key.as_str()) {
                        Some(before) => report(key, span, before),
                        None => drop(first.insert(key, span)),
                    }
                    let value = node.value(report);
                    if !value.is_null() {
                        table.insert(key.clone(), value);
                    }
                }
                Value::Object(table)
            }
        }
    }
}
