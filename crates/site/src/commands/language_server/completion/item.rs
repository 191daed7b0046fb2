//! What a list of completions contains.

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, InsertTextFormat,
    MarkupContent, MarkupKind, Range, TextEdit,
};

use crate::commands::language_server::client::Client;

/// Kind of a completion, which editors show as an icon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemKind {
    /// Key of TOML.
    Key,
    /// Value.
    Value,
    /// Page or heading.
    Page,
    /// File.
    File,
    /// Fact.
    Fact,
    /// Component, function, filter, or test.
    Function,
    /// Argument of a component or function.
    Argument,
}

/// A completion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Kind.
    pub kind: ItemKind,
    /// Text in the editor's list.
    pub label: String,
    /// Text to insert. `$0` marks the new position of the cursor, except in values.
    pub text: String,
    /// Short text beside the label, such as a page's title.
    pub detail: String,
    /// Markdown that explains the item.
    pub description: String,
}

impl Item {
    /// Creates an item without detail and description.
    pub fn new(kind: ItemKind, label: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            kind,
            label: label.into(),
            text: text.into(),
            detail: String::new(),
            description: String::new(),
        }
    }

    /// Creates an item that inserts its label.
    pub fn named(kind: ItemKind, name: impl Into<String>) -> Self {
        let name = name.into();
        Self::new(kind, name.clone(), name)
    }

    /// Sets the detail.
    #[must_use]
    pub fn with_detail(self, detail: &str) -> Self {
        Self {
            detail: detail.to_owned(),
            ..self
        }
    }

    /// Sets the description.
    #[must_use]
    pub fn with_description(self, description: &str) -> Self {
        Self {
            description: description.to_owned(),
            ..self
        }
    }

    /// Converts the item to that of the protocol. `at` is its index in the list, and `range` the text that it replaces.
    pub fn into_protocol(self, at: usize, range: Range, client: Client) -> CompletionItem {
        let has_cursor = self.text.contains("$0") && self.kind != ItemKind::Value;
        let is_snippet = has_cursor && client.has_snippets;
        let text = if has_cursor && !is_snippet {
            self.text.replace("$0", "")
        } else {
            self.text.clone()
        };
        let description = MarkupContent {
            kind: MarkupKind::Markdown,
            value: self.description,
        };
        // Editors sort items by `sort_text`, and compare `filter_text` with the text that `range` contains.
        let filter = match self.kind {
            ItemKind::Value => self.text,
            ItemKind::Page => format!("{} {}", self.text, self.detail),
            _ => self.label.clone(),
        };
        CompletionItem {
            kind: Some(match self.kind {
                ItemKind::Key | ItemKind::Argument => CompletionItemKind::PROPERTY,
                ItemKind::Value => CompletionItemKind::VALUE,
                ItemKind::Page => CompletionItemKind::REFERENCE,
                ItemKind::File => CompletionItemKind::FILE,
                ItemKind::Fact => CompletionItemKind::CONSTANT,
                ItemKind::Function => CompletionItemKind::FUNCTION,
            }),
            label: self.label,
            detail: (!self.detail.is_empty()).then_some(self.detail),
            documentation: (!description.value.is_empty())
                .then_some(Documentation::MarkupContent(description)),
            sort_text: Some(format!("{at:05}")),
            filter_text: Some(filter),
            insert_text_format: Some(if is_snippet {
                InsertTextFormat::SNIPPET
            } else {
                InsertTextFormat::PLAIN_TEXT
            }),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, text))),
            ..CompletionItem::default()
        }
    }
}
