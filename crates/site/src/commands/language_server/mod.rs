//! `site language-server`: completes front matter in editors, over the Language Server Protocol (version 3.17) on standard
//! input and output.

mod completion;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use diagnostic::Diagnostic;
use lsp_server::{Connection, Message, Request, Response};
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};

use crate::codes;
use crate::commands::new::structure;
use crate::failure::Failure;
use crate::project;
use crate::shape::Shape;
use completion::{Item, completion};

/// Runs `site language-server`: answers the requests of an editor until it closes the connection.
pub fn run() -> Result<ExitCode, Failure> {
    let (connection, threads) = Connection::stdio();
    answer(&connection).map_err(|error| {
        let message = format!("cannot communicate with the editor: {error}");
        Diagnostic::new(&codes::EDITOR_CONNECTION, message)
            .help("editors start this command; `site help collections` says how to set one up")
    })?;
    drop(connection);
    let _ = threads.join();
    Ok(ExitCode::SUCCESS)
}

fn answer(connection: &Connection) -> Result<(), lsp_server::ProtocolError> {
    // The editor sends the whole text with each change (1 is `TextDocumentSyncKind.Full`).
    let editor = connection.initialize(json!({
        "textDocumentSync": 1,
        "completionProvider": { "triggerCharacters": ["\"", "="] },
    }))?;
    let knows_snippets = editor["capabilities"]["textDocument"]["completion"]["completionItem"]["snippetSupport"]
        == true;
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    for message in &connection.receiver {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request)? {
                    break;
                }
                let answer = Message::Response(response(request, &texts, knows_snippets));
                if connection.sender.send(answer).is_err() {
                    break;
                }
            }
            Message::Notification(notification) => {
                let parameters = notification.params;
                let Some(uri) = parameters["textDocument"]["uri"].as_str() else {
                    continue;
                };
                let text = match notification.method.as_str() {
                    "textDocument/didOpen" => &parameters["textDocument"]["text"],
                    "textDocument/didChange" => &parameters["contentChanges"][0]["text"],
                    "textDocument/didClose" => {
                        texts.remove(uri);
                        continue;
                    }
                    _ => continue,
                };
                let text = text.as_str().unwrap_or_default();
                texts.insert(uri.to_owned(), text.to_owned());
            }
            Message::Response(_) => {}
        }
    }
    Ok(())
}

fn response(request: Request, texts: &BTreeMap<String, String>, knows_snippets: bool) -> Response {
    if request.method != "textDocument/completion" {
        let message = format!("unknown method {}", request.method);
        let code = lsp_server::ErrorCode::MethodNotFound as i32;
        return Response::new_err(request.id, code, message);
    }
    let uri = request.params["textDocument"]["uri"].as_str();
    let items = uri.and_then(|uri| {
        items(
            uri,
            texts.get(uri)?,
            &request.params["position"],
            knows_snippets,
        )
    });
    Response::new_ok(request.id, items.unwrap_or_default())
}

/// Returns the completions at a position of a document. Returns `None` if the file is not a document of a project, or if nothing
/// can be completed there.
fn items(uri: &str, text: &str, position: &Value, knows_snippets: bool) -> Option<Vec<Value>> {
    let path = path_of(uri)?;
    let root = path
        .ancestors()
        .find(|folder| folder.join("content/site.toml").is_file())?;
    let content = root.join("content");
    let inside = path.strip_prefix(&content).ok()?;
    if inside.extension()? != "md" {
        return None;
    }
    let structure = structure(&project::find(Some(root)).ok()?)?;
    let is_in = |dir: &String| inside.starts_with(dir);
    let rules = structure.collections.iter();
    let rule = rules
        .filter(|rule| rule.dir.as_ref().is_some_and(is_in))
        .max_by_key(|rule| rule.dir.as_ref().map(String::len))?;
    let schema = fs::read(content.join(&rule.schema)).ok()?;
    let schema: Value = serde_json::from_slice(&schema).ok()?;
    let (mut pictures, _) = assets::names_below(&content, &content);
    pictures.retain(|name| inspect::addresses::media_type(name).starts_with("image/"));
    let today = jiff::Zoned::now().date();
    let line = usize::try_from(position["line"].as_u64()?).ok()?;
    let column = usize::try_from(position["character"].as_u64()?).ok()?;
    let at = offset(text, line, column);
    let (range, items) = completion(text, at, Shape::new(&schema), &pictures, today)?;
    let range = json!({
        "start": { "line": line, "character": column_of(text, range.start) },
        "end": { "line": line, "character": column_of(text, range.end) },
    });
    let items = items.iter().enumerate();
    Some(
        items
            .map(|(at, item)| protocol_item(at, item, &range, knows_snippets))
            .collect(),
    )
}

/// Converts an item to the protocol's `CompletionItem`. `at` is the index of the item in the list.
fn protocol_item(at: usize, item: &Item, range: &Value, knows_snippets: bool) -> Value {
    let is_snippet = item.is_key && knows_snippets;
    let text = if item.is_key && !knows_snippets {
        item.text.replace("$0", "")
    } else {
        item.text.clone()
    };
    json!({
        "label": item.label,
        // `CompletionItemKind`: 10 is a property, 12 is a value.
        "kind": if item.is_key { 10 } else { 12 },
        "detail": if item.required { "required" } else { "" },
        "documentation": item.description,
        // Editors sort items by `sortText`, and compare `filterText` with the typed text.
        "sortText": format!("{at:04}"),
        "filterText": if item.is_key { &item.label } else { &item.text },
        // `InsertTextFormat`: 2 is a snippet, 1 is plain text.
        "insertTextFormat": if is_snippet { 2 } else { 1 },
        "textEdit": { "range": range, "newText": text },
    })
}

/// Returns the path of a `file:` URI (RFC 8089), or `None` for any other URI.
fn path_of(uri: &str) -> Option<PathBuf> {
    let path = percent_decode_str(uri.strip_prefix("file://")?)
        .decode_utf8()
        .ok()?;
    // On Windows: /C:/Users/…
    let path = match path.as_bytes() {
        [b'/', _, b':', ..] => &path[1..],
        _ => &path,
    };
    Some(PathBuf::from(path))
}

/// Returns the byte offset of a position. The column is given in UTF-16 code units, the protocol's unit.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let mut lines = text.split_inclusive('\n');
    let start: usize = lines.by_ref().take(line).map(str::len).sum();
    let line = lines
        .next()
        .unwrap_or_default()
        .trim_end_matches(['\r', '\n']);
    let mut units = 0;
    let end = line.char_indices().find(|(_, letter)| {
        units += letter.len_utf16();
        units > column
    });
    start + end.map_or(line.len(), |(at, _)| at)
}

/// Returns the column of a byte offset in UTF-16 code units.
fn column_of(text: &str, at: usize) -> usize {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    text[line..at].encode_utf16().count()
}
