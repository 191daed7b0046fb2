//! Fixes as edits that the editor makes in its texts, saved or not.

use std::collections::{BTreeMap, HashMap};

use diagnostic::Change;
use lsp_types::{
    DeleteFile, DocumentChangeOperation, DocumentChanges, OneOf,
    OptionalVersionedTextDocumentIdentifier, RenameFile, ResourceOp, TextDocumentEdit, TextEdit,
    WorkspaceEdit,
};

use super::client::Client;
use super::positions::Positions;
use super::project::Project;

/// Returns the edit that makes changes, or `None` if a text has changed since, or if the editor supports no such edit.
pub fn workspace_edit(
    project: &Project,
    changes: &[Change],
    client: Client,
) -> Option<WorkspaceEdit> {
    let mut edits: BTreeMap<&str, Vec<TextEdit>> = BTreeMap::new();
    let mut operations = Vec::new();
    for change in changes {
        match change {
            Change::Replace(place, text) => {
                let path = place.source.path.as_str();
                let current = project.text(path)?;
                if current.text != place.source.text {
                    return None;
                }
                let positions = Positions::new(&current.text, client.encoding);
                edits.entry(path).or_default().push(TextEdit {
                    range: positions.range(&place.span),
                    new_text: with_line_endings(project, path, text),
                });
            }
            Change::Move { from, to } if client.renames_files => {
                operations.push(ResourceOp::Rename(RenameFile {
                    old_uri: project.uri(from)?,
                    new_uri: project.uri(to)?,
                    options: None,
                    annotation_id: None,
                }));
            }
            Change::Delete(path) if client.deletes_files => {
                operations.push(ResourceOp::Delete(DeleteFile {
                    uri: project.uri(path)?,
                    options: None,
                }));
            }
            Change::Move { .. } | Change::Delete(_) => return None,
        }
    }
    if client.has_document_changes {
        let edits = edits.into_iter().map(|(path, edits)| {
            Some(DocumentChangeOperation::Edit(TextDocumentEdit {
                text_document: OptionalVersionedTextDocumentIdentifier {
                    uri: project.uri(path)?,
                    version: project.open.get(path).map(|document| document.version),
                },
                edits: edits.into_iter().map(OneOf::Left).collect(),
            }))
        });
        let operations = operations.into_iter().map(DocumentChangeOperation::Op);
        let changes = edits.chain(operations.map(Some));
        return Some(WorkspaceEdit {
            document_changes: Some(DocumentChanges::Operations(changes.collect::<Option<_>>()?)),
            ..WorkspaceEdit::default()
        });
    }
    let edits = edits.into_iter();
    let edits = edits.map(|(path, edits)| Some((project.uri(path)?, edits)));
    #[expect(clippy::mutable_key_type, reason = "the type of the protocol's crate")]
    let changes = edits.collect::<Option<HashMap<_, _>>>()?;
    Some(WorkspaceEdit {
        changes: Some(changes),
        ..WorkspaceEdit::default()
    })
}

/// Returns a text with the line endings of a file.
fn with_line_endings(project: &Project, path: &str, text: &str) -> String {
    let has_carriage_returns = match project.open.get(path) {
        Some(document) => document.has_carriage_returns,
        None => std::fs::read_to_string(project.root.join(path)).is_ok_and(|text| {
            let end = text.find('\n').unwrap_or(0);
            text[..end].ends_with('\r')
        }),
    };
    if has_carriage_returns {
        text.replace('\n', "\r\n")
    } else {
        text.to_owned()
    }
}
