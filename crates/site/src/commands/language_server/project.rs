//! A project that has open documents: its files with the unsaved texts, and the results of the last build.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use build::Site;
use content::{Structure, TomlText};
use crossbeam_channel::Sender;
use diagnostic::line_endings::normalized;
use diagnostic::{Diagnostic, Source};
use lsp_types::Uri;

use super::checker::{self, Report, Texts, Wake};
use super::files::Files;
use super::uris::uri_of;

/// A document that is open in the editor.
#[derive(Debug)]
pub struct OpenDocument {
    /// URI that the editor uses for the document.
    pub uri: Uri,
    /// Version of the text.
    pub version: i32,
    /// Text with normalized line endings.
    pub source: Arc<Source>,
    /// Whether the lines of the text end with a carriage return and a line feed.
    pub has_carriage_returns: bool,
}

/// A project that has, or had, open documents.
pub struct Project {
    /// Folder of the project.
    pub root: PathBuf,
    /// Open documents by path relative to the project's folder.
    pub open: BTreeMap<String, OpenDocument>,
    /// The files as of the last build.
    pub files: Files,
    /// The site of the last build that returned one.
    pub site: Option<Arc<Site>>,
    /// Findings of the last build.
    pub findings: Vec<Diagnostic>,
    texts: Arc<Mutex<Texts>>,
    wake: Option<Wake>,
}

impl Project {
    /// Reads the project in a folder, and starts to build it in the background.
    pub fn open(root: &Path, reports: Sender<Report>) -> Self {
        let root = walk::absolute(root);
        let texts = Arc::default();
        let files = Files::read(&root);
        Self {
            wake: checker::start(&root, &files, Arc::clone(&texts), reports),
            root,
            open: BTreeMap::new(),
            files,
            site: None,
            findings: Vec::new(),
            texts,
        }
    }

    /// Sets the text of an open document.
    pub fn set_text(&mut self, path: &str, uri: Uri, version: i32, text: String) {
        let first = text.split('\n').next().unwrap_or_default();
        let has_carriage_returns = first.len() < text.len() && first.ends_with('\r');
        self.change_texts(path, Some(Arc::from(text.as_str())));
        let document = OpenDocument {
            uri,
            version,
            source: Source::new(path, normalized(text)),
            has_carriage_returns,
        };
        self.open.insert(path.to_owned(), document);
    }

    /// Removes a document that was closed in the editor.
    pub fn close(&mut self, path: &str) {
        if self.open.remove(path).is_some() {
            self.change_texts(path, None);
        }
    }

    fn change_texts(&self, path: &str, text: Option<Arc<str>>) {
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        let unsaved = Arc::make_mut(&mut texts.unsaved);
        match text {
            Some(text) => unsaved.insert(path.to_owned(), text),
            None => unsaved.remove(path),
        };
        texts.revision += 1;
        drop(texts);
        if let Some(wake) = &self.wake {
            wake(self.root.join(path));
        }
    }

    /// Takes over the results of a build. Returns whether they are those of the current texts.
    pub fn update(&mut self, report: Report) -> bool {
        let texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        let is_current = texts.revision == report.revision;
        drop(texts);
        self.files = report.files;
        self.findings = report.findings;
        self.site = report.site.map(Arc::new).or(self.site.take());
        is_current
    }

    /// Returns the current text of a file: that of the open document, or that of the file.
    pub fn text(&self, path: &str) -> Option<&Arc<Source>> {
        let open = self.open.get(path).map(|document| &document.source);
        open.or_else(|| self.files.text(path))
    }

    /// Returns `structure.toml`, or `None` if it cannot be parsed.
    pub fn structure(&self) -> Option<Structure> {
        TomlText::whole(self.text("content/structure.toml")?).unchecked()
    }

    /// Returns the paths of the pictures in `content/`, relative to it.
    pub fn pictures(&self) -> Vec<String> {
        let files = self.files.content.other_files.iter();
        let files = files.filter_map(|path| path.strip_prefix("content/"));
        let is_picture = |path: &&str| inspect::addresses::media_type(path).starts_with("image/");
        files.filter(is_picture).map(str::to_owned).collect()
    }

    /// Returns the URI of a file by its path relative to the project's folder.
    pub fn uri(&self, path: &str) -> Option<Uri> {
        let open = self.open.get(path).map(|document| document.uri.clone());
        open.or_else(|| uri_of(&self.root.join(path)))
    }

    /// Returns the path of a file relative to the project's folder, with `/` as separator. Returns `None` if the file is outside of
    /// the folders with text files that the server knows.
    pub fn inside(&self, path: &Path) -> Option<String> {
        let inside = path.strip_prefix(&self.root).ok()?;
        inside.to_str()?;
        let inside = walk::slashed(inside);
        let is_known = ["content/", "themes/"];
        let is_known = is_known.iter().any(|folder| inside.starts_with(folder));
        is_known.then_some(inside)
    }
}
