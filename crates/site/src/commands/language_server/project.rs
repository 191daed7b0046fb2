//! A project that has open documents: its files with the unsaved texts, and the results of the last build.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use content::{CollectionRule, Content, Selection, Structure, TomlText, Tree};
use crossbeam_channel::Sender;
use diagnostic::line_endings::normalized;
use diagnostic::{Diagnostic, Source};
use lsp_types::Uri;
use render::Plan;
use serde_json::Value;

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
    /// The content of the last build that returned some, including drafts.
    pub loaded: Arc<Content>,
    /// Its routes.
    pub plan: Arc<Plan>,
    /// Findings of the last build.
    pub findings: Vec<Diagnostic>,
    /// `structure.toml`, as it was when it could last be parsed.
    pub structure: Structure,
    /// `site.toml`, as it was when it could last be parsed.
    pub site: Value,
    texts: Arc<Mutex<Texts>>,
    wake: Option<Wake>,
}

impl Project {
    /// Reads the project in a folder, and starts to build it in the background.
    pub fn open(root: &Path, reports: Sender<Report>) -> Self {
        let root = walk::absolute(root);
        let texts = Arc::default();
        let files = Files::read(&root);
        let (loaded, plan) = routed(&files.content).unwrap_or_default();
        let mut project = Self {
            loaded,
            plan,
            wake: checker::start(&root, &files, Arc::clone(&texts), reports),
            root,
            open: BTreeMap::new(),
            files,
            findings: Vec::new(),
            structure: Structure::default(),
            site: Value::Null,
            texts,
        };
        project.read_settings();
        project
    }

    /// Creates a project from the results of a build, whose files have the unsaved texts already.
    pub fn built(
        root: &Path,
        files: Files,
        (loaded, plan): (Arc<Content>, Arc<Plan>),
        findings: Vec<Diagnostic>,
    ) -> Self {
        let mut project = Self {
            root: root.to_owned(),
            open: BTreeMap::new(),
            files,
            loaded,
            plan,
            findings,
            structure: Structure::default(),
            site: Value::Null,
            texts: Arc::default(),
            wake: None,
        };
        project.read_settings();
        project
    }

    /// Reads the settings again, and keeps those that cannot be parsed.
    fn read_settings(&mut self) {
        let toml = |path| self.text(path).map(TomlText::whole);
        let structure = toml("content/structure.toml").and_then(|toml| toml.unchecked());
        let site = toml("content/site.toml").and_then(|toml| toml.unchecked());
        if let Some(structure) = structure {
            self.structure = structure;
        }
        if let Some(site) = site {
            self.site = site;
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
        self.read_settings();
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
        if let Some((loaded, plan)) = report.routed {
            self.loaded = loaded;
            self.plan = plan;
        }
        self.read_settings();
        is_current
    }

    /// Returns the current text of a file: that of the open document, or that of the file.
    pub fn text(&self, path: &str) -> Option<&Arc<Source>> {
        let open = self.open.get(path).map(|document| &document.source);
        open.or_else(|| self.files.text(path))
    }

    /// Returns all texts with their paths.
    pub fn texts(&self) -> BTreeMap<&str, &Arc<Source>> {
        let open = self.open.iter();
        let open = open.map(|(path, document)| (path.as_str(), &document.source));
        self.files.texts().chain(open).collect()
    }

    /// Returns the names of the templates, each with its path relative to the project's folder.
    pub fn templates(&self) -> BTreeMap<&str, &str> {
        let Some((folder, files)) = &self.files.templates else {
            return BTreeMap::new();
        };
        let name = |path: &'_ str| -> Option<usize> {
            let inside = path.strip_prefix(folder.as_str())?.strip_prefix('/')?;
            Some(path.len() - inside.len())
        };
        let paths = files.texts.keys();
        let names = paths.filter_map(|path| Some((&path[name(path)?..], path.as_str())));
        names.collect()
    }

    /// Returns the content with the unsaved texts.
    pub fn content(&self) -> Tree {
        let mut tree = Tree::clone(&self.files.content);
        let texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        tree.overlay("content", &texts.unsaved);
        tree
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

/// Returns all documents, whenever they are published, with their routes. Returns `None` if the settings cannot be used.
pub fn routed(content: &Tree) -> Option<(Arc<Content>, Arc<Plan>)> {
    let selection = Selection {
        date: jiff::Zoned::now().date(),
        drafts: true,
        future: true,
    };
    let (content, _) = content::load(content, &selection);
    let content = content?;
    let (plan, _) = render::plan(&content);
    Some((Arc::new(content), plan))
}

/// Returns the collection of `structure` that a document belongs to.
pub fn rule<'s>(structure: &'s Structure, path: &str) -> Option<&'s CollectionRule> {
    let inside = path.strip_prefix("content/")?;
    let is_in = |dir: &String| {
        let rest = inside.strip_prefix(dir.as_str());
        rest.is_some_and(|rest| rest.starts_with('/'))
    };
    let is_list = |rule: &&CollectionRule| rule.file.as_deref() == Some(inside);
    let rules = structure.collections.iter();
    let folders = rules
        .clone()
        .filter(|rule| rule.dir.as_ref().is_some_and(is_in));
    let folder = folders.max_by_key(|rule| rule.dir.as_ref().map(String::len));
    folder.or_else(|| rules.clone().find(is_list))
}
