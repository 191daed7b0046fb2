//! Lists in other formats than TOML, which become a tree of values with their places.

use std::collections::HashMap;
use std::ops::Range;

use serde_json::{Map, Value};

use crate::json_data;

/// A notation of lists other than TOML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DataFormat {
    /// An array of objects.
    Json,
}

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

/// A mistake in a data file.
#[derive(Debug)]
pub struct Mistake {
    /// Byte range of the mistake.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<&'static str>,
}

impl DataFormat {
    /// Returns the format of a file, by its name; `None` for TOML and for everything that is no list.
    pub fn of(path: &str) -> Option<Self> {
        path.ends_with(".json").then_some(Self::Json)
    }

    /// Returns the name of the format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Json => "JSON",
        }
    }

    /// Returns how the entries of a list are written.
    pub fn list_help(self) -> &'static str {
        match self {
            Self::Json => "write a list of objects: [{ \"key\": \"value\" }, …]",
        }
    }

    /// Returns what is written to add a key to an entry. `has_place` says that there is a place for its value, which is null.
    pub fn entry(self, key: &str, has_place: bool) -> String {
        match self {
            _ if has_place => format!("a value for `{key}`"),
            Self::Json => format!("`\"{key}\": …`"),
        }
    }

    /// Parses a list.
    ///
    /// # Errors
    /// Returns the mistakes in the notation, or that it is no list.
    pub fn parse(self, text: &str) -> Result<Node, Vec<Mistake>> {
        let root = match self {
            Self::Json => json_data::parse(text)?,
        };
        match root.content {
            NodeContent::List(_) => Ok(root),
            _ => Err(vec![Mistake {
                span: root.head,
                message: "this is not a list".to_owned(),
                help: Some(self.list_help()),
            }]),
        }
    }
}

impl Node {
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
