//! An editor that sends messages to the server.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::bakery::command;

/// An editor that has started the server.
pub struct Editor {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// URI of the project's folder.
    pub root: String,
    requests: u32,
    /// Versions of the documents by path.
    versions: BTreeMap<String, u32>,
}

#[expect(clippy::needless_pass_by_value, reason = "calls contain the value as a literal")]
impl Editor {
    /// Starts the server for an editor with these capabilities.
    pub fn start(root: &Path, capabilities: Value) -> Self {
        let server = command(root).arg("language-server").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut server = server.unwrap();
        let mut editor = Self {
            input: server.stdin.take().unwrap(),
            output: BufReader::new(server.stdout.take().unwrap()),
            server,
            root: format!("file://{}", root.display()),
            requests: 0,
            versions: BTreeMap::new(),
        };
        let answer = editor.request("initialize", json!({ "capabilities": capabilities }));
        assert_eq!(answer["serverInfo"]["name"], "site");
        editor.notify("initialized", json!({}));
        editor
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
    }

    pub fn notify(&mut self, method: &str, parameters: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": parameters }));
    }

    /// Reads the next message of the server.
    fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the server has ended");
            match line.trim().split_once(": ") {
                Some(("Content-Length", value)) => length = value.parse().unwrap(),
                Some(_) => {}
                None => break,
            }
        }
        let mut text = vec![0; length];
        self.output.read_exact(&mut text).unwrap();
        serde_json::from_slice(&text).unwrap()
    }

    /// Sends a request. Returns the whole answer.
    pub fn answer(&mut self, method: &str, parameters: Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": parameters }));
        loop {
            let message = self.read();
            if message["id"] == id {
                return message;
            }
        }
    }

    /// Sends a request. Returns its result.
    pub fn request(&mut self, method: &str, parameters: Value) -> Value {
        let mut answer = self.answer(method, parameters);
        assert_eq!(answer["error"], Value::Null);
        answer["result"].take()
    }

    /// Returns the identifier of a document.
    pub fn document(&self, path: &str) -> Value {
        json!({ "uri": format!("{}/{}", self.root, path.replace(' ', "%20")) })
    }

    /// Opens a document with a text, or changes the text of an open document.
    pub fn write(&mut self, path: &str, text: &str) {
        let uri = &self.document(path)["uri"];
        let version = self.versions.entry(path.to_owned()).or_default();
        *version += 1;
        let version = *version;
        if version == 1 {
            let document = json!({ "uri": uri, "languageId": "", "version": version, "text": text });
            self.notify("textDocument/didOpen", json!({ "textDocument": document }));
        } else {
            let document = json!({ "uri": uri, "version": version });
            let changes = json!([{ "text": text }]);
            self.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
        }
    }

    /// Waits until the findings of the last text of a document are published. Returns the errors as lines; warnings of `site check`
    /// may come later.
    pub fn findings(&mut self, path: &str) -> String {
        let version = self.versions[path];
        let uri = self.document(path)["uri"].take();
        loop {
            let message = self.read();
            let parameters = &message["params"];
            if message["method"] == "textDocument/publishDiagnostics"
                && parameters["uri"] == uri
                && parameters["version"] == version
            {
                let mut findings = parameters["diagnostics"].clone();
                findings.as_array_mut().unwrap().retain(|one| one["severity"] == 1);
                return lines(&findings);
            }
        }
    }

    pub fn completion(&mut self, path: &str, line: u32, character: u32) -> Value {
        let position = json!({ "line": line, "character": character });
        self.request("textDocument/completion", json!({ "textDocument": self.document(path), "position": position }))
    }

    /// Returns the actions for the whole of a document.
    pub fn actions(&mut self, path: &str, only: Option<&str>) -> Value {
        let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 999, "character": 0 } });
        let context = json!({ "diagnostics": [], "only": only.map(|only| [only]) });
        self.request(
            "textDocument/codeAction",
            json!({ "textDocument": self.document(path), "range": range, "context": context }),
        )
    }

    /// Closes the connection as an editor does.
    pub fn end(mut self) {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        assert!(self.server.wait().unwrap().success());
    }
}

/// Returns findings as lines: range, severity, code, and the first line of the message.
pub fn lines(findings: &Value) -> String {
    let lines = findings.as_array().unwrap().iter().map(|one| {
        let message = one["message"].as_str().unwrap().lines().next().unwrap();
        let code = one["code"].as_str().unwrap();
        format!("{} {} {code}: {message}\n", range(&one["range"]), one["severity"])
    });
    lines.collect()
}

pub fn range(range: &Value) -> String {
    let position = |end: &str| format!("{}:{}", range[end]["line"], range[end]["character"]);
    format!("{}-{}", position("start"), position("end"))
}

pub fn labels(items: &Value) -> Vec<&str> {
    items.as_array().unwrap().iter().filter_map(|item| item["label"].as_str()).collect()
}

/// Returns an edit as lines: operations on files, and the edits of each file with its version.
pub fn shown_edit(edit: &Value, root: &str) -> String {
    let mut text = String::new();
    let path = |uri: &Value| uri.as_str().unwrap().replace(root, "");
    for change in edit["documentChanges"].as_array().unwrap() {
        match change["kind"].as_str() {
            Some("rename") => text.push_str(&format!("  rename {} to {}\n", path(&change["oldUri"]), path(&change["newUri"]))),
            Some(kind) => text.push_str(&format!("  {kind} {}\n", path(&change["uri"]))),
            None => {
                let document = &change["textDocument"];
                text.push_str(&format!("  {} version {}\n", path(&document["uri"]), document["version"]));
                for edit in change["edits"].as_array().unwrap() {
                    text.push_str(&format!("    {} {}\n", range(&edit["range"]), edit["newText"]));
                }
            }
        }
    }
    text
}
