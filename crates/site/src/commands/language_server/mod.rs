//! `site language-server`: shows findings while text is written, and answers an editor's questions about a site, over the Language
//! Server Protocol (version 3.17) on standard input and output.
//!
//! `server.rs` passes each message on to the `Project` of its document. A project has the unsaved texts of its open documents.
//! `checker.rs` builds it with these texts in place of the files, with the pipeline of `site serve`, in a thread of its own. Each kind
//! of question is answered in a file of its own, from the texts and the results of the last build.

mod checker;
mod client;
mod completion;
mod components;
mod definition;
mod edits;
pub mod files;
mod findings;
mod hover;
pub mod kept_findings;
pub mod links;
mod locations;
pub mod moves;
mod outline;
pub mod parts;
mod positions;
pub mod project;
mod quick_fixes;
pub mod references;
mod rename;
pub mod schemas;
mod server;
mod symbols;
mod target;
mod uris;

use std::process::ExitCode;

use crossbeam_channel::{select, unbounded};
use diagnostic::Diagnostic;
use lsp_server::{Connection, Message, ProtocolError};
use lsp_types::{InitializeParams, InitializeResult, ServerInfo};

use crate::codes;
use crate::failure::Failure;
use client::{Client, server_capabilities};
use server::Server;
use uris::path_of;

/// Runs `site language-server`: answers the requests of an editor until it closes the connection.
pub fn run() -> Result<ExitCode, Failure> {
    let (connection, threads) = Connection::stdio();
    converse(&connection).map_err(|error| {
        let message = format!("cannot communicate with the editor: {error}");
        Diagnostic::new(&codes::EDITOR_CONNECTION, message)
            .help("editors start this command; `site help editors` says how to set one up")
    })?;
    drop(connection);
    let _ = threads.join();
    Ok(ExitCode::SUCCESS)
}

fn converse(connection: &Connection) -> Result<(), ProtocolError> {
    let (id, parameters) = connection.initialize_start()?;
    let parameters: InitializeParams = serde_json::from_value(parameters).unwrap_or_default();
    let client = Client::new(&parameters.capabilities);
    let result = InitializeResult {
        capabilities: server_capabilities(client),
        server_info: Some(ServerInfo {
            name: "site".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    };
    let result = serde_json::to_value(result).unwrap_or_default();
    connection.initialize_finish(id, result)?;
    let (sender, reports) = unbounded();
    let mut server = Server::new(client, sender);
    for folder in parameters.workspace_folders.into_iter().flatten() {
        if let Some(path) = path_of(&folder.uri) {
            server.open_project(&path);
        }
    }
    loop {
        let messages = select! {
            recv(connection.receiver) -> message => match message {
                Ok(Message::Request(request)) => {
                    if connection.handle_shutdown(&request)? {
                        return Ok(());
                    }
                    vec![server.answer(request).into()]
                }
                Ok(Message::Notification(notification)) => {
                    server.notified(notification);
                    Vec::new()
                }
                Ok(Message::Response(_)) => Vec::new(),
                Err(_) => return Ok(()),
            },
            recv(reports) -> report => report.map_or_else(|_| Vec::new(), |report| server.built(report)),
        };
        for message in messages {
            if connection.sender.send(message).is_err() {
                return Ok(());
            }
        }
    }
}
