//! `site language-server`, tested with the messages of an editor.

use std::io::Write as _;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::bakery::{Bakery, command};

/// Starts a language server and sends it messages. Returns the results of the requests among them.
fn results(bakery: &Bakery, messages: &[Value]) -> Vec<Value> {
    let mut server = command(bakery.root()).arg("language-server").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = server.stdin.take().unwrap();
    for message in messages {
        let text = message.to_string();
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
    }
    drop(input);
    let output = server.wait_with_output().unwrap();
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).unwrap();
    let answers = said.split("Content-Length: ").filter_map(|part| part.split_once("\r\n\r\n"));
    answers.map(|(_, text)| serde_json::from_str::<Value>(text).unwrap()["result"].clone()).collect()
}

#[test]
fn front_matter_is_completed() {
    let bakery = Bakery::new();
    let uri = |path: &str| format!("file://{}", bakery.root().join(path).display()).replace(' ', "%20");
    let request = |id: u8, method: &str, params: Value| json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
    let notification = |method: &str, params: Value| json!({ "jsonrpc": "2.0", "method": method, "params": params });
    let rye = json!({ "uri": uri("content/loaves/rye.md") });
    let other = json!({ "uri": uri("content/structure.toml") });
    let open = |document: &Value, text: &str| {
        notification("textDocument/didOpen", json!({ "textDocument": { "uri": document["uri"], "text": text } }))
    };
    let completion = |id: u8, document: &Value, line: u32, character: u32| {
        let position = json!({ "line": line, "character": character });
        request(id, "textDocument/completion", json!({ "textDocument": document, "position": position }))
    };
    let found = results(
        &bakery,
        &[
            request(1, "initialize", json!({ "capabilities": {} })),
            notification("initialized", json!({})),
            open(&rye, "+++\n\n+++\n"),
            open(&other, "\n"),
            completion(2, &rye, 1, 0),
            notification(
                "textDocument/didChange",
                json!({ "textDocument": rye, "contentChanges": [{ "text": "+++\n# ü𝄞\ntitle = \"x\"\n  fl\n+++\n" }] }),
            ),
            completion(3, &rye, 3, 4),
            completion(4, &other, 0, 0),
            request(5, "shutdown", Value::Null),
            notification("exit", Value::Null),
        ],
    );
    let labels =
        |at: usize| -> Vec<&str> { found[at].as_array().unwrap().iter().filter_map(|item| item["label"].as_str()).collect() };
    assert_eq!(found[0]["capabilities"]["textDocumentSync"], 1);
    assert!(labels(1).contains(&"title") && labels(1).contains(&"flour"), "{:?}", labels(1));
    assert!(!labels(2).contains(&"title") && labels(2).contains(&"flour"), "{:?}", labels(2));
    let range = json!({ "start": { "line": 3, "character": 2 }, "end": { "line": 3, "character": 4 } });
    assert_eq!(found[2][0]["textEdit"]["range"], range);
    assert!(labels(3).is_empty());
    let first = |found: &[Value]| found[1][0]["textEdit"]["newText"].as_str().unwrap().to_owned();
    assert_eq!(first(&found), "title = \"\"");
    let snippets = json!({ "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } } });
    let found = results(
        &bakery,
        &[
            request(1, "initialize", json!({ "capabilities": snippets })),
            notification("initialized", json!({})),
            open(&rye, "+++\n\n+++\n"),
            completion(2, &rye, 1, 0),
            request(3, "shutdown", Value::Null),
            notification("exit", Value::Null),
        ],
    );
    assert_eq!(first(&found), "title = \"$0\"");
}
