//! Answers what can be written at a place.

mod front_matter;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, InsertTextFormat,
    Position, Range, TextEdit,
};
use serde_json::Value;

use super::client::Client;
use super::positions::Positions;
use super::project::Project;
use crate::shape::Shape;
use front_matter::Item;

/// Returns what can be written at a position of a document.
pub fn completion(
    project: &Project,
    path: &str,
    position: Position,
    client: Client,
) -> Vec<CompletionItem> {
    front_matter_items(project, path, position, client).unwrap_or_default()
}

/// Returns the completions of front matter. Returns `None` if the file is not a document, or if nothing can be completed there.
fn front_matter_items(
    project: &Project,
    path: &str,
    position: Position,
    client: Client,
) -> Option<Vec<CompletionItem>> {
    let inside = path.strip_prefix("content/")?;
    if !inside.ends_with(".md") {
        return None;
    }
    let structure = project.structure()?;
    let is_in = |dir: &String| {
        let rest = inside.strip_prefix(dir.as_str());
        rest.is_some_and(|rest| rest.starts_with('/'))
    };
    let rules = structure.collections.iter();
    let rule = rules
        .filter(|rule| rule.dir.as_ref().is_some_and(is_in))
        .max_by_key(|rule| rule.dir.as_ref().map(String::len))?;
    let schema = project.text(&format!("content/{}", rule.schema))?;
    let schema: Value = serde_json::from_str(&schema.text).ok()?;
    let pictures = project.pictures();
    let today = jiff::Zoned::now().date();
    let text = &project.text(path)?.text;
    let positions = Positions::new(text, client.encoding);
    let at = positions.offset(position);
    let shape = Shape::new(&schema);
    let (span, items) = front_matter::completion(text, at, shape, &pictures, today)?;
    let range = positions.range(&span);
    let items = items.into_iter().enumerate();
    Some(
        items
            .map(|(at, item)| protocol_item(at, item, range, client))
            .collect(),
    )
}

/// Converts an item to that of the protocol. `at` is the index of the item in the list.
fn protocol_item(at: usize, item: Item, range: Range, client: Client) -> CompletionItem {
    let is_snippet = item.is_key && client.has_snippets;
    let text = if item.is_key && !client.has_snippets {
        item.text.replace("$0", "")
    } else {
        item.text.clone()
    };
    CompletionItem {
        kind: Some(if item.is_key {
            CompletionItemKind::PROPERTY
        } else {
            CompletionItemKind::VALUE
        }),
        detail: item.required.then(|| "required".to_owned()),
        documentation: (!item.description.is_empty())
            .then_some(Documentation::String(item.description)),
        // Editors sort items by `sort_text`, and compare `filter_text` with the typed text.
        sort_text: Some(format!("{at:04}")),
        filter_text: Some(if item.is_key {
            item.label.clone()
        } else {
            item.text
        }),
        label: item.label,
        insert_text_format: Some(if is_snippet {
            InsertTextFormat::SNIPPET
        } else {
            InsertTextFormat::PLAIN_TEXT
        }),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, text))),
        ..CompletionItem::default()
    }
}
