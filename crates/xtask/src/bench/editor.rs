//! `cargo xtask editor-bench`: measures the time from a typed character to the findings of the whole site in the editor.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::edit::percentiles;
use super::options::number;
use super::{build_release, write_realistic_site};
use crate::files;
use crate::run::{Outcome, built, root};
use crate::server::Running;

/// Pause between two edits: that of somebody who types 60 words a minute.
const PAUSE: Duration = Duration::from_millis(200);

/// Opens a post of a generated site in `site language-server`, types into it, and prints the median and the 95th percentile of the
/// times until the findings of each version are published.
pub fn run(arguments: &[String]) -> Outcome {
    let posts: usize = number(arguments.first(), 1_000)?;
    let edits: usize = number(arguments.get(1), 100)?;
    build_release()?;
    let folder = root().join(format!("target/bench/editor-{posts}"));
    write_realistic_site(&folder, posts)?;
    let mut paths: Vec<_> = std::fs::read_dir(folder.join("content/posts"))
        .map_err(|error| error.to_string())?
        .flatten()
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    let path = paths.get(posts / 2).ok_or("the site has no posts")?;
    let text = files::read(path)?;
    let uri = format!("file://{}", path.display());
    let mut editor = Editor::start(&folder)?;
    let started = Instant::now();
    editor.notify(
        "textDocument/didOpen",
        &json!({ "textDocument": { "uri": uri, "languageId": "markdown", "version": 0, "text": text } }),
    )?;
    editor.findings(&uri, 0)?;
    println!(
        "{posts} posts: first findings after {} ms",
        started.elapsed().as_millis()
    );
    let title = text.replacen("title = \"", "title = \"x", 1);
    for (name, original) in [("text", &text), ("title", &title)] {
        let mut took = Vec::new();
        for edit in 0..edits {
            std::thread::sleep(PAUSE);
            let typed = "word [a link](/nowhere) ".repeat(2);
            let text = format!("{original}\n{}\n", &typed[..edit % typed.len()]);
            let version = usize::from(name == "title") * edits + edit + 1;
            let began = Instant::now();
            editor.notify(
                "textDocument/didChange",
                &json!({ "textDocument": { "uri": uri, "version": version }, "contentChanges": [{ "text": text }] }),
            )?;
            editor.findings(&uri, version)?;
            took.push(began.elapsed());
        }
        println!("  {name:6} {edits} edits: {}", percentiles(took));
    }
    Ok(())
}

/// An editor that has started the server.
struct Editor {
    _server: Running,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Editor {
    fn start(folder: &std::path::Path) -> Result<Self, String> {
        let mut server = Command::new(built("release"))
            .arg("language-server")
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start the server: {error}"))?;
        let streams = server.stdin.take().zip(server.stdout.take());
        let (input, output) = streams.ok_or("the server has no streams")?;
        let mut editor = Self {
            _server: Running(server),
            input,
            output: BufReader::new(output),
        };
        editor.send(&json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } }))?;
        editor.read()?;
        editor.notify("initialized", &json!({}))?;
        Ok(editor)
    }

    fn notify(&mut self, method: &str, parameters: &Value) -> Outcome {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": parameters }))
    }

    fn send(&mut self, message: &Value) -> Outcome {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len())
            .map_err(|error| error.to_string())
    }

    fn read(&mut self) -> Result<Value, String> {
        let mut length = 0;
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line);
            if read.map_err(|error| error.to_string())? == 0 {
                return Err("the server has ended".to_owned());
            }
            match line.trim().split_once(": ") {
                Some(("Content-Length", value)) => length = value.parse().unwrap_or(0),
                Some(_) => {}
                None => break,
            }
        }
        let mut text = vec![0; length];
        let read = self.output.read_exact(&mut text);
        read.map_err(|error| error.to_string())?;
        serde_json::from_slice(&text).map_err(|error| error.to_string())
    }

    /// Waits for the findings of a version of a document.
    fn findings(&mut self, uri: &str, version: usize) -> Outcome {
        loop {
            let message = self.read()?;
            let parameters = &message["params"];
            if parameters["uri"] == *uri && parameters["version"] == version {
                return Ok(());
            }
        }
    }
}
