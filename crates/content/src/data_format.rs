//! Formats of lists other than TOML.

use crate::data_node::{Node, NodeContent, SyntaxError};
use crate::{csv_data, json_data, yaml_data};

/// A notation of lists other than TOML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DataFormat {
    /// An array of objects.
    Json,
    /// A sequence of mappings.
    Yaml,
    /// A line with the names of the columns, and a line for each entry.
    Csv,
}

impl DataFormat {
    /// Returns the format of a file, by its name; `None` for TOML and for everything that is not a list.
    pub fn of(path: &str) -> Option<Self> {
        match path.rsplit_once('.')?.1 {
            "json" => Some(Self::Json),
            "yaml" | "yml" => Some(Self::Yaml),
            "csv" => Some(Self::Csv),
            _ => None,
        }
    }

    /// Returns the name of the format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Json => "JSON",
            Self::Yaml => "YAML",
            Self::Csv => "CSV",
        }
    }

    /// Returns how the entries of a list are written.
    pub fn list_help(self) -> &'static str {
        match self {
            Self::Json => "write a list of objects: [{ \"key\": \"value\" }, …]",
            Self::Yaml => {
                "begin each entry with a hyphen, and write its keys below each other: - key: value"
            }
            Self::Csv => {
                "write the names of the columns in the first line, and each entry in a line of its own"
            }
        }
    }

    /// Returns what is written to add a key to an entry. `is_empty` says that it is there, without a value.
    pub fn entry(self, key: &str, is_empty: bool) -> String {
        match self {
            _ if is_empty => format!("a value for `{key}`"),
            Self::Json => format!("`\"{key}\": …`"),
            Self::Yaml => format!("`{key}: …`"),
            Self::Csv => format!("a column `{key}`"),
        }
    }

    /// Parses a list. Fails with the syntax errors, or the finding that it is not a list.
    pub fn parse(self, text: &str) -> Result<Node, Vec<SyntaxError>> {
        let root = match self {
            Self::Json => json_data::parse(text)?,
            Self::Yaml => yaml_data::parse(text)?,
            Self::Csv => csv_data::parse(text)?,
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
