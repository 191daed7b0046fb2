//! A new entry's file before it is written.

use std::io::Write as _;
use std::path::Path;

use build::replace_file;
use diagnostic::line_endings::normalized;
use diagnostic::{Diagnostic, Source};
use serde_json::{Map, Value};
use toml_edit::{ArrayOfTables, DocumentMut, Item};

use super::target::{Target, is_about};
use super::toml::{entry_text, inline_table, table};
use crate::codes;
use crate::failure::Failure;

/// A new entry's file before it is written.
pub struct Draft {
    /// Path of the file, relative to the project.
    pub path: String,
    /// Complete content of the file.
    pub text: String,
    /// New part of the content. In an existing list, this is only the new entry.
    pub added: String,
    /// Whether the file does not exist yet.
    is_new: bool,
    /// Whether the file is Markdown with front matter, not TOML.
    pub is_markdown: bool,
}

impl Draft {
    /// Creates the entry as a new file at the path `file`, or as an addition to the collection's list if `file` is `None`. Fails
    /// if `body` is not empty but the entry is not Markdown, or if the list is invalid.
    pub fn new(
        target: &Target,
        values: &Map<String, Value>,
        file: Option<String>,
        body: &str,
    ) -> Result<Self, Failure> {
        let entry = entry_text(values, target.shape());
        let is_markdown = file.as_ref().is_some_and(|path| path.ends_with(".md"));
        if !is_markdown && !body.trim().is_empty() {
            let message = format!(
                "entries of `{}` have no text, only values",
                target.rule.name
            );
            let diagnostic = Diagnostic::new(&codes::BAD_VALUE, message);
            return Err(Failure::usage(diagnostic.help("omit --body")));
        }
        let Some(path) = file else {
            return Self::in_list(target, values);
        };
        let text = if is_markdown {
            let body = normalized(body.to_owned());
            let body = body.trim_matches('\n');
            let end = if body.is_empty() { "" } else { "\n" };
            format!("+++\n{entry}+++\n\n{body}{end}")
        } else {
            schema_line(&path, &target.rule.schema) + &entry
        };
        Ok(Self {
            path,
            added: text.clone(),
            text,
            is_new: true,
            is_markdown,
        })
    }

    /// Adds an entry to the list of the collection, and leaves the rest of the file unchanged. Fails if the list is invalid.
    fn in_list(target: &Target, values: &Map<String, Value>) -> Result<Self, Failure> {
        let path = format!("content/{}", target.place());
        let invalid = || {
            let diagnostics = target.diagnostics.iter();
            let of_list = diagnostics.filter(|one| is_about(one, &path)).cloned();
            Failure::from(of_list.collect::<Vec<_>>())
        };
        let old = target.tree.texts.get(&path);
        let old_text = old.map_or_else(
            || schema_line(&path, &target.rule.schema),
            |source| source.text.clone(),
        );
        let is_new = old.is_none() && !target.tree.unreadable.contains_key(&path);
        let mut list: DocumentMut = old_text.parse().map_err(|_| invalid())?;
        let mut entry = table(values, target.shape());
        // Keep a comment at the end of the file in its place, above the new entry.
        let end = list.trailing().as_str().unwrap_or_default().to_owned();
        if !end.is_empty() {
            let newline = if end.ends_with('\n') { "" } else { "\n" };
            entry.decor_mut().set_prefix(format!("{end}{newline}\n"));
        }
        let items = list.entry("item");
        match items.or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new())) {
            Item::ArrayOfTables(entries) => {
                entries.push(entry);
                list.set_trailing("");
            }
            Item::Value(toml_edit::Value::Array(entries)) => {
                entries.push(inline_table(values, target.shape()));
            }
            _ => return Err(invalid()),
        }
        Ok(Self {
            path,
            text: list.to_string(),
            added: entry_text(values, target.shape()),
            is_new,
            is_markdown: false,
        })
    }

    /// Returns the files of `content/` with this file added or replaced.
    pub fn in_tree(&self, tree: &content::Tree) -> content::Tree {
        let mut tree = tree.clone();
        let source = Source::new(self.path.clone(), self.text.clone());
        tree.texts.insert(self.path.clone(), source);
        tree
    }

    /// Writes the file. Never overwrites a file that was created or changed in the meantime.
    pub fn write(&self, root: &Path, target: &Target) -> Result<(), Diagnostic> {
        let path = root.join(&self.path);
        if !self.is_new {
            let old = target.tree.texts.get(&self.path);
            let old = old.map(|source| source.text.as_str());
            return replace_file(&path, &self.path, old, &self.text);
        }
        path.parent()
            .map_or(Ok(()), std::fs::create_dir_all)
            .and_then(|()| std::fs::File::create_new(&path)?.write_all(self.text.as_bytes()))
            .map_err(|error| {
                let message = format!("cannot write {}: {error}", self.path);
                Diagnostic::new(&build::codes::CANNOT_WRITE, message)
            })
    }
}

/// Returns the first line of a TOML file, which tells editors where its schema is, such as `#:schema ../schemas/office.json`.
fn schema_line(path: &str, schema: &str) -> String {
    let up = match path.matches('/').count() {
        0 | 1 => "./".to_owned(),
        folders => "../".repeat(folders - 1),
    };
    format!("#:schema {up}{schema}\n")
}
