//! A project on disk, and the inputs of a build.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use assets::{Encoding, TypeCheck};
use content::{Content, Selection, Tree, UnsavedTexts};
use diagnostic::{Diagnostic, Fingerprint};
use inspect::{RequestUrls, Scope};

use crate::edited_pages::ShowEdited;

/// The folders of a project, and the program that builds it.
#[derive(Debug, Clone)]
pub struct Project {
    /// The folder with `content/` and `themes/`.
    pub root: PathBuf,
    /// Cache folder, with results that later builds reuse. It may be deleted at any time.
    pub cache: PathBuf,
    /// Fingerprint of the running program. Cached results of another program are not reused.
    pub program: Fingerprint,
}

impl Project {
    /// Reads and checks `content/`. Returns its files, the selection of documents, the content (`None` if it cannot be used),
    /// and the findings.
    pub fn content(&self, inputs: &Inputs) -> (Tree, Selection, Option<Content>, Vec<Diagnostic>) {
        let tree = Tree::read(&self.root, "content");
        let selection = inputs.selection_of(&tree);
        let (content, found) = content::load(&tree, &selection);
        (tree, selection, content, found)
    }

    /// Returns the folder `widgets/`, or `None` if it is not an npm package.
    pub fn widgets(&self) -> Option<PathBuf> {
        let folder = self.root.join("widgets");
        folder.join("package.json").is_file().then_some(folder)
    }
}

/// Whom a site is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Visitors.
    Public,
    /// The authors of the site. They see drafts and future documents, whose errors are warnings.
    Authors,
}

/// Inputs of a build besides the project's files.
#[derive(Clone)]
pub struct Inputs {
    /// Whether drafts are included.
    pub drafts: bool,
    /// Whether documents whose day of publication is in the future are included.
    pub future: bool,
    /// Whom the site is for.
    pub audience: Audience,
    /// Date to build for; `None` for today in the site's time zone.
    pub date: Option<jiff::civil::Date>,
    /// The current time.
    pub now: jiff::Timestamp,
    /// Base URL of the form function, without a trailing slash.
    pub api_url: String,
    /// Rules to run.
    pub scope: Scope,
    /// Whether the findings in `content/baseline.toml` are reported as well, each of them, so that the file can be written.
    pub known_findings: bool,
    /// Whether pictures are encoded by the build or later.
    pub encoding: Encoding,
    /// Whether the types of the widgets are checked by the build or later.
    pub types: TypeCheck,
    /// Texts that take the place of those of the files.
    pub unsaved: Arc<UnsavedTexts>,
    /// Function that requests URLs of other sites, for the rule that checks links to them.
    pub request_urls: Option<Arc<RequestUrls<'static>>>,
    /// Flag that becomes `true` when the findings of `site check` are no longer wanted. Its rules are skipped from then on.
    pub cancelled: Option<Arc<AtomicBool>>,
    /// Function that is called with the pages of edited documents, before all other pages are rendered.
    pub show_edited: Option<Arc<ShowEdited>>,
}

impl Inputs {
    /// Returns the selection of documents. Today's date depends on the time zone in `site.toml`.
    pub fn selection_of(&self, tree: &Tree) -> Selection {
        let site_toml = tree.texts.get("content/site.toml");
        self.selection(site_toml.map_or("", |source| &source.text))
    }

    /// Returns the selection of documents, given the text of `site.toml`.
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

/// Returns the offset from UTC in `site.toml`, or `+00:00` if there is none. It is read before the content, which depends on
/// today's date.
fn utc_offset(site_toml: &str) -> String {
    site_toml
        .parse::<toml::Table>()
        .ok()
        .and_then(|site| site.get("utc_offset")?.as_str().map(str::to_owned))
        .unwrap_or_else(|| "+00:00".to_owned())
}
