//! Where a project is, and what a build of it starts from.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use content::{Content, Selection, Tree};
use diagnostic::{Diagnostic, Fingerprint};
use inspect::Scope;
use inspect::settings::External;

/// Folders of a project.
#[derive(Debug, Clone)]
pub struct Project {
    /// The folder with `content/` and `themes/`.
    pub root: PathBuf,
    /// Where results are kept between builds. May be deleted at any time.
    pub cache: PathBuf,
    /// Fingerprint of the program: what another one left in the cache is not used.
    pub program: Fingerprint,
}

impl Project {
    /// The files of `content/`, the documents that count as part of the site, the checked content, and what is wrong with it.
    pub fn content(&self, inputs: &Inputs) -> (Tree, Selection, Option<Content>, Vec<Diagnostic>) {
        let tree = Tree::read(&self.root, "content");
        let selection = inputs.selection_of(&tree);
        let (content, found) = content::assemble(&tree, &selection);
        (tree, selection, content, found)
    }

    /// The folder of the widgets' package, if the project has one.
    pub fn widgets(&self) -> Option<PathBuf> {
        let folder = self.root.join("widgets");
        folder.join("package.json").is_file().then_some(folder)
    }
}

/// Asks other sites whether the URLs given are there. Returns what is wrong with each that does not answer well, or why none
/// could be asked.
pub type Ask =
    dyn Fn(&[&str], &External) -> Result<BTreeMap<String, String>, Diagnostic> + Send + Sync;

/// What a build starts from beside the project's files.
#[derive(Clone)]
pub struct Inputs {
    /// Whether drafts and documents of the future are part of the site.
    pub drafts: bool,
    /// Whether documents of the future are part of the site.
    pub future: bool,
    /// The day to build for; the day of `now` in the site's time zone where none is given.
    pub date: Option<jiff::civil::Date>,
    /// The current time.
    pub now: jiff::Timestamp,
    /// Base address of the form function.
    pub api_url: String,
    /// Which rules run.
    pub scope: Scope,
    /// Asks other sites, for the rule that checks links to them.
    pub ask: Option<Arc<Ask>>,
}

impl Inputs {
    /// The documents to take in, on the day it is where `site.toml` says the site is.
    pub fn selection_of(&self, tree: &Tree) -> Selection {
        let site_toml = tree.texts.get("content/site.toml");
        self.selection(site_toml.map_or("", |source| &source.text))
    }

    /// The same, from the text of `site.toml`.
    pub fn selection(&self, site_toml: &str) -> Selection {
        let date = self.date.unwrap_or_else(|| {
            let offset = content::offset(&utc_offset(site_toml));
            offset.to_datetime(self.now).date()
        });
        Selection {
            date,
            drafts: self.drafts,
            future: self.future,
        }
    }
}

/// The time zone that `site.toml` gives, read before anything else: which day it is depends on it.
fn utc_offset(site_toml: &str) -> String {
    site_toml
        .parse::<toml::Table>()
        .ok()
        .and_then(|site| site.get("utc_offset")?.as_str().map(str::to_owned))
        .unwrap_or_else(|| "+00:00".to_owned())
}
