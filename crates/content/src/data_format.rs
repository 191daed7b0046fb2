//! Formats of lists other than TOML.

use crate::data_node::{Node, NodeContent, SyntaxError};
use crate::json_data;

/// A notation of lists other than TOML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DataFormat {
    /// An array of objects.
    Json,
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

    /// Returns what is written to add a key to an entry. `is_null` says that it is there, with the value null.
    pub fn entry(self, key: &str, is_null: bool) -> String {
        match self {
            _ if is_null => format!("a value for `{key}`"),
            Self::Json => format!("`\"{key}\": …`"),
        }
    }

    /// Parses a list.
    ///
    /// # Errors
    /// Returns the syntax errors, or that it is no list.
    pub fn parse(self, text: &str) -> Result<Node, Vec<SyntaxError>> {
        let root = match self {
            Self::Json => json_data::parse(text)?,
        };
        match root.content {
            NodeContent::List(_) => Ok(root),
            _ => Err(vec![SyntaxError {
                span: root.head,
                message: "this is not a list".to_owned(),
                help: Some(self.list_help()),
            }]),
        }
    }
}
