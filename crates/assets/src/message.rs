//! Messages of esbuild and TypeScript.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use diagnostic::did_you_mean;
use serde::{Deserialize, Serialize};

/// A message of esbuild or TypeScript, as `build.mjs` prints it.
#[derive(Serialize, Deserialize)]
pub struct Message {
    /// The file that the message is about, with `/` as separator, and with a placeholder instead of the folder, which may
    /// have been moved when the cache is read; empty if there is none.
    pub file: String,
    pub line: usize,
    /// Column in bytes.
    pub column: usize,
    pub length: usize,
    #[serde(rename = "message")]
    pub text: String,
    pub help: Option<String>,
}

/// Leaves out the errors of esbuild that follow from the first error of syntax in a file, and those of TypeScript about names that are
/// not used because another name is wrong.
pub fn without_consequences(messages: Vec<Message>) -> Vec<Message> {
    let is_syntax = |message: &Message| {
        ["Unexpected ", "Expected ", "The character "]
            .iter()
            .any(|start| message.text.starts_with(start))
            && !message.text.contains(" argument")
    };
    let is_unused = |message: &Message| {
        message
            .text
            .ends_with("is declared but its value is never read.")
    };
    let quoted = |message: &Message| -> Vec<String> {
        message
            .text
            .split('\'')
            .skip(1)
            .step_by(2)
            .map(str::to_owned)
            .collect()
    };
    let wrong = messages.iter().filter(|message| !is_unused(message));
    let wrong: BTreeSet<String> = wrong.flat_map(quoted).collect();
    let mut broken = BTreeSet::new();
    let mut messages = messages;
    messages.retain(|message| {
        let is_first = !is_syntax(message) || broken.insert(message.file.clone());
        let is_meant = quoted(message).iter().any(|name| wrong.contains(name));
        is_first && !(is_unused(message) && is_meant)
    });
    messages
}

/// Returns text and help for a message about a file that does not exist, which `file` names. esbuild gives its path on this computer.
/// Returns `None` for any other message.
pub fn missing_file(message: &Message, file: &Path) -> Option<(String, Option<String>)> {
    let quoted = || {
        message
            .text
            .strip_prefix("Could not resolve \"")?
            .strip_suffix('"')
    };
    let path = message
        .text
        .strip_prefix("Cannot read file: ")
        .or_else(quoted)?;
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    if !path.starts_with(['.', '/']) && !path.contains(":\\") {
        return None;
    }
    let folder = file.parent()?.join(path);
    let entries = fs::read_dir(folder.parent()?)
        .into_iter()
        .flatten()
        .flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let names: Vec<String> = names.collect();
    let help = did_you_mean(name, names.iter().map(String::as_str));
    let help = help.map(|help| help.text).or_else(|| message.help.clone());
    Some((format!("there is no file `{name}`"), help))
}
