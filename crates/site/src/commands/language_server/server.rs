//! Passes the messages of the editor on to the projects, and publishes what builds have found.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr as _;

use crossbeam_channel::Sender;
use lsp_server::{ErrorCode, Message, Notification, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Notification as _,
    PublishDiagnostics,
};
use lsp_types::request::{
    CodeActionRequest, Completion, DocumentSymbolRequest, GotoDefinition, HoverRequest,
    PrepareRenameRequest, References, Rename, Request, WillRenameFiles, WorkspaceSymbolRequest,
};
use lsp_types::{
    CompletionResponse, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DocumentSymbolResponse, FileRename, Hover, HoverContents, Location,
    MarkupContent, MarkupKind, PrepareRenameResponse, PublishDiagnosticsParams,
    TextDocumentPositionParams, Uri, WorkspaceEdit, WorkspaceSymbolResponse,
};

use super::checker::Report;
use super::client::Client;
use super::completion::completion;
use super::definition::definition;
use super::edits::workspace_edit;
use super::hover::hover;
use super::locations::location;
use super::positions::Positions;
use super::project::Project;
use super::quick_fixes::quick_fixes;
use super::references::{declaration, references};
use super::symbols::{document_symbols, workspace_symbols};
use super::target::target;
use super::uris::path_of;
use super::{findings, moves, rename};

/// The server: what the editor supports, and the projects of its documents.
pub struct Server {
    client: Client,
    /// Projects by folder.
    projects: BTreeMap<PathBuf, Project>,
    /// What was last published of each file.
    published: BTreeMap<(PathBuf, String), PublishDiagnosticsParams>,
    reports: Sender<Report>,
}

impl Server {
    /// Creates a server without projects. They send the results of their builds to `reports`.
    pub fn new(client: Client, reports: Sender<Report>) -> Self {
        Self {
            client,
            projects: BTreeMap::new(),
            published: BTreeMap::new(),
            reports,
        }
    }

    /// Opens the project that a path belongs to, unless it is open. Does nothing if there is none.
    pub fn open_project(&mut self, path: &Path) {
        let mut folders = path.ancestors();
        let root = folders.find(|folder| folder.join("content/site.toml").is_file());
        if let Some(root) = root.map(walk::absolute)
            && !self.projects.contains_key(&root)
        {
            let project = Project::open(&root, self.reports.clone());
            self.projects.insert(root, project);
        }
    }

    /// Returns the project of a document, and the document's path relative to the project's folder.
    fn document(&self, uri: &Uri) -> Option<(&Project, String)> {
        let path = walk::absolute(&path_of(uri)?);
        let mut folders = path.ancestors();
        let project = folders.find_map(|folder| self.projects.get(folder))?;
        let inside = project.inside(&path)?;
        Some((project, inside))
    }

    fn document_mut(&mut self, uri: &Uri) -> Option<(&mut Project, String)> {
        let (project, path) = self.document(uri)?;
        let root = project.root.clone();
        Some((self.projects.get_mut(&root)?, path))
    }

    /// Processes a notification. Ignores those that are unknown or malformed.
    pub fn notified(&mut self, notification: Notification) {
        // The type of the parameters is known from the method.
        fn read<N: lsp_types::notification::Notification>(
            notification: Notification,
        ) -> Option<N::Params> {
            serde_json::from_value(notification.params).ok()
        }
        match notification.method.as_str() {
            DidOpenTextDocument::METHOD => {
                if let Some(parameters) = read::<DidOpenTextDocument>(notification) {
                    self.opened(parameters);
                }
            }
            DidChangeTextDocument::METHOD => {
                if let Some(parameters) = read::<DidChangeTextDocument>(notification) {
                    self.changed(parameters);
                }
            }
            DidCloseTextDocument::METHOD => {
                if let Some(parameters) = read::<DidCloseTextDocument>(notification) {
                    self.closed(&parameters);
                }
            }
            _ => {}
        }
    }

    fn opened(&mut self, parameters: DidOpenTextDocumentParams) {
        let document = parameters.text_document;
        if let Some(path) = path_of(&document.uri) {
            self.open_project(&path);
        }
        if let Some((project, path)) = self.document_mut(&document.uri) {
            project.set_text(&path, document.uri, document.version, document.text);
        }
    }

    fn changed(&mut self, mut parameters: DidChangeTextDocumentParams) {
        let document = parameters.text_document;
        let change = parameters.content_changes.pop();
        // The editor sends the whole text with each change.
        let text = change.filter(|change| change.range.is_none());
        if let Some(text) = text
            && let Some((project, path)) = self.document_mut(&document.uri)
        {
            project.set_text(&path, document.uri, document.version, text.text);
        }
    }

    fn closed(&mut self, parameters: &DidCloseTextDocumentParams) {
        if let Some((project, path)) = self.document_mut(&parameters.text_document.uri) {
            project.close(&path);
        }
    }

    /// Answers a request.
    pub fn answer(&self, request: lsp_server::Request) -> Response {
        let client = self.client;
        match request.method.as_str() {
            Completion::METHOD => reply::<Completion>(request, |parameters| {
                let at = parameters.text_document_position;
                let (project, path) = self.document(&at.text_document.uri)?;
                let items = completion(project, &path, at.position, client);
                Some(CompletionResponse::Array(items))
            }),
            CodeActionRequest::METHOD => reply::<CodeActionRequest>(request, |parameters| {
                let (project, path) = self.document(&parameters.text_document.uri)?;
                let (range, context) = (parameters.range, parameters.context);
                Some(quick_fixes(project, &path, &range, &context, client))
            }),
            HoverRequest::METHOD => reply::<HoverRequest>(request, |parameters| {
                let (project, path, offset) =
                    self.place(&parameters.text_document_position_params)?;
                let (text, span) = hover(project, &path, offset)?;
                let contents = MarkupContent {
                    kind: MarkupKind::Markdown,
                    value: text,
                };
                Some(Hover {
                    contents: HoverContents::Markup(contents),
                    range: Some(location(project, &path, &span, client.encoding)?.range),
                })
            }),
            GotoDefinition::METHOD => reply::<GotoDefinition>(request, |parameters| {
                let (project, path, offset) =
                    self.place(&parameters.text_document_position_params)?;
                let (target, _) = target(project, &path, offset)?;
                let (file, span) = definition(project, &path, &target)?;
                Some(location(project, &file, &span, client.encoding)?.into())
            }),
            References::METHOD => reply::<References>(request, |parameters| {
                let at = &parameters.text_document_position;
                let with_declaration = parameters.context.include_declaration;
                self.references(at, with_declaration)
            }),
            DocumentSymbolRequest::METHOD => {
                reply::<DocumentSymbolRequest>(request, |parameters| {
                    let (project, path) = self.document(&parameters.text_document.uri)?;
                    let symbols = document_symbols(project, &path, client.encoding);
                    Some(DocumentSymbolResponse::Nested(symbols))
                })
            }
            WorkspaceSymbolRequest::METHOD => {
                reply::<WorkspaceSymbolRequest>(request, |parameters| {
                    let projects = self.projects.values();
                    let symbols = projects.flat_map(|project| {
                        workspace_symbols(project, &parameters.query, client.encoding)
                    });
                    Some(WorkspaceSymbolResponse::Flat(symbols.collect()))
                })
            }
            WillRenameFiles::METHOD => {
                reply::<WillRenameFiles>(request, |parameters| self.renamed(&parameters.files))
            }
            PrepareRenameRequest::METHOD => try_reply::<PrepareRenameRequest>(request, |at| {
                let (project, path, offset) = self.place(&at).ok_or("unknown document")?;
                let (_, span) = rename::fact_at(project, &path, offset)?;
                let location = location(project, &path, &span, client.encoding);
                Ok(location.map(|location| PrepareRenameResponse::Range(location.range)))
            }),
            Rename::METHOD => try_reply::<Rename>(request, |parameters| {
                let at = &parameters.text_document_position;
                let (project, path, offset) = self.place(at).ok_or("unknown document")?;
                let (keys, _) = rename::fact_at(project, &path, offset)?;
                let changes = rename::changes(project, &keys, &parameters.new_name)?;
                Ok(workspace_edit(project, &changes, client))
            }),
            method => {
                let message = format!("unknown method {method}");
                Response::new_err(request.id, ErrorCode::MethodNotFound as i32, message)
            }
        }
    }

    /// Returns the project, the path, and the byte offset of a position.
    fn place(&self, at: &TextDocumentPositionParams) -> Option<(&Project, String, usize)> {
        let (project, path) = self.document(&at.text_document.uri)?;
        let text = &project.text(&path)?.text;
        let offset = Positions::new(text, self.client.encoding).offset(at.position);
        Some((project, path, offset))
    }

    fn references(
        &self,
        at: &TextDocumentPositionParams,
        with_declaration: bool,
    ) -> Option<Vec<Location>> {
        let (project, path, offset) = self.place(at)?;
        let target = target(project, &path, offset).map(|(target, _)| target);
        let mut places = references(project, &path, target.as_ref());
        if with_declaration {
            places.extend(declaration(project, &path, target.as_ref()));
        }
        let encoding = self.client.encoding;
        let places = places.iter();
        let found = places.filter_map(|(path, span)| location(project, path, span, encoding));
        Some(found.collect())
    }

    /// Returns the edit that goes with renaming files or folders. Those of different projects are renamed by themselves.
    fn renamed(&self, files: &[FileRename]) -> Option<WorkspaceEdit> {
        let read = |uri: &str| self.document(&Uri::from_str(uri).ok()?);
        let pairs = files.iter().filter_map(|file| {
            let (project, old) = read(&file.old_uri)?;
            let (other, new) = read(&file.new_uri)?;
            (project.root == other.root).then_some((project, (old, new)))
        });
        let (projects, pairs): (Vec<&Project>, Vec<(String, String)>) = pairs.unzip();
        let project = projects.first()?;
        let changes = moves::changes(project, &pairs, self.client.renames_files);
        workspace_edit(project, &changes, self.client)
    }

    /// Takes over the results of a build. Returns the messages that publish what has changed for the editor; none if a newer text
    /// waits for a build.
    pub fn built(&mut self, report: Report) -> Vec<Message> {
        let root = report.root.clone();
        let Some(project) = self.projects.get_mut(&root) else {
            return Vec::new();
        };
        if !project.update(report) {
            return Vec::new();
        }
        let mut files = findings::by_file(project, self.client.encoding);
        let known = self.published.keys();
        let known = known.filter(|(known, _)| *known == root);
        let known = known.map(|(_, path)| path).chain(project.open.keys());
        for path in known.cloned().collect::<Vec<_>>() {
            files.entry(path).or_default();
        }
        let mut messages = Vec::new();
        for (path, diagnostics) in files {
            let Some(uri) = project.uri(&path) else {
                continue;
            };
            let version = project.open.get(&path).map(|document| document.version);
            let now = PublishDiagnosticsParams::new(uri, diagnostics, version);
            let key = (root.clone(), path);
            if self.published.get(&key) == Some(&now) {
                continue;
            }
            let method = PublishDiagnostics::METHOD.to_owned();
            messages.push(Notification::new(method, &now).into());
            if now.diagnostics.is_empty() && version.is_none() {
                self.published.remove(&key);
            } else {
                self.published.insert(key, now);
            }
        }
        messages
    }
}

/// Answers a request, or says that its parameters are malformed.
fn reply<R: Request>(
    request: lsp_server::Request,
    answer: impl FnOnce(R::Params) -> R::Result,
) -> Response {
    try_reply::<R>(request, |parameters| Ok(answer(parameters)))
}

/// Answers a request with the result of `answer`, or with its error message.
fn try_reply<R: Request>(
    request: lsp_server::Request,
    answer: impl FnOnce(R::Params) -> Result<R::Result, String>,
) -> Response {
    let id = request.id;
    match serde_json::from_value(request.params).map(answer) {
        Ok(Ok(result)) => Response::new_ok(id, result),
        Ok(Err(message)) => Response::new_err(id, ErrorCode::RequestFailed as i32, message),
        Err(error) => Response::new_err(id, ErrorCode::InvalidParams as i32, error.to_string()),
    }
}
