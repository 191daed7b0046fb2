//! What the editor supports, and what the server offers to it.

use lsp_types::{
    ClientCapabilities, CodeActionKind, CodeActionOptions, CompletionOptions, FileOperationFilter,
    FileOperationPattern, FileOperationRegistrationOptions, OneOf, PositionEncodingKind,
    RenameOptions, ResourceOperationKind, SaveOptions, ServerCapabilities, TextDocumentSyncKind,
    TextDocumentSyncOptions, WorkDoneProgressOptions, WorkspaceFileOperationsServerCapabilities,
    WorkspaceServerCapabilities,
};

use super::positions::Encoding;

/// What the editor supports.
#[derive(Debug, Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the protocol has a flag for each of them"
)]
pub struct Client {
    /// Unit of columns.
    pub encoding: Encoding,
    /// Whether inserted text may set the cursor.
    pub has_snippets: bool,
    /// Whether an edit may name the version of a document, and contain operations on files.
    pub has_document_changes: bool,
    /// Whether an edit may rename files.
    pub renames_files: bool,
    /// Whether an edit may delete files.
    pub deletes_files: bool,
}

impl Client {
    /// Reads the capabilities that the editor sent.
    pub fn new(capabilities: &ClientCapabilities) -> Self {
        let general = capabilities.general.as_ref();
        let encodings = general.and_then(|general| general.position_encodings.as_ref());
        let has_utf8 = encodings.is_some_and(|all| all.contains(&PositionEncodingKind::UTF8));
        let workspace = capabilities.workspace.as_ref();
        let edit = workspace.and_then(|workspace| workspace.workspace_edit.as_ref());
        let has_document_changes = edit.and_then(|edit| edit.document_changes) == Some(true);
        let operations = edit.and_then(|edit| edit.resource_operations.as_ref());
        let can = |kind: ResourceOperationKind| {
            has_document_changes && operations.is_some_and(|all| all.contains(&kind))
        };
        let document = capabilities.text_document.as_ref();
        let completion = document.and_then(|document| document.completion.as_ref());
        let item = completion.and_then(|completion| completion.completion_item.as_ref());
        Self {
            encoding: if has_utf8 {
                Encoding::Utf8
            } else {
                Encoding::Utf16
            },
            has_snippets: item.and_then(|item| item.snippet_support) == Some(true),
            has_document_changes,
            renames_files: can(ResourceOperationKind::Rename),
            deletes_files: can(ResourceOperationKind::Delete),
        }
    }
}

/// Returns what the server offers to an editor.
pub fn server_capabilities(client: Client) -> ServerCapabilities {
    let trigger = |text: &str| text.chars().map(String::from).collect();
    ServerCapabilities {
        position_encoding: Some(match client.encoding {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }),
        text_document_sync: Some(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::FULL),
                save: Some(SaveOptions::default().into()),
                ..TextDocumentSyncOptions::default()
            }
            .into(),
        ),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(trigger("\"=(/#{<.| ")),
            ..CompletionOptions::default()
        }),
        code_action_provider: Some(
            CodeActionOptions {
                code_action_kinds: Some(vec![
                    CodeActionKind::QUICKFIX,
                    CodeActionKind::SOURCE_FIX_ALL,
                ]),
                ..CodeActionOptions::default()
            }
            .into(),
        ),
        hover_provider: Some(true.into()),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: None,
            file_operations: Some(WorkspaceFileOperationsServerCapabilities {
                will_rename: Some(FileOperationRegistrationOptions {
                    filters: vec![renamed_files()],
                }),
                ..WorkspaceFileOperationsServerCapabilities::default()
            }),
        }),
        ..ServerCapabilities::default()
    }
}

/// Returns the files and folders about whose new names the editor asks: all below a folder `content`.
fn renamed_files() -> FileOperationFilter {
    FileOperationFilter {
        scheme: Some("file".to_owned()),
        pattern: FileOperationPattern {
            glob: "**/content/**".to_owned(),
            ..FileOperationPattern::default()
        },
    }
}
