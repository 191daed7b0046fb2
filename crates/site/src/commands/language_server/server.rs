//! Passes the messages of the editor on to the projects, and publishes what builds have found.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crossbeam_channel::Sender;
use lsp_server::{ErrorCode, Message, Notification, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Notification as _,
    PublishDiagnostics,
};
use lsp_types::request::{CodeActionRequest, Completion, Request};
use lsp_types::{
    CompletionResponse, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, PublishDiagnosticsParams, Uri,
};

use super::checker::Report;
use super::client::Client;
use super::completion::completion;
use super::findings;
use super::project::Project;
use super::quick_fixes::quick_fixes;
use super::uris::path_of;

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
            method => {
                let message = format!("unknown method {method}");
                Response::new_err(request.id, ErrorCode::MethodNotFound as i32, message)
            }
        }
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
    match serde_json::from_value(request.params) {
        Ok(parameters) => Response::new_ok(request.id, answer(parameters)),
        Err(error) => Response::new_err(
            request.id,
            ErrorCode::InvalidParams as i32,
            error.to_string(),
        ),
    }
}
